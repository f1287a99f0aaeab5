"""Time `Games.step` with few and with many games: `python scripts/time_steps.py [--runs 20]`.

Beside it stands what memory alone takes: a loop that changes one byte in each of seven cache lines
of a row. A step of two players changes four or five, in the fields of hands, hints and tokens.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanabilab import Games, Rules
from hanabilab.arena.speed_kernels import choose_randomly
from hanabilab.game.state import STATE

_SIZES, _MOVES = (1024, 16_384), 400_000
_LINES, _LINE = 7, 64


@njit
def touch(rows: NDArray[np.uint8]) -> None:
    """Change a byte in each of the first lines of every row."""
    for row in range(len(rows)):
        for line in range(_LINES):
            rows[row, line * _LINE] += 1


def step(count: int) -> float:
    """CPU-nanoseconds of a move, random legal actions not counted."""
    games, actions = Games(Rules(), count), np.zeros(count, np.int64)
    rng, spent, steps = np.array([3, 4], np.uint64), 0.0, max(1, _MOVES // count)
    for number in range(steps):
        choose_randomly(actions, games.states, number * count, rng)
        began = time.process_time_ns()
        games.step(actions)
        spent += time.process_time_ns() - began
    return spent / steps / count


def stream(count: int) -> float:
    """CPU-nanoseconds of a row that is only touched."""
    rows, rounds = np.zeros((count, STATE.itemsize), np.uint8), max(1, _MOVES // count)
    touch(rows)
    began = time.process_time_ns()
    for _ in range(rounds):
        touch(rows)
    return (time.process_time_ns() - began) / rounds / count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="the quickest of so many is told")
    runs = parser.parse_args().runs
    for name, measure in (("Games.step, a move", step), ("seven cache lines, a row", stream)):
        best = {count: min(measure(count) for _ in range(runs)) for count in _SIZES}
        told = ", ".join(f"{each:.1f} ns with {count:,}" for count, each in best.items())
        print(f"{name}: {told}")
