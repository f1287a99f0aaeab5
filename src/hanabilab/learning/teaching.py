"""Kernels of a teacher: an agent that watches games of others, and says what it would do in them.

Shapes: G games, P seats, M size of the teacher's memory, S slots of all hands.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.view import look
from hanabilab.knowledge.slot_memory import CARDS, place_of
from hanabilab.randomness import Rng


class Lessons(NamedTuple):
    """What a teacher knows and says of G games; changed in place.

    Attributes:
        memory: [G, P, M] of its own for each seat: who is taught leaves its conventions, and then
            the seats would not come to the same.
        actions: [G] what it would do at the seat to act.
        inferences: [G, S] bit sets of what each slot can hold by its conventions as the seat to act
            knows it, that seat's slots first; all cards where it does not say.
        views: [1] a VIEW row, scratch.
    """

    memory: NDArray[np.int64]
    actions: NDArray[np.int64]
    inferences: NDArray[np.int64]
    views: NDArray[Any]


class TeacherKernels(NamedTuple):
    """The teacher itself.

    Attributes:
        blueprint: its native functions.
        openings: [P, M] memory before the deal.
        rng: its generator, drawn from.
    """

    blueprint: Blueprint
    openings: NDArray[np.int64]
    rng: Rng


@kernel
def teach(
    lessons: Lessons, states: NDArray[Any], started: NDArray[np.bool_], teacher: TeacherKernels
) -> None:
    """Take in the last action of each game, and say what to do next.

    Args:
        states: [G] STATE rows.
        started: [G] whether the game has just been dealt.
    """
    view, act, observe = lessons.views[0], teacher.blueprint.act, teacher.blueprint.observe
    for row in range(len(states)):
        state, memory = states[row], lessons.memory[row]
        if started[row]:
            copy_into(memory, teacher.openings)
        observe_all(memory, state, view, observe)
        seat = int(state.current_seat)
        look(view, state, seat)
        lessons.actions[row] = act(view, memory[seat], teacher.rng)


@kernel
def fill_inferences(lessons: Lessons, states: NDArray[Any]) -> None:
    """Fill `inferences` from memories that begin as `knowledge.slot_memory` says."""
    for row in range(len(states)):
        seat, place = int(states[row].current_seat), 0
        players, slots = states[row].rules.num_players, states[row].rules.hand_size
        for offset in range(players):
            for slot in range(slots):
                entry = place_of((seat + offset) % players, slot)
                lessons.inferences[row, place] = lessons.memory[row, seat, entry] & CARDS
                place += 1


@kernel
def show_seats(
    views: NDArray[Any], memory: NDArray[np.int64], lessons: Lessons, states: NDArray[Any]
) -> None:
    """Fill what the seat to act of each game sees, `views` [G], and remembers, `memory` [G, M]."""
    for row in range(len(states)):
        seat = int(states[row].current_seat)
        look(views[row], states[row], seat)
        copy_into(memory[row], lessons.memory[row, seat])
