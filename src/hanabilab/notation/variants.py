"""Variants of the public site: names, numbers and suits; what a deck of one holds.

Only variants of plain suits are here as yet: each suit is touched by its own color and its own
ranks. Another variant is refused by name.

Source: the site's list of variants, restated in docs/compiler.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hanabilab.errors import NotationError
from hanabilab.messages import did_you_mean

_COPIES = (3, 2, 2, 2, 1)


class LogCard(NamedTuple):
    """A card as logs write it: the place of its suit in the variant, and its rank from 1."""

    suit: int
    rank: int


@dataclass(frozen=True)
class Variant:
    """A variant of the site.

    Attributes:
        id: its number there; part of seeds and links.
        name: as options and headers write it.
        suits: names, in the order that cards and hints count them.
    """

    id: int
    name: str
    suits: tuple[str, ...]

    @property
    def cards(self) -> list[LogCard]:
        """Every card of the deck before it is shuffled: by suit, then by rank, copies together."""
        return [
            LogCard(suit, rank)
            for suit in range(len(self.suits))
            for rank, copies in enumerate(_COPIES, start=1)
            for _ in range(copies)
        ]

    @property
    def letters(self) -> str:
        """One letter for each suit, for short names of cards."""
        return "".join(suit[0] for suit in self.suits)

    def card_name(self, card: LogCard) -> str:
        """The short name of a card, such as "R3"."""
        return f"{self.letters[card.suit]}{card.rank}"


NO_VARIANT = Variant(0, "No Variant", ("Red", "Yellow", "Green", "Blue", "Purple"))
_VARIANTS = (
    NO_VARIANT,
    Variant(1, "6 Suits", (*NO_VARIANT.suits, "Teal")),
    Variant(15, "4 Suits", ("Red", "Yellow", "Green", "Blue")),
    Variant(18, "3 Suits", ("Red", "Green", "Blue")),
)


def variant_named(name: str) -> Variant:
    """The variant of a name.

    Raises:
        NotationError: it is none of those that are supported; says which are.
    """
    for variant in _VARIANTS:
        if variant.name == name:
            return variant
    names = [variant.name for variant in _VARIANTS]
    raise NotationError(
        f"variant {name!r} is not supported; supported are {', '.join(names)}"
        f"{did_you_mean(name, names)}"
    )


def plain_variant(num_suits: int) -> Variant:
    """The variant of so many plain suits.

    Raises:
        NotationError: there is none.
    """
    for variant in _VARIANTS:
        if len(variant.suits) == num_suits:
            return variant
    raise NotationError(f"the site has no game of {num_suits} suits; it has 3 to 6")


def variant_of_id(number: int) -> Variant:
    """The variant of a number.

    Raises:
        NotationError: it is none of those that are supported.
    """
    for variant in _VARIANTS:
        if variant.id == number:
            return variant
    known = ", ".join(f"{variant.id} ({variant.name})" for variant in _VARIANTS)
    raise NotationError(f"variant number {number} is not supported; supported are {known}")
