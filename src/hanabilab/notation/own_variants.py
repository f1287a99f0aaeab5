"""A variant that a user made, as text: every table of it, as the arguments of a call.

    own(name="wild", number=5000, letters="RY", ranks="123,123", copies="321321",
        colors="red,yellow", color_letters="RY", hint_ranks="123", touches="7,56,9,18,36")

Lists are in quotes, with commas; copies are digits. What is as usual is left out. There are no
spaces in quotes, because a state's text has none in its rules.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any, Final

from hanabilab.errors import NotationError
from hanabilab.game.variant import VariantTables
from hanabilab.messages import did_you_mean
from hanabilab.notation.call import Call, Value

#: The name of the call.
OWN_VARIANT: Final = "own"

_FIELDS: Final = {field.name: field for field in dataclasses.fields(VariantTables)}
_SETS = re.compile(r"([0-9]{1,10}(,[0-9]{1,10})*)?")
_COPIES = re.compile(r"[0-9]*")


def own_variant_call(variant: VariantTables) -> Call:
    """The call that writes a variant; `own_variant` reads it."""
    told = {name: getattr(variant, name) for name in _FIELDS}
    usual = {name: field.default for name, field in _FIELDS.items()}
    options = [(name, _as_value(name, told[name])) for name in told if told[name] != usual[name]]
    return Call(OWN_VARIANT, (), tuple(options))


def _as_value(name: str, value: Any) -> Value:
    if isinstance(value, tuple):
        return ("" if name == "copies" else ",").join(map(str, value))
    return value if isinstance(value, str) else int(value)


def own_variant(call: Call) -> VariantTables:
    """The variant that a call writes.

    Raises:
        NotationError: an argument that is missing, that there is not, or of another kind.
        RulesError: tables that do not fit each other; says which.
    """
    if call.args:
        raise NotationError(f"{OWN_VARIANT} takes keywords only, such as {OWN_VARIANT}(name=wild)")
    told = dict(call.options)
    for name in told:
        if name not in _FIELDS:
            known = ", ".join(_FIELDS)
            raise NotationError(
                f"{OWN_VARIANT} has no {name!r}{did_you_mean(name, _FIELDS)}; it has {known}"
            )
    for name, field in _FIELDS.items():
        if name not in told and field.default is dataclasses.MISSING:
            raise NotationError(f"{OWN_VARIANT} needs {name}=")
    return VariantTables(**{name: _from_value(name, value) for name, value in told.items()})


def _from_value(name: str, value: Value) -> Any:
    read = _READ.get(name)
    # A name or a number needs no quotes.
    return read(str(value)) if read and not isinstance(value, float) else _switch(name, value)


def _switch(name: str, value: Value) -> Any:
    """A number; 0 or 1 of what is on or off."""
    return bool(value) if _FIELDS[name].default is False and value in (0, 1) else value


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _sets(text: str) -> tuple[int, ...]:
    if not _SETS.fullmatch(text):
        raise NotationError(f"touches are {text[:40]!r}; whole numbers with commas are needed")
    return tuple(map(int, _words(text)))


def _copies(text: str) -> tuple[int, ...]:
    if not _COPIES.fullmatch(text):
        raise NotationError(f"copies are {text[:40]!r}; a digit for each card is needed")
    return tuple(map(int, text))


_READ: Final[dict[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("name", "letters", "color_letters", "hint_ranks"), str),
    **dict.fromkeys(("ranks", "colors"), _words),
    "touches": _sets,
    "copies": _copies,
}
