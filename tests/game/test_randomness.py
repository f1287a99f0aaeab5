"""Decks and streams: the generator against pure integers, and whether decks are shuffled fairly."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.checks import deck_from_seed
from hanabilab.game.games import Games
from hanabilab.game.rules import Rules
from hanabilab.randomness import (
    BELIEF_STREAM,
    DECK_STREAM,
    MAX_SEED,
    SEAT_STREAM,
    draw_below,
    draw_word,
    fill_belief_seeds,
    seed_rng,
)
from tests.chances import FALSE_ALARM_RATE, chance_of, upper_tail
from tests.naive.randomness import naive_deck, naive_words, splitmix64, xoroshiro128pp
from tests.strategies import examples, rules, seeds
from tests.tables import card_words

#: xoroshiro128plusplus.c started at the words 1 and 2, as published in the tests of rand_xoshiro.
XOROSHIRO_1_2 = [
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
]
#: splitmix64.c started at 1234567, as published by Rosetta Code, "Splitmix64".
SPLITMIX_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]

#: The deck of seed 0, game 0, as `naive_deck` shuffles it.
FIRST_DECK = (
    "G3 W3 B4 B2 B3 R4 G1 B1 W1 B2 Y2 Y1 R1 Y5 G2 W1 W3 G1 B4 Y4 Y3 G4 Y3 G4 R5 "
    "W5 W1 W4 Y2 R3 R1 W2 R4 W2 R1 W4 G5 B1 Y1 G1 R2 Y4 R2 B3 G2 B5 B1 R3 G3 Y1"
)


def words_of(seed, game, stream, count):
    """The first words of a stream."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, seed, game, stream)
    return [int(draw_word(rng)) for _ in range(count)]


# --- The generator -------------------------------------------------------------------------------


def test_the_naive_generators_are_the_published_ones():
    """The twins give the numbers that the authors' programs give."""
    assert XOROSHIRO_1_2 == list(islice(xoroshiro128pp(1, 2), 10))
    assert SPLITMIX_1234567 == list(islice(splitmix64(1234567), 5))


def test_draws_are_the_published_ones():
    """The kernel gives the numbers that the authors' program gives."""
    rng = np.array([1, 2], np.uint64)
    assert XOROSHIRO_1_2 == [int(draw_word(rng)) for _ in range(10)]


@examples(200)
@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_draws_agree_with_their_twin(first, second):
    """Any state but zero, carries and wrap-around included."""
    rng = np.array([first, second], np.uint64)
    expected = list(islice(xoroshiro128pp(first, second), 20))
    assert expected == [int(draw_word(rng)) for _ in range(20)]


@examples(200)
@given(seeds(), st.integers(0, MAX_SEED), st.integers(0, 100))
def test_streams_agree_with_their_twin(seed, game, stream):
    """A stream is SplitMix64 of its three numbers, one mixed into the other."""
    expected = list(islice(naive_words(seed, game, stream), 5))
    assert expected == words_of(seed, game, stream, 5)


@examples(200)
@given(st.integers(0, 2**64 - 1), st.integers(1, 2**31))
def test_draw_below_is_the_upper_half_scaled(first, bound):
    """The upper 32 bits of a word, times the bound, divided by 2**32."""
    rng = np.array([first, 1], np.uint64)
    expected = (next(xoroshiro128pp(first, 1)) >> 32) * bound >> 32
    drawn = int(draw_below(rng, bound))
    assert expected == drawn
    assert 0 <= drawn < bound


# --- Decks ---------------------------------------------------------------------------------------


@examples(100)
@given(rules(), seeds(), st.integers(0, 2**40))
def test_decks_agree_with_their_twin(any_rules, seed, game):
    """The deck of (seed, game index) is the documented shuffle of the ordered cards."""
    assert naive_deck(any_rules, seed, game) == deck_from_seed(any_rules, seed, game)


def test_decks_depend_on_seed_and_game_alone():
    """Not on the batch a game is in, its place there, or what was dealt before."""
    rules_ = Rules(players=3)
    expected = {game: deck_from_seed(rules_, 9, game) for game in range(12)}
    for first, count in [(0, 12), (5, 3), (11, 1), (0, 1), (4, 8)]:
        batch = Games(rules_, count, seed=9, first=first)
        decks = batch.states["deck"][:, : rules_.deck_size].tolist()
        assert [expected[first + place] for place in range(count)] == decks
    assert 12 == len({tuple(deck) for deck in expected.values()})
    assert expected[0] != deck_from_seed(rules_, 10, 0)


def test_decks_do_not_depend_on_the_players():
    """Tables of any size play one deck, so that they can be compared."""
    decks = {tuple(deck_from_seed(Rules(players=players), 4, 2)) for players in range(2, 7)}
    assert 1 == len(decks)


