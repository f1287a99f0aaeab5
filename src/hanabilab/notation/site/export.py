"""The site's JSON of a finished game, in and out; the form of its export and of shared replays.

Every field and its range is checked on the way in; a field that is not known is refused by name.
`format_export` writes one line, fields in the site's order, so that reading and writing again gives
the same bytes.

Source: docs/compiler.md, "The site's JSON".
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import (
    MAX_NUMBER,
    MAX_TEXT,
    OPTIONS,
    Character,
    GameLog,
    LogAction,
    LogKind,
    checked,
)
from hanabilab.notation.site.seeds import parse_seed, seed_text
from hanabilab.notation.variants import NO_VARIANT, LogCard, Variant, variant_named

MAX_BYTES = 1 << 20
_MAX_ACTIONS = 1000

_Text = Annotated[str, Meta(max_length=MAX_TEXT)]
_Small = Annotated[int, Meta(ge=-1, le=1_000_000_000)]


class _Card(Struct, forbid_unknown_fields=True):
    suitIndex: Annotated[int, Meta(ge=0, le=5)]  # noqa: N815  # the site's name
    rank: Annotated[int, Meta(ge=1, le=7)]


class _Action(Struct, forbid_unknown_fields=True):
    type: Annotated[int, Meta(ge=0, le=5)]
    target: Annotated[int, Meta(ge=-1, le=200)]
    value: Annotated[int, Meta(ge=-1, le=200)] = 0


class _Character(Struct, forbid_unknown_fields=True):
    name: _Text
    metadata: _Small = -1


class _Export(Struct, forbid_unknown_fields=True, omit_defaults=True):
    players: Annotated[list[_Text], Meta(min_length=2, max_length=6)]
    deck: Annotated[list[_Card], Meta(max_length=90)] = []
    actions: Annotated[list[_Action], Meta(max_length=_MAX_ACTIONS)] = []
    id: Annotated[int, Meta(ge=0, lt=MAX_NUMBER)] | None = None
    options: dict[_Text, bool | int | str] = {}
    notes: Annotated[list[list[_Text]], Meta(max_length=6)] = []
    characters: Annotated[list[_Character], Meta(max_length=6)] = []
    seed: _Text = ""


def parse_export(data: bytes | str) -> GameLog:
    """The game that the site's JSON tells; a deck left out is that of its seed.

    Raises:
        NotationError: not such JSON, or too much of it, or a variant that the site lacks.
    """
    if len(data) > MAX_BYTES:
        raise NotationError(f"a game's JSON has at most {MAX_BYTES:,} bytes, not {len(data):,}")
    try:
        found = msgspec.json.decode(data, type=_Export)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise NotationError(f"not a game in the site's JSON: {str(error)[:200]}") from None
    return _as_log(found)


def _as_log(found: _Export) -> GameLog:
    options = dict(found.options)
    name = options.pop("variant", NO_VARIANT.name)
    if not isinstance(name, str):
        raise NotationError("options.variant is not a name")
    variant = variant_named(name)
    log = GameLog(
        variant=variant,
        players=tuple(found.players),
        deck=_deck(found, variant),
        actions=tuple(
            LogAction(LogKind(each.type), each.target, each.value) for each in found.actions
        ),
        options=tuple((key, _option(key, value)) for key, value in options.items()),
        notes=tuple(map(tuple, found.notes)),
        characters=tuple(Character(each.name, each.metadata) for each in found.characters),
        seed=found.seed and seed_text(found.seed),
        id=found.id,
    )
    return checked(log)


def _deck(found: _Export, variant: Variant) -> tuple[LogCard, ...]:
    """The deck told, or that of the seed told."""
    if found.deck:
        return tuple(LogCard(card.suitIndex, card.rank) for card in found.deck)
    if not found.seed:
        raise NotationError("the game has neither a deck nor a seed")
    seed = parse_seed(found.seed)
    if fault := seed.fault(len(found.players), variant):
        raise NotationError(fault)
    return tuple(seed.deck())


def _option(name: str, value: bool | int | str) -> bool | int:
    """The value of an option, if there is one of that name and kind.

    Raises:
        NotationError: there is none.
    """
    if name not in OPTIONS:
        raise NotationError(
            f"options.{name[:60]} is not known; known are variant, {', '.join(OPTIONS)}"
        )
    if isinstance(value, str) or type(value) is not OPTIONS[name]:
        kind = "true or false" if OPTIONS[name] is bool else "a number"
        raise NotationError(f"options.{name} is {str(value)[:60]!r}; {kind} is needed")
    if not 0 <= value < MAX_NUMBER:
        raise NotationError(f"options.{name} is {value}; it is from 0 to {MAX_NUMBER - 1:,}")
    return value


def format_export(log: GameLog) -> str:
    """The site's JSON of a game, on one line without an end."""
    named = {} if log.variant == NO_VARIANT else {"variant": log.variant.name}
    document: dict[str, Any] = {
        "id": log.id,
        "players": log.players,
        "deck": [{"suitIndex": card.suit, "rank": card.rank} for card in log.deck],
        "actions": [
            {"type": int(kind), "target": target, "value": value}
            for kind, target, value in log.actions
        ],
        "options": named | dict(log.options),
        "notes": log.notes,
        "characters": [character._asdict() for character in log.characters],
        "seed": log.seed,
    }
    left_out = {name for name in ("notes", "characters", "seed") if not document[name]} | (
        {"id"} if log.id is None else set()
    )
    kept = {name: value for name, value in document.items() if name not in left_out}
    return msgspec.json.encode(kept).decode()
