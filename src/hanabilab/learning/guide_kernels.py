"""Kernels of games beside a rule agent, the guide: what it would do, what it knows, what it scores.

Shapes: G games, P seats, M entries of the guide's memory, N entries of an observation, A actions.

Every seat keeps its own copy of the guide's memory, since actions off its conventions may be read
differently by different seats. The *promise* of a position is the score that the guide would reach
from there in all seats, under the true deck. No seat may know it; it serves to teach.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, inlined_kernel, kernel
from hanabilab.agents.facts import Fill
from hanabilab.agents.policy import Memory
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.actions import fill_legal
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_action, score
from hanabilab.game.layout import LayoutRow
from hanabilab.game.state import RUNNING
from hanabilab.game.view import View, look
from hanabilab.randomness import SEAT_STREAM, seed_rng
from hanabilab.search.rollouts import TO_THE_END, count_memories, play_out


class Guide(NamedTuple):
    """The native functions of a rule agent."""

    blueprint: Blueprint
    facts: Fill


class Tables(NamedTuple):
    """What kernels read and never change.

    Attributes:
        seed: of the decks.
        layout: LAYOUT row of HLE's vector.
        order: [N] which entry of the vector in its own order stands where in an observation.
        opening: [M] the guide's memory before the deal.
    """

    seed: int
    layout: LayoutRow
    order: NDArray[np.int64]
    opening: NDArray[np.int64]


class GuidedBatch(NamedTuple):
    """The games and all that a learner reads of them; changed in place.

    Attributes:
        states: [G] STATE rows.
        games: [G] index of the game that is played in each row.
        memory: [G, P, M] the guide's, one for each seat.
        rngs: [G, P, 2] the guide's generators.
        observations: [G, N] HLE's vector, the guide's facts, its action as one-hot.
        legal: [G, A] what the seat to act may do.
        proposals: [G] what the guide would do.
        promises: [G] score that the guide would reach from here.
        rewards: [G] by how much the last action has changed the promise.
        ended: [G] whether the last action ended a game, so that the row holds a new one.
        scores: [G] of the game that ended last in each row; -1 before the first.
    """

    states: NDArray[Any]
    games: NDArray[np.int64]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    observations: NDArray[np.float32]
    legal: NDArray[np.bool_]
    proposals: NDArray[np.int64]
    promises: NDArray[np.int16]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    scores: NDArray[np.int16]


class GuidedTurns(NamedTuple):
    """R games that wait for a seat: what it sees and remembers, and what is made of it.

    Attributes:
        observations: [R, N] filled.
        legal: [R, A] filled.
        proposals: [R] filled.
        views: [R] VIEW rows of the seats to act.
        memory: [R, M] of the seats.
        rngs: [R, 2] of the seats, drawn from.
    """

    observations: NDArray[np.float32]
    legal: NDArray[np.bool_]
    proposals: NDArray[np.int64]
    views: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]


class Scratch(NamedTuple):
    """Room to work in: a game that is played out, and an observation in its own order."""

    states: NDArray[Any]  # [1]
    views: NDArray[Any]  # [1]
    memory: NDArray[np.int64]  # [P, M]
    rngs: NDArray[np.uint64]  # [P, 2]
    vector: NDArray[np.float32]  # [N]


@kernel
def observe_guided(
    vector: NDArray[np.float32],
    view: View,
    memory: Memory,
    proposal: int,
    guide: Guide,
    layout: LayoutRow,
) -> None:
    """Fill `vector` [N]: HLE's entries, the guide's facts, and its action as one-hot."""
    actions = len(vector) - view.rules.num_actions
    encode(vector[: layout.length], view, layout)
    guide.facts(view, memory, vector[layout.length : actions])
    vector[actions:] = 0
    vector[actions + proposal] = 1


@kernel
def observe_turns(
    turns: GuidedTurns, guide: Guide, tables: Tables, vector: NDArray[np.float32]
) -> None:
    """Fill observations, legal actions and proposals of `turns`; `vector` [N] is scratch."""
    act = guide.blueprint.act
    for row in range(len(turns.views)):
        view, memory = turns.views[row], turns.memory[row]
        fill_legal(turns.legal[row], view)
        turns.proposals[row] = act(view, memory, turns.rngs[row])
        observe_guided(vector, view, memory, turns.proposals[row], guide, tables.layout)
        for place, entry in enumerate(tables.order):
            turns.observations[row, place] = vector[entry]


@kernel
def start_all(batch: GuidedBatch, tables: Tables, guide: Guide, scratch: Scratch) -> None:
    """Deal the game of `batch.games` in each row."""
    for row in range(len(batch.states)):
        _start(batch, tables, guide, scratch, row)
        _show(batch, tables, guide, scratch, row)


@kernel
def step_all(
    batch: GuidedBatch,
    tables: Tables,
    guide: Guide,
    scratch: Scratch,
    actions: NDArray[np.int64],
) -> None:
    """Take a legal action in each game; where that ends it, deal the row's next game."""
    for row in range(len(batch.states)):
        state, before = batch.states[row], batch.promises[row]
        apply_action(state, actions[row])
        batch.ended[row] = state.status != RUNNING
        if batch.ended[row]:
            batch.scores[row] = score(state)
            batch.rewards[row] = batch.scores[row] - before
            batch.games[row] += len(batch.states)
            _start(batch, tables, guide, scratch, row)
        else:
            observe_all(batch.memory[row], state, scratch.views[0], guide.blueprint.observe)
            # Who follows the guide keeps its promise: nothing needs to be played out.
            if actions[row] != batch.proposals[row]:
                batch.promises[row] = _promise(batch, guide, scratch, row)
            batch.rewards[row] = batch.promises[row] - before
        _show(batch, tables, guide, scratch, row)


