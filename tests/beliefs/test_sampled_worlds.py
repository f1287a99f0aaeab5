"""Sampled hands and worlds: their frequencies against counting every case, and what never changes.

The statistical tests look at fixed draws; each says how many, from which seed. A correct sampler
would fail any one of them for one seed in a million.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_hand
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck
from hanabilab.game.words import parse_card
from tests.agents.samples import position, view_of
from tests.beliefs.exact import (
    assert_as_likely,
    exact_hands,
    new_rng,
    sampled_hands,
    sampled_worlds,
)
from tests.chances import FALSE_ALARM_RATE, chance_of
from tests.naive_agents import sight_of, unseen_counts
from tests.strategies import examples, games

DRAWS = 200_000 if JIT_ENABLED else 2_000

# --- Hands ---------------------------------------------------------------------------------------

THREE = Rules(suits=2, hand_size=3)
FOUR = Rules(suits=2, ranks=3, hand_size=4)


@pytest.mark.parametrize(
    ("rules", "own", "other", "table"),
    [
        # Two slots share the only two fives; the third is red, but never the red five.
        (THREE, "R5:5 Y5:5 R2:R", "R1 Y1 Y2", {}),
        # The slot that is free to be anything comes first, the scarce ones after it.
        (THREE, "R1 R5:R Y5:5", "R1 Y1 Y2", {}),
        # Three slots, all red, three red cards left.
        (THREE, "R2:R R4:R R5:R", "R3 R4 R1", {"fireworks": "R3", "discards": "R1"}),
        # Four slots want the same rank, of which four copies are left.
        (FOUR, "R1:1 R1:1 Y1:1 Y1:1", "R2 R2 Y2 Y3", {"discards": "R1Y1"}),
        # Ones, reds and a red one compete for the red ones.
        (FOUR, "R1:1 R2:R R1:R1 Y1:1", "R2 Y2 Y2 Y3", {}),
        # Nothing is known, and some slots are empty.
        (FOUR, "R1 - R3 -", "R2 Y2 Y2 Y3", {"discards": "R1R2"}),
        (FOUR, "- - - -", "R2 Y2 Y2 Y3", {}),
        # One slot is certain by its hints, another by what is in sight.
        (THREE, "Y5:Y5 Y2:2 R1", "R2 R2 Y3", {}),
    ],
)
@pytest.mark.late_but(3)
def test_hands_are_as_likely_as_their_deals(rules, own, other, table):
    """Against all ordered hands, weighted by copies; n = 200,000 (2,000 with JIT off), seed 21."""
    view = view_of(rules, position(rules, own, other, **table))
    weights = exact_hands(rules, view)
    true_hand = tuple(-1 if word == "-" else parse_card(rules, word[:2]) for word in own.split())
    counts = sampled_hands(rules, view, DRAWS, seed=21)
    assert true_hand in weights
    if len(weights) == 1:
        assert {true_hand: DRAWS} == counts
    else:
        assert_as_likely(counts, weights)


def test_hands_that_compete_are_not_drawn_slot_by_slot():
    """R5 in one of two slots of fives puts Y5 into the other: two hands of 14 fall to each."""
    view = view_of(THREE, position(THREE, "R5:5 Y5:5 R2:R", "R1 Y1 Y2"))
    weights = exact_hands(THREE, view)
    red_one, red_five, yellow_five = (parse_card(THREE, name) for name in ("R1", "R5", "Y5"))
    # Two ones (one is in sight), two each of 2, 3 and 4: eight ways for either order of the fives.
    assert 16 == sum(weights.values())
    assert 2 == weights[red_five, yellow_five, red_one] == weights[yellow_five, red_five, red_one]


def hinted_game(rules, seed) -> Game:
    """A game after 3 to 15 actions, mostly hints and discards."""
    random = Random(seed)
    game = Game(rules, seed=seed)
    turns = random.randint(3, 15)
    while len(game.actions) < turns and not game.is_over:
        hints = [action for action in game.legal_actions() if action >= 2 * rules.hand_size]
        calm = hints if hints and random.random() < 0.6 else game.legal_actions()[: rules.hand_size]
        game.act(random.choice(calm))
    return game


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.late_but(3)
def test_hands_in_games_are_as_likely_as_their_deals(seed):
    """As above in games under way, for every seat; n = 50,000 (500 with JIT off) a seat."""
    rules = Rules(players=3, suits=3, ranks=3, hand_size=2 + seed % 2, information_tokens=6)
    game = hinted_game(rules, seed)
    for seat in range(rules.players):
        view = game.view(seat)
        weights = exact_hands(rules, view)
        hand = [int(card) for card in game.state.hands[seat][: rules.hand_size]]
        assert tuple(hand) in weights
        if len(weights) > 1:
            assert_as_likely(sampled_hands(rules, view, DRAWS // 4, seed), weights)


@examples(150, plain=30)
@given(games(), st.integers(0, 2**32))
@pytest.mark.late
def test_every_hand_drawn_is_possible_and_the_true_hand_is_too(game, seed):
    """Whatever the rules: no card more often than it is unseen, none that a hint forbids."""
    rules = game.rules
    for seat in range(rules.players):
        view = game.view(seat)
        left = unseen_counts(sight_of(rules, view))
        hands = [tuple(int(card) for card in game.state.hands[seat][: rules.hand_size])]
        hands += sampled_hands(rules, view, 5, seed)
        for hand in hands:
            used = Counter(
                (card // rules.ranks, card % rules.ranks + 1) for card in hand if card >= 0
            )
            assert used <= left
            for slot, card in enumerate(hand):
                assert (card >= 0) == (view.deck_index[seat, slot] >= 0)
                assert card < 0 or int(view.possible[seat, slot]) >> card & 1


@pytest.mark.compiled
@pytest.mark.parametrize("possible", [(1 << 4, 1 << 4), (0, 1 << 4)])
def test_a_view_that_no_game_can_reach_has_no_hand(possible):
    """Two slots that must both be the only red five, and a slot that can be nothing."""
    rules = Rules(hand_size=2)
    view = view_of(rules, position(rules, "R5 Y5", "G5 W5"))
    view.possible[0, :2] = possible
    assert not sample_hand(np.zeros(SCRATCH_SIZE, np.int64), view, new_rng(1))


# --- Worlds --------------------------------------------------------------------------------------


@examples(100, plain=20)
@given(games(), st.integers(0, 2**32))
@pytest.mark.late
def test_a_world_looks_to_the_seat_as_the_real_one_does(game, seed):
    """Byte-equal views, the deck of the rules, hands that are where the deck dealt them."""
    rules, size = game.rules, game.rules.deck_size
    for seat in range(rules.players):
        for world in sampled_worlds(rules, game.state, seat, 3, seed):
            assert game.view(seat).tobytes() == view_of(rules, world, seat).tobytes()
            assert sorted(game.deck) == sorted(world.deck[:size].tolist())
            held = world.deck_index >= 0
            assert world.hands[held].tolist() == world.deck[world.deck_index[held]].tolist()
            assert rules.tables.tobytes() == world.rules.tobytes()


@examples(60, plain=15)
@given(games(), st.integers(0, 2**32))
def test_the_history_of_the_game_leads_to_every_world(game, seed):
    """The same actions on a world's deck are legal and end in that very world."""
    rules, size = game.rules, game.rules.deck_size
    seat = int(game.state.current_seat)
    for world in sampled_worlds(rules, game.state, seat, 3, seed):
        again = Game(rules, deck=world.deck[:size].tolist())
        for action in game.actions:
            again.act(action)
        world.deck[size:] = 0  # what the rules do not use
        assert again.states.tobytes() == world.tobytes()


