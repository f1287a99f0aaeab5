"""The fields of the site's JSON of a game that we read, and which ones of a document these are not.

Ranges are as wide as a file of somebody else may have them; what the game needs is checked later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from hanabilab.notation.game_log import MAX_NUMBER, MAX_TEXT

_MAX_ACTIONS = 1000

_Text = Annotated[str, Meta(max_length=MAX_TEXT)]
_Number = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class CardFields(Struct):
    """A card; what it lacks is not known."""

    suitIndex: Annotated[int, Meta(ge=-1, le=5)] = -1  # noqa: N815  # the site's name
    rank: Annotated[int, Meta(ge=-1, le=7)] = -1


class ActionFields(Struct):
    """An action; what its value may be depends on its type."""

    type: Annotated[int, Meta(ge=0, le=5)]
    target: _Number = -1
    value: Any = None


class CharacterFields(Struct):
    """What a seat plays under; a seat may have none."""

    name: _Text = ""
    metadata: _Number = -1


class ExportFields(Struct):
    """A game."""

    players: Annotated[list[_Text], Meta(min_length=2, max_length=6)]
    deck: Annotated[list[CardFields | None], Meta(max_length=90)] = []
    actions: Annotated[list[ActionFields], Meta(max_length=_MAX_ACTIONS)] = []
    id: Annotated[int, Meta(ge=0, lt=MAX_NUMBER)] | None = None
    options: dict[_Text, Any] = {}
    notes: Annotated[list[list[_Text | None] | None], Meta(max_length=6)] = []
    characters: Annotated[list[CharacterFields | None], Meta(max_length=6)] = []
    seed: _Text | int = ""


_PARTS = {"deck": CardFields, "actions": ActionFields, "characters": CharacterFields}


def unknown_fields(document: dict[str, Any]) -> Iterator[str]:
    """The names of fields that are not read, each once."""
    yield from (name for name in document if name not in ExportFields.__struct_fields__)
    for part, kind in _PARTS.items():
        rows = document.get(part, ())
        named = [each for each in rows if isinstance(each, dict)] if isinstance(rows, list) else []
        names = dict.fromkeys(name for each in named for name in each)
        yield from (f"{part}.{name}" for name in names if name not in kind.__struct_fields__)
