"""`hanabi play`: games of one line-up."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from hanabilab.arena import Lineup, ResultsFolder, describe_run, summary_of
from hanabilab.cli.options import (
    BombOption,
    GamesOption,
    JsonOption,
    OutOption,
    RulesOption,
    SeedOption,
    SlotsOption,
    ThreadsOption,
    make_rules,
    play_with_progress,
    progress_bars,
)
from hanabilab.cli.render import print_histograms, print_summaries

__all__ = ["command"]


def command(
    agents: Annotated[list[str], typer.Argument(help="An agent for each seat.")],
    games: GamesOption = 1000,
    seed: SeedOption = 0,
    rules: RulesOption = "full",
    bomb: BombOption = None,
    slots: SlotsOption = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> int:
    """Play games of one line-up, an agent for each seat, and sum them up."""
    from hanabilab.plots import save_histograms

    lineup = Lineup.of(agents)
    chosen = make_rules(rules, len(agents), bomb, slots)
    folder = ResultsFolder(out) if out else None
    with progress_bars() as bars:
        results = play_with_progress(bars, lineup, chosen, games=games, seed=seed, threads=threads)
    if folder:
        folder.write_results("", results)
        folder.write_json("settings.json", describe_run([results]))
        histograms = {lineup.name: summary_of(results).histogram}
        folder.write("histograms.png", lambda path: save_histograms(histograms, path))
    if as_json:
        print(json.dumps(summary_of(results).as_json()))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, [results])
        print_histograms(console, [results])
    return 0 if results.complete else 130
