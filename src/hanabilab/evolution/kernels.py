"""Kernels of evolution: games of many individuals, random individuals, offspring.

Shapes: N individuals, L rules of each, M memory, C copies of it, S games side by side, K columns of
results, P players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.arena.loop import NO_FAULT, Dealing, GameArrays, SeatKernels, advance
from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.game.engine import score
from hanabilab.game.state import State
from hanabilab.randomness import Rng, draw_below, draw_unit, seed_rng

#: Columns of results, all sums over games: score; then, from COUNTERS, what `arena.measure_kernels`
#: counts, over all seats.
SCORE, COUNTERS = range(2)
NUM_RESULTS = COUNTERS + KEPT_MEASURES

#: The stream of (seed, individual) that makes it, far from those of seats.
VARIATION_STREAM = 64
#: The stream that seeds of other games are drawn from.
SEED_STREAM = 65


# --- Games ---------------------------------------------------------------------------------------


class Series(NamedTuple):
    """Which games each individual plays.

    Attributes:
        seed: of all games.
        firsts: [N] index of the first of its games.
        games: how many.
        enough: [N] it stops early once its results have this score.
    """

    seed: int
    firsts: NDArray[np.int64]
    games: int
    enough: NDArray[np.int64]


@kernel
def play_individuals(
    results: NDArray[np.int64],
    openings: NDArray[np.int64],
    series: Series,
    arrays: GameArrays,
    seats: SeatKernels,
) -> int:
    """Let each individual play games with itself, and add up what comes of them.

    Args:
        results: [N, K], added to.
        openings: [N, C, M] memory before the deal.
        arrays: of S games.

    Returns:
        The first individual that acted illegally; -1 if there is none.
    """
    rows, no_actions = np.arange(len(arrays.states)), np.zeros(0, np.int64)
    for individual in range(len(results)):
        for done in range(0, series.games, len(arrays.states)):
            if results[individual, SCORE] >= series.enough[individual]:
                break
            count = min(len(arrays.states), series.games - done)
            first = series.firsts[individual] + done
            dealing = Dealing(series.seed, first + rows, openings[individual])
            advance(arrays, seats, dealing, rows[:count], no_actions)
            for game in range(count):
                if arrays.faults[game, 0] != NO_FAULT:
                    return individual
                _add_up(results[individual], arrays.states[game], arrays.measures[game])
    return -1


@kernel
def _add_up(row: NDArray[np.int64], state: State, measures: NDArray[np.int64]) -> None:
    """Add a finished game to the results [K] of an individual."""
    row[SCORE] += score(state)
    for seat in range(len(measures)):
        for column in range(KEPT_MEASURES):
            row[COUNTERS + column] += measures[seat, column]


# --- Variation -----------------------------------------------------------------------------------


@kernel
def _happens(rng: Rng, chance: float) -> bool:
    """Whether something of this chance happens; certain at 1, impossible at 0."""
    return draw_unit(rng) < chance


@kernel
def _fill_random(genes: NDArray[np.int64], num_rules: int, rng: Rng) -> None:
    """Fill `genes` [L] with different rules, every choice and order as likely as any other."""
    rules = np.arange(num_rules)
    for place in range(len(genes)):
        other = place + draw_below(rng, num_rules - place)
        rules[place], rules[other] = rules[other], rules[place]
        genes[place] = rules[place]


class Variation(NamedTuple):
    """How individuals are made.

    Attributes:
        seed: of everything random.
        num_random: individuals of lower number are random.
        num_rules: that there are.
        crossover: chance of a second parent, from which each rule then comes by a fair coin.
        mutation: chance of each rule to be any rule.
    """

    seed: int
    num_random: int
    num_rules: int
    crossover: float
    mutation: float


@kernel
def _fill_offspring(
    genes: NDArray[np.int64],
    elites: NDArray[np.int64],
    parents: NDArray[np.int64],
    variation: Variation,
    rng: Rng,
) -> None:
    copy_into(genes, elites[parents[draw_below(rng, len(parents))]])
    if _happens(rng, variation.crossover):
        other = elites[parents[draw_below(rng, len(parents))]]
        for place in range(len(genes)):
            if _happens(rng, 0.5):
                genes[place] = other[place]
    for place in range(len(genes)):
        if _happens(rng, variation.mutation):
            genes[place] = draw_below(rng, variation.num_rules)


@kernel
def breed(
    genes: NDArray[np.int64],
    first: int,
    elites: NDArray[np.int64],
    parents: NDArray[np.int64],
    variation: Variation,
    rng: Rng,
) -> None:
    """Make the individuals `first`, `first` + 1, ...

    Args:
        genes: [N, L], filled.
        elites: [cells, L] the rules in each cell, 0 in empty ones.
        parents: cells that parents come from; if there are none, all individuals are random.
        rng: scratch.
    """
    for row in range(len(genes)):
        seed_rng(rng, variation.seed, first + row, VARIATION_STREAM)
        if first + row < variation.num_random or len(parents) == 0:
            _fill_random(genes[row], variation.num_rules, rng)
        else:
            _fill_offspring(genes[row], elites, parents, variation, rng)
