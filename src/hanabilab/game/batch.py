"""Kernels over many games at once: what `Games` and `game.vectors` call.

Shapes: G games, A actions, N vector size.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel, prefetch
from hanabilab.game.actions import fill_legal, is_legal_by
from hanabilab.game.dealing import deal_seeded
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_by, score
from hanabilab.game.layout import LayoutRow
from hanabilab.game.state import RUNNING
from hanabilab.game.view import look
from hanabilab.randomness import Rng


@kernel
def deal_all(states: NDArray[Any], seed: int, first: int, rng: Rng) -> None:
    """Start game `first + i` of `seed` in row `i`; `rng` is scratch."""
    for index in range(len(states)):
        deal_seeded(states[index], seed, first + index, rng)


@kernel
def check_all(faults: NDArray[np.bool_], states: NDArray[Any], actions: NDArray[np.int64]) -> bool:
    """Mark in `faults` [G] the running games whose action is illegal; True if there are none.

    All games are played by the rules of the first.
    """
    fine, rules = True, states[0].rules
    for index in range(len(states)):
        prefetch(states, index, "left", "hands")
        state = states[index]
        faults[index] = state.status == RUNNING and not is_legal_by(rules, state, actions[index])
        if faults[index]:
            fine = False
    return fine


@kernel
def apply_all(states: NDArray[Any], actions: NDArray[np.int64]) -> None:
    """Take `actions` [G] in the games that are running, all by the rules of the first."""
    rules = states[0].rules
    for index in range(len(states)):
        prefetch(states, index, "left", "possible")
        if states[index].status == RUNNING:
            apply_by(rules, states[index], actions[index])


@kernel
def fill_legal_all(legal: NDArray[np.bool_], states: NDArray[Any]) -> None:
    """Fill `legal` [G, A] from STATE or VIEW rows; rows of ended games are False."""
    for index in range(len(states)):
        if states[index].status == RUNNING:
            fill_legal(legal[index], states[index])
        else:
            legal[index] = False


@kernel
def score_all(scores: NDArray[np.int16], states: NDArray[Any]) -> None:
    """Fill `scores` [G]."""
    for index in range(len(states)):
        scores[index] = score(states[index])


@kernel
def encode_all(
    vectors: NDArray[Any],
    states: NDArray[Any],
    seats: NDArray[np.int64],
    views: NDArray[Any],
    layout: LayoutRow,
) -> None:
    """Fill `vectors` [G, N] with what `seats` [G] observe; `views` [G] is scratch.

    Args:
        vectors: [G, N] filled with zeros and ones.
        states: [G] STATE rows.
        seats: [G] who looks.
        views: [G] VIEW rows with the rules set; scratch.
        layout: where each section of a vector begins.
    """
    for index in range(len(states)):
        look(views[index], states[index], seats[index])
        encode(vectors[index], views[index], layout)


@kernel
def encode_views(vectors: NDArray[Any], views: NDArray[Any], layout: LayoutRow) -> None:
    """Fill `vectors` [G, N] with what the seats of `views` [G] observe."""
    for index in range(len(views)):
        encode(vectors[index], views[index], layout)