@examples(60, plain=15)
@given(games(), st.integers(0, 2**32))
def test_a_world_keeps_the_deck_as_the_seat_knows_it(game, seed):
    """Known are the cards that others drew, and its own once they were played or discarded."""
    state = game.state
    for seat in range(game.rules.players):
        own = {int(age) for age in state.deck_index[seat] if age >= 0}
        known = [place for place in range(state.deck_drawn) if place not in own]
        filled = np.zeros(MAX_DECK, np.int16)
        fill_known_deck(filled, state, seat)
        within = filled[: game.rules.deck_size]
        assert known == np.flatnonzero(within != UNKNOWN_CARD).tolist()
        for world in sampled_worlds(game.rules, state, seat, 2, seed):
            assert [game.deck[place] for place in known] == world.deck[known].tolist()


@pytest.mark.parametrize("hinted", ["", ":R", ":2"])
@pytest.mark.late_but(1)
def test_hand_and_deck_are_as_likely_as_their_orders(hinted):
    """Against all orders of the hidden cards that the hint allows: hand and deck together.

    n = 200,000 (2,000 with JIT off), seed 22.
    """
    rules = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=1)
    state = position(rules, f"R2{hinted}", "Y1")
    hidden = [parse_card(rules, name) for name in ("R1", "R1", "R2", "Y1", "Y2")]
    allowed = int(state.possible[0, 0])
    weights = Counter(order for order in permutations(hidden) if allowed >> order[0] & 1)
    worlds = sampled_worlds(rules, state, 0, DRAWS, seed=22)
    orders = worlds["deck"][:, [0, *range(2, 6)]]
    found, counts = np.unique(orders, axis=0, return_counts=True)
    drawn = Counter(dict(zip(map(tuple, found.tolist()), counts.tolist(), strict=True)))
    assert_as_likely(drawn, weights)


def test_the_deck_of_a_standard_game_is_shuffled():
    """The last card of the deck is any unseen card; n = 200,000 (2,000 with JIT off), seed 23."""
    game = Game(seed=5)
    worlds = sampled_worlds(game.rules, game.state, 0, DRAWS, seed=23)
    left = list(unseen_counts(sight_of(game.rules, game.view(0))).values())
    for place in (0, 10, 49):
        counts = np.bincount(worlds["deck"][:, place], minlength=25)
        cards = [card for card in range(25) if left[card]]
        assert 0 == sum(counts[card] for card in range(25) if not left[card])
        assert chance_of(counts[cards], [left[card] for card in cards]) > FALSE_ALARM_RATE
