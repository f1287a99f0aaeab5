"""A game played again under another deck: what seats see and remember then. Kernels.

Shapes: P players, M size of a policy's memory, T turns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.hand_range import card_at
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng


class Blueprint(NamedTuple):
    """The native functions of a compiled policy. Take them out before a loop that calls them."""

    act: Act
    observe: Observe
    memory_is_common: bool


class Held(NamedTuple):
    """Which hand is meant, at whatever turn."""

    holder: int  # the seat
    places: NDArray[np.int8]  # [MAX_HAND] in the deck, of the cards that it holds now


class Placement(NamedTuple):
    """Where the cards of a hand were in a view of an earlier turn, or in T views.

    A card that has been used since stands in the view already: its slot there is -1.
    """

    holder: int
    moved_from: NDArray[np.int64]  # [MAX_HAND] or [T, MAX_HAND] slots in the packed hand, or -1


@kernel
def observe_all(memory: NDArray[np.int64], state: State, look_at: View, observe: Observe) -> None:
    """Let every seat's memory [P, M] take in what has just happened."""
    for seat in range(state.rules.num_players):
        look(look_at, state, seat)
        observe(look_at, memory[seat])


@kernel
def recall(
    past: State,
    memory: NDArray[np.int64],
    deck: NDArray[np.int16],
    actions: NDArray[np.int16],
    look_at: View,
    observe: Observe,
) -> None:
    """Play `actions` from the deal on, as if the deck were `deck`.

    Args:
        past: STATE row with the rules set; filled with the position.
        memory: [P, M] as at the start of a game; filled with what each seat remembers.
        look_at: VIEW row with the rules set, scratch.
    """
    copy_into(past.deck, deck)
    deal(past)
    remembers = memory.shape[1] > 0
    if remembers:
        observe_all(memory, past, look_at, observe)
    for turn in range(len(actions)):
        apply_action(past, actions[turn])
        if remembers:
            observe_all(memory, past, look_at, observe)


@kernel
def fill_moves(moved_from: NDArray[np.int64], past: State, held: Held) -> None:
    """For each slot that the holder has in `past`, the slot that its card is in now, or -1."""
    holder, places = held
    for slot in range(MAX_HAND):
        moved_from[slot] = -1
        if past.hands[holder, slot] != NO_CARD:
            for place in range(MAX_HAND):
                if places[place] == past.deck_index[holder, slot]:
                    moved_from[slot] = place


@kernel
def hold(view: View, packed: int, holder: int, moved_from: NDArray[np.int64]) -> None:
    """Put the cards of `packed` into the hand of `holder`; slots with -1 in `moved_from` stay."""
    for slot in range(view.rules.hand_size):
        if moved_from[slot] >= 0:
            view.hands[holder, slot] = card_at(packed, moved_from[slot])


@kernel
def watch(
    views: NDArray[Any],
    moves: NDArray[np.int64],
    past: State,
    actions: NDArray[np.int16],
    viewer: int,
    held: Held,
) -> None:
    """Fill `views` [T] with what `viewer` sees of `past` and after each action that follows.

    Args:
        views: [T] VIEW rows with the rules set.
        moves: [T, MAX_HAND] filled as by `fill_moves`.
        past: STATE row, which is played on.
        actions: [T - 1] action ids from there.
        viewer: the seat.
        held: the hand that is followed.
    """
    for turn in range(len(views)):
        look(views[turn], past, viewer)
        fill_moves(moves[turn], past, held)
        if turn < len(actions):
            apply_action(past, actions[turn])


@kernel
def find_first_deviation(
    past: State,
    memory: NDArray[np.int64],
    actions: NDArray[np.int16],
    seat: int,
    look_at: View,
    blueprint: Blueprint,
    rng: Rng,
) -> int:
    """The first of `actions` that is by `seat` and not its policy's; their number if none is.

    Args:
        past: STATE row after the deal, which is played on.
        memory: [M] as at the start of a game; changed.
    """
    act, observe = blueprint.act, blueprint.observe
    for turn in range(len(actions)):
        look(look_at, past, seat)
        observe(look_at, memory)
        if past.current_seat == seat and act(look_at, memory, rng) != actions[turn]:
            return turn
        apply_action(past, actions[turn])
    return len(actions)
