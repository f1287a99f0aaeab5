"""Settings of a run, each declared once: a field of a dataclass, with its default, range and help.

    @dataclass(frozen=True, kw_only=True)
    class Settings:
        games: Annotated[int, Setting("Games of an individual.", 1, 1_000_000)] = 100

All else follows from the field: the option of the command and its help (`cli.settings`), the check
of a value that comes from elsewhere, and what a manifest keeps and is compared with.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from sys import float_info
from types import NoneType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules
from hanabilab.messages import int_hint
from hanabilab.notation import format_rules, parse_rules

S = TypeVar("S")

#: What a setting of a type must be, in words, where it is no number.
_IN_WORDS = {
    bool: "true or false",
    str: "a text in quotes",
    Rules: 'rules in quotes, such as "full(players=2)"',
}


@dataclass(frozen=True)
class Setting:
    """What a setting is, beside its type and its default.

    Attributes:
        help: what it means, in a line.
        low, high: the range of a number, both ends included; None has no end there.
        read: makes the value of text that a user types; where the type is no number or choice.
        show: makes that text of the value.
    """

    help: str
    low: int | None = None
    high: int | None = None
    read: Callable[[str], Any] | None = None
    show: Callable[[Any], str] = str


class Declared(NamedTuple):
    """A field with a `Setting`."""

    kind: Any
    default: Any
    setting: Setting


@functools.cache
def declared(kind: type) -> dict[str, Declared]:
    """The settings that a dataclass declares, by name."""
    hints = get_type_hints(kind, include_extras=True)
    found: dict[str, Declared] = {}
    for field in fields(kind):
        base, *marks = [*get_args(hints[field.name]), None]
        if setting := next((mark for mark in marks if isinstance(mark, Setting)), None):
            default = None if field.default is MISSING else field.default
            found[field.name] = Declared(_without_none(base), default, setting)
    return found


def _without_none(kind: Any) -> Any:
    """A type that may be None, as what it is otherwise."""
    others = [each for each in get_args(kind) if each is not NoneType]
    return others[0] if NoneType in get_args(kind) else kind


def check_settings(settings: Any, error: type[HanabiError]) -> None:
    """Do nothing if every value is of the type, and in the range, that its field declares.

    Raises:
        HanabiError: one is not; of the class `error`.
    """
    for name, (kind, default, setting) in declared(settings.__class__).items():
        value = getattr(settings, name)
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        if choices and value not in choices:
            raise error(f"{name} is {value!r}; it is one of {', '.join(choices)}")
        if value is None and default is None:
            continue
        if (words := _IN_WORDS.get(kind)) and not isinstance(value, kind):
            raise error(f"{name} is {value!r}; {words}")
        if kind in (int, float) and not _is_number(value, kind, setting):
            raise error(f"{name} is {value!r}; {_needed(kind, setting)}{int_hint(value)}")


def _is_number(value: Any, kind: type, setting: Setting) -> bool:
    """Whether a value is a number in range."""
    kinds = (int,) if kind is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        return False
    if kind is float and not abs(value) <= float_info.max:
        return False  # infinite or none: JSON has no such number, and no manifest could be read
    low, high = setting.low, setting.high
    return (low is None or value >= low) and (high is None or value <= high)


def _needed(kind: type, setting: Setting) -> str:
    """What number is needed."""
    low, high = setting.low, setting.high
    if high is None:
        what = "a whole number" if kind is int else "a finite number"
        return what if low is None else f"{what} of at least {low:,}"
    what = "a whole number" if kind is int else "a number"
    return f"{what} from {low} to {high:,}"


# --- JSON ----------------------------------------------------------------------------------------


def settings_as_json(settings: Any, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of a dataclass by name, as a manifest has them, but for those named."""
    names = [field.name for field in fields(settings) if field.name not in without]
    return {name: _plain(getattr(settings, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, Rules):
        return format_rules(value)
    return list(value) if isinstance(value, tuple) else value


def settings_from_json(kind: type[S], document: Mapping[str, Any], error: type[HanabiError]) -> S:
    """The dataclass whose fields `settings_as_json` gave.

    Raises:
        HanabiError: a name too many or too few, of the class `error`; or a value that is none.
    """
    if odd := sorted({field.name for field in fields(kind)} ^ set(document)):  # type: ignore[arg-type]  # a dataclass
        raise error(f"settings that are missing or unknown: {', '.join(odd)}")
    hints = get_type_hints(kind)
    return kind(**{name: _made(hints[name], value) for name, value in document.items()})


def _made(kind: Any, value: Any) -> Any:
    if kind is Rules:
        return parse_rules(value)
    return tuple(value) if isinstance(value, list) else value
