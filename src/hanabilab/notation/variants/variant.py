"""Variant: the suits of a game and what is special about it; its deck, and what hints touch.

Source: the site's rules, restated in docs/compiler.md, "Variants".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from hanabilab.notation.variants.suits import Suit, Touch, letters_of

#: The rank that START cards are written with, in games that go up or down.
START_RANK: Final = 7
_RANKS = (1, 2, 3, 4, 5)


class LogCard(NamedTuple):
    """A card as logs write it: the place of its suit in the variant, and its rank from 1."""

    suit: int
    rank: int


class RankRule(Enum):
    """Which rank hints touch a card that is touched by its own rank."""

    EQUAL = "equal"
    FUNNELS = "funnels"
    CHIMNEYS = "chimneys"
    ODDS_AND_EVENS = "odds and evens"


_RANK_RULES: Mapping[RankRule, Callable[[int, int], bool]] = MappingProxyType(
    {
        RankRule.EQUAL: lambda rank, told: rank == told,
        RankRule.FUNNELS: lambda rank, told: rank <= told,
        RankRule.CHIMNEYS: lambda rank, told: rank >= told,
        RankRule.ODDS_AND_EVENS: lambda rank, told: rank % 2 == told % 2,
    }
)


@dataclass(frozen=True, kw_only=True)
class Modifiers:
    """What is special about a variant beside its suits; every default is the usual rule.

    Attributes:
        special_rank: a rank that hints touch otherwise than the rest of its suit; 0 for none.
        special_by_color: which color hints touch it.
        special_by_rank: which rank hints touch it.
        deceptive: one rank hint touches the special rank, another for each suit.
        hint_ranks: the ranks that may be told.
        rank_rule: which of them touch a card.
        mute_colors: no color may be told.
        color_hints_touch_nothing: they may be given all the same.
        rank_hints_touch_nothing: they may be given all the same.
        synesthesia: the color that stands at a rank's place touches that rank too.
        alternating: a hint of a color follows one of a rank, and so on.
        cow_and_pig: players see what is touched and the kind of the hint.
        duck: players see what is touched, and no more.
        starved: a discard regains half a token.
        hole: nobody sees what comes of a play.
        up_or_down: a suit begins with 1, 5 or a START card, and goes up or down.
        sudoku: a suit begins with any rank that none has begun with, and wraps around.
        stack_size: cards that complete a suit.
        critical_rank: a rank of one copy; 0 for none.
        scarce_ones: two ones of a suit, not three.
    """

    special_rank: int = 0
    special_by_color: Touch = Touch.OWN
    special_by_rank: Touch = Touch.OWN
    deceptive: bool = False
    hint_ranks: tuple[int, ...] = _RANKS
    rank_rule: RankRule = RankRule.EQUAL
    mute_colors: bool = False
    color_hints_touch_nothing: bool = False
    rank_hints_touch_nothing: bool = False
    synesthesia: bool = False
    alternating: bool = False
    cow_and_pig: bool = False
    duck: bool = False
    starved: bool = False
    hole: bool = False
    up_or_down: bool = False
    sudoku: bool = False
    stack_size: int = 5
    critical_rank: int = 0
    scarce_ones: bool = False


USUAL: Final = Modifiers()


@dataclass(frozen=True)
class Variant:
    """A variant of the site.

    Attributes:
        id: its number there; part of seeds and links.
        name: as options and headers write it.
        suits: in the order that cards count them.
        modifiers: what else is special.
    """

    id: int
    name: str
    suits: tuple[Suit, ...] = field(repr=False)
    modifiers: Modifiers = field(default=USUAL, repr=False)

    @property
    def is_plain(self) -> bool:
        """Plain suits, and no rule changed."""
        return self.modifiers == USUAL and all(suit.is_plain for suit in self.suits)

    # --- The deck --------------------------------------------------------------------------------

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of cards, START cards last."""
        ranks = tuple(range(1, self.modifiers.stack_size + 1))
        return (*ranks, START_RANK) if self.modifiers.up_or_down else ranks

    def copies(self, card: LogCard) -> int:
        """How many of a card there are."""
        suit, rules = self.suits[card.suit], self.modifiers
        if suit.one_of_each or card.rank in (rules.critical_rank, START_RANK):
            return 1
        if rules.sudoku:
            return 2
        if card.rank == (5 if suit.reversed else 1):
            return 1 if rules.up_or_down else 2 if rules.scarce_ones else 3
        return 1 if card.rank == (1 if suit.reversed else 5) else 2

    @property
    def cards(self) -> list[LogCard]:
        """Every card of the deck before it is shuffled: by suit, then by rank, copies together."""
        kinds = [LogCard(suit, rank) for suit in range(len(self.suits)) for rank in self.ranks]
        return [card for card in kinds for _ in range(self.copies(card))]

    def deck_fault(self, deck: Iterable[LogCard], *, whole: bool = True) -> str:
        """Why a deck, or a part of one, is not that of the variant, in words; "" if it is."""
        want, have = Counter(self.cards), Counter(deck)
        strange = [card for card in have if card not in want]
        if strange:
            places = ", ".join(f"rank {rank} of suit {suit}" for suit, rank in sorted(strange)[:5])
            return f"the deck is not that of {self.name}: there is no {places}"
        parts = [
            f"{what} {', '.join(map(self.card_name, sorted(cards.elements())))}"
            for what, cards in (("missing", want - have), ("too many", have - want))
            if cards and (whole or what != "missing")
        ]
        return f"the deck is not that of {self.name}: {'; '.join(parts)}" if parts else ""

    @cached_property
    def letters(self) -> str:
        """One letter for each suit, for short names of cards."""
        return letters_of(self.suits)

    def card_name(self, card: LogCard) -> str:
        """The short name of a card, such as "R3"."""
        return f"{self.letters[card.suit]}{card.rank}"

    # --- Hints -----------------------------------------------------------------------------------

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The colors that may be told, in the order that hints count them."""
        if self.modifiers.mute_colors:
            return ()
        return tuple(dict.fromkeys(color for suit in self.suits for color in suit.colors))

    def touches_color(self, card: LogCard, color: int) -> bool:
        """Whether the hint of a color, by its place, touches a card; suits come before ranks."""
        suit, rules = self.suits[card.suit], self.modifiers
        if rules.color_hints_touch_nothing:
            return False
        if suit.by_color is not Touch.OWN:
            return suit.by_color is Touch.ALL
        sees_rank = rules.synesthesia and suit.by_rank is not Touch.NONE
        if sees_rank and color == self._color_of_rank(card.rank):
            return True
        if card.rank == rules.special_rank and rules.special_by_color is not Touch.OWN:
            return rules.special_by_color is Touch.ALL
        if suit.prism:
            return color == self._color_of_rank(card.rank)
        return self.colors[color] in suit.colors

    def _color_of_rank(self, rank: int) -> int:
        """The color that stands at a rank's place, around again; the last for START cards."""
        return (-1 if rank == START_RANK else rank - 1) % len(self.colors)

    def touches_rank(self, card: LogCard, rank: int) -> bool:
        """Whether the hint of a rank touches a card; suits come before special ranks."""
        suit, rules = self.suits[card.suit], self.modifiers
        if rules.rank_hints_touch_nothing:
            return False
        if suit.by_rank is not Touch.OWN:
            return suit.by_rank is Touch.ALL
        if card.rank == rules.special_rank:
            if rules.special_by_rank is not Touch.OWN:
                return rules.special_by_rank is Touch.ALL
            if rules.deceptive:
                return rank == rules.hint_ranks[card.suit % len(rules.hint_ranks)]
        return _RANK_RULES[rules.rank_rule](card.rank, rank)
