"""The site's JSON of a finished game, in and out; the form of its export and of shared replays.

What others wrote is read leniently: fields that we do not know, nulls where a value may be missing,
clocks, ends of any number. One remark tells what was ignored. What a game cannot be played without
is refused where it is wrong: cards, actions, the options that change how it is played.

What we write is strict: `format_export` writes one line, fields in the site's order, so that
reading and writing again gives the same bytes.

Source: docs/compiler.md, "The site's JSON".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import (
    MAX_NUMBER,
    OPTIONS,
    Character,
    GameLog,
    LogAction,
    LogKind,
)
from hanabilab.notation.site.ends import read_end
from hanabilab.notation.site.export_fields import (
    ActionFields,
    CardFields,
    ExportFields,
    unknown_fields,
)
from hanabilab.notation.site.foreign import as_kind, read_json
from hanabilab.notation.site.old_exports import as_today
from hanabilab.notation.site.seeds import parse_seed, seed_text
from hanabilab.notation.stand_ins import UNTOLD, completed
from hanabilab.notation.variants import NO_VARIANT, LogCard, Variant, variant_named

MAX_BYTES: Final = 1 << 20
_WHAT = "not a game in the site's JSON"
#: Options that change nothing at the table.
_CLOCKS = ("timed", "timeBase", "timePerTurn")
#: Names that options have in what the site sends while a game is played.
_VARIANT_NAMES = ("variant", "variantName")
#: Ranks that the site gives to cards that it does not show.
_HIDDEN_RANKS = (-1, 0, 6)
_MOST_NAMED = 8


def parse_export(data: bytes | str) -> GameLog:
    """The game that the site's JSON tells; cards left out are those of its seed, if it has one.

    Raises:
        NotationError: not such JSON, or too much of it, or a variant that the site lacks.
    """
    if len(data) > MAX_BYTES:
        raise NotationError(f"a game's JSON has at most {MAX_BYTES:,} bytes, not {len(data):,}")
    document, is_old = as_today(read_json(data, dict[str, Any], _WHAT))
    fields = as_kind(document, ExportFields, _WHAT)
    return _Reading(fields, list(unknown_fields(document)), is_old=is_old).log()


class _Reading:
    """A document as it becomes a log.

    Attributes:
        ignored: what was not read, by its name in the document.
        read_as: what was read as something else, in words.
    """

    def __init__(self, found: ExportFields, ignored: list[str], *, is_old: bool) -> None:
        self.found = found
        self.ignored = ignored
        self.read_as = ["it is an export of before 2020, whose suits count as today"] * is_old

    def log(self) -> GameLog:
        """The game, with a remark of what was ignored.

        Raises:
            NotationError: a part of it that matters is wrong; says which.
        """
        found, seed = self.found, self._seed()
        variant = self._variant(seed)
        log = GameLog(
            variant=variant,
            players=tuple(found.players),
            deck=self._deck(seed, variant),
            actions=tuple(self._action(*each) for each in enumerate(found.actions)),
            options=tuple(self._options()),
            notes=tuple(tuple(note or "" for note in notes or ()) for notes in found.notes),
            characters=tuple(
                Character(each.name, each.metadata) if each else Character("", -1)
                for each in found.characters
            ),
            seed=seed,
            id=found.id,
        )
        return replace(completed(log), remarks=self._remarks())

    def _remarks(self) -> tuple[str, ...]:
        """One remark, or none."""
        names = [name[:40] if name.isprintable() else ascii(name)[:40] for name in self.ignored]
        more = len(names) - _MOST_NAMED
        shown = ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        parts = [*dict.fromkeys(self.read_as)] + [f"ignored: {shown}"] * bool(names)
        return ("; ".join(parts),) if parts else ()

    def _seed(self) -> str:
        """The seed; one of another form is ignored where the deck is told."""
        text = str(self.found.seed)
        try:
            return text and seed_text(text)
        except NotationError:
            if not self.found.deck:
                raise
            self.ignored.append("seed")
            return ""

    def _variant(self, seed: str) -> Variant:
        """The variant by its name; by the number in the seed where the site has renamed it."""
        options = self.found.options
        name = next((options[key] for key in _VARIANT_NAMES if key in options), NO_VARIANT.name)
        if not isinstance(name, str):
            raise NotationError("options.variant is not a name")
        try:
            return variant_named(name)
        except NotationError:
            if not seed:
                raise
            variant = parse_seed(seed).variant
            self.read_as.append(f"the variant {name[:60]!r} is that of the seed, {variant.name}")
            return variant

    def _deck(self, seed: str, variant: Variant) -> tuple[LogCard, ...]:
        """The deck told, or that of the seed where the file leaves out cards that it tells."""
        told = tuple(map(_card, self.found.deck))
        whole = len(told) >= len(variant.cards) and UNTOLD not in told
        if not seed or whole:
            if not told:
                raise NotationError("the game has neither a deck nor a seed")
            return told
        try:
            dealt = _dealt(seed, len(self.found.players), variant)
        except NotationError:
            if not told:
                raise
            return told
        fits = all(card in (UNTOLD, other) for card, other in zip(told, dealt, strict=False))
        return dealt if fits and len(told) <= len(dealt) else told

    def _action(self, place: int, action: ActionFields) -> LogAction:
        kind, target, value = LogKind(action.type), action.target, action.value
        is_number = type(value) is int
        if kind >= LogKind.END:
            end, remark = read_end(kind, target, value, len(self.found.players))
            self.read_as += [remark] * bool(remark)
            return end
        if kind in (LogKind.PLAY, LogKind.DISCARD):
            return LogAction(kind, target, value if is_number and -1 <= value < 1000 else 0)
        if not is_number:
            raise NotationError(f"{_WHAT}: `$.actions[{place}].value` of a hint is a number")
        return LogAction(kind, target, value)

    def _options(self) -> Iterator[tuple[str, bool | int]]:
        """The options that we know.

        Raises:
            NotationError: one that changes the game has a value that it cannot have.
        """
        for name, value in self.found.options.items():
            if name in _VARIANT_NAMES:
                continue
            fault = _option_fault(name, value)
            if name not in OPTIONS or (fault and name in _CLOCKS):
                self.ignored.append(f"options.{name}")
            elif fault:
                raise NotationError(fault)
            else:
                yield name, value


def _card(card: CardFields | None) -> LogCard:
    if card is None or card.suitIndex < 0 or card.rank in _HIDDEN_RANKS:
        return UNTOLD
    return LogCard(card.suitIndex, card.rank)


def _dealt(seed: str, players: int, variant: Variant) -> tuple[LogCard, ...]:
    """The deck of a seed.

    Raises:
        NotationError: it is of another game.
    """
    found = parse_seed(seed)
    if fault := found.fault(players, variant):
        raise NotationError(fault)
    return tuple(found.deck())


def _option_fault(name: str, value: Any) -> str:
    """Why an option cannot have a value, in words; "" if it can."""
    kind: type = OPTIONS.get(name, bool)
    if type(value) is not kind:
        needed = "true or false" if kind is bool else "a number"
        return f"options.{name} is {str(value)[:60]!r}; {needed} is needed"
    number: Any = value
    if not 0 <= number < MAX_NUMBER:
        return f"options.{name} is {value}; it is from 0 to {MAX_NUMBER - 1:,}"
    return ""


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
