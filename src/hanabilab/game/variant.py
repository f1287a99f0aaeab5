"""A variant as tables: other suits, other hints, other ways to play a suit.

`notation.variants` knows variants by name and makes these tables. A card's id is suit * ranks +
place, and its place counts in the order in which its suit is played: a suit that goes down has its
5 at place 0. Suits that go up or down have a sixth place, for START cards.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from hanabilab.errors import RulesError
from hanabilab.game.cards import SUIT_LETTERS, SUIT_NAMES
from hanabilab.game.rule_tables import (
    MAX_CARDS,
    MAX_COPIES,
    MAX_HINT_VALUES,
    MAX_RANKS,
    MAX_SUITS,
)

#: The largest number of a variant; it stands in a row as 16 bits.
MAX_NUMBER = 32767
_MAX_PARTS = 9
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_NAME = 80
#: As actions in words have it.
_COLOR = re.compile(r"[a-z]{1,10}")


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

    @property
    def cards(self) -> tuple[str, ...]:
        """[card] the names of all cards."""
        return _cards_named(self)


@cache
def _cards_named(names: Names) -> tuple[str, ...]:
    return tuple(names.card(card) for card in range(len(names.letters) * len(names.ranks[0])))


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


#: Names by their number, for whoever has only a row of tables.
_NAMED: dict[int, Names] = {}


def names_numbered(number: int) -> Names | None:
    """The names that `VariantTables.names_number` gave this number; None if it gave it to none."""
    return _NAMED.get(number)


@dataclass(frozen=True, kw_only=True)
class VariantTables:
    """What a variant changes.

    Attributes:
        name: what its rules are called: small letters, digits and dashes.
        number: of its own, 1 to 32767; those of the public site's are the site's and one more.
        letters: of the suits, capital ones.
        ranks: [suit] the ranks that are printed on its cards, a digit a place; 1 to 5, 7 for START.
        copies: [card] in the deck, 1 to 3.
        colors: that hints can say, in small letters, ten at most.
        color_letters: a capital letter for each.
        hint_ranks: that hints can say, as digits; 1 to 5.
        touches: [hint value] bit set of the cards that it touches; colors, then ranks.
        empty_hints: bit set of the hint values that may touch nothing.
        alternates_hints: colors and ranks are told in turn.
        discards_per_token: discards, or suits completed, that bring a token back; 1 to 9.
        discards_when_full: a card may be discarded while no token is missing.
        up_or_down: suits go up or down, see `game.stacks`.

    Raises:
        RulesError: tables that do not fit each other, or are too large; says which.
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
        for name in ("ranks", "copies", "colors", "touches"):
            if isinstance(value := getattr(self, name), list):
                object.__setattr__(self, name, tuple(value))
        for fits, what in self._checks():
            if not fits:
                raise RulesError(f"variant {str(self.name)[:_MAX_NAME]!r}: {what}")

    def _checks(self) -> Iterator[tuple[bool, str]]:
        """What has to hold, one by one, and in words what is right. Each relies on those before."""
        for name in ("ranks", "copies", "colors", "touches"):
            yield isinstance(getattr(self, name), tuple), f"{name} is not a tuple"
        yield (
            _is_text(self.name)
            and bool(_NAME.fullmatch(self.name))
            and len(self.name) <= _MAX_NAME,
            f"a name has small letters, digits and single dashes, {_MAX_NAME} at most",
        )
        number = f"its number is {self.number!r}; a whole number from 1 to {MAX_NUMBER} is needed"
        yield _is_whole(self.number, 1, MAX_NUMBER), number
        yield from self._card_checks()
        yield from self._hint_checks()
        parts = f"discards_per_token is {self.discards_per_token!r}; 1 to {_MAX_PARTS} are needed"
        yield _is_whole(self.discards_per_token, 1, _MAX_PARTS), parts
        for name in ("alternates_hints", "discards_when_full", "up_or_down"):
            yield isinstance(getattr(self, name), bool), f"{name} is neither True nor False"

    def _card_checks(self) -> Iterator[tuple[bool, str]]:
        suits = len(self.letters) if _are_letters(self.letters) else 0
        yield 1 <= suits <= MAX_SUITS, f"letters are 1 to {MAX_SUITS} capital ones, no two the same"
        lengths = {len(each) if _are_digits(each, "123457") else 0 for each in self.ranks}
        # Suits that go up or down have every rank, and a START card.
        allowed = {MAX_RANKS + 1} if self.up_or_down else set(range(1, MAX_RANKS + 1))
        yield (
            len(self.ranks) == suits and len(lengths) == 1 and lengths <= allowed,
            f"ranks are {min(allowed)} to {max(allowed)} digits for each suit, 1 to 5 or 7, none "
            "twice and as many for all",
        )
        cards = suits * len(self.ranks[0])
        yield cards <= MAX_CARDS, f"it has {cards} different cards, and {MAX_CARDS} are the most"
        yield (
            len(self.copies) == cards
            and all(_is_whole(each, 1, MAX_COPIES) for each in self.copies),
            f"copies are a number from 1 to {MAX_COPIES} for each of the {cards} cards",
        )

    def _hint_checks(self) -> Iterator[tuple[bool, str]]:
        colors = [each for each in self.colors if _is_text(each) and _COLOR.fullmatch(each)]
        yield (
            len(set(colors)) == len(self.colors),
            "colors are words of one to ten small letters, no two the same",
        )
        yield (
            _are_letters(self.color_letters) and len(self.color_letters) == len(colors),
            "color_letters are a capital letter for each color, no two the same",
        )
        yield _are_digits(self.hint_ranks, "12345"), "hint_ranks are digits from 1 to 5, none twice"
        values, cards = len(colors) + len(self.hint_ranks), len(self.copies)
        yield values <= MAX_HINT_VALUES, f"hints can say {MAX_HINT_VALUES} colors and ranks at most"
        yield (
            len(self.touches) == values
            and all(_is_whole(each, 0, (1 << cards) - 1) for each in self.touches),
            f"touches are {values} sets of its {cards} cards: for each color, then for each rank",
        )
        yield (
            _is_whole(self.empty_hints, 0, (1 << values) - 1),
            f"empty_hints is no set of its {values} hint values",
        )

    @cached_property
    def names(self) -> Names:
        """What its cards and hints are called."""
        return Names(
            self.letters,
            self.ranks,
            (*self.colors, *self.hint_ranks),
            self.color_letters + self.hint_ranks,
        )

    @property
    def names_number(self) -> int:
        """A number for its names, by which `names_numbered` finds them in this process.

        It is `number`, unless another variant has that and calls its cards otherwise. Then it
        follows from the names, so that other processes mostly find the same.
        """
        number = self.number
        if _NAMED.setdefault(number, self.names) == self.names:
            return number
        first = zlib.crc32(repr(self.names).encode())
        for tried in range(MAX_NUMBER):
            number = -1 - (first + tried) % MAX_NUMBER
            if _NAMED.setdefault(number, self.names) == self.names:
                return number
        raise RulesError(f"over {MAX_NUMBER} variants with other names have been made")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _are_letters(text: object) -> bool:
    """Whether these are capital letters, no two the same."""
    return (
        isinstance(text, str) and bool(re.fullmatch("[A-Z]*", text)) and len(set(text)) == len(text)
    )


def _are_digits(text: object, among: str) -> bool:
    """Whether these are digits of those `among`, no two the same."""
    return isinstance(text, str) and set(text) <= set(among) and len(set(text)) == len(text)
