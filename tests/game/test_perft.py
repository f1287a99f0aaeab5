"""The engine counts what the perft files say, and the files reach the corners of the rules."""

from __future__ import annotations

import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.game.cards import NO_CARD
from tests.perft.positions import count_naively, perft_files, read_positions

POSITIONS = {position.name: position for path in perft_files() for position in read_positions(path)}
#: Counts above this take too long without compiled kernels.
PLAIN_LIMIT = 1000


def deck_left(state):
    """Cards still to be drawn."""
    return state.rules.deck_size - state.deck_drawn


def empty_slots(state):
    """Slots without a card, of all seats."""
    rules = state.rules
    return int((state.hands[: rules.num_players, : rules.hand_size] == NO_CARD).sum())


def has_playable_five(state):
    """Whether the seat to act holds the last card of a suit, and it fits."""
    hand = [int(card) for card in state.hands[state.current_seat] if card != NO_CARD]
    return any(card % 5 == 4 and state.fireworks[card // 5] == 4 for card in hand)


#: What the positions are there for, by what their names begin with.
CORNERS = {
    "opening": lambda state: state.turn == 0,
    "no-tokens": lambda state: state.information_tokens == 0,
    "all-tokens": lambda state: state.information_tokens == 8,
    "five-at-eight": lambda state: state.information_tokens == 8 and has_playable_five(state),
    "five-at-seven": lambda state: state.information_tokens == 7 and has_playable_five(state),
    "one-life": lambda state: state.life_tokens == 1,
    "one-card-left": lambda state: deck_left(state) == 1,
    "last-card-drawn": lambda state: deck_left(state) == 0 and empty_slots(state) == 0,
    "last-round": lambda state: deck_left(state) == 0 and empty_slots(state) > 0,
    "last-turn": lambda state: state.turns_left == 1,
    "nearly-perfect": lambda state: state.points >= 23 and has_playable_five(state),
    "vacated-empty": lambda state: state.rules.draw_slot == 1 and empty_slots(state) > 0,
    "very-small-all-dealt": lambda state: deck_left(state) == 0 and state.turn == 0,
}


@pytest.mark.parametrize("corner", CORNERS)
def test_corners_are_reached(corner):
    """Each corner has positions, and they are what their names say."""
    games = [position.game() for name, position in POSITIONS.items() if name.startswith(corner)]
    assert games
    assert all(CORNERS[corner](game.state) and not game.is_over for game in games)


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_are_those_of_the_file(name):
    """Every depth that this lane can afford; the smallest is always among them."""
    counts = POSITIONS[name].counts
    affordable = {
        depth: count for depth, count in counts.items() if JIT_ENABLED or count <= PLAIN_LIMIT
    }
    assert affordable
    assert affordable == {depth: POSITIONS[name].count(depth) for depth in affordable}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_smallest_count_is_the_naive_one(name):
    """The counts of the files are not the engine's word alone."""
    depth, count = min(POSITIONS[name].counts.items())
    assert count == count_naively(POSITIONS[name], depth)
