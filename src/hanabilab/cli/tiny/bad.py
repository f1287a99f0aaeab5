"""`hanabi tiny bad`: the Bayesian action decoder, and the policy gradient beside it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import typer
from rich.table import Table

from hanabilab.cli.options import JsonOption
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import FirstSeedOption, GameArgument, SeedsOption
from hanabilab.errors import GameError
from hanabilab.stats import ERROR_NOTE, estimate
from hanabilab.stats.summary import number_words
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.deep import BAD_MODES, BadSettings, learn_bad, model_of
from hanabilab.tiny.names import make_game
from hanabilab.tiny.solvers import solve


def command(
    game: GameArgument = "E",
    mode: Annotated[
        str, typer.Option(help="bad, bad-counterfactual, policy-gradient, or all.")
    ] = "all",
    seeds: SeedsOption = 32,
    seed: FirstSeedOption = 0,
    *,
    given: Annotated[Given, OptionsOf(BadSettings, names=("updates", "rate"))],
    as_json: JsonOption = False,
) -> int:
    """Learn a game of two turns with beliefs (BAD) and without; all values printed are exact."""
    made = make_game(game)
    model = model_of(made)
    optimum = None
    with suppress(GameError):  # too large to solve, not to learn
        optimum = solve(enumerate_game(made)).require_solved().value
    points = min(BadSettings.evaluations, given.get("updates", BadSettings.updates))
    settings = BadSettings(**given, evaluations=points)
    rows = []
    for name in BAD_MODES if mode == "all" else [mode]:
        found = learn_bad(model, name, seeds=range(seed, seed + seeds), settings=settings)
        last = found.curves[:, -1]
        solved = None if optimum is None else found.solved(optimum)
        rows.append(
            {
                "mode": name,
                "mean": estimate(last).mean,
                "sem": estimate(last).sem,
                "solved_seeds": solved and solved.successes,
                "solved_ci95": solved and solved.ci95,
                "final": last.tolist(),
                "cpu_seconds": round(found.seconds, 3),
            }
        )
    document = {"game": made.name, "optimum": optimum, "seeds": seeds, "modes": rows}
    return report(document, _print, as_json=as_json)


def _print(document: dict[str, Any]) -> None:
    grid = Table("mode", "mean", "solved", "CPU-s", caption=f"{ERROR_NOTE}, over seeds")
    for row in document["modes"]:
        count = row["solved_seeds"]
        solved = "-" if count is None else f"{count}/{document['seeds']}"
        mean = number_words(row["mean"], row["sem"])
        grid.add_row(row["mode"], mean, solved, f"{row['cpu_seconds']:.1f}")
    Console().print(grid)
