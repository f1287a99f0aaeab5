"""Decks of the site's seeds, against decks that the site dealt."""

from __future__ import annotations

import pytest

from hanabilab.errors import NotationError
from hanabilab.notation.site import parse_seed
from hanabilab.notation.site.go_random import GoRandom
from hanabilab.notation.variants import variants


@pytest.mark.parametrize(
    ("seed", "deck"),
    [
        ("p2v0s1", "B5 P4 B3 R4 G1 B3 B1 R1 G2 G4"),
        ("p3v0s1", "G3 G3 B1 Y3 R5 P4 G1 P5 R4 R2"),
    ],
)
def test_deck_is_the_one_the_site_deals(seed, deck):
    found = parse_seed(seed)
    assert " ".join(map(found.variant.card_name, found.deck()[:10])) == deck


def test_first_number_of_seed_1_is_go_s():
    """The first 63 bits that Go's documentation shows for seed 1: 5577006791947779410."""
    assert GoRandom(1).below(2**31 - 1) == 5577006791947779410 >> 32


def test_a_deck_holds_every_card_once():
    seed = parse_seed("p5v1sany-Suffix9")
    assert sorted(seed.deck()) == sorted(seed.variant.cards)
    assert len(seed.deck()) == 60


def test_old_seeds_shuffle_without_their_prefix():
    assert parse_seed("legacy-1-p2v0s1").deck() == parse_seed("p2v0s1").deck()


_NO_SEEDS = ["", "p7v0s1", "p2v0s", "p2vs1", "p2v0s1 ", "p2v0s" + "1" * 101]


@pytest.mark.parametrize("seed", [*_NO_SEEDS, f"p2v{len(variants())}s1"])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(NotationError):
        parse_seed(seed)
