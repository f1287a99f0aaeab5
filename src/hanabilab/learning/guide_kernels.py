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
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.actions import fill_legal
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_action, score
from hanabilab.game.layout import LayoutRow
from hanabilab.game.state import RUNNING
from hanabilab.game.view import View, look
from hanabilab.learning.stepping import Batch
from hanabilab.randomness import SEAT_STREAM, seed_rng
from hanabilab.search.rollouts import TO_THE_END, count_memories, play_out


class Guide(NamedTuple):
    """The native functions of a rule agent."""

    blueprint: Blueprint
    facts: Fill


class Reader(NamedTuple):
    """How a turn is turned into an observation; never changed.

    Attributes:
        guide: its functions.
        layout: LAYOUT row of HLE's vector.
        order: [N] which entry of the vector in its own order stands where in an observation.
    """

    guide: Guide
    layout: LayoutRow
    order: NDArray[np.int64]


class Tables(NamedTuple):
    """What kernels of whole games read and never change.

    Attributes:
        reader: of their turns.
        seed: of the decks.
        opening: [M] the guide's memory before the deal.
    """

    reader: Reader
    seed: int
    opening: NDArray[np.int64]


class GuidedBatch(NamedTuple):
    """The games and all that a learner reads of them; changed in place.

    Attributes:
        table: the games, as `VectorGames` has them, under the true names of colors; but an
            observation is HLE's vector, the guide's facts and its action as one-hot, and a reward
            is by how much the last action has changed the promise.
        proposals: [G] what the guide would do.
        promises: [G] score that the guide would reach from here.
        memory: [G, P, M] the guide's, one for each seat.
        rngs: [G, P, 2] the guide's generators.
    """

    table: Batch
    proposals: NDArray[np.int64]
    promises: NDArray[np.int16]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]


class Shown(NamedTuple):
    """What is shown of R games to the seats to act; filled.

    Attributes:
        observations: [R, N] HLE's vector, the guide's facts, its action as one-hot.
        legal: [R, A] what the seat may do.
        proposals: [R] what the guide would do.
    """

    observations: NDArray[np.float32]
    legal: NDArray[np.bool_]
    proposals: NDArray[np.int64]


class Seat(NamedTuple):
    """A seat to act, as the guide knows it.

    Attributes:
        seen: VIEW row.
        memory: [M] the guide's.
        rng: [2] the guide's generator, drawn from.
    """

    seen: View
    memory: NDArray[np.int64]
    rng: NDArray[np.uint64]


class Scratch(NamedTuple):
    """Room to work in: a game that is played out, and an observation in its own order."""

    states: NDArray[Any]  # [1]
    views: NDArray[Any]  # [P]
    memory: NDArray[np.int64]  # [P, M]
    rngs: NDArray[np.uint64]  # [P, 2]
    vector: NDArray[np.float32]  # [N]


@kernel
def show_row(
    shown: Shown, row: int, seat: Seat, reader: Reader, vector: NDArray[np.float32]
) -> None:
    """Write what a seat sees, may do, and would do as the guide.

    Args:
        shown: filled at `row`.
        row: of the game.
        seat: as the guide knows it.
        reader: of the turn.
        vector: [N] scratch.
    """
    guide, layout = reader.guide, reader.layout
    view, memory = seat.seen, seat.memory
    fill_legal(shown.legal[row], view)
    proposal = guide.blueprint.act(view, memory, seat.rng)
    shown.proposals[row] = proposal
    actions = len(vector) - view.rules.num_actions
    encode(vector[: layout.length], view, layout)
    guide.facts(view, memory, vector[layout.length : actions])
    vector[actions:] = 0
    vector[actions + proposal] = 1
    for entry, source in enumerate(reader.order):
        shown.observations[row, entry] = vector[source]


@kernel
def best_action(
    worth: NDArray[np.float32], legal: NDArray[np.bool_], proposal: int, threshold: float
) -> int:
    """The legal action that is worth most; the guide's, unless another is better by `threshold`.

    A tie goes to the guide, and else to the action of the lower id.

    Args:
        worth: [A] in points.
        legal: [A] which actions may be taken.
        proposal: what the guide would do.
        threshold: in points.
    """
    best, bar = proposal, np.float32(worth[proposal] + threshold)
    for action in range(len(worth)):
        if legal[action] and action != proposal and worth[action] > bar:
            best, bar = action, worth[action]
    return best


