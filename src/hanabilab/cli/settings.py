"""Options that follow from settings: a command takes few arguments, a user sees one option each.

    def command(
        given: Annotated[Given, OptionsOf(Settings)],  # the settings that are given, by name
        rules: RulesRequest,  # a dataclass with an option for each of its fields
        threads: ThreadsOption = None,
    ) -> int: ...

`flat` makes of it the function that typer reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from hanabilab.errors import HanabiError, StoppedError
from hanabilab.runs.settings import Declared, Setting, declared

R = TypeVar("R")

#: The settings that a command line gives, by name; what is left open is not among them.
Given: TypeAlias = "dict[str, Any]"


@dataclass(frozen=True)
class OptionsOf:
    """Says of a `Given` whose settings it has.

    Attributes:
        kind: a dataclass that declares settings.
        panels: where the help shows some of them, by name.
        names: of those that are options; all, if none is named.
    """

    kind: type
    panels: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()

    def options(self) -> dict[str, Declared]:
        """The settings that are options."""
        found = declared(self.kind)
        return {name: found[name] for name in self.names or found}


def open_option(default: Any, setting: Setting, panel: str | None = None) -> Any:
    """An option that may be left open; the help shows what is then taken."""
    return typer.Option(
        min=setting.low,
        max=setting.high,
        show_default=setting.show(default),
        help=setting.help,
        rich_help_panel=panel,
    )


def require_used(on: str, *groups: Any) -> None:
    """Do nothing if none of these options is given: they have no effect on `on`.

    Args:
        groups: dataclasses of options, or values by name; those that are not given are as their
            dataclass leaves them, or None.

    Raises:
        HanabiError: some are given; says which.
    """
    if given := [name for group in groups for name in _given_in(group)]:
        named = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        has, them = ("have", "them") if len(given) > 1 else ("has", "it")
        raise HanabiError(f"{named} {has} no effect on {on}; leave {them} out")


def _given_in(group: Any) -> list[str]:
    if is_dataclass(group):
        return [each.name for each in fields(group) if getattr(group, each.name) != each.default]
    return [name for name, value in group.items() if value is not None]


def flat(command: Callable[..., R], *beside: type) -> Callable[..., R]:
    """`command` with a parameter for each option, as typer reads it.

    Args:
        beside: dataclasses whose options the help shows, too, and which somebody else has taken.
    """
    groups: dict[str, list[inspect.Parameter]] = {}
    whole = inspect.signature(command, eval_str=True)
    for parameter in whole.parameters.values():
        groups[parameter.name] = _parameters_of(parameter)

    def flattened(**values: Any) -> R:
        gathered = {
            name: _gathered(whole.parameters[name], {p.name: values[p.name] for p in group})
            for name, group in groups.items()
        }
        return _ending_in_words(command, gathered)

    parameters = [parameter for group in groups.values() for parameter in group]
    parameters += [parameter for kind in beside for parameter in _fields_of(kind)]
    for parameter in parameters:
        _show_no_type(parameter)
    flattened.__doc__, flattened.__module__ = command.__doc__, command.__module__
    flattened.__signature__ = whole.replace(parameters=parameters)  # type: ignore[attr-defined]
    flattened.__annotations__ = {each.name: each.annotation for each in parameters}
    return flattened


def _show_no_type(parameter: inspect.Parameter) -> None:
    """Let the help show no type behind a flag, which takes no value."""
    kind, *marks = get_args(parameter.annotation) or (parameter.annotation,)
    if bool in (kind, *get_args(kind)):
        for mark in marks:
            if isinstance(mark, OptionInfo):
                mark.metavar = ""


def _ending_in_words(command: Callable[..., R], values: dict[str, Any]) -> R:
    """What a command returns. Typer would end in silence after a Ctrl-C or for a closed pipe."""
    try:
        return command(**values)
    except KeyboardInterrupt:
        raise StoppedError("stopped") from None
    except BrokenPipeError:
        raise BrokenPipeError from None  # without its number Typer lets it through


def _parameters_of(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    """The parameters that a parameter stands for."""
    if options := _options_of(parameter.annotation):
        panels = options.panels
        return [
            _keyword(name, _annotation_of(each, panels.get(name)), None)
            for name, each in options.options().items()
        ]
    if is_dataclass(parameter.annotation):
        return _fields_of(parameter.annotation)
    return [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)]


def _fields_of(kind: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [_keyword(each.name, hints[each.name], each.default) for each in fields(kind)]


def _gathered(parameter: inspect.Parameter, values: dict[str, Any]) -> Any:
    """What a command takes for a parameter."""
    if options := _options_of(parameter.annotation):
        readers = {name: each.setting.read for name, each in options.options().items()}
        given = {name: value for name, value in values.items() if value is not None}
        return {
            name: reader(value) if (reader := readers[name]) else value
            for name, value in given.items()
        }
    if is_dataclass(parameter.annotation):
        make: Any = parameter.annotation
        return make(**values)
    return values[parameter.name]


def _options_of(annotation: Any) -> OptionsOf | None:
    marks = get_args(annotation) if get_origin(annotation) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, OptionsOf)), None)


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    given = inspect.Parameter.empty if default is MISSING else default
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=given, annotation=annotation)


def _annotation_of(each: Declared, panel: str | None) -> Any:
    """How typer is told of a setting: text, where it is no number and no choice."""
    typed = each.kind in (int, float) or get_origin(each.kind) is Literal
    kind = each.kind if typed else str
    return Annotated[kind | None, open_option(each.default, each.setting, panel)]
