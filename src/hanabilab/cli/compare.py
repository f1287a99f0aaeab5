"""`hanabi compare`: two line-ups on the same decks."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from hanabilab.arena import PAIR, Lineup, Results, summary_of, write_results
from hanabilab.cli.options import (
    BombOption,
    GamesOption,
    JsonOption,
    OutOption,
    ResumeOption,
    RulesOption,
    RunSeedOption,
    SlotsOption,
    ThreadsOption,
)
from hanabilab.cli.render import print_comparison, print_histograms, print_summaries
from hanabilab.cli.runs import Run, Wishes, settle
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs import RunFolder
from hanabilab.stats import Comparison, compare_tables

__all__ = ["command", "report_pair"]

#: Columns whose paired differences tell where points came from.
DIFFERENCES = ("points", "hints", "misplays", "discards", "turns")


def command(
    first: Annotated[
        str | None,
        typer.Argument(help="A line-up: agents separated by commas; none with --resume."),
    ] = None,
    second: Annotated[str | None, typer.Argument(help="The line-up to set against it.")] = None,
    games: GamesOption = None,
    seed: RunSeedOption = None,
    rules: RulesOption = None,
    bomb: BombOption = None,
    slots: SlotsOption = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    resume: ResumeOption = None,
    as_json: JsonOption = False,
) -> int:
    """Play two line-ups on the same decks; the difference is second less first, deck by deck."""
    lineups = tuple(Lineup.of(split_calls(text)) for text in (first, second) if text is not None)
    sizes = [len(lineup.agents) for lineup in lineups]
    if len(set(sizes)) > 1:
        raise AgentError(f"line-ups of {sizes[0]} and {sizes[1]} agents; both need as many")
    with settle(Wishes(lineups, games, seed, rules, bomb, slots), 2, out, resume) as run:
        return report_pair(run, run.play(threads), as_json=as_json)


def report_pair(run: Run, results: list[Results], *, as_json: bool) -> int:
    """Save and print what a run of two line-ups gave; the exit code of the command."""
    if run.checkpoint:
        _save(run.checkpoint.folder, results)
    code = run.close(results)
    if as_json:
        print(json.dumps(_as_json(results)))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, results)
        if len(results) == 2:
            print_comparison(console, _compare(results))
        print_histograms(console, results)
    return code


def _compare(results: list[Results]) -> Comparison:
    return compare_tables(results[0].table, results[1].table, DIFFERENCES)


def _save(folder: RunFolder, results: list[Results]) -> None:
    """Write the results, their differences and histograms."""
    from hanabilab.plots import save_histograms

    for prefix, result in zip(PAIR, results, strict=False):
        write_results(folder, prefix, result)
    folder.write_json("comparison.json", _as_json(results))
    histograms = {result.lineup.name: summary_of(result).histogram for result in results}
    game = format_rules(results[0].rules)
    folder.write("histograms.png", lambda file: save_histograms(histograms, file, game=game))


def _as_json(results: list[Results]) -> dict[str, object]:
    """The contract of `compare --json`; a line-up that Ctrl-C kept from playing is null."""
    both = len(results) == 2
    return {
        "first": summary_of(results[0]).as_json(),
        "second": summary_of(results[1]).as_json() if both else None,
        "difference": asdict(_compare(results).score) if both else None,
    }
