"""`hanabi tiny learn`: a learning algorithm on a small game, for many seeds."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import FirstSeedOption, GameArgument, SeedsOption
from hanabilab.errors import GameError
from hanabilab.stats import ERROR_NOTE, estimate
from hanabilab.stats.summary import interval_words, number_words
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.learners import (
    ALGORITHMS,
    Learning,
    LearnSettings,
    find_algorithm,
    fitting_algorithms,
    learn,
)
from hanabilab.tiny.names import make_game
from hanabilab.tiny.solvers import solve


def command(
    game: GameArgument,
    algorithm: Annotated[str, typer.Argument(help=f"{', '.join(ALGORITHMS)}, or all.")],
    *,
    seeds: SeedsOption = 32,
    seed: FirstSeedOption = 0,
    given: Annotated[Given, OptionsOf(LearnSettings)],
    as_json: JsonOption = False,
) -> int:
    """Learn a game with a table of values; all values printed are exact."""
    if algorithm != "all":
        _require_used(algorithm, given)
    settings = LearnSettings(**given)
    tree = enumerate_game(make_game(game))
    names = fitting_algorithms(tree) if algorithm == "all" else (algorithm,)
    left_out = [name for name in ALGORITHMS if name not in names and algorithm == "all"]
    if left_out:
        note(f"too many prescriptions for a table; left out: {', '.join(left_out)}")
    runs = range(seed, seed + seeds)
    optimum = None
    with suppress(GameError):  # too large to solve, not to learn
        optimum = solve(tree).require_solved().value
    found = [learn(tree, name, seeds=runs, settings=settings) for name in names]
    document = {
        "game": tree.game.name,
        "optimum": optimum,
        "seed": seed,
        "seeds": seeds,
        "at_episodes": found[0].episodes.tolist(),
        "learners": [_document(each, optimum) for each in found],
        "left_out": left_out,
    }
    return report(document, _print, as_json=as_json)


def _require_used(algorithm: str, given: Given) -> None:
    """Do nothing if the algorithm reads all settings that are given.

    Raises:
        GameError: there is no such algorithm, or it does not read one.
    """
    for name in find_algorithm(algorithm).unused:
        if name in given:
            option = name.replace("_", "-")
            raise GameError(f"{algorithm} has no use for --{option}; leave it out")


def _document(found: Learning, optimum: float | None) -> dict[str, Any]:
    last = estimate(found.curves[:, -1])
    solved = None if optimum is None else found.solved(optimum)
    return {
        "algorithm": found.algorithm,
        "mean": last.mean,
        "sem": last.sem,
        "best_value": float(found.curves[:, -1].max()),
        "solved_seeds": solved and solved.successes,
        "solved_ci95": solved and solved.ci95,
        "curve": np.mean(found.curves, axis=0).tolist(),
        "final": found.curves[:, -1].tolist(),
        "cpu_seconds": round(found.seconds, 3),
    }


def _print(document: dict[str, Any]) -> None:
    console = Console()
    optimum, count = document["optimum"], document["seeds"]
    told = "unknown" if optimum is None else f"{optimum:.6f}"
    console.print(f"{document['game']}: optimum {told}; {count} seeds")
    caption = f"{ERROR_NOTE}, over seeds"
    grid = Table("algorithm", "mean", "best", "solved", "95 %", "CPU-s", caption=caption)
    for row in document["learners"]:
        grid.add_row(
            row["algorithm"],
            number_words(row["mean"], row["sem"], ".4f"),
            f"{row['best_value']:.4f}",
            "-" if row["solved_seeds"] is None else f"{row['solved_seeds']}/{count}",
            interval_words(row["solved_ci95"], ".2f"),
            f"{row['cpu_seconds']:.2f}",
        )
    console.print(grid)
