"""Kernels of evolution: games of many individuals, random individuals, offspring.

Shapes: N individuals, L rules of each, M memory, C copies of it, S games side by side, K columns of
results, P players.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.arena.loop import NO_FAULT, begin
from hanabilab.arena.measure_kernels import NUM_MEASURES
from hanabilab.game.engine import score
from hanabilab.game.state import State
from hanabilab.game.view import View
from hanabilab.randomness import Rng, draw_below, draw_unit, seed_rng

#: Columns of results, all sums over games: score; then, from COUNTERS, what `arena.measure_kernels`
#: counts, over all seats.
SCORE, COUNTERS = range(2)
NUM_RESULTS = COUNTERS + NUM_MEASURES

#: The stream of (seed, individual) that makes it, far from those of seats.
VARIATION_STREAM = 64
#: The stream that seeds of other games are drawn from.
SEED_STREAM = 65


# --- Games ---------------------------------------------------------------------------------------


@kernel
def play_individuals(
    results: NDArray[np.int64],
    openings: NDArray[np.int64],
    firsts: NDArray[np.int64],
    enough: NDArray[np.int64],
    num_games: int,
    seed: int,
    states: NDArray[Any],
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64],
    history: NDArray[np.int16],
    faults: NDArray[np.int64],
    measures: NDArray[np.int64],
    look_at: View,
    acts: tuple[Act, ...],
    observes: tuple[Observe, ...],
    kinds: NDArray[np.int64],
) -> int:
    """Let each individual play games with itself, and add up what comes of them.

    Args:
        results: [N, K], added to.
        openings: [N, C, M] memory before the deal.
        firsts: [N] index of the first of its games.
        enough: [N] it stops early once its results have this score.

    The rest are arrays of S games as `arena.loop` has them.

    Returns:
        The first individual that acted illegally; -1 if there is none.
    """
    for individual in range(len(results)):
        for done in range(0, num_games, len(states)):
            if results[individual, SCORE] >= enough[individual]:
                break
            count = min(len(states), num_games - done)
            first = firsts[individual] + done
            begin(
                states[:count],
                memory[:count],
                rngs[:count],
                history[:count],
                faults[:count],
                measures[:count],
                look_at,
                acts,
                observes,
                kinds,
                openings[individual],
                seed,
                np.arange(first, first + count),
            )
            for game in range(count):
                if faults[game, 0] != NO_FAULT:
                    return individual
                _add_up(results[individual], states[game], measures[game])
    return -1


@kernel
def _add_up(row: NDArray[np.int64], state: State, measures: NDArray[np.int64]) -> None:
    """Add a finished game to the results [K] of an individual."""
    row[SCORE] += score(state)
    for seat in range(len(measures)):
        for column in range(NUM_MEASURES):
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


@kernel
def _fill_offspring(
    genes: NDArray[np.int64],
    elites: NDArray[np.int64],
    parents: NDArray[np.int64],
    num_rules: int,
    crossover: float,
    mutation: float,
    rng: Rng,
) -> None:
    copy_into(genes, elites[parents[draw_below(rng, len(parents))]])
    if _happens(rng, crossover):
        other = elites[parents[draw_below(rng, len(parents))]]
        for place in range(len(genes)):
            if _happens(rng, 0.5):
                genes[place] = other[place]
    for place in range(len(genes)):
        if _happens(rng, mutation):
            genes[place] = draw_below(rng, num_rules)


@kernel
def breed(
    genes: NDArray[np.int64],
    first: int,
    num_random: int,
    elites: NDArray[np.int64],
    parents: NDArray[np.int64],
    num_rules: int,
    crossover: float,
    mutation: float,
    seed: int,
    rng: Rng,
) -> None:
    """Make the individuals `first`, `first` + 1, ...

    Args:
        genes: [N, L], filled.
        num_random: individuals of lower number are random; so are all if there are no `parents`.
        elites: [cells, L] the rules in each cell, 0 in empty ones.
        parents: cells that parents come from.
        crossover: chance of a second parent, from which each rule then comes by a fair coin.
        mutation: chance of each rule to be any rule.
        rng: scratch.
    """
    for row in range(len(genes)):
        seed_rng(rng, seed, first + row, VARIATION_STREAM)
        if first + row < num_random or len(parents) == 0:
            _fill_random(genes[row], num_rules, rng)
        else:
            _fill_offspring(genes[row], elites, parents, num_rules, crossover, mutation, rng)
