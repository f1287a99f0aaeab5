"""Worlds that go on until a seat is to act again, and what it has seen by then. Kernels.

All other seats act as a blueprint does. Worlds that the seat cannot tell apart share a digest.
Shapes: W worlds, P players, M size of the blueprint's memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.engine import apply_action
from hanabilab.game.state import COMPLETED, RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng, mix
from hanabilab.search.endgame.playing import deal_hand, next_order
from hanabilab.search.rollouts import FAILED, Position, Workspace, play_out


class Worlds(NamedTuple):
    """Worlds at one turn of the seat."""

    states: NDArray[Any]  # [W] STATE rows
    memory: NDArray[np.int64]  # [W, P, M] what seats remember
    ways: NDArray[np.int64]  # [W] to deal each
    seen: NDArray[np.uint64]  # [W] equal where the seat has seen the same since the turn before


@kernel
def fill_worlds(
    worlds: Worlds,
    packed_hands: NDArray[np.int32],
    position: Position,
    workspace: Workspace,
    blueprint: Blueprint,
    rng: Rng,
    most: int,
) -> int:
    """All worlds of a range: each hand, each order of the deck.

    Args:
        worlds: filled, as many as there is room for.
        packed_hands: [N] the range.
        position: what the seat to act sees.
        workspace: scratch.
        blueprint: whose memory is kept.
        rng: scratch.
        most: worlds that are of use.

    Returns:
        How many worlds there are, be there room or not; one more than `most` if there are more.
    """
    world, memory, count = workspace.world, workspace.world_memory, 0
    for packed in packed_hands:
        ways = deal_hand(int(packed), position, workspace, blueprint.observe, rng)
        if ways == 0:
            continue
        deck = world.deck[world.deck_drawn : world.rules.deck_size]
        while True:
            if count < len(worlds.ways):
                copy_shared_fields(worlds.states[count], world)
                copy_into(worlds.memory[count], memory)
                worlds.ways[count] = ways
            count += 1
            if count > most:
                return count
            if not next_order(deck):
                break
    return count


@kernel
def follow_reply(
    after: Worlds,
    worlds: Worlds,
    rows: NDArray[np.int64],
    action: int,
    look_at: View,
    rng: Rng,
    blueprint: Blueprint,
) -> bool:
    """Let the seat to act take `action` in some worlds, and the others act until its next turn.

    Args:
        after: filled from the front, a world for each of `rows`.
        worlds: before.
        rows: [R] which of them.
        action: of the seat.
        look_at: VIEW row with the rules set; scratch.
        rng: scratch.
        blueprint: acts in the other seats.

    Returns:
        False if an action was illegal.
    """
    act, observe = blueprint.act, blueprint.observe
    for place in range(len(rows)):
        row = rows[place]
        state, memory = after.states[place], after.memory[place]
        copy_shared_fields(state, worlds.states[row])
        copy_into(memory, worlds.memory[row])
        after.ways[place] = worlds.ways[row]
        seat, next_action, seen = int(state.current_seat), action, np.uint64(0)
        while True:
            drawn = int(state.deck_drawn)
            if not apply_action(state, next_action):
                return False
            if memory.shape[1] > 0:
                observe_all(memory, state, look_at, observe)
            seen = _note(seen, state, seat, drawn)
            if state.status != RUNNING or state.current_seat == seat:
                break
            look(look_at, state, int(state.current_seat))
            next_action = act(look_at, memory[state.current_seat], rng)
        after.seen[place] = seen
    return True


@kernel
def _note(seen: np.uint64, state: State, seat: int, drawn: int) -> np.uint64:
    """What a seat has seen, and the last action, whose card it sees drawn unless it is its own."""
    word = mix(
        seen ^ np.uint64(state.last_action + 1) ^ np.uint64(state.last_touched) << np.uint64(16)
    )
    word = mix(word ^ np.uint64(state.last_card + 1))
    if state.deck_drawn > drawn and state.last_seat != seat:
        word = mix(word ^ np.uint64(state.deck[drawn] + 1) << np.uint64(32))
    return word


@kernel
def play_worlds(
    worlds: Worlds,
    rows: NDArray[np.int64],
    state: State,
    memory: NDArray[np.int64],
    look_at: View,
    rngs: NDArray[np.uint64],
    blueprint: Blueprint,
) -> tuple[int, int]:
    """Wins and points, in ways, if all seats play some worlds to their end.

    Args:
        worlds: not changed.
        rows: [R] which of them.
        state: STATE row with the rules set; scratch.
        memory: [P, M] scratch.
        look_at: VIEW row with the rules set; scratch.
        rngs: [P, 2] scratch.
        blueprint: plays.

    Returns:
        The sums; FAILED twice if it acts illegally.
    """
    wins, points = 0, 0
    for row in rows:
        copy_shared_fields(state, worlds.states[row])
        copy_into(memory, worlds.memory[row])
        scored = play_out(state, look_at, memory, rngs, 1 << 30, blueprint)
        if scored == FAILED:
            return FAILED, FAILED
        wins += worlds.ways[row] * int(state.status == COMPLETED)
        points += worlds.ways[row] * scored
    return wins, points
