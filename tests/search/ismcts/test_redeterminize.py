"""Re-determinization: what another seat acts on agrees with all that it sees, and is as likely."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_card
from hanabilab.randomness import draw_below
from hanabilab.search.ismcts.redeterminize import imagine_card, redeal
from tests.agents.samples import position, view_of
from tests.beliefs.exact import assert_as_likely, exact_hands, new_rng
from tests.strategies import examples, games
from tests.tables import card_words

DRAWS = 60_000 if JIT_ENABLED else 1_500


def copy_of(game):
    """A STATE row to be changed."""
    world = new_states(game.rules, 1)
    world[:] = game.states
    return world[0]


def is_consistent(rules, world) -> bool:
    """Whether hands are where the deck dealt them, and the deck is the rules' deck."""
    held = world.deck_index >= 0
    dealt = world.hands[held].tolist() == world.deck[world.deck_index[held]].tolist()
    deck = sorted(world.deck[: rules.deck_size].tolist())
    return dealt and deck == rules.tables.sorted_deck[: rules.deck_size].tolist()


@examples(150, plain=40)
@given(games(), st.integers(0, 2**32))
def test_a_hand_dealt_anew_is_one_that_the_seat_may_believe_in(game, seed):
    """It sees the same as before, byte for byte, and no hint forbids what it now holds."""
    rules, seat = game.rules, int(game.state.current_seat)
    world, rng = copy_of(game), new_rng(seed)
    for _ in range(3):
        redeal(world, new_views(rules, 1)[0], np.zeros(SCRATCH_SIZE, np.int64), rng)
        assert game.view(seat).tobytes() == view_of(rules, world, seat).tobytes()
        assert is_consistent(rules, world)
        for slot in range(rules.hand_size):
            if world.hands[seat, slot] >= 0:
                assert int(world.possible[seat, slot]) >> int(world.hands[seat, slot]) & 1


@examples(100, plain=25)
@given(games(running=True), st.integers(0, 5), st.integers(0, 2**32))
def test_an_imagined_card_agrees_with_what_the_seat_sees(game, place, seed):
    """As above; and of its other cards one may have changed, if it held the last copy."""
    rules, seat = game.rules, int(game.state.current_seat)
    slots = [slot for slot in range(rules.hand_size) if game.state.hands[seat, slot] >= 0]
    assume(slots)
    slot = slots[place % len(slots)]
    world = copy_of(game)
    imagine_card(
        world, slot, new_views(rules, 1)[0], np.zeros(SCRATCH_SIZE, np.int64), new_rng(seed)
    )
    assert game.view(seat).tobytes() == view_of(rules, world, seat).tobytes()
    assert is_consistent(rules, world)
    card, before = world.hands[seat, slot], game.state.hands[seat]
    assert int(world.possible[seat, slot]) >> int(card) & 1
    changed = [
        other for other in slots if other != slot and world.hands[seat, other] != before[other]
    ]
    in_deck = card in game.state.deck[game.state.deck_drawn : rules.deck_size]
    assert len(changed) <= (0 if in_deck else 1)
    for other in changed:
        assert before[other] == card
        assert int(world.possible[seat, other]) >> int(world.hands[seat, other]) & 1


@kernel
def imagine_often(found, worlds, slot, look_at, scratch, rng):
    """Shuffle the deck, imagine a card: fill `found` [N, 2] with it and the next card of the deck.

    `worlds` are [2] STATE rows: the position, and scratch.
    """
    world = worlds[1]
    for index in range(len(found)):
        worlds[1] = worlds[0]
        size = int(world.rules.deck_size)
        for place in range(int(world.deck_drawn), size):
            other = place + draw_below(rng, size - place)
            world.deck[place], world.deck[other] = world.deck[other], world.deck[place]
        imagine_card(world, slot, look_at, scratch, rng)
        found[index, 0] = world.hands[world.current_seat, slot]
        found[index, 1] = world.deck[world.deck_drawn]


THREE = Rules(suits=2, hand_size=3)


@pytest.mark.parametrize(
    ("own", "slot"), [("R1 R5:R Y5:5", 1), ("R5:5 Y2 R2:R", 0), ("R1 Y1 Y2", 2)]
)
def test_imagined_cards_are_as_likely_as_in_whole_hands(own, slot):
    """And the deck stays in random order; n = 60,000 (1,500 with JIT off), seed 31.

    The card is that of the slot in all hands that the seat may hold. The next card is any of those
    in the deck, where it has changed places with the true card, if it was there.
    """
    state = position(THREE, own, "R1 Y1 R2")
    view = view_of(THREE, state, 0)
    chances = Counter()
    for hand, ways in exact_hands(THREE, view).items():
        chances[hand[slot]] += ways
    deck = Counter(state.deck[int(state.deck_drawn) : THREE.deck_size].tolist())
    true_card, weights = int(state.hands[0, slot]), Counter()
    for card, ways in chances.items():
        behind = deck - Counter([card]) + Counter([true_card]) if deck[card] else deck
        for other, copies in behind.items():
            weights[card, other] += ways * copies
    found = np.zeros((DRAWS, 2), np.int64)
    worlds = new_states(THREE, 2)
    worlds[0] = worlds[1] = state
    look_at, scratch = new_views(THREE, 1)[0], np.zeros(SCRATCH_SIZE, np.int64)
    imagine_often(found, worlds, slot, look_at, scratch, new_rng(31))
    pairs, counts = np.unique(found, axis=0, return_counts=True)
    drawn = Counter(dict(zip(map(tuple, pairs.tolist()), counts.tolist(), strict=True)))
    assert_as_likely(drawn, weights)


def imagined_hands(rules, state, slot) -> set[str]:
    """All hands of the seat to act that imagining a card leads to, over 200 seeds."""
    hands = set()
    for seed in range(200):
        world = new_states(rules, 1)
        world[0] = state
        look_at, scratch = new_views(rules, 1)[0], np.zeros(SCRATCH_SIZE, np.int64)
        imagine_card(world[0], slot, look_at, scratch, new_rng(seed))
        hands.add(card_words(rules, world[0].hands[0][: rules.hand_size]))
    return hands


def test_cards_that_the_seat_may_confuse_change_places():
    """Two fives that it cannot tell apart, both in its hand."""
    state = position(THREE, "R5:5 Y5:5 R2:R2", "R1 Y1 Y2")
    assert imagined_hands(THREE, state, 0) == {"R5 Y5 R2", "Y5 R5 R2"}
    assert imagined_hands(THREE, state, 2) == {"R5 Y5 R2"}


def test_a_card_that_hints_forbid_in_the_other_slot_goes_to_the_deck():
    """Slot 0 may be any red, slot 1 any five: where slot 0 takes R5, R4 cannot be slot 1's."""
    rules = Rules(suits=2, hand_size=2)
    state = position(rules, "R4:R R5:5", "R1 Y1")
    hands = imagined_hands(rules, state, 0)
    assert {"R5 Y5", "R4 R5", "R1 R5", "R2 R5", "R3 R5"} == hands


def test_what_cannot_be_repaired_is_left_alone():
    """Slot 0 may be R5, but then slot 1 would have to be Y5, which seat 1 has: it never is."""
    rules = Rules(suits=2, hand_size=2)
    state = position(rules, "R4:R R5:5", "R1 Y5")
    assert {"R4 R5", "R1 R5", "R2 R5", "R3 R5"} == imagined_hands(rules, state, 0)
    assert parse_card(rules, "R5") == state.hands[0, 1]
