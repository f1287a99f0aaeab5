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
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.notation import split_calls
from hanabilab.stats import Comparison, compare_tables

__all__ = ["command", "play_pair", "report_pair"]

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
    return report_pair(runs, folder, as_json=as_json)


def play_pair(
    lineups: list[Lineup], rules: Rules, *, games: int, seed: int, threads: int | None
) -> list[Results]:
    """Play each line-up on the same decks, under progress bars.

    Ctrl-C stops everything: what is returned then is one run, or two with fewer games.
    """
    runs: list[Results] = []
    with progress_bars() as bars:
        for lineup in lineups:
            try:
                run = play_with_progress(
                    bars, lineup, rules, games=games, seed=seed, threads=threads
                )
            except StoppedError:
                if not runs:
                    raise
                return runs
            runs.append(run)
            if not run.complete:
                break
    return runs


def report_pair(runs: list[Results], folder: ResultsFolder | None, *, as_json: bool) -> int:
    """Save and print what `play_pair` returned; the exit code of the command."""
    if folder:
        _save(folder, runs)
    stopped = len(runs) < 2 or not all(run.complete for run in runs)
    if as_json:
        print(json.dumps(_as_json(runs)))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, runs)
        if len(runs) == 2:
            print_comparison(console, _compare(runs))
        print_histograms(console, runs)
    return 130 if stopped else 0


def _compare(runs: list[Results]) -> Comparison:
    return compare_tables(runs[0].table, runs[1].table, DIFFERENCES)


def _save(folder: ResultsFolder, runs: list[Results]) -> None:
    """Write the runs, their differences, settings and histograms."""
    from hanabilab.plots import save_histograms

    for prefix, run in zip(("first/", "second/"), runs, strict=False):
        folder.write_results(prefix, run)
    folder.write_json("comparison.json", _as_json(runs))
    folder.write_json("settings.json", describe_run(runs))
    histograms = {run.lineup.name: summary_of(run).histogram for run in runs}
    folder.write("histograms.png", lambda path: save_histograms(histograms, path))


def _as_json(runs: list[Results]) -> dict[str, object]:
    """The contract of `compare --json`; a line-up that Ctrl-C kept from playing is null."""
    both = len(runs) == 2
    return {
        "first": summary_of(runs[0]).as_json(),
        "second": summary_of(runs[1]).as_json() if both else None,
        "difference": asdict(_compare(runs).score) if both else None,
    }
