"""Kernel: worlds that seats to act cannot tell from the real one, as games that can be played on.

A world is drawn from what the seat knows *literally*: from counts and hints, as if nobody had ever
chosen an action for a reason (`beliefs.sampled_worlds`). A caller may also give the hand, drawn
from a learned belief; then only the deck is drawn.

Shapes: G games, W worlds of each, game by game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, kernel
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, deal_world, sample_world
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.view import fill_known_deck, look
from hanabilab.learning.stepping import Batch, Scratch
from hanabilab.randomness import seed_rng

#: The worlds of turn `t` of a game are drawn from its stream `WORLDS_STREAM + t`.
WORLDS_STREAM = 1024
#: In place of a packed hand, which is 0 or more.
NO_HAND = -1


class Positions(NamedTuple):
    """Positions of running games.

    Attributes:
        states: [G] STATE rows.
        names: [G, P] which permutation each seat sees colors under, see `VectorGames`.
        games: [G] index of each game.
    """

    states: NDArray[Any]
    names: NDArray[np.int32]
    games: NDArray[np.int64]


@kernel
def draw_worlds(
    worlds: Batch, positions: Positions, hands: NDArray[np.int32], seed: int, scratch: Scratch
) -> int:
    """Fill the games of `worlds` with worlds of the seats to act, without showing them.

    Args:
        worlds: [G * W] games; their states, and the names that seats see colors under, are filled.
        positions: [G].
        hands: [G * W] the packed hand of each world; NO_HAND for one of the literal belief.
        seed: of the decks. Draws follow from it, the game and the turn, and from nothing else.
        scratch: room to work in.

    Returns:
        The first position in which no world was found; -1 if there is none.
    """
    states, view, rng = borrow(worlds.states), scratch.views[0], scratch.rng
    count = len(states) // len(positions.states)
    room, known = np.zeros(SCRATCH_SIZE, np.int64), np.zeros(MAX_DECK, np.int16)
    for row in range(len(positions.states)):
        state = positions.states[row]
        look(view, state, state.current_seat)
        fill_known_deck(known, state, state.current_seat)
        seed_rng(rng, seed, positions.games[row], WORLDS_STREAM + state.turn)
        for place in range(row * count, (row + 1) * count):
            if hands[place] != NO_HAND:
                deal_world(states[place], view, known, hands[place], room, rng)
            elif not sample_world(states[place], view, known, room, rng):
                return row
            worlds.names[place] = positions.names[row]
    return -1
