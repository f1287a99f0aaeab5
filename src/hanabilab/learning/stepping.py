"""Kernels of the vector environment: many games step, start again and are encoded in place.

Shapes: G games, P seats, A actions, N entries of an observation, K permutations of colors.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_shared_fields, inlined_kernel, kernel, prefetch
from hanabilab.game.actions import fill_legal
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_by, score
from hanabilab.game.layout import LayoutRow
from hanabilab.game.state import RUNNING
from hanabilab.game.view import look
from hanabilab.randomness import Rng, draw_below, seed_rng

#: The stream of a game that draws the names of its colors.
NAMES_STREAM = 64


class Tables(NamedTuple):
    """What a step reads and never changes.

    Attributes:
        seed: of the decks.
        layout: LAYOUT row of the observation.
        entries: [K, N] which entry of the true observation stands where, for each permutation.
        told: [K, A] the true action that an action means under each permutation.
    """

    seed: int
    layout: LayoutRow
    entries: NDArray[np.int32]
    told: NDArray[np.int16]


class Batch(NamedTuple):
    """The games and all that a learner reads of them; changed in place.

    Attributes:
        states: [G] STATE rows.
        games: [G] index of the game that is played in each row.
        names: [G, P] which permutation each seat sees colors under.
        observations: [G, N] what the seat to act sees.
        legal: [G, A] what it may do.
        seats: [G] who it is.
        rewards: [G] points that the last action brought; what was on the table less, if it lost.
        ended: [G] whether the last action ended a game, so that the row holds a new one.
        scores: [G] of the game that ended last in each row; -1 before the first.
    """

    states: NDArray[Any]
    games: NDArray[np.int64]
    names: NDArray[np.int32]
    observations: NDArray[Any]
    legal: NDArray[np.bool_]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    scores: NDArray[np.int16]


class Scratch(NamedTuple):
    """Room to work in.

    Attributes:
        views: [1] a VIEW row.
        vector: [N] an observation under the true names.
        legal: [A] actions under the true names.
        rng: a generator.
    """

    views: NDArray[Any]
    vector: NDArray[Any]
    legal: NDArray[np.bool_]
    rng: Rng


@kernel
def start_all(batch: Batch, tables: Tables, scratch: Scratch) -> None:
    """Deal the game of `batch.games` in each row."""
    for row in range(len(batch.states)):
        _start(batch, tables, scratch, row)
        _show(batch, tables, scratch, row)


@kernel
def find_illegal(legal: NDArray[np.bool_], actions: NDArray[np.int64]) -> int:
    """The first row whose action is illegal; -1 if there is none."""
    for row in range(len(actions)):
        if not 0 <= actions[row] < legal.shape[1] or not legal[row, actions[row]]:
            return row
    return -1


@kernel
def step_all(batch: Batch, tables: Tables, scratch: Scratch, actions: NDArray[np.int64]) -> None:
    """Take a legal action in each game; where that ends it, deal the row's next game."""
    batch, scratch = _borrowed(batch), _scratch_borrowed(scratch)
    rules = batch.states[0].rules  # of all rows: a processor's cache cannot hold those of each
    for row in range(len(batch.states)):
        prefetch(batch.states, row, "left", "possible")
        state = batch.states[row]
        before = score(state)
        apply_by(rules, state, _meant(batch, tables, actions, row))
        after = score(state)
        batch.rewards[row] = after - before
        batch.ended[row] = state.status != RUNNING
        if batch.ended[row]:
            batch.scores[row] = after
            batch.games[row] += len(batch.states)
            _start(batch, tables, scratch, row)
        _show(batch, tables, scratch, row)


@kernel
def start_rows(batch: Batch, tables: Tables, scratch: Scratch, rows: NDArray[np.int64]) -> None:
    """Deal the game of `batch.games` in each of `rows` [R], and show it."""
    for row in rows:
        _start(batch, tables, scratch, row)
        _show(batch, tables, scratch, row)


