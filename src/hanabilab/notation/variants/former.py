"""Letters of suits as earlier releases wrote them, so that their records are still read.

Dark Orange was D; a few suits of Matryoshka, RGB Mix and Ambiguous & Dual-Color Mix had the names
that the site has given up since.
"""

from __future__ import annotations

from dataclasses import replace

from hanabilab.notation.variants.suits import letters_of
from hanabilab.notation.variants.variant import Variant

#: By the name of a suit, its name and letter before.
_FORMER = {
    "Dark Orange": ("Dark Orange", "D"),
    "Dark Orange Reversed": ("Dark Orange Reversed", "D"),
    "Gold": ("Yellow", "Y"),
    "Magenta": ("Orchid", "O"),
    "Jungle": ("Emerald", "E"),
}


def former_letters(variant: Variant) -> str:
    """A letter for each suit; those of today where nothing has changed."""
    former = dict(_FORMER)
    if variant.name.startswith("Matryoshka"):
        former["Tangerine"] = ("Yam", "Y")
    told = ((suit, former.get(suit.name, (suit.name, suit.letter))) for suit in variant.suits)
    return letters_of(
        tuple(replace(suit, name=name, letter=letter) for suit, (name, letter) in told)
    )
