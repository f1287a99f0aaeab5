"""`hanabi demo`: the main job. Search at decision time improves a hand-written blueprint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hanabilab.agents import five_rule
from hanabilab.arena import Lineup, ResultsFolder
from hanabilab.cli.compare import play_pair, report_pair
from hanabilab.cli.options import JsonOption, SeedOption, ThreadsOption
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.search import search_lineup
from hanabilab.stats import compare_tables

__all__ = ["command"]


def command(
    games: Annotated[int, typer.Option(min=1, help="Games for each line-up.")] = 1000,
    seed: SeedOption = 1,
    rollouts: Annotated[int, typer.Option(min=1, help="Worlds sampled for each move.")] = 64,
    epsilon: Annotated[float, typer.Option(min=0, help="Points by which search must win.")] = 0.2,
    seats: Annotated[str, typer.Option(help="Seats that search, from 1: 1, 2 or 1,2.")] = "1",
    threads: ThreadsOption = None,
    out: Annotated[Path, typer.Option(help="Results folder.")] = Path("results/demo"),
    as_json: JsonOption = False,
) -> int:
    """Play `five-rule` with itself, then with a searching seat, on the same decks."""
    search = search_lineup(five_rule, 2, _seats(seats), rollouts=rollouts, epsilon=epsilon)
    lineups = [Lineup((five_rule, five_rule)), Lineup(tuple(search))]
    folder = ResultsFolder(out)
    console = Console(quiet=as_json)
    console.print(
        f"{games:,} two-player games of each line-up on the same decks; a searching seat tries "
        f"every action in {rollouts} sampled worlds."
    )
    runs = play_pair(lineups, Rules(players=2), games=games, seed=seed, threads=threads)
    code = report_pair(runs, folder, as_json=as_json)
    if len(runs) == 2:
        gain = compare_tables(runs[0].table, runs[1].table).score
        low, high = gain.ci95 or (gain.mean, gain.mean)
        console.print(
            f"Search gains {gain.mean:+.2f} points a game, 95 % interval {low:+.2f} to {high:+.2f}."
        )
    console.print(f"Tables, records and histograms.png are in {folder.path}/.", soft_wrap=True)
    return code


def _seats(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part in ("1", "2") for part in parts):
        raise AgentError(f"seats is {text!r}; the demo has seats 1 and 2: write 1, 2 or 1,2")
    return [int(part) - 1 for part in parts]