@kernel
def take_rows(
    batch: Batch,
    tables: Tables,
    scratch: Scratch,
    actions: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> None:
    """Take a legal action in some games; one that ends stays as it has ended.

    Args:
        batch: all games.
        tables: what steps read.
        scratch: room to work in.
        actions: [G] under the names of the seats to act; those of other rows are ignored.
        rows: [R] places of the games.
    """
    batch, scratch = _borrowed(batch), _scratch_borrowed(scratch)
    rules = batch.states[0].rules
    for row in rows:
        state = batch.states[row]
        before = score(state)
        apply_by(rules, state, _meant(batch, tables, actions, row))
        batch.rewards[row] = score(state) - before
        show_row(batch, tables, scratch, row)


@inlined_kernel
def show_row(batch: Batch, tables: Tables, scratch: Scratch, row: int) -> None:
    """Write what the seat to act sees and may do; once the game has ended, nothing is legal."""
    state = batch.states[row]
    _show(batch, tables, scratch, row)
    batch.ended[row] = state.status != RUNNING
    if batch.ended[row]:
        batch.scores[row] = score(state)
        batch.legal[row] = False


@inlined_kernel
def _borrowed(batch: Batch) -> Batch:
    """The same arrays without counts of their users; see `borrow`."""
    return Batch(
        borrow(batch.states),
        borrow(batch.games),
        borrow(batch.names),
        borrow(batch.observations),
        borrow(batch.legal),
        borrow(batch.seats),
        borrow(batch.rewards),
        borrow(batch.ended),
        borrow(batch.scores),
    )


@inlined_kernel
def _scratch_borrowed(scratch: Scratch) -> Scratch:
    return Scratch(
        borrow(scratch.views), borrow(scratch.vector), borrow(scratch.legal), borrow(scratch.rng)
    )


class Preview(NamedTuple):
    """What the seats to act would see if their last players had acted otherwise.

    Attributes:
        state: [1] a STATE row, scratch.
        entries: [K] of the observation that are shown: those of the last action.
        shown: [G, K] filled; zeros at the start of a game.
    """

    state: NDArray[Any]
    entries: NDArray[np.int64]
    shown: NDArray[Any]


@kernel
def preview_all(
    batch: Batch, tables: Tables, scratch: Scratch, actions: NDArray[np.int64], preview: Preview
) -> None:
    """Fill `preview` with what other actions would show; to be called before the step is taken.

    Args:
        batch: the games, which stay as they are.
        tables: what steps read.
        scratch: room to work in.
        actions: [G] legal ones, under the names of the seats to act.
        preview: filled.
    """
    state, view = preview.state[0], scratch.views[0]
    rules = batch.states[0].rules
    for row in range(len(batch.states)):
        copy_shared_fields(state, batch.states[row])
        apply_by(rules, state, _meant(batch, tables, actions, row))
        seat = (batch.states[row].current_seat + 1) % rules.num_players
        look(view, state, seat)
        encode(scratch.vector, view, tables.layout)
        entries = tables.entries[batch.names[row, seat]]
        for place, entry in enumerate(preview.entries):
            preview.shown[row, place] = scratch.vector[entries[entry]]


@inlined_kernel
def _meant(batch: Batch, tables: Tables, actions: NDArray[np.int64], row: int) -> int:
    """The true action of a seat that may see other names."""
    names = batch.names[row, batch.states[row].current_seat]
    return int(tables.told[names, actions[row]])


@inlined_kernel
def _start(batch: Batch, tables: Tables, scratch: Scratch, row: int) -> None:
    deal_seeded(batch.states[row], tables.seed, batch.games[row], scratch.rng)
    count = len(tables.entries)
    if count > 1:
        # One seat keeps the true names; permutation 0 is the identity.
        rng, seats = scratch.rng, batch.states[row].rules.num_players
        seed_rng(rng, tables.seed, batch.games[row], NAMES_STREAM)
        for seat in range(seats):
            batch.names[row, seat] = draw_below(rng, count)
        batch.names[row, draw_below(rng, seats)] = 0


@inlined_kernel
def _show(batch: Batch, tables: Tables, scratch: Scratch, row: int) -> None:
    """Write what the seat to act sees and may do."""
    state, view = batch.states[row], scratch.views[0]
    seat = int(state.current_seat)
    batch.seats[row] = seat
    look(view, state, seat)
    names = batch.names[row, seat]
    if names == 0:
        encode(batch.observations[row], view, tables.layout)
        fill_legal(batch.legal[row], view)
        return
    encode(scratch.vector, view, tables.layout)
    fill_legal(scratch.legal, view)
    for place, entry in enumerate(tables.entries[names]):
        batch.observations[row, place] = scratch.vector[entry]
    for place, action in enumerate(tables.told[names]):
        batch.legal[row, place] = scratch.legal[action]
