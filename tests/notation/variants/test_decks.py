"""The cards of every variant: how many copies there are, and decks that the site dealt."""

from __future__ import annotations

from collections import Counter

import pytest

from hanabilab.notation.site import parse_seed
from hanabilab.notation.variants import LogCard, variant_named, variants


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("No Variant", 50),
        ("6 Suits", 60),
        ("Rainbow (3 Suits)", 30),
        ("Black (6 Suits)", 55),
        ("Black & Dark Rainbow (6 Suits)", 50),
        ("Special Mix (6 Suits)", 55),
        ("Critical Fours (5 Suits)", 45),
        ("Critical Fours & Gray (6 Suits)", 50),
        ("Scarce Ones (6 Suits)", 54),
        ("Up or Down (5 Suits)", 45),
        ("Up or Down & Black (6 Suits)", 51),
        ("Sudoku (4 Suits)", 32),
        ("Sudoku (5 Suits)", 50),
        ("Sudoku & Black (5 Suits)", 45),
        ("Reversed (6 Suits)", 60),
        ("Dark Rainbow Reversed (5 Suits)", 45),
    ],
)
def test_size_of_the_deck(name, size):
    assert len(variant_named(name).cards) == size


@pytest.mark.parametrize(
    ("name", "suit", "copies"),
    [
        ("No Variant", "R", {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}),
        ("Black (6 Suits)", "K", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),
        ("Critical Fours (6 Suits)", "R", {1: 3, 2: 2, 3: 2, 4: 1, 5: 1}),
        ("Scarce Ones (6 Suits)", "R", {1: 2, 2: 2, 3: 2, 4: 2, 5: 1}),
        ("Up or Down (6 Suits)", "R", {1: 1, 2: 2, 3: 2, 4: 2, 5: 1, 7: 1}),
        ("Up or Down & Gray (6 Suits)", "A", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 1}),
        ("Sudoku (5 Suits)", "R", {1: 2, 2: 2, 3: 2, 4: 2, 5: 2}),
        ("Rainbow Reversed (6 Suits)", "M", {1: 1, 2: 2, 3: 2, 4: 2, 5: 3}),
        ("Rainbow Reversed (6 Suits)", "R", {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}),
        ("Gray Reversed (6 Suits)", "A", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),
    ],
)
def test_copies_of_each_rank(name, suit, copies):
    variant = variant_named(name)
    ranks = Counter(card.rank for card in variant.cards if variant.letters[card.suit] == suit)
    assert ranks == copies


def test_decks_are_sorted_with_copies_together():
    for variant in variants():
        assert variant.cards == sorted(variant.cards)


@pytest.mark.parametrize(
    ("seed", "name", "deck"),
    [
        ("p2v0s1", "No Variant", "B5 P4 B3 R4 G1 B3 B1 R1 G2 G4"),
        ("p3v0s1", "No Variant", "G3 G3 B1 Y3 R5 P4 G1 P5 R4 R2"),
        ("p3v2418s1", "Scarce Ones & Gray (6 Suits)", "G5 R4 R5 R4 B1 P4 G2 R2 G2 Y4"),
        ("p3v1376s5", "Ambiguous & Dark Null (5 Suits)", "T1 T4 B1 M2 M5 T2 N1 B1 N2 T3"),
        ("p3v1365s1", "Ambiguous & Null (5 Suits)", "U1 M2 M5 U4 M1 B5 U1 U2 B3 U3"),
        ("p3v1688s11", "Deceptive-Ones & White (3 Suits)", "W2 B3 R1 W1 B2 W4 R2 B3 B4 W2"),
    ],
)
def test_decks_are_those_the_site_deals(seed, name, deck):
    """Decks of real games: public exports that tell their seed, their variant and their deck."""
    found = parse_seed(seed)
    assert found.variant.name == name
    assert " ".join(map(found.variant.card_name, found.deck()[:10])) == deck


def test_a_deck_that_is_not_whole_is_told():
    variant = variant_named("Black (5 Suits)")
    assert variant.deck_fault(variant.cards) == ""
    assert variant.deck_fault(variant.cards[1:]).endswith("missing R1")
    assert variant.deck_fault([*variant.cards, LogCard(4, 1)]).endswith("too many K1")
    assert variant.deck_fault([LogCard(5, 1)]).endswith("there is no rank 1 of suit 5")
