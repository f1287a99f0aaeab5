"""Compiled agents asked in many positions of mini-Hanabi at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Memory
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.view import look
from hanabilab.randomness import seed_rng


class Positions(NamedTuple):
    """I positions, each as a deck and the actions that led there."""

    states: NDArray[Any]  # [I] STATE rows with rules and decks; played forward in place
    moves: NDArray[np.int64]  # [I, T] action ids so far, then -1


@kernel
def fill_answers(
    answers: NDArray[np.int64],
    positions: Positions,
    views: NDArray[Any],
    opening: Memory,
    blueprint: Blueprint,
) -> None:
    """What the seat to act does in each position; its memory has taken in the whole game.

    Args:
        answers: [I] action ids, to fill.
        positions: where the agent is asked.
        views: [1] scratch.
        opening: the memory at the start of a game.
        blueprint: the agent.
    """
    states, moves = positions
    act, observe = blueprint.act, blueprint.observe
    memory, rng = opening.copy(), np.zeros(2, np.uint64)
    for index in range(len(answers)):
        state, view = states[index], views[0]
        deal(state)
        length = 0
        while length < moves.shape[1] and moves[index, length] >= 0:
            length += 1
        seat = (int(state.current_seat) + length) % int(state.rules.num_players)
        copy_into(memory, opening)
        look(view, state, seat)
        observe(view, memory)
        for turn in range(length):
            apply_action(state, moves[index, turn])
            look(view, state, seat)
            observe(view, memory)
        seed_rng(rng, 0, 0, 0)  # the same dice for each answer
        answers[index] = act(view, memory, rng)