def test_the_first_deck_stays_the_first_deck():
    """Published results name decks by seed and index; this one must never change."""
    assert FIRST_DECK == card_words(Rules(), deck_from_seed(Rules(), 0, 0))


def test_streams_of_a_game_differ():
    """Deck and seats draw from streams of their own, in every game and for every seed."""
    beliefs = [BELIEF_STREAM, *(BELIEF_STREAM + 1 + seat for seat in range(6))]
    streams = [DECK_STREAM, *(SEAT_STREAM + seat for seat in range(6)), *beliefs]
    starts = {
        tuple(words_of(seed, game, stream, 2))
        for seed in range(5)
        for game in range(5)
        for stream in streams
    }
    assert 5 * 5 * 14 == len(starts)


def test_belief_seeds_are_of_a_seat_in_a_game():
    """Each its own, whichever are asked for together."""
    places = np.array([(game, seat) for game in range(5) for seat in range(6)])
    scratch, found = np.zeros(2, np.uint64), np.zeros((3, len(places)), np.int64)
    for seed, row in enumerate(found):
        fill_belief_seeds(row, seed, *places.T, scratch)
    assert found.size == len(set(found.flat))
    assert found.min() >= 0
    alone = np.zeros(1, np.int64)
    fill_belief_seeds(alone, 2, *places[7:8].T, scratch)
    assert found[2, 7] == alone[0]
    game, seat = places[7]
    seed_rng(scratch, 2, game, BELIEF_STREAM + 1 + seat)
    assert alone[0] == scratch[0] >> np.uint64(1)


# --- Fairness ------------------------------------------------------------------------------------
# Each test below looks at one fixed draw of n games from a stated seed, and a fair shuffle would
# fail it for one seed in a million (FALSE_ALARM_RATE).


def decks_of(rules_, count, seed):
    """The decks of `count` games, an array [count, deck_size]."""
    return Games(rules_, count, seed=seed).states["deck"][:, : rules_.deck_size]


@pytest.mark.parametrize(
    ("freedom", "statistic"), [(1, 3.841), (2, 5.991), (10, 18.307), (25, 37.652), (50, 67.505)]
)
def test_the_tail_is_that_of_the_tables(freedom, statistic):
    """The five-percent points as printed in Abramowitz & Stegun 1964, table 26.8."""
    assert pytest.approx(0.05, rel=1e-3) == upper_tail(statistic, freedom)


@pytest.mark.compiled
@pytest.mark.parametrize("by", ["game", "seed"])
def test_every_order_of_a_deck_is_as_likely(by):
    """All 24 orders of four cards: n = 24,000 games of seed 1, or first games of seeds 0, 1, ..."""
    four = Rules(suits=1, ranks=4, copies=(1, 1, 1, 1), hand_size=1)
    if by == "game":
        decks = decks_of(four, 24_000, seed=1).tolist()
    else:
        decks = [deck_from_seed(four, seed) for seed in range(24_000)]
    counts = Counter(map(tuple, decks))
    orders = list(permutations(range(4)))
    assert chance_of([counts[order] for order in orders], [1] * 24) > FALSE_ALARM_RATE


@pytest.mark.compiled
@pytest.mark.parametrize("place", [0, 1, 10, 48, 49])
def test_every_card_is_as_likely_at_a_place(place):
    """Each kind of card as often as it has copies: n = 50,000 games of seed 2."""
    cards = decks_of(Rules(), 50_000, seed=2)[:, place]
    counts = np.bincount(cards, minlength=25)
    assert chance_of(counts, Rules().tables.copies[:25]) > FALSE_ALARM_RATE


@pytest.mark.compiled
def test_every_place_is_as_likely_for_a_card():
    """The only blue five lies at each of 50 places alike: n = 50,000 games of seed 3."""
    places = np.argmax(decks_of(Rules(), 50_000, seed=3) == 24, axis=1)
    assert chance_of(np.bincount(places, minlength=50), [1] * 50) > FALSE_ALARM_RATE


@pytest.mark.compiled
@pytest.mark.parametrize("by", ["game", "seed"])
@pytest.mark.late
def test_neighbors_have_nothing_in_common(by):
    """First suits of two neighboring games or seeds: n = 25,000 pairs, 25 cells."""
    if by == "game":
        suits = decks_of(Rules(), 50_000, seed=4)[:, 0] // 5
    else:
        suits = np.array([deck_from_seed(Rules(), seed)[0] // 5 for seed in range(50_000)])
    pairs = suits[0::2] * 5 + suits[1::2]
    assert chance_of(np.bincount(pairs, minlength=25), [1] * 25) > FALSE_ALARM_RATE
