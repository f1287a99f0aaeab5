"""Families of variants: the suits they start from, the suits they add, and their numbers.

A family takes plain suits and adds one suit more, each of a list in turn, at several sizes:
"Funnels & Pink (5 Suits)". `variants.families` has the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from hanabilab.notation.variants.suits import (
    BLACK,
    DARK_FORM,
    LIGHT,
    PLAIN,
    SUITS,
    Suit,
    reversed_suit,
)
from hanabilab.notation.variants.variant import USUAL, Modifiers, Variant

#: Suits by how many there are.
Base: TypeAlias = Mapping[int, tuple[str, ...]]
#: The suit that is added, "" for none, and the sizes of the variants with it.
Shape: TypeAlias = Mapping[str, str]

_REVERSED = " Reversed"
_DARK = tuple(DARK_FORM.values())

# --- Suits that a family starts from -------------------------------------------------------------


def _firsts(names: str) -> dict[int, tuple[str, ...]]:
    """The first suits of a list, for every count."""
    words = names.split()
    return {count: tuple(words[:count]) for count in range(1, len(words) + 1)}


COLORS: Final = _firsts(" ".join(PLAIN)) | {3: ("Red", "Green", "Blue"), 2: ("Red", "Blue")}
AMBIGUOUS: Final = {
    6: ("Tomato", "Mahogany", "Emerald", "Olive", "Berry", "Navy"),
    4: ("Tomato", "Mahogany", "Berry", "Navy"),
    2: ("Tomato", "Mahogany"),
}
VERY_AMBIGUOUS: Final = {
    6: ("Tomato", "Mahogany", "Carrot", "Berry", "Navy", "Sky"),
    3: ("Berry", "Navy", "Sky"),
}
EXTREMELY_AMBIGUOUS: Final = _firsts("Ice Aqua Sky Berry Navy Ocean")
MATRYOSHKA: Final = _firsts("Red Tangerine Geas Beatnik Plum Taupe")
DUAL: Final = {
    6: ("Tangerine", "Violet", "Maroon", "Jade", "Tan", "Cobalt"),
    5: ("Tangerine", "Lime", "Cyan", "Indigo", "Cardinal"),
    3: ("Tangerine", "Violet", "Jade"),
}

# --- Suits that a family adds, in the order of the site's list -----------------------------------


def shape(plain: str, black: str, light: str, dark: str) -> dict[str, str]:
    """Words for sizes of a suit: itself, black, its light forms, its dark forms."""
    lights, darks = dict.fromkeys(LIGHT, light), dict.fromkeys(_DARK, dark)
    return {"": plain, BLACK: black} | lights | darks


def without(shape: Shape, names: str) -> dict[str, str]:
    """A shape without the suits named and their dark forms."""
    lights = names.split(", ")
    gone = {*lights, *(DARK_FORM[name] for name in lights)}
    return {name: sizes for name, sizes in shape.items() if name not in gone}


def by_age(shape: Shape) -> dict[str, str]:
    """The shape in the order in which the site took suits in."""
    lights, darks = LIGHT, _DARK
    order = ["", *lights[:6], *darks[:6], BLACK, *lights[6:8], *darks[6:8]]
    order += [lights[8], darks[8], lights[9], darks[9]]
    return {name: shape[name] for name in order}


FULL: Final = shape("6543", "65", "6543", "65")
LARGE: Final = shape("65", "6", "65", "6")
ONLY_PLAIN: Final = {"": "6543"}
AMBIGUOUS_SHAPE: Final = shape("64", "5", "53", "5") | {"Rainbow": "5", "Prism": "5"}
VERY_SHAPE: Final = {
    name: sizes
    for name, sizes in shape("63", "", "4", "").items()
    if sizes and name not in ("Rainbow", "Prism")
}
EXTREMELY_SHAPE: Final = {
    name: sizes
    for name, sizes in shape("654", "65", "65", "65").items()
    if name not in ("Rainbow", "Prism", "Dark Prism")
}


def pairs_with(first: str) -> dict[str, str]:
    """The suits that stand beside a special one, behind it in the list, at their sizes.

    Three suits leave one color. A suit of all colors or a prism is then like any other, and no
    suit beside it may have no color of its own.
    """
    order = [BLACK, *LIGHT, *_DARK]
    dark = {BLACK, *_DARK}
    sizes = {}
    for second in order[order.index(first) + 1 :]:
        if second == DARK_FORM.get(first) or (first == BLACK and "Orange" in second):
            continue
        count = (first in dark) + (second in dark)
        few_colors = {first, second} & {"Rainbow", "Prism"} and not (
            SUITS[first].colors or SUITS[second].colors
        )
        sizes[second] = "6" if count == 2 else "65" if count else "654" if few_colors else "6543"
    return sizes


# --- A family ------------------------------------------------------------------------------------


class Family(NamedTuple):
    """A row of the table of families.

    Attributes:
        name: what all its names begin with; "" for nothing.
        numbers: of its variants, in order; "3-5" is 3, 4, 5.
        also: a special suit that every variant has.
        reverse: the last suit is played down.
    """

    name: str
    numbers: str
    shape: Shape
    base: Base = COLORS
    also: tuple[str, ...] = ()
    reverse: bool = False
    modifiers: Modifiers = USUAL

    def variants(self) -> Iterator[Variant]:
        """Its variants, in the order of its numbers."""
        members = [(suit, int(size)) for suit, sizes in self.shape.items() for size in sizes]
        for (suit, size), number in zip(members, numbers_in(self.numbers), strict=True):
            added = (*self.also, *((suit,) if suit else ()))
            names = (*self.base[size - len(added)], *added)
            if self.reverse:
                names = (*names[:-1], names[-1] + _REVERSED)
            name = self._name_of(suit, size)
            yield Variant(number, name, tuple(map(suit_named, names)), self.modifiers)

    def _name_of(self, suit: str, size: int) -> str:
        if self.reverse:
            return f"{suit} Reversed ({size} Suits)".lstrip()
        if not self.name and not suit:
            return "No Variant" if size == 5 else f"{size} Suits"
        return f"{' & '.join(filter(None, (self.name, suit)))} ({size} Suits)"


def numbers_in(text: str) -> list[int]:
    """The numbers of a text such as "3 5-7": 3, 5, 6 and 7."""
    numbers: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def suit_named(name: str) -> Suit:
    """The suit of a name, which may say that it is reversed."""
    if name.endswith(_REVERSED):
        return reversed_suit(SUITS[name.removesuffix(_REVERSED)])
    return SUITS[name]
