"""The tables of learners of small games: `python -m studies.small_games tables|capi|bad`.

tables  every tabular learner on A to F: mean of the last greedy policies, solved seeds with 95 %
        intervals of Wilson, CPU seconds of all six games
capi    CAPI on A to F and on Trade Comm with 3, 4 and 5 items and utterances: the first evaluation
        at the optimum of each seed, whether the last is, CPU seconds an episode
bad     BAD and policy gradients on E: mean with standard error, solved seeds, CPU seconds
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from hanabilab.stats import estimate
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.deep import (
    BAD_MODES,
    BadSettings,
    Capi,
    CapiSettings,
    learn_bad,
    model_of,
)
from hanabilab.tiny.learners import ALGORITHMS, LearnSettings, learn
from hanabilab.tiny.names import make_game
from hanabilab.tiny.sweeps import value_margin
from studies.arguments import at_least

OPTIMA = {"A": 2.25, "B": 1.0, "C": 2.5, "D": 2.5, "E": 10.0, "F": 7 / 3}
TRADES = {f"trade-comm({n}, {n})": 1.0 for n in (3, 4, 5)}


def table_rows(seeds: int, episodes: int) -> Iterator[str]:
    """A line of Markdown for each tabular learner."""
    yield f"| algorithm | {' | '.join(OPTIMA)} | CPU s |"
    yield f"|{' --- |' * (len(OPTIMA) + 2)}"
    trees = {letter: enumerate_game(make_game(letter)) for letter in OPTIMA}
    settings = LearnSettings(episodes=episodes)
    for name in ALGORITHMS:
        learn(trees["A"], name, seeds=[0], settings=LearnSettings(episodes=100))  # compiles
        cells, seconds = [], 0.0
        for letter, tree in trees.items():
            learning = learn(tree, name, seeds=range(seeds), settings=settings)
            mean = learning.curves[:, -1].mean()
            cells.append(f"{mean:.3f} {learning.solved(OPTIMA[letter])}")
            seconds += learning.seconds
        yield f"| `{name}` | {' | '.join(cells)} | {seconds:.1f} |"


def capi_rows(seeds: int, episodes: int) -> Iterator[str]:
    """A line of Markdown for each game."""
    yield "| game | first solved at episode, by seed | solved at the end | CPU s an episode |"
    yield "| --- | --- | --- | --- |"
    for game, optimum in {**OPTIMA, **TRADES}.items():
        model = model_of(make_game(game))
        Capi(model, CapiSettings(), 0).train(1)  # compiles
        runs = [Capi(model, CapiSettings(), seed) for seed in range(seeds)]
        began = time.process_time()
        for run in runs:
            run.train(episodes)
        seconds = (time.process_time() - began) / (episodes * seeds)
        enough = optimum - value_margin(model.largest_payoff)
        first = ", ".join(str(run.first_reaching(optimum) or "never") for run in runs)
        last = sum(run.curve[-1, 1] >= enough for run in runs)
        yield f"| `{game}` | {first} | {last}/{seeds} | {seconds:.4f} |"


def bad_rows(seeds: int, updates: int) -> Iterator[str]:
    """A line of Markdown for each mode."""
    yield "| mode | last greedy policies on E | solved | CPU s |"
    yield "| --- | --- | --- | --- |"
    model, settings = model_of(make_game("E")), BadSettings(updates=updates)
    for mode in BAD_MODES:
        learning = learn_bad(model, mode, seeds=range(seeds), settings=settings)
        mean = estimate(np.asarray(learning.curves[:, -1]))
        yield f"| `{mode}` | {mean} | {learning.solved(10.0)} | {learning.seconds:.1f} |"


def main() -> None:
    """Print a table, row by row."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", choices=["tables", "capi", "bad"])
    parser.add_argument("--seeds", type=at_least(1), help="0 to N - 1; 32, for capi 10")
    parser.add_argument(
        "--episodes", type=at_least(1), help="200,000, for capi 600, for bad 5,000 updates"
    )
    given = parser.parse_args()
    rows, seeds, episodes = {
        "tables": (table_rows, 32, 200_000),
        "capi": (capi_rows, 10, 600),
        "bad": (bad_rows, 32, 5000),
    }[given.table]
    for row in rows(given.seeds or seeds, given.episodes or episodes):
        print(row, flush=True)


if __name__ == "__main__":
    main()