@kernel
def label_rows(
    gains: NDArray[np.float32],
    rows: NDArray[np.int64],
    asked: NDArray[np.bool_],
    batch: GuidedBatch,
    guide: Guide,
    scratch: Scratch,
) -> None:
    """Fill `gains` [R, A]: what each action in the games `rows` [R] would change of the promise.

    The action is taken, and the guide plays on in all seats, in the true world and with the same
    random numbers. An action that is not asked for [R, A], and what the guide would do, gains 0;
    those that are asked for must be legal.
    """
    for index in range(len(rows)):
        row = rows[index]
        for action in range(gains.shape[1]):
            gains[index, action] = 0
            if asked[index, action] and action != batch.proposals[row]:
                reached = _play_out_after(batch, guide, scratch, row, action)
                gains[index, action] = reached - batch.promises[row]


@kernel
def _play_out_after(
    batch: GuidedBatch, guide: Guide, scratch: Scratch, row: int, action: int
) -> int:
    """The score if `action` is taken in a game and the guide plays on."""
    _copy_game(batch, scratch, row)
    state = scratch.states[0]
    apply_action(state, action)
    if state.status != RUNNING:
        return score(state)
    observe_all(scratch.memory, state, scratch.views[0], guide.blueprint.observe)
    return _play_copy_out(guide, scratch)


@kernel
def _promise(batch: GuidedBatch, guide: Guide, scratch: Scratch, row: int) -> int:
    """The score that the guide reaches in a game from now on."""
    _copy_game(batch, scratch, row)
    return _play_copy_out(guide, scratch)


@inlined_kernel
def _copy_game(batch: GuidedBatch, scratch: Scratch, row: int) -> None:
    copy_shared_fields(scratch.states[0], batch.states[row])
    copy_into(scratch.memory, batch.memory[row])
    copy_into(scratch.rngs, batch.rngs[row])


@kernel
def _play_copy_out(guide: Guide, scratch: Scratch) -> int:
    copies = count_memories(scratch.memory, guide.blueprint)
    memory, state, look_at = scratch.memory[:copies], scratch.states[0], scratch.views[0]
    return play_out(state, look_at, memory, scratch.rngs, TO_THE_END, guide.blueprint)


@inlined_kernel
def _start(batch: GuidedBatch, tables: Tables, guide: Guide, scratch: Scratch, row: int) -> None:
    state, rngs = batch.states[row], batch.rngs[row]
    deal_seeded(state, tables.seed, batch.games[row], rngs[0])
    for seat in range(len(rngs)):
        seed_rng(rngs[seat], tables.seed, batch.games[row], SEAT_STREAM + seat)
    copy_into(batch.memory[row], tables.opening)
    observe_all(batch.memory[row], state, scratch.views[0], guide.blueprint.observe)
    batch.promises[row] = _promise(batch, guide, scratch, row)


@inlined_kernel
def _show(batch: GuidedBatch, tables: Tables, guide: Guide, scratch: Scratch, row: int) -> None:
    """Write what the seat to act sees, may do, and would do as the guide."""
    state, view = batch.states[row], scratch.views[0]
    seat = int(state.current_seat)
    look(view, state, seat)
    fill_legal(batch.legal[row], state)
    memory, rng = batch.memory[row, seat], batch.rngs[row, seat]
    batch.proposals[row] = guide.blueprint.act(view, memory, rng)
    observe_guided(scratch.vector, view, memory, batch.proposals[row], guide, tables.layout)
    for place, entry in enumerate(tables.order):
        batch.observations[row, place] = scratch.vector[entry]
