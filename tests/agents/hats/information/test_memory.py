"""What all know: the same for every seat, true, and never nothing, whoever else is at the table."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats.information.board import (
    board_before_discard,
    exclude_playable,
    public_board,
)
from hanabilab.agents.hats.information.codes import code_of_hint, count_codes
from hanabilab.agents.hats.information.exchange import (
    choose_discard,
    choose_hint,
    code_of_discard,
    exchange,
)
from hanabilab.agents.hats.information.turn import (
    DISCARDS_BY_CODE,
    HINTS_FIRST,
    HINTS_SPARE,
    decide,
)
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.slot_memory import NUM_PLACES
from tests.agents.hats.information.table import Table
from tests.strategies import examples, rules, seeds

GAMES = 10 if JIT_ENABLED else 1


def require_equal_copies(table: Table) -> None:
    """All seats remember the same."""
    for memory in table.memory[1:]:
        np.testing.assert_array_equal(table.memory[0], memory)


def require_truth(table: Table) -> None:
    """Every card is one of those that all hold possible."""
    for seat in range(table.game.rules.players):
        for slot, cards in enumerate(table.hand(seat)):
            card = int(table.game.state.hands[seat, slot])
            assert (0 if card < 0 else 1) == (int(cards) >> card & 1 if card >= 0 else int(cards))


def require_something(table: Table) -> None:
    """By every copy, a card can be something, and an empty slot nothing."""
    held = table.game.state.deck_index >= 0
    for memory in table.memory:
        hands = memory[:NUM_PLACES].reshape(held.shape)
        np.testing.assert_array_equal(held, hands != 0)


# --- Self-play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(1)
def test_all_seats_remember_the_same_and_the_truth(players):
    """After every action of 10 games (1 with JIT off); seeds 0 to 9."""
    for seed in range(GAMES):
        table = Table(Game(Rules(players=players), seed=seed))
        while not table.game.is_over:
            table.act()
            require_equal_copies(table)
            require_truth(table)


@examples(60, plain=10)
@given(rules(), seeds())
@pytest.mark.late
def test_all_seats_remember_the_same_by_any_rules(any_rules, seed):
    """Also where hands run empty, hints cannot be given, or nothing may be discarded."""
    table = Table(Game(any_rules, seed=seed))
    while not table.game.is_over:
        table.act()
        require_equal_copies(table)
        require_truth(table)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(1)
def test_deciding_and_observing_come_to_the_same(players):
    """What the actor expects all to know by its code is what each seat then makes of the code."""
    for seed in range(GAMES):
        table = Table(Game(Rules(players=players), seed=seed))
        while not table.game.is_over:
            before, view = table.memory[table.seat].copy(), table.game.view()
            action, branch = decide(view, before)
            expected = np.zeros(NUM_PLACES, np.int64)
            if HINTS_FIRST <= branch <= HINTS_SPARE:
                choose_hint(expected, before, view, public_board(view))
            elif branch == DISCARDS_BY_CODE:
                choose_discard(expected, before, view, public_board(view))
            table.act(int(action))
            if expected.any():
                for seat in range(players):
                    known = after_code(before, table.game.view(seat))
                    np.testing.assert_array_equal(expected, known)


def after_code(before, view):
    """What a seat makes of the code of the last action, before its words or card are seen."""
    hands = before.copy()
    if view.last_card < 0:
        board = public_board(view)
        code = code_of_hint(hands, view, board)
        total = count_codes(hands, view, board, view.last_seat)
    else:
        board = board_before_discard(view, before)
        if view.information_tokens > 1:
            exclude_playable(hands, view, view.last_seat)
        code, total = code_of_discard(hands, view, board)
    exchange(hands, view, board, view.last_seat, code, total)
    return hands[:NUM_PLACES]


# --- Partners off the convention -----------------------------------------------------------------


def play_off_convention(any_rules: Rules, seed: int, random: Random, skill: float) -> Table:
    """A game in which every turn is the agent's own with probability `skill`, else any legal one.

    The agent is asked at every turn, and must always have a legal answer.
    """
    table = Table(Game(any_rules, seed=seed))
    while not table.game.is_over:
        legal, action = table.game.legal_actions(), table.choose()
        assert action in legal
        table.act(action if random.random() < skill else random.choice(legal))
        require_something(table)
        if any_rules.players == 2:
            require_equal_copies(table)
    return table


@examples(100, plain=15)
@given(rules(), seeds(), st.integers(0, 2**32), st.sampled_from([0.0, 0.5, 0.9]))
@pytest.mark.late
def test_it_acts_legally_whatever_others_do(any_rules, seed, luck, skill):
    """Any rules, any play; and two seats know the same however both depart from the convention."""
    play_off_convention(any_rules, seed, Random(luck), skill)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(1)
def test_it_acts_legally_when_searched(players):
    """Standard games in which one action in ten is another than its own; seeds 0 to 9."""
    for seed in range(GAMES):
        play_off_convention(Rules(players=players), seed, Random(seed), 0.9)
