"""What a seat makes of its own hand, on boards of five cards set up by hand."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents.hats.information.board import Board, knows_one_of, useless_slots
from hanabilab.agents.hats.information.own_hand import is_above, likeliest_play

# Cards 0 and 1 are playable, 2 and 3 useless, 4 neither; of 0 and 2 three copies are left.
BOARD = Board(playable=0b00011, useless=0b01100, copies=(0b11111, 0b00101, 0b00101))


def hand(*sets: set[int]) -> np.ndarray:
    """A hand by what its cards can be."""
    return np.array([sum(1 << card for card in cards) for cards in sets], np.int64)


@pytest.mark.parametrize(
    ("expected", "cards"),
    [(True, {0, 1, 3}), (False, {0, 3}), (False, {0, 2}), (True, {1}), (False, {4})],
)
def test_a_card_is_tried_above_a_chance(expected, cards):
    """Of 75 %: 4 of 5 copies are playable, 3 of 4, 3 of 6, all, none."""
    assert expected == is_above(75, hand(cards)[0], BOARD)


@pytest.mark.parametrize(
    ("expected", "among", "sets"),
    [
        (1, {0, 1, 2, 3, 4}, [{0, 2}, {0, 3}, {0, 4}]),
        (2, {0, 1, 2, 3}, [{0, 4}, {0, 2}, {0, 3}]),
        (1, {0, 1, 2, 3}, [set(), {0, 2}, {0, 2}]),
        (-1, {0, 1, 2, 3}, [{4}, {0, 4}]),
        (0, {0, 1, 2, 3, 4}, [{4}, {2}]),
    ],
)
def test_the_likeliest_play_is_found(expected, among, sets):
    """Of the slots that hold nothing else; ties go to the lowest; also if none can be playable."""
    assert expected == likeliest_play(hand(*sets), BOARD, int(hand(among)[0]))


@pytest.mark.parametrize(
    ("expected", "sets"),
    [
        ([], [{0}, {1}, {0, 2}]),
        ([0, 2], [{2}, {0}, {2, 3}]),
        ([0, 3], [{0}, {1}, {0, 1}, {0}]),
        ([0, 1, 2], [{4}, {4}, {4}]),
        ([1], [set(), {3}]),
    ],
)
def test_useless_are_the_dead_and_the_twins(expected, sets):
    """Certainly useless, or named and held more than once: then all of them."""
    slots = int(useless_slots(hand(*sets), BOARD))
    assert expected == [slot for slot in range(len(sets)) if slots >> slot & 1]


def test_an_empty_slot_knows_nothing():
    """It does not count as playable."""
    assert not knows_one_of(hand(set(), {0, 4}), BOARD.playable)
    assert knows_one_of(hand(set(), {0, 1}), BOARD.playable)
