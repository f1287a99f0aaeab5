"""Kernels of the arena: play chunks of games on until a seat is reached that Python decides for.

Shapes: G games of a chunk, P players, M memory of the agent with most, C copies of the memory in a
game: P, or 1 where memory is common.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.arena.measure_kernels import measure_action
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.dealing import bring_own_card, deal, deal_seeded, share_deck_out
from hanabilab.game.engine import apply_action, score
from hanabilab.game.rule_tables import MAX_PLAYERS
from hanabilab.game.state import FORFEITED, RUNNING, State
from hanabilab.game.view import View, fill_known_deck, look, look_from, look_openly
from hanabilab.randomness import SEAT_STREAM, seed_rng

#: Functions of all seats come as tuples of this length, one type whatever the number of players.
MAX_FUNCTIONS = MAX_PLAYERS
#: Kinds of seats: one that Python is asked for, one that plays here, one that plays here and sees
#: its own hand, one that plays here and may give the game up.
WAITING_SEAT, COMPILED_SEAT, CHEATING_SEAT, FORFEITING_SEAT = range(4)
#: The status of a row that is not dealt yet, but holds the deck that it is to be dealt.
DECK_GIVEN = -1
#: Given to `advance`: games begin.
NO_ACTIONS: NDArray[np.int64] = np.zeros(0, np.int64)
#: Kinds of faults: none; an illegal action, which stands beside it; an agent that raised.
NO_FAULT, ILLEGAL, RAISED = range(3)


class GameArrays(NamedTuple):
    """The arrays of G games side by side.

    Attributes:
        states: [G] STATE.
        memory: [G, C, M] of the agents.
        rngs: [G, P, 2] generators of the seats.
        history: [G, most turns] the actions so far.
        faults: [G, 2] what stopped a game, a kind of fault and the action.
        measures: [G, P, NUM_MEASURES] counters of `arena.measure_kernels`.
        views: [1] VIEW, scratch.
        owners: [G, deck size] who draws each place of the deck; [G, 0] where all draw from one.
    """

    states: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    history: NDArray[np.int16]
    faults: NDArray[np.int64]
    measures: NDArray[np.int64]
    views: NDArray[Any]
    owners: NDArray[np.int8]


class SeatKernels(NamedTuple):
    """How seats play: MAX_FUNCTIONS functions that act and that observe, and the `kinds` [P]."""

    acts: tuple[Act, ...]
    observes: tuple[Observe, ...]
    kinds: NDArray[np.int64]


class Dealing(NamedTuple):
    """What games are dealt.

    Attributes:
        seed: of all games.
        games: [G] the index of each.
        openings: [C, M] memory before the deal.
    """

    seed: int
    games: NDArray[np.int64]
    openings: NDArray[np.int64]


@inlined_kernel
def _observe(
    memory: NDArray[np.int64], state: State, look_at: View, observes: tuple[Observe, ...]
) -> None:
    """Let the memory [C, M] take in what has just happened; `look_at` shows it to some seat."""
    memory, actor = borrow(memory), max(int(state.last_seat), 0)
    look(look_at, state, actor)
    if len(memory) == 1:
        observes[actor](look_at, memory[0])
        return
    for seat in range(state.rules.num_players):
        look_from(look_at, state, seat)
        observes[seat](look_at, memory[seat])


@kernel
def _note_fault(fault: NDArray[np.int64], look_at: View, kind: int, action: int) -> None:
    """Write why a game stops, if it does; an exception comes before what followed from it."""
    fault[0], fault[1] = kind, action
    if look_at.raised:
        fault[0] = RAISED
        look_at.raised = 0


@inlined_kernel
def advance_game(
    arrays: GameArrays, row: int, seats: SeatKernels, given: NDArray[np.int64]
) -> None:
    """Play the game `row` on to its end, to a seat that waits, or to a fault.

    Args:
        arrays: of the games, changed.
        row: of the game.
        seats: of all games.
        given: [1] what the seat to act does first, any integer; [0] if it is to decide.
    """
    state, look_at, kinds = arrays.states[row], arrays.views[0], seats.kinds
    memory, rngs, measures = arrays.memory[row], arrays.rngs[row], arrays.measures[row]
    kind, wrong = NO_FAULT, 0
    owners = arrays.owners[row]
    remembers = memory.shape[1] > 0  # then `look_at` shows this moment to some seat
    decides = len(given) == 0
    if remembers:
        look(look_at, state, state.current_seat)
    while state.status == RUNNING:
        seat = int(state.current_seat)
        if decides:
            if kinds[seat] == WAITING_SEAT:
                break
            if kinds[seat] == CHEATING_SEAT:
                look_openly(look_at, state, seat)
            elif remembers:
                look_from(look_at, state, seat)
            else:
                look(look_at, state, seat)
            action = seats.acts[seat](look_at, memory[min(seat, len(memory) - 1)], rngs[seat])
        else:
            action, decides = int(given[0]), True
        turn = int(state.turn)
        measure_action(measures, state, action)
        if len(owners) > 0:
            bring_own_card(state, owners)
        if not apply_action(state, action):
            if action == FORFEIT and kinds[seat] == FORFEITING_SEAT:
                state.status = FORFEITED
                break
            kind, wrong = ILLEGAL, action
            break
        arrays.history[row, turn] = action
        if remembers:
            _observe(memory, state, look_at, seats.observes)
    _note_fault(arrays.faults[row], look_at, kind, wrong)


@inlined_kernel
def deal_game(arrays: GameArrays, row: int, seats: SeatKernels, dealing: Dealing) -> None:
    """Deal the game of `row`; a row whose status is DECK_GIVEN is dealt the deck that it holds."""
    state, rngs, game = arrays.states[row], arrays.rngs[row], dealing.games[row]
    if arrays.owners.shape[1] > 0:
        share_deck_out(arrays.owners[row], state.rules)
    if state.status == DECK_GIVEN:
        deal(state)
    else:
        deal_seeded(state, dealing.seed, game, rngs[0])
    for seat in range(state.rules.num_players):
        seed_rng(rngs[seat], dealing.seed, game, SEAT_STREAM + seat)
    copy_into(arrays.memory[row], dealing.openings)
    if arrays.memory.shape[2] > 0:
        _observe(arrays.memory[row], state, arrays.views[0], seats.observes)
    arrays.measures[row] = 0


@kernel
def advance(
    counted: GameArrays,
    seats: SeatKernels,
    dealing: Dealing,
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> None:
    """Play games on, each to its end, to a seat that waits, or to a fault.

    Args:
        counted: arrays of the games, changed.
        seats: of all games.
        dealing: what they are dealt.
        rows: [R] places of those that are played on.
        actions: [R] what their seats to act do first; or none, then the games are dealt first.
    """
    arrays = borrow(counted)
    for index in range(len(rows)):
        row = rows[index]
        if len(actions) == 0:
            deal_game(arrays, row, seats, dealing)
        advance_game(arrays, row, seats, actions[index : index + 1])


@kernel
def show(
    views: NDArray[Any],
    known_decks: NDArray[np.int16],
    states: NDArray[Any],
    rows: NDArray[np.int64],
) -> None:
    """Fill views [R] and known decks [R, MAX_DECK] for the seats to act of `rows` [R]."""
    for index in range(len(rows)):
        state = states[rows[index]]
        look(views[index], state, state.current_seat)
        fill_known_deck(known_decks[index], state, state.current_seat)


@kernel
def count_rows(
    columns: NDArray[np.int16], history: NDArray[np.int16], states: NDArray[Any]
) -> None:
    """Fill `columns` [9, G] in the order of `arena.table.COUNTS`; pad `history` after each game."""
    for row in range(len(states)):
        state = states[row]
        rules = state.rules
        discarded = 0
        for card in range(rules.num_cards):
            discarded += state.discards[card]
        misplays = rules.max_life_tokens - state.life_tokens
        columns[0, row] = score(state)
        columns[1, row] = state.points
        columns[2, row] = state.life_tokens
        columns[3, row] = state.turn
        columns[4, row] = state.turn - state.points - discarded
        columns[5, row] = misplays
        columns[6, row] = discarded - misplays
        columns[7, row] = state.information_tokens
        columns[8, row] = state.status
        history[row, state.turn :] = NO_ACTION
