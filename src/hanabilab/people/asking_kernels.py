"""Kernels that show an agent every decision of a game, as the seat to act sees and remembers it.

Shapes: D decisions, M size of the memory, P players.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.replay import observe_all
from hanabilab.game.actions import fill_legal
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import State
from hanabilab.game.view import View, fill_known_deck, look
from hanabilab.randomness import SEAT_STREAM, seed_rng


class Rows(NamedTuple):
    """Decisions side by side.

    Attributes:
        views: [D] VIEW of the seats to act.
        memory: [D, M] theirs.
        known_decks: [D, MAX_DECK] as the seats know them.
        histories: [D, most turns] the actions before, and NO_ACTION.
        legal: [D, A] what was allowed.
        rngs: [D, 2] generators.
    """

    views: NDArray[Any]
    memory: NDArray[np.int64]
    known_decks: NDArray[np.int16]
    histories: NDArray[np.int16]
    legal: NDArray[np.bool_]
    rngs: NDArray[np.uint64]


class Watched(NamedTuple):
    """A game that an agent watches from all seats.

    Attributes:
        state: STATE row that holds the deck; played on to the end.
        memory: [P, M] as at the start of a game.
        look_at: VIEW row, scratch.
        observe: updates the memory.
    """

    state: State
    memory: NDArray[np.int64]
    look_at: View
    observe: Observe


@kernel
def show_game(
    rows: Rows,
    first: int,
    game: Watched,
    actions: NDArray[np.int16],
    counts: NDArray[np.bool_],
    seed: int,
) -> int:
    """Fill `rows` from row `first` on with the decisions of a game that count.

    Args:
        game: before the deal.
        actions: [turns] of the game; legal.
        counts: [turns] whether an action is a decision that counts.
        seed: of the generators, which depend on the row and the seat.

    Returns:
        The row after the last one that was filled.
    """
    state, memory, look_at, observe = game
    deal(state)
    remembers = memory.shape[1] > 0
    if remembers:
        observe_all(memory, state, look_at, observe)
    row = first
    for turn in range(len(actions)):
        if counts[turn]:
            seat = int(state.current_seat)
            look(rows.views[row], state, seat)
            fill_known_deck(rows.known_decks[row], state, seat)
            fill_legal(rows.legal[row], state)
            copy_into(rows.histories[row, :turn], actions[:turn])
            if remembers:
                copy_into(rows.memory[row], memory[seat])
            seed_rng(rows.rngs[row], seed, row, SEAT_STREAM + seat)
            row += 1
        apply_action(state, int(actions[turn]))
        if remembers:
            observe_all(memory, state, look_at, observe)
    return row


@kernel
def act_rows(chosen: NDArray[np.int64], rows: Rows, act: Act) -> None:
    """Fill `chosen` [D] with what a compiled policy does."""
    for row in range(len(chosen)):
        chosen[row] = act(rows.views[row], rows.memory[row], rows.rngs[row])
