"""`hanabi demo`: the main job. Search at decision time improves a hand-written blueprint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hanabilab.agents import five_rule
from hanabilab.arena import Lineup, ResultsFolder
from hanabilab.cli.compare import compare_runs, play_pair, save_pair
from hanabilab.cli.options import SeedOption, ThreadsOption
from hanabilab.cli.render import print_comparison, print_histograms, print_summaries
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.search import search_lineup

__all__ = ["command"]


def command(
    games: Annotated[int, typer.Option(min=1, help="Games for each line-up.")] = 1000,
    seed: SeedOption = 1,
    rollouts: Annotated[int, typer.Option(min=1, help="Worlds sampled for each move.")] = 64,
    epsilon: Annotated[float, typer.Option(min=0, help="Points by which search must win.")] = 0.2,
    seats: Annotated[str, typer.Option(help="Seats that search, from 1: 1, 2 or 1,2.")] = "1",
    threads: ThreadsOption = None,
    out: Annotated[Path, typer.Option(help="Results folder.")] = Path("results/demo"),
) -> int:
    """Play `five-rule` with itself, then with a searching seat, on the same decks."""
    console = Console()
    rules = Rules(players=2)
    lineups = [
        Lineup((five_rule, five_rule)),
        Lineup(
            tuple(search_lineup(five_rule, 2, _seats(seats), rollouts=rollouts, epsilon=epsilon))
        ),
    ]
    folder = ResultsFolder(out)
    console.print(
        f"{games:,} two-player games of each line-up on the same decks; the searching seat plays "
        f"every move out in {rollouts} sampled worlds."
    )
    runs = play_pair(lineups, rules, games=games, seed=seed, threads=threads)
    save_pair(folder, runs)
    comparison = compare_runs(runs)
    print_summaries(console, runs)
    print_comparison(console, comparison)
    print_histograms(console, runs)
    gain = comparison.score
    interval = f", 95 % interval {gain.ci95[0]:+.2f} to {gain.ci95[1]:+.2f}" if gain.ci95 else ""
    console.print(f"Search gains {gain.mean:+.2f} points a game{interval}.")
    console.print(f"Tables, records and histograms.png are in {folder.path}/.", soft_wrap=True)
    return 0 if all(run.complete for run in runs) else 130


def _seats(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part in ("1", "2") for part in parts):
        raise AgentError(f"seats is {text!r}; the demo has seats 1 and 2: write 1, 2 or 1,2")
    return [int(part) - 1 for part in parts]
