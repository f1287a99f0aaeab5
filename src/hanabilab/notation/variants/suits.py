"""Suits of the public site: which hints touch them, how many copies they have, which way they go.

A suit is one of nine kinds by what its color hints and its rank hints touch, each with a dark form
of one copy a card; or one of few that differ in another way; or one that other suits' colors touch.

Source: the site's list of suits, restated in docs/compiler.md, "Variants".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final


class Touch(Enum):
    """Which hints of a kind touch a card."""

    NONE = "none"
    OWN = "own"
    ALL = "all"


@dataclass(frozen=True)
class Suit:
    """A suit of cards.

    Attributes:
        name: as the site shows it, "Reversed" behind it where it goes down.
        letter: for short names of cards, where no suit before it has taken it.
        colors: the colors of hints that are its own.
        by_color: which color hints touch it.
        by_rank: which rank hints touch it; a card's own is its rank.
        one_of_each: one copy of every card.
        prism: its own color changes with the rank.
        inverted: players name the use they do not mean; logs tell what came of it.
        reversed: it is played from 5 down to 1.
    """

    name: str
    letter: str
    colors: tuple[str, ...] = ()
    by_color: Touch = Touch.OWN
    by_rank: Touch = Touch.OWN
    one_of_each: bool = False
    prism: bool = False
    inverted: bool = False
    reversed: bool = False

    @property
    def is_plain(self) -> bool:
        """Touched by one color and by its ranks, three ones, played up: as in the printed game."""
        return self == Suit(self.name, self.letter, (self.name,))


PLAIN: Final = ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")

#: name, letter; its color hints, its rank hints; name and letter of its dark form.
_KINDS = (
    ("Rainbow", "M", Touch.ALL, Touch.OWN, "Dark Rainbow", "M"),
    ("Pink", "I", Touch.OWN, Touch.ALL, "Dark Pink", "I"),
    ("White", "W", Touch.NONE, Touch.OWN, "Gray", "A"),
    ("Brown", "N", Touch.OWN, Touch.NONE, "Dark Brown", "N"),
    ("Omni", "O", Touch.ALL, Touch.ALL, "Dark Omni", "O"),
    ("Null", "U", Touch.NONE, Touch.NONE, "Dark Null", "U"),
    ("Muddy Rainbow", "M", Touch.ALL, Touch.NONE, "Cocoa Rainbow", "M"),
    ("Light Pink", "I", Touch.NONE, Touch.ALL, "Gray Pink", "I"),
    ("Prism", "I", Touch.OWN, Touch.OWN, "Dark Prism", "I"),
    ("Orange", "O", Touch.OWN, Touch.OWN, "Dark Orange", "O"),
)
BLACK: Final = "Black"
#: Special suits but black, in the order in which the site lists their variants.
LIGHT: Final = tuple(kind[0] for kind in _KINDS)
#: The dark form of each special suit.
DARK_FORM: Final = MappingProxyType({kind[0]: kind[4] for kind in _KINDS})

#: Suits that have colors of others, by these colors.
_MIXED = {
    "Red": "Tomato Mahogany Carrot",
    "Green": "Emerald Olive",
    "Blue": "Ice Aqua Sky Berry Navy Ocean",
    "Red Yellow": "Tangerine Peach",
    "Red Green": "Gold",
    "Red Blue": "Violet Magenta",
    "Red Black": "Maroon",
    "Red Purple": "Cardinal",
    "Yellow Green": "Lime Jungle",
    "Yellow Blue": "Jade",
    "Yellow Black": "Tan",
    "Green Blue": "Cyan",
    "Blue Purple": "Indigo",
    "Blue Black": "Cobalt",
    "Red Yellow Green": "Geas",
    "Red Yellow Green Blue": "Beatnik",
    "Red Yellow Green Blue Purple": "Plum",
    "Red Yellow Green Blue Purple Teal": "Taupe",
}


def _special(name: str) -> tuple[Suit, Suit]:
    """A special suit and its dark form."""
    _, letter, by_color, by_rank, dark, dark_letter = next(
        kind for kind in _KINDS if kind[0] == name
    )
    own = by_color is Touch.OWN and name != "Prism"
    light = Suit(
        name,
        letter,
        colors=(name,) if own else (),
        by_color=by_color,
        by_rank=by_rank,
        prism=name == "Prism",
        inverted=name == "Orange",
    )
    return light, replace(light, name=dark, letter=dark_letter, one_of_each=True)


def _all_suits() -> dict[str, Suit]:
    suits = {name: Suit(name, name[0], (name,)) for name in PLAIN}
    suits[BLACK] = Suit(BLACK, "K", (BLACK,), one_of_each=True)
    for name in LIGHT:
        suits |= {suit.name: suit for suit in _special(name)}
    for colors, names in _MIXED.items():
        suits |= {name: Suit(name, name[0], tuple(colors.split())) for name in names.split()}
    return suits


#: Every suit by its name.
SUITS: Final = MappingProxyType(_all_suits())


def reversed_suit(suit: Suit) -> Suit:
    """The suit, played down."""
    return replace(suit, name=f"{suit.name} Reversed", reversed=True)


def letters_of(suits: tuple[Suit, ...]) -> str:
    """A letter for each suit, no two the same.

    Where a suit before it has taken its letter, it is the first letter of its name that is free.
    "Dark" is not looked at. The site does the same.
    """
    letters = ""
    for suit in suits:
        name = suit.name.removeprefix("Dark ").upper().replace(" ", "")
        letters += next(letter for letter in suit.letter + name if letter not in letters)
    return letters


#: A letter for each color of hints.
COLOR_LETTERS: Final = MappingProxyType(
    {name: suit.letter for name, suit in SUITS.items() if suit.colors == (name,)}
)
