"""Kernels that play a position of a game on, many times, with the rest of its deck shuffled.

Shapes: R games that go on, P players, M memory of the agent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, copy_shared_fields, kernel
from hanabilab.agents.policy import Observe
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.dealing import deal, shuffle
from hanabilab.game.engine import apply_action
from hanabilab.randomness import LUCK_STREAM, SEAT_STREAM, seed_rng
from hanabilab.search.rollouts import FAILED, TO_THE_END, play_out


class Table(NamedTuple):
    """A game that is followed, and one that goes on from where it stands."""

    states: NDArray[Any]  # [2] STATE rows
    memory: NDArray[np.int64]  # [2, P, M]
    views: NDArray[Any]  # [1] VIEW row, scratch
    rngs: NDArray[np.uint64]  # [P, 2] of the game that goes on


@kernel
def begin(table: Table, deck: NDArray[np.int16], observe: Observe) -> None:
    """Deal the game that is followed; its memory must be as at the start of a game."""
    state = table.states[0]
    copy_into(state.deck[: len(deck)], deck)
    deal(state)
    if table.memory.shape[2] > 0:
        observe_all(table.memory[0], state, table.views[0], observe)


@kernel
def follow(table: Table, action: int, observe: Observe) -> bool:
    """Take an action in the game that is followed; whether it used the deck."""
    state = table.states[0]
    drawn = int(state.deck_drawn)
    apply_action(state, action)
    if table.memory.shape[2] > 0:
        observe_all(table.memory[0], state, table.views[0], observe)
    return state.deck_drawn > drawn


@kernel
def play_rest(
    scores: NDArray[np.float64],
    counted: Table,
    blueprint: Blueprint,
    action: int,
    seed: int,
    number: int,
) -> bool:
    """Play the game that is followed on, each time with another order of its deck.

    Args:
        scores: [R] filled. Orders and dice of place r depend on `seed`, `number`, r and R alone,
            so what differs between two calls differs by the action.
        counted: the game that is followed stays; the rest is scratch.
        blueprint: acts in all seats.
        action: what the seat to act does first; NO_ACTION to leave that to the blueprint.
        seed: of orders and dice.
        number: of the orders.

    Returns:
        False if the blueprint chose an illegal action.
    """
    table = borrow(counted)
    past, rest = table.states[0], table.states[1]
    memory, rngs = table.memory[1], table.rngs
    drawn, size = int(past.deck_drawn), int(past.rules.deck_size)
    for index in range(len(scores)):
        copy_shared_fields(rest, past)
        copy_into(rest.deck, past.deck)
        copy_into(memory, table.memory[0])
        seed_rng(rngs[0], seed, index, LUCK_STREAM + number)
        shuffle(rest.deck[drawn:size], size - drawn, rngs[0])
        for seat in range(len(rngs)):
            seed_rng(rngs[seat], seed, number * len(scores) + index, SEAT_STREAM + seat)
        if action != NO_ACTION:
            apply_action(rest, action)
            if memory.shape[1] > 0:
                observe_all(memory, rest, table.views[0], blueprint.observe)
        found = play_out(rest, table.views[0], memory, rngs, TO_THE_END, blueprint)
        if found == FAILED:
            return False
        scores[index] = found
    return True
