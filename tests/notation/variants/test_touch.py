"""What hints touch: every kind of suit with every special rank, against the rules written out."""

from __future__ import annotations

import pytest

from hanabilab.notation.variants import LogCard, Variant, variant_named, variants

_ALL_COLORS = {
    "Rainbow", "Dark Rainbow", "Omni", "Dark Omni", "Muddy Rainbow", "Cocoa Rainbow",
}  # fmt: skip
_NO_COLOR = {"White", "Gray", "Null", "Dark Null", "Light Pink", "Gray Pink"}
_ALL_RANKS = {"Pink", "Dark Pink", "Omni", "Dark Omni", "Light Pink", "Gray Pink"}
_NO_RANK = {"Brown", "Dark Brown", "Null", "Dark Null", "Muddy Rainbow", "Cocoa Rainbow"}
_SPECIAL = (
    "Rainbow", "Pink", "White", "Brown", "Omni", "Null", "Muddy-Rainbow", "Light-Pink", "Deceptive",
)  # fmt: skip


def _by_color(variant: Variant, card: LogCard, color: int, kind: str, special: int) -> bool:
    suit = variant.suits[card.suit].name
    if suit in _ALL_COLORS:
        return True
    if suit in _NO_COLOR:
        return False
    if card.rank == special and kind in _ALL_COLORS | _NO_COLOR:
        return kind in _ALL_COLORS
    if suit in ("Prism", "Dark Prism"):
        return [0, 1, 2, 3, 4, 5][(card.rank - 1) % len(variant.colors)] == color
    return variant.colors[color] == suit.removeprefix("Dark ")


def _by_rank(variant: Variant, card: LogCard, rank: int, kind: str, special: int) -> bool:
    suit = variant.suits[card.suit].name
    if suit in _ALL_RANKS:
        return True
    if suit in _NO_RANK:
        return False
    if card.rank == special and kind in _ALL_RANKS | _NO_RANK:
        return kind in _ALL_RANKS
    if card.rank == special and kind == "Deceptive":
        return rank == {1: (2, 3, 4, 5), 5: (1, 2, 3, 4)}[special][card.suit % 4]
    return rank == card.rank


@pytest.mark.parametrize(("word", "special"), [("Ones", 1), ("Fives", 5)])
@pytest.mark.parametrize("kind", _SPECIAL)
def test_every_suit_with_every_special_rank(kind, word, special):
    """22 kinds of suits and plain ones, in the 66 variants of each of 18 special ranks."""
    family = [each for each in variants() if each.name.startswith(f"{kind}-{word}")]
    assert len(family) == 66
    name = kind.replace("-", " ")
    for variant in family:
        for suit in range(len(variant.suits)):
            for card in (LogCard(suit, rank) for rank in (1, 2, 3, 4, 5)):
                for color in range(len(variant.colors)):
                    touched = _by_color(variant, card, color, name, special)
                    assert variant.touches_color(card, color) == touched, (variant, card, color)
                for rank in (1, 2, 3, 4, 5):
                    touched = _by_rank(variant, card, rank, name, special)
                    assert variant.touches_rank(card, rank) == touched, (variant, card, rank)


def test_special_suits_are_touched_by_their_own_rules():
    """Every pair of special suits, and every one alone, beside plain ones."""
    found = [
        variant
        for variant in variants()
        if variant.modifiers == variants()[0].modifiers
        and variant.suits[:2] == (variants()[0].suits[0], variants()[0].suits[1])
        and not any(suit.reversed for suit in variant.suits)
    ]
    assert len(found) > 200
    for variant in found:
        for card in variant.cards:
            for color in range(len(variant.colors)):
                assert variant.touches_color(card, color) == _by_color(variant, card, color, "", 0)
            for rank in (1, 2, 3, 4, 5):
                assert variant.touches_rank(card, rank) == _by_rank(variant, card, rank, "", 0)


def _colors(name: str, short: str) -> str:
    """The colors that touch a card, such as "R1"."""
    variant = variant_named(name)
    card = LogCard(variant.letters.index(short[0]), int(short[1]))
    colors = enumerate(variant.colors)
    return " ".join(color for place, color in colors if variant.touches_color(card, place))


def _ranks(name: str, short: str) -> list[int]:
    """The ranks that may be told and touch a card."""
    variant = variant_named(name)
    card = LogCard(variant.letters.index(short[0]), int(short[1]))
    return [rank for rank in variant.modifiers.hint_ranks if variant.touches_rank(card, rank)]


