"""The rules of one game: a validated dataclass and its presets.

Every difference between variants is a number here or a table in `game.rule_tables`; no kernel asks
for a variant's name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from hanabilab.errors import RulesError
from hanabilab.game.rule_tables import (
    MAX_COPIES,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_RANKS,
    MAX_SUITS,
    RuleTables,
    tables_of,
)
from hanabilab.messages import did_you_mean

MAX_TOKENS = 64

DrawSlot: TypeAlias = Literal["newest", "vacated"]
Bomb: TypeAlias = Literal["zero", "keep"]

#: Named rules: HLE's four environments (docs/rules.md). `full-minimal` differs from `full` in the
#: observation vector alone, see `game.layout`.
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "full": {},
        "full-minimal": {"observation": "minimal"},
        "small": {"suits": 2, "hand_size": 2, "information_tokens": 3, "life_tokens": 1},
        "very-small": {"suits": 1, "hand_size": 2, "information_tokens": 3, "life_tokens": 1},
    }
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What a game of Hanabi is played by.

    Args:
        players: seats at the table, 2-6.
        suits: 1-6, in the order red, yellow, green, white, blue, purple.
        ranks: 1-5.
        copies: of each rank, lowest first, 1-3 each; the default is the standard game's: three of
            the lowest rank, one of the highest, two of the others.
        hand_size: 1-6; the default, also written 0, is 5 for 2-3 players, 4 for 4-5, 3 for 6.
        information_tokens: at the start and at most, 0-64.
        life_tokens: at the start, 1-64; the game is lost with the last.
        first_seat: who begins.
        draw_slot: where a drawn card goes, "newest" (HLE) or "vacated" (fixed slots).
        bomb: what a game scores that is lost by the last life: "zero" (HLE) or "keep" the points.
        observation: what the encoded vector holds: "knowledge" of all hints, or "minimal" (HLE's
            observation_type 0). No rule depends on it.

    Raises:
        RulesError: a value out of range, or a deck too small to deal.
    """

    players: int = 2
    suits: int = 5
    ranks: int = 5
    copies: tuple[int, ...] = ()
    hand_size: int = 0
    information_tokens: int = 8
    life_tokens: int = 3
    first_seat: int = 0
    draw_slot: DrawSlot = "newest"
    bomb: Bomb = "zero"
    observation: Literal["knowledge", "minimal"] = "knowledge"

    def __post_init__(self) -> None:
        _require("players", self.players, 2, MAX_PLAYERS)
        _require("suits", self.suits, 1, MAX_SUITS)
        _require("ranks", self.ranks, 1, MAX_RANKS)
        if not isinstance(self.copies, tuple | list):
            raise RulesError(f"copies is {self.copies!r}; a tuple with a number for each rank")
        # The one place where a frozen value is completed: defaults that depend on other fields.
        object.__setattr__(self, "copies", tuple(self.copies) or _standard_copies(self.ranks))
        if type(self.hand_size) is int and self.hand_size == 0:
            object.__setattr__(self, "hand_size", _standard_hand(self.players))
        _require("hand_size", self.hand_size, 1, MAX_HAND)
        _require("information_tokens", self.information_tokens, 0, MAX_TOKENS)
        _require("life_tokens", self.life_tokens, 1, MAX_TOKENS)
        _require("first_seat", self.first_seat, 0, self.players - 1)
        _require_choice("draw_slot", self.draw_slot, ("newest", "vacated"))
        _require_choice("bomb", self.bomb, ("zero", "keep"))
        _require_choice("observation", self.observation, ("knowledge", "minimal"))
        self._require_deck()

    def _require_deck(self) -> None:
        if len(self.copies) != self.ranks:
            raise RulesError(
                f"copies has {len(self.copies)} numbers for {self.ranks} ranks; give one for each"
            )
        for count in self.copies:
            _require("copies", count, 1, MAX_COPIES)
        dealt = self.players * self.hand_size
        if self.deck_size < dealt:
            raise RulesError(
                f"a deck of {self.deck_size} cards cannot deal {self.players} hands of "
                f"{self.hand_size}; at least {dealt} cards are needed"
            )

    @classmethod
    def preset(cls, name: str, /, **changes: Any) -> Rules:
        """The rules called `name` in `PRESETS`, with some fields changed.

        Raises:
            RulesError: no such preset or field, or impossible rules.
        """
        if name not in PRESETS:
            near = did_you_mean(name, PRESETS)
            raise RulesError(f"unknown rules {name!r}{near}; known are {', '.join(PRESETS)}")
        known = [field.name for field in dataclasses.fields(cls)]
        for key in changes:
            if key not in known:
                raise RulesError(f"rules have no {key!r}; they have {', '.join(known)}")
        return cls(**{**PRESETS[name], **changes})

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return self.suits * sum(self.copies)

    @property
    def num_actions(self) -> int:
        """Action ids: discards and plays by slot, then hints."""
        return 2 * self.hand_size + (self.players - 1) * (self.suits + self.ranks)

    @property
    def max_score(self) -> int:
        """Points of a perfect game."""
        return self.suits * self.ranks

    @property
    def max_turns(self) -> int:
        """No game has more actions: every card leaves a hand once, every hint costs a token."""
        removals = self.deck_size - self.players * self.hand_size + self.players
        return 2 * removals + self.information_tokens

    @property
    def tables(self) -> RuleTables:
        """The RULE_TABLES row of these rules; shared, and not to be written to."""
        return tables_of(self)


def _standard_copies(ranks: int) -> tuple[int, ...]:
    """HLE's copies: lowest rank 3, highest 1, else 2; a single rank has 3 (hanabi_game.cc)."""
    return (3, *(2,) * (ranks - 2), 1)[:ranks]


def _standard_hand(players: int) -> int:
    return 5 if players < 4 else 4 if players < 6 else 3


def _require(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(f"{name} is {value!r}; a whole number from {low} to {high} is needed")


def _require_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RulesError(f"{name} is {value!r}; it is one of {', '.join(choices)}")
