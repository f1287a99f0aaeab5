"""A variant as tables: other suits, other hints, other ways to play a suit.

`notation.variants` knows variants by name and makes these tables. A card's id is suit * ranks +
place, and its place counts in the order in which its suit is played: a suit that goes down has its
5 at place 0. Suits that go up or down have a sixth place, for START cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from hanabilab.errors import RulesError
from hanabilab.game.cards import SUIT_LETTERS, SUIT_NAMES
from hanabilab.game.rule_tables import MAX_CARDS, MAX_COPIES, MAX_HINT_VALUES, MAX_SUITS


class Names(NamedTuple):
    """What cards and hints are called.

    Attributes:
        letters: of the suits.
        ranks: [suit] the ranks that are printed on its cards, a digit a place; START is 7.
        hints: [hint value] a color in small letters, or a rank.
        hint_letters: [hint value] the same in one letter or digit.
    """

    letters: str
    ranks: tuple[str, ...]
    hints: tuple[str, ...]
    hint_letters: str

    def card(self, card: int) -> str:
        """A card such as "R3"."""
        suit, place = divmod(int(card), len(self.ranks[0]))
        return self.letters[suit] + self.ranks[suit][place]


@cache
def plain_names(suits: int, ranks: int) -> Names:
    """The names of the usual game."""
    digits = "12345"[:ranks]
    return Names(
        SUIT_LETTERS[:suits],
        (digits,) * suits,
        (*SUIT_NAMES[:suits], *digits),
        SUIT_LETTERS[:suits] + digits,
    )


@dataclass(frozen=True, kw_only=True)
class VariantTables:
    """What a variant changes.

    Attributes:
        name: what its rules are called: small letters, digits and dashes.
        number: of its own, from 1.
        letters: of the suits.
        ranks: [suit] the ranks that are printed on its cards, a digit a place.
        copies: [card] in the deck.
        colors: that hints can say, in small letters.
        color_letters: a letter for each.
        hint_ranks: that hints can say, as digits.
        touches: [hint value] bit set of the cards that it touches; colors, then ranks.
        empty_hints: bit set of the hint values that may touch nothing.
        alternates_hints: colors and ranks are told in turn.
        discards_per_token: discards, or suits completed, that bring a token back.
        discards_when_full: a card may be discarded while no token is missing.
        up_or_down: suits go up or down, see `game.stacks`.

    Raises:
        RulesError: tables that do not fit each other, or are too large.
    """

    name: str
    number: int
    letters: str = field(repr=False)
    ranks: tuple[str, ...] = field(repr=False)
    copies: tuple[int, ...] = field(repr=False)
    colors: tuple[str, ...] = field(repr=False)
    color_letters: str = field(repr=False)
    hint_ranks: str = field(repr=False)
    touches: tuple[int, ...] = field(repr=False)
    empty_hints: int = field(default=0, repr=False)
    alternates_hints: bool = field(default=False, repr=False)
    discards_per_token: int = field(default=1, repr=False)
    discards_when_full: bool = field(default=False, repr=False)
    up_or_down: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        suits, cards, values = len(self.letters), len(self.copies), len(self.touches)
        if not 1 <= suits <= MAX_SUITS or not 1 <= cards <= MAX_CARDS:
            raise RulesError(
                f"{self.name} has {suits} suits and {cards} different cards; at most {MAX_SUITS} "
                f"suits and {MAX_CARDS} cards can be played"
            )
        fits = {len(ranks) * suits for ranks in self.ranks} == {cards} and suits == len(self.ranks)
        fits &= values == len(self.colors) + len(self.hint_ranks) <= MAX_HINT_VALUES
        fits &= all(1 <= count <= MAX_COPIES for count in self.copies)
        fits &= all(0 <= cards_touched < 1 << cards for cards_touched in self.touches)
        if not fits or self.discards_per_token < 1 or self.number < 1:
            raise RulesError(f"the tables of {self.name} do not fit each other")

    @cached_property
    def names(self) -> Names:
        """What its cards and hints are called."""
        return Names(
            self.letters,
            self.ranks,
            (*self.colors, *self.hint_ranks),
            self.color_letters + self.hint_ranks,
        )