@kernel
def choose(
    worth: NDArray[np.float32],
    legal: NDArray[np.bool_],
    proposals: NDArray[np.int64],
    threshold: float,
) -> NDArray[np.int64]:
    """[G] the `best_action` of each game.

    Args:
        worth: [G, A] in points.
        legal: [G, A] which actions may be taken.
        proposals: [G] what the guide would do.
        threshold: in points.
    """
    chosen = np.empty(len(worth), np.int64)
    for row in range(len(worth)):
        chosen[row] = best_action(worth[row], legal[row], proposals[row], threshold)
    return chosen


@kernel
def start_all(batch: GuidedBatch, tables: Tables, scratch: Scratch) -> None:
    """Deal the game of `games` in each row."""
    for row in range(len(batch.promises)):
        _start(batch, tables, scratch, row)
        _show(batch, tables, scratch, row)


@kernel
def step_all(
    batch: GuidedBatch, tables: Tables, scratch: Scratch, actions: NDArray[np.int64]
) -> None:
    """Take a legal action in each game; where that ends it, deal the row's next game."""
    table = batch.table
    guide = tables.reader.guide
    for row in range(len(actions)):
        state, before = table.states[row], batch.promises[row]
        apply_action(state, actions[row])
        table.ended[row] = state.status != RUNNING
        if table.ended[row]:
            table.scores[row] = score(state)
            table.rewards[row] = table.scores[row] - before
            table.games[row] += len(actions)
            _start(batch, tables, scratch, row)
        else:
            observe_all(batch.memory[row], state, scratch.views[0], guide.blueprint.observe)
            # Who follows the guide keeps its promise: nothing needs to be played out.
            if actions[row] != batch.proposals[row]:
                batch.promises[row] = _promise(batch, guide, scratch, row)
            table.rewards[row] = batch.promises[row] - before
        _show(batch, tables, scratch, row)


@kernel
def label_rows(
    gains: NDArray[np.float32],
    rows: NDArray[np.int64],
    asked: NDArray[np.bool_],
    batch: GuidedBatch,
    guide: Guide,
    scratch: Scratch,
) -> None:
    """Say how much each action would change of the promise.

    The action is taken, and the guide plays on in all seats, in the true world and with the same
    random numbers.

    Args:
        gains: [R, A] filled, in points; 0 for what is not asked for, and for the guide's action.
        rows: [R] places of the games.
        asked: [R, A] which actions to try; they must be legal.
        batch: all games, which stay as they are.
        guide: who plays on.
        scratch: room to work in.
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
    copy_shared_fields(scratch.states[0], batch.table.states[row])
    copy_into(scratch.memory, batch.memory[row])
    copy_into(scratch.rngs, batch.rngs[row])


@kernel
def _play_copy_out(guide: Guide, scratch: Scratch) -> int:
    copies = count_memories(scratch.memory, guide.blueprint)
    memory, state, look_at = scratch.memory[:copies], scratch.states[0], scratch.views[0]
    return play_out(state, look_at, memory, scratch.rngs, TO_THE_END, guide.blueprint)


@inlined_kernel
def _start(batch: GuidedBatch, tables: Tables, scratch: Scratch, row: int) -> None:
    state, rngs, game = batch.table.states[row], batch.rngs[row], batch.table.games[row]
    guide = tables.reader.guide
    deal_seeded(state, tables.seed, game, rngs[0])
    for seat in range(len(rngs)):
        seed_rng(rngs[seat], tables.seed, game, SEAT_STREAM + seat)
    copy_into(batch.memory[row], tables.opening)
    observe_all(batch.memory[row], state, scratch.views[0], guide.blueprint.observe)
    batch.promises[row] = _promise(batch, guide, scratch, row)


@inlined_kernel
def _show(batch: GuidedBatch, tables: Tables, scratch: Scratch, row: int) -> None:
    """Show a game to its seat to act."""
    table = batch.table
    seat = int(table.states[row].current_seat)
    table.seats[row] = seat
    look(scratch.views[seat], table.states[row], seat)
    shown = Shown(table.observations, table.legal, batch.proposals)
    to_act = Seat(scratch.views[seat], batch.memory[row, seat], batch.rngs[row, seat])
    show_row(shown, row, to_act, tables.reader, scratch.vector)
