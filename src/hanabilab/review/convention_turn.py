"""One action of a game, as conventions of people read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from hanabilab.game.rules import Rules
from hanabilab.game.words import card_words, format_action


class Verdict(StrEnum):
    """How sure a reading is."""

    CLEAR = "clear"
    SEVERAL = "several readings"
    NOT_COVERED = "not covered"


class Mark(NamedTuple):
    """A card that all seats watch.

    Attributes:
        kind: "finessed" if its holder is to play it blindly, "called" if it is hinted and to be
            played next, "chop moved" if it is protected without a hint.
    """

    seat: int
    slot: int
    kind: str


@dataclass(frozen=True)
class ConventionTurn:
    """One action of a game, as the conventions read it.

    Attributes:
        turn: counted from 1.
        action: its id.
        kind: of a hint, what it is to all seats; of a play or discard, why it is made.
        place: seat and slot of the focus of a hint, or of the card played or discarded, before the
            action; None where a hint has no focus.
        note_before: bit set of what the holder of that card could take it for before.
        note_after: the same after a hint; after a play or discard the card itself.
        expected: slot that the seat to act was to play; None if nothing was asked of it.
        kept: whether the action keeps the conventions; None where they do not say.
        words: what it says, in sentences.
        marks: after the action, seat by seat.
    """

    turn: int
    seat: int
    action: int
    kind: str
    place: tuple[int, int] | None
    note_before: int
    note_after: int
    expected: int | None
    kept: bool | None
    verdict: Verdict
    words: str
    marks: tuple[Mark, ...]

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """The turn for machines, with actions and cards by name."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "action": format_action(rules, self.action),
            "kind": self.kind,
            "focus": self.place and {"seat": self.place[0], "slot": self.place[1]},
            "note_before": _names(rules, self.note_before),
            "note_after": _names(rules, self.note_after),
            "expected": None if self.expected is None else f"play {self.expected}",
            "kept": self.kept,
            "verdict": str(self.verdict),
            "words": self.words,
            "marks": [each._asdict() for each in self.marks],
        }


def _names(rules: Rules, cards: int) -> list[str]:
    return card_words(rules.tables, cards).split() if cards else []
