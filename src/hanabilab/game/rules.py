"""The rules of one game: a validated dataclass, its presets, and the tables that kernels read.

Every difference between variants is a number or a table here; no kernel asks for a variant's name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import RulesError

__all__ = [
    "COLOR_HINT",
    "DISCARD",
    "DRAW_NEWEST",
    "DRAW_VACATED",
    "MAX_ACTIONS",
    "MAX_CARDS",
    "MAX_COPIES",
    "MAX_DECK",
    "MAX_HAND",
    "MAX_HINT_VALUES",
    "MAX_PLAYERS",
    "MAX_RANKS",
    "MAX_SUITS",
    "PLAY",
    "PRESETS",
    "RANK_HINT",
    "RULE_STRUCT",
    "RULE_TABLES",
    "RuleTables",
    "Rules",
]

MAX_PLAYERS = 6
MAX_SUITS = 6
MAX_RANKS = 5
MAX_HAND = 6
MAX_COPIES = 3
MAX_TOKENS = 64
MAX_CARDS = MAX_SUITS * MAX_RANKS
MAX_DECK = MAX_CARDS * MAX_COPIES
MAX_HINT_VALUES = MAX_SUITS + MAX_RANKS
MAX_ACTIONS = 2 * MAX_HAND + (MAX_PLAYERS - 1) * MAX_HINT_VALUES

#: `RuleTables.action_kind`, in the order of action ids.
DISCARD, PLAY, COLOR_HINT, RANK_HINT = range(4)

#: `RuleTables.draw_slot`: older cards shift down and the drawn card takes the last slot.
DRAW_NEWEST = 0
#: `RuleTables.draw_slot`: the drawn card takes the slot that was emptied.
DRAW_VACATED = 1

DrawSlot: TypeAlias = Literal["newest", "vacated"]
Bomb: TypeAlias = Literal["zero", "keep"]

_RULE_FIELDS: list[tuple[Any, ...]] = [
    ("num_players", np.int16),
    ("num_suits", np.int16),
    ("num_ranks", np.int16),
    ("num_cards", np.int16),
    ("num_hint_values", np.int16),
    ("num_actions", np.int16),
    ("hand_size", np.int16),
    ("max_information_tokens", np.int16),
    ("max_life_tokens", np.int16),
    ("max_score", np.int16),
    ("first_seat", np.int16),
    ("draw_slot", np.int16),
    ("bomb_keeps_points", np.int16),
    ("deck_size", np.int16),
    ("copies", np.int16, (MAX_CARDS,)),
    ("suit_of", np.int16, (MAX_CARDS,)),
    ("rank_of", np.int16, (MAX_CARDS,)),
    ("sorted_deck", np.int16, (MAX_DECK,)),
    ("touched_by", np.int16, (MAX_CARDS,)),
    ("touches", np.int32, (MAX_HINT_VALUES,)),
    ("action_kind", np.int16, (MAX_ACTIONS,)),
    ("action_place", np.int16, (MAX_ACTIONS,)),
    ("action_value", np.int16, (MAX_ACTIONS,)),
]

#: `Rules` as kernels read them. Shapes are the maxima above; unused entries are zero.
#: Inside another record it must be this plain struct: a nested np.record loses its alignment.
RULE_STRUCT = np.dtype(_RULE_FIELDS, align=True)
#: One row on its own.
RULE_TABLES = np.dtype((np.record, RULE_STRUCT))


class RuleTables(Protocol):
    """A RULE_TABLES row, field for field.

    A *hint value* names what a hint says: 0..num_suits-1 a color, then num_suits + rank - 1 a rank.
    """

    num_players: int
    num_suits: int
    num_ranks: int
    num_cards: int  # distinct cards: suits x ranks
    num_hint_values: int
    num_actions: int
    hand_size: int
    max_information_tokens: int
    max_life_tokens: int
    max_score: int
    first_seat: int
    draw_slot: int
    bomb_keeps_points: int
    deck_size: int
    copies: NDArray[np.int16]  # [card] copies in the deck
    suit_of: NDArray[np.int16]  # [card]
    rank_of: NDArray[np.int16]  # [card] from 0
    sorted_deck: NDArray[np.int16]  # [deck_size] every card, in order of id
    touched_by: NDArray[np.int16]  # [card] bit set of the hint values that touch it
    touches: NDArray[np.int32]  # [hint value] bit set of the cards it touches
    action_kind: NDArray[np.int16]  # [action] DISCARD, PLAY, COLOR_HINT or RANK_HINT
    action_place: NDArray[np.int16]  # [action] slot of a play or discard, target offset of a hint
    action_value: NDArray[np.int16]  # [action] hint value of a hint


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
        hand_size: 1-6; the default is 5 for 2-3 players, 4 for 4-5, 3 for 6.
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
        # The one place where a frozen value is completed: defaults that depend on other fields.
        object.__setattr__(self, "copies", tuple(self.copies) or _standard_copies(self.ranks))
        object.__setattr__(self, "hand_size", self.hand_size or _standard_hand(self.players))
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
    def preset(cls, name: str, **changes: Any) -> Rules:
        """The rules called `name` in `PRESETS`, with some fields changed.

        Raises:
            RulesError: no such preset or field, or impossible rules.
        """
        if name not in PRESETS:
            raise RulesError(f"unknown rules {name!r}; known are {', '.join(PRESETS)}")
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
        """The RULE_TABLES row of these rules; shared, never to be written to."""
        return _tables(self)


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


@lru_cache(maxsize=256)
def _tables(rules: Rules) -> Any:
    suits, ranks = rules.suits, rules.ranks
    num_cards = suits * ranks
    row = np.zeros(1, RULE_TABLES)[0]
    row.num_players = rules.players
    row.num_suits = suits
    row.num_ranks = ranks
    row.num_cards = num_cards
    row.num_hint_values = suits + ranks
    row.num_actions = rules.num_actions
    row.hand_size = rules.hand_size
    row.max_information_tokens = rules.information_tokens
    row.max_life_tokens = rules.life_tokens
    row.max_score = rules.max_score
    row.first_seat = rules.first_seat
    row.draw_slot = DRAW_NEWEST if rules.draw_slot == "newest" else DRAW_VACATED
    row.bomb_keeps_points = rules.bomb == "keep"
    row.deck_size = rules.deck_size
    row.copies[:num_cards] = np.tile(rules.copies, suits)
    row.sorted_deck[: rules.deck_size] = np.repeat(np.arange(num_cards), row.copies[:num_cards])
    for card in range(num_cards):
        row.suit_of[card], row.rank_of[card] = divmod(card, ranks)
        for value in (card // ranks, suits + card % ranks):
            row.touched_by[card] |= 1 << value
            row.touches[value] |= 1 << card
    for action, parts in enumerate(_action_parts(rules)):
        row.action_kind[action], row.action_place[action], row.action_value[action] = parts
    return row


def _action_parts(rules: Rules) -> Iterator[tuple[int, int, int]]:
    """Kind, place and hint value of every action, in the order of HLE's action ids."""
    for kind in (DISCARD, PLAY):
        for slot in range(rules.hand_size):
            yield kind, slot, 0
    colors, values = range(rules.suits), range(rules.suits + rules.ranks)
    for kind, said in ((COLOR_HINT, colors), (RANK_HINT, values[rules.suits :])):
        for offset in range(1, rules.players):
            for value in said:
                yield kind, offset, value