@pytest.mark.parametrize(
    ("name", "card", "colors"),
    [
        ("No Variant", "R1", "Red"),
        ("Ambiguous (6 Suits)", "M4", "Red"),
        ("Dual-Color (6 Suits)", "T1", "Red Yellow"),
        ("Dual-Color & Black (6 Suits)", "K1", "Black"),
        ("Matryoshka (5 Suits)", "B2", "Red Yellow Green Blue"),
        ("RGB Mix (6 Suits)", "G2", "Red Green"),
        ("Rainbow (3 Suits)", "M5", "Red Blue"),
        ("Prism (3 Suits)", "I1", "Red"),
        ("Prism (3 Suits)", "I2", "Blue"),
        ("Prism (3 Suits)", "I5", "Red"),
        ("Prism & Orange (6 Suits)", "I5", "Orange"),
        ("Up or Down & Prism (6 Suits)", "I7", "Purple"),
        ("Up or Down & Prism (6 Suits)", "I1", "Red"),
        ("Dark Prism Reversed (5 Suits)", "I4", "Blue"),
        ("Synesthesia (5 Suits)", "R1", "Red"),
        ("Synesthesia (5 Suits)", "R3", "Red Green"),
        ("Synesthesia (3 Suits)", "R5", "Red Green"),
        ("Synesthesia & White (5 Suits)", "W2", ""),
        ("Synesthesia & Brown (5 Suits)", "N2", "Brown"),
        ("Color Blind (5 Suits)", "R1", ""),
        ("Totally Blind (5 Suits)", "R1", ""),
        ("Color Mute (5 Suits)", "R1", ""),
        ("Dark Orange (5 Suits)", "O3", "Orange"),
        ("Ambiguous & Dual-Color Mix", "M1", "Red Blue"),
        ("Ambiguous & Dual-Color Mix", "V1", "Red Blue"),
        ("Ambiguous & Dual-Color Mix", "L1", "Yellow Green"),
        ("Ambiguous & Dual-Color Mix", "J1", "Yellow Green"),
    ],
)
def test_colors_that_touch(name, card, colors):
    assert _colors(name, card) == colors


@pytest.mark.parametrize(
    ("name", "card", "ranks"),
    [
        ("No Variant", "R2", [2]),
        ("Funnels (5 Suits)", "R2", [2, 3, 4, 5]),
        ("Funnels & Brown (5 Suits)", "N2", []),
        ("Chimneys (5 Suits)", "R2", [1, 2]),
        ("Chimneys & Pink (5 Suits)", "I2", [1, 2, 3, 4, 5]),
        ("Odds and Evens (5 Suits)", "R5", [1]),
        ("Odds and Evens (5 Suits)", "R4", [2]),
        ("Odds and Evens & Omni (5 Suits)", "O4", [1, 2]),
        ("Up or Down (5 Suits)", "R7", []),
        ("Up or Down & Pink (5 Suits)", "I7", [1, 2, 3, 4, 5]),
        ("Number Blind (5 Suits)", "R1", []),
        ("Number Mute (5 Suits)", "R1", []),
        ("Synesthesia (5 Suits)", "R1", []),
        ("Pink-Ones (5 Suits)", "R1", [2, 3, 4, 5]),
        ("Rainbow-Ones (5 Suits)", "R1", [1]),
        ("Deceptive-Ones (6 Suits)", "Y1", [3]),
        ("Deceptive-Ones (6 Suits)", "P1", [2]),
        ("Sudoku (4 Suits)", "R4", [4]),
    ],
)
def test_ranks_that_touch(name, card, ranks):
    assert _ranks(name, card) == ranks


def test_colors_stand_in_the_order_in_which_suits_have_them():
    """Suits of all colors or none add nothing."""
    assert variant_named("Rainbow (6 Suits)").colors == ("Red", "Yellow", "Green", "Blue", "Purple")
    assert variant_named("Dual-Color (6 Suits)").colors == ("Red", "Yellow", "Blue", "Black")
    assert variant_named("Special Mix (5 Suits)").colors == ("Black", "Pink", "Brown")
    assert variant_named("Holiday Mix (5 Suits)").colors == ("Pink", "Green", "Blue")
    assert variant_named("Null (3 Suits)").colors == ("Red", "Blue")
