"""Compiled agents asked in many positions of mini-Hanabi at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Memory, Observe
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.view import View, fill_known_deck, look
from hanabilab.randomness import seed_rng


class Positions(NamedTuple):
    """I positions, each as a deck and the actions that led there."""

    states: NDArray[Any]  # [I] STATE rows with rules and decks; played forward in place
    moves: NDArray[np.int64]  # [I, T] action ids so far, then -1


class Seen(NamedTuple):
    """What seats to act have seen, each in a position of its own; as in `agents.policy.Turns`."""

    views: NDArray[Any]  # [R] VIEW rows
    memory: NDArray[np.int64]  # [R, memory_size]
    rngs: NDArray[np.uint64]  # [R, 2]
    known_decks: NDArray[np.int16]  # [R, MAX_DECK]


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
    act, observe = blueprint.act, blueprint.observe
    memory, rng = opening.copy(), np.zeros(2, np.uint64)
    for index in range(len(answers)):
        _relive(views[0], memory, positions, index, opening, observe)
        seed_rng(rng, 0, 0, 0)  # the same dice for each answer
        answers[index] = act(views[0], memory, rng)


@kernel
def fill_seen(
    seen: Seen, positions: Positions, rows: NDArray[np.int64], opening: Memory, observe: Observe
) -> None:
    """What the seats to act have seen in some positions, for agents that Python asks.

    Args:
        seen: [R] to fill.
        positions: [I] all positions.
        rows: [R] which of them.
        opening: the memory at the start of a game.
        observe: the agent's.
    """
    for place in range(len(rows)):
        index = rows[place]
        view, memory = seen.views[place], seen.memory[place]
        _relive(view, memory, positions, index, opening, observe)
        fill_known_deck(seen.known_decks[place], positions.states[index], view.seat)
        seed_rng(seen.rngs[place], 0, 0, 0)


@kernel
def _relive(
    view: View,
    memory: Memory,
    positions: Positions,
    index: int,
    opening: Memory,
    observe: Observe,
) -> None:
    """Play one position from the deal on, as the seat that is to act there sees it."""
    state, moves = positions.states[index], positions.moves[index]
    deal(state)
    length = 0
    while length < len(moves) and moves[length] >= 0:
        length += 1
    seat = (int(state.current_seat) + length) % int(state.rules.num_players)
    copy_into(memory, opening)
    look(view, state, seat)
    observe(view, memory)
    for turn in range(length):
        apply_action(state, moves[turn])
        look(view, state, seat)
        observe(view, memory)
