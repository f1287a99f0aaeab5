"""Kernels of games with partners: rows begin again one by one, and are shown to those outside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.engine import score
from hanabilab.learning.stepping import Batch, Scratch, Tables, show_row
from hanabilab.randomness import Rng, draw_below, seed_rng

#: The stream of a game that draws its line-up.
PARTNERS_STREAM = 65


@kernel
def draw_lineups(
    which: NDArray[np.int64],
    rows: NDArray[np.int64],
    games: NDArray[np.int64],
    seed: int,
    count: int,
    rng: Rng,
) -> None:
    """Draw a line-up for some games, the same for a game of a seed whatever is played beside it.

    Args:
        which: [G] filled, at `rows`, with numbers below `count`.
        rows: [R] places of the games.
        games: [G] their indices.
        seed: of all games.
        count: how many line-ups there are.
        rng: scratch.
    """
    for row in rows:
        seed_rng(rng, seed, games[row], PARTNERS_STREAM)
        which[row] = draw_below(rng, count)


@kernel
def pay_and_show(
    batch: Batch,
    tables: Tables,
    scratch: Scratch,
    paid: NDArray[np.float32],
    rows: NDArray[np.int64],
) -> None:
    """Pay what games have scored since they were paid last, and show them to the seats to act.

    Args:
        batch: the games.
        tables, scratch: as `stepping` has them.
        paid: [G] points paid so far in each game; raised to what it has now.
        rows: [R] places of the games.
    """
    for row in rows:
        now = score(batch.states[row])
        batch.rewards[row] = now - paid[row]
        paid[row] = now
        show_row(batch, tables, scratch, row)


@kernel
def show_rows(batch: Batch, tables: Tables, scratch: Scratch, rows: NDArray[np.int64]) -> None:
    """Show each of `rows` to the seat to act."""
    for row in rows:
        show_row(batch, tables, scratch, row)
