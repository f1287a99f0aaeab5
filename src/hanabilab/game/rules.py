"""The rules of one game: a validated dataclass and its presets.

Every difference between variants is a number here or a table in `game.rule_tables`. No kernel
depends on a variant's name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from hanabilab._lazy import named
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
from hanabilab.game.variant import Names, VariantTables, plain_names
from hanabilab.messages import did_you_mean, int_hint

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
        empty_hints: a hint may touch nothing.
        deck_plays: the last card of the deck may be played from there.
        discard_at_max: a card may be discarded while no information token is missing; that brings
            none.
        all_or_nothing: there is no last round; a game is lost as soon as it cannot be perfect, and
            where a seat has neither a card nor a hint to give.
        variant: other cards and hints; it says the suits, ranks and copies.

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
    empty_hints: bool = False
    deck_plays: bool = False
    all_or_nothing: bool = False
    discard_at_max: bool = False
    variant: VariantTables | None = None

    def __post_init__(self) -> None:
        _require("players", self.players, 2, MAX_PLAYERS)
        if self.variant is not None and not isinstance(self.variant, VariantTables):
            raise RulesError(f"variant is {self.variant!r}; name rules by the variant itself")
        if self.variant:
            self._take_cards(self.variant)
        else:
            self._require_cards()
        if type(self.hand_size) is int and self.hand_size == 0:
            object.__setattr__(self, "hand_size", _standard_hand(self.players))
        _require("hand_size", self.hand_size, 1, MAX_HAND)
        _require("information_tokens", self.information_tokens, 0, MAX_TOKENS)
        _require("life_tokens", self.life_tokens, 1, MAX_TOKENS)
        _require("first_seat", self.first_seat, 0, self.players - 1)
        _require_choice("draw_slot", self.draw_slot, ("newest", "vacated"))
        _require_choice("bomb", self.bomb, ("zero", "keep"))
        _require_choice("observation", self.observation, ("knowledge", "minimal"))
        for name in ("empty_hints", "deck_plays", "all_or_nothing", "discard_at_max"):
            switch = getattr(self, name)
            # Texts write 0 and 1.
            switch = switch if isinstance(switch, bool) else bool(_require(name, switch, 0, 1))
            object.__setattr__(self, name, switch)
        if self.deck_plays and self.hand_size == MAX_HAND:
            raise RulesError(f"deck_plays is for hands of {MAX_HAND - 1} cards at most")
        self._require_deck()

    def _take_cards(self, variant: VariantTables) -> None:
        """Take suits and ranks from the variant."""
        cards = (len(variant.letters), len(variant.ranks[0]))
        if (self.suits, self.ranks) not in ((5, 5), cards) or self.copies:
            raise RulesError(f"suits, ranks and copies are those of {variant.name}; leave them out")
        object.__setattr__(self, "suits", cards[0])
        object.__setattr__(self, "ranks", cards[1])

    def _require_cards(self) -> None:
        _require("suits", self.suits, 1, MAX_SUITS)
        _require("ranks", self.ranks, 1, MAX_RANKS)
        if not isinstance(self.copies, tuple | list):
            raise RulesError(f"copies is {self.copies!r}; a tuple with a number for each rank")
        # The one place where a frozen value is completed: defaults that depend on other fields.
        object.__setattr__(self, "copies", tuple(self.copies) or _standard_copies(self.ranks))
        if len(self.copies) != self.ranks:
            raise RulesError(
                f"copies has {len(self.copies)} numbers for {self.ranks} ranks; give one for each"
            )
        for count in self.copies:
            _require("copies", count, 1, MAX_COPIES)

    def _require_deck(self) -> None:
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
        if not isinstance(name, str) or name not in PRESETS:
            near = did_you_mean(str(name), PRESETS)
            raise RulesError(
                f"unknown rules {name!r}{near}; known are {', '.join(PRESETS)} and variants of the "
                "public site, such as rainbow-5-suits"
            )
        known = [field.name for field in dataclasses.fields(cls)]
        for key in changes:
            if key not in known:
                raise RulesError(f"rules have no {key!r}; they have {', '.join(known)}")
        return cls(**{**PRESETS[name], **changes})

    def _repr_html_(self) -> str:
        """Every field, for notebooks."""
        return str(named("hanabilab.web.notebook_tables:rules_html")(self))

    @property
    def num_cards(self) -> int:
        """Distinct cards."""
        return self.suits * self.ranks

    @property
    def card_copies(self) -> tuple[int, ...]:
        """[card] how many copies the deck has."""
        return self.variant.copies if self.variant else self.copies * self.suits

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return sum(self.card_copies)

    @property
    def names(self) -> Names:
        """What suits, ranks and colors are called."""
        return self.variant.names if self.variant else plain_names(self.suits, self.ranks)

    @property
    def num_colors(self) -> int:
        """Colors that hints can say."""
        return len(self.variant.colors) if self.variant else self.suits

    @property
    def materials(self) -> tuple[object, ...]:
        """Players, cards, size of hands and tokens: all but how a game is played with them."""
        cards = (self.suits, self.ranks, self.card_copies, self.variant)
        tokens = (self.information_tokens, self.life_tokens)
        return (self.players, self.hand_size, *cards, *tokens)

    @property
    def is_usual(self) -> bool:
        """Whether cards, hints and the end are those that every agent reckons with."""
        return self.variant is None and not self.all_or_nothing

    @property
    def colors_are_suits(self) -> bool:
        """Whether every suit has a color of its own, which touches its cards and no others."""
        suits = (((1 << self.ranks) - 1) << self.ranks * suit for suit in range(self.suits))
        return self.touches[: self.num_colors] == tuple(suits)

    @property
    def num_hint_values(self) -> int:
        """Colors and ranks that hints can say."""
        return len(self.variant.touches) if self.variant else self.suits + self.ranks

    @property
    def touches(self) -> tuple[int, ...]:
        """[hint value] bit set of the cards that a hint touches: colors, then ranks."""
        if self.variant:
            return self.variant.touches
        suit, rank = (1 << self.ranks) - 1, sum(1 << self.ranks * at for at in range(self.suits))
        by_color = (suit << self.ranks * place for place in range(self.suits))
        return (*by_color, *(rank << place for place in range(self.ranks)))

    @property
    def num_actions(self) -> int:
        """Action ids: discards and plays by slot, then hints, then a play from the deck."""
        hints = (self.players - 1) * self.num_hint_values
        return 2 * self.hand_size + hints + self.deck_plays

    @property
    def max_score(self) -> int:
        """Points of a perfect game."""
        start = self.variant is not None and self.variant.up_or_down
        return self.suits * (self.ranks - start)

    @property
    def max_turns(self) -> int:
        """No game has more actions: every card leaves a hand once, every hint costs a token."""
        removals = self.deck_size - self.players * self.hand_size + self.players
        if self.all_or_nothing:
            removals = self.deck_size
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


def _require(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        needed = f"a whole number from {low} to {high} is needed{int_hint(value)}"
        raise RulesError(f"{name} is {value!r}; {needed}")
    return value


def _require_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise RulesError(f"{name} is {value!r}; it is one of {', '.join(choices)}")
