"""`hanabi compare`: two line-ups on the same decks."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from hanabilab.arena import Lineup, Results, ResultsFolder, describe_run, summary_of
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
from hanabilab.cli.render import print_comparison, print_histograms, print_summaries
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.notation import split_calls
from hanabilab.stats import Comparison, compare_tables

__all__ = ["DIFFERENCES", "command", "compare_runs", "play_pair", "save_pair"]

#: Columns whose paired differences tell where points came from.
DIFFERENCES = ("points", "hints", "misplays", "discards", "turns")


def command(
    first: Annotated[str, typer.Argument(help="A line-up: agents separated by commas.")],
    second: Annotated[str, typer.Argument(help="The line-up to set against it.")],
    games: GamesOption = 1000,
    seed: SeedOption = 0,
    rules: RulesOption = "full",
    bomb: BombOption = None,
    slots: SlotsOption = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> int:
    """Play two line-ups on the same decks; the difference is second less first, deck by deck."""
    lineups = [Lineup.of(split_calls(text)) for text in (first, second)]
    sizes = [len(lineup.agents) for lineup in lineups]
    if sizes[0] != sizes[1]:
        raise AgentError(f"line-ups of {sizes[0]} and {sizes[1]} agents; both need as many")
    chosen = make_rules(rules, sizes[0], bomb, slots)
    folder = ResultsFolder(out) if out else None
    runs = play_pair(lineups, chosen, games=games, seed=seed, threads=threads)
    if folder:
        save_pair(folder, runs)
    if as_json:
        print(json.dumps(_as_json(runs)))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, runs)
        print_comparison(console, compare_runs(runs))
        print_histograms(console, runs)
    return 0 if all(run.complete for run in runs) else 130


def play_pair(
    lineups: list[Lineup], rules: Rules, *, games: int, seed: int, threads: int | None
) -> list[Results]:
    """Play each line-up on the same decks, under progress bars."""
    with progress_bars() as bars:
        return [
            play_with_progress(bars, lineup, rules, games=games, seed=seed, threads=threads)
            for lineup in lineups
        ]


def compare_runs(runs: list[Results]) -> Comparison:
    """The paired differences of two runs."""
    return compare_tables(runs[0].table, runs[1].table, DIFFERENCES)


def save_pair(folder: ResultsFolder, runs: list[Results]) -> None:
    """Write both runs, their differences, settings and histograms."""
    from hanabilab.plots import save_histograms

    for prefix, run in zip(("first/", "second/"), runs, strict=True):
        folder.write_results(prefix, run)
    folder.write_json("comparison.json", _as_json(runs))
    folder.write_json("settings.json", describe_run(runs))
    histograms = {run.lineup.name: summary_of(run).histogram for run in runs}
    folder.write("histograms.png", lambda path: save_histograms(histograms, path))


def _as_json(runs: list[Results]) -> dict[str, object]:
    return {
        "first": summary_of(runs[0]).as_json(),
        "second": summary_of(runs[1]).as_json(),
        "difference": asdict(compare_runs(runs).score),
    }
