"""Kernels of the study of conventions: whole games observed and read, as played and at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.conventions.chains import (
    Reading,
)
from hanabilab.agents.conventions.deciding import decide
from hanabilab.agents.conventions.memory import (
    COUNT,
    MOST_PROMISES,
    note_of,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import read_for
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import fill_legal, is_legal
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng, draw_below

_HINTS_IN_100 = 60


@kernel
def replay_reading(
    state: State, actions: NDArray[np.int16], view: View, memory: Memory, reading: Reading
) -> None:
    """Play a game, and read for the seat to act after every action."""
    deal(state)
    look(view, state, 0)
    observe(view, memory)
    for turn in range(len(actions)):
        seat = int(state.current_seat)
        look(view, state, seat)
        read_for(reading, view, memory, seat)
        apply_action(state, int(actions[turn]))
        look(view, state, seat)
        observe(view, memory)


@kernel
def play_reading(state: State, view: View, memory: Memory, reading: Reading, rng: Rng) -> int:
    """Play a game of random legal actions, often hints, and ask the agent at every turn.

    Returns:
        How often the memory was out of bounds, or the agent's action illegal.
    """
    rules, faults = state.rules, 0
    legal = np.zeros(rules.num_actions, np.bool_)
    deal(state)
    look(view, state, 0)
    observe(view, memory)
    while state.status == RUNNING:
        fill_legal(legal, state)
        look(view, state, int(state.current_seat))
        faults += int(not is_legal(state, decide(view, memory)[0]))
        hint_wanted = draw_below(rng, 100) < _HINTS_IN_100 and state.information_tokens > 0
        action = draw_below(rng, rules.num_actions)
        while not legal[action] or (hint_wanted and rules.action_kind[action] <= PLAY):
            action = draw_below(rng, rules.num_actions)
        apply_action(state, action)
        look(view, state, 0)
        observe(view, memory)
        for seat in range(rules.num_players):
            look(view, state, seat)
            read_for(reading, view, memory, seat)
        faults += _faults(state, memory, reading)
    return faults


@kernel
def _faults(state: State, memory: Memory, reading: Reading) -> int:
    """How many of the bounds a memory leaves."""
    faults = int(memory[COUNT] < 0 or memory[COUNT] > MOST_PROMISES)
    for seat in range(state.rules.num_players):
        for slot in range(state.rules.hand_size):
            note = int(note_of(memory, seat * MAX_HAND + slot))
            held = state.deck_index[seat, slot] >= 0
            faults += int(note & ~int(state.possible[seat, slot]) != 0 or held != (note != 0))
            faults += int(held and reading[seat * MAX_HAND + slot] == 0)
    return faults
