"""`hanabi compare`: two line-ups on the same decks."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.arena import PAIR, Lineup, Tally, write_results
from hanabilab.cli.machines import Machines, play_or_share
from hanabilab.cli.options import JsonOption, RulesRequest, SharedPlace
from hanabilab.cli.render import print_comparison, print_histograms, print_summaries
from hanabilab.cli.runs import PlanOptions, Run, RunRequest, gathered, settle
from hanabilab.cli.settings import Given
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs import RunFolder


def command(
    first: Annotated[
        str | None,
        typer.Argument(help="A line-up: agents separated by commas; none with --resume."),
    ] = None,
    second: Annotated[str | None, typer.Argument(help="The line-up to compare with it.")] = None,
    *,
    given: Annotated[Given, PlanOptions],
    rules: RulesRequest,
    machines: Machines,
    place: SharedPlace,
    as_json: JsonOption = False,
) -> int:
    """Play two line-ups on the same decks; the difference is second less first, deck by deck."""
    lineups = tuple(Lineup.of(split_calls(text)) for text in (first, second) if text is not None)
    sizes = [len(lineup.agents) for lineup in lineups]
    if len(set(sizes)) > 1:
        raise AgentError(f"line-ups of {sizes[0]} and {sizes[1]} agents; both need as many")
    with settle(RunRequest(lineups, given, rules), 2, place) as run:
        return play_or_share(run, machines, place, report_pair, as_json=as_json)


def gather(folder: Path, *, as_json: bool) -> int:
    """Make the result of a run whose shares have been played."""
    with gathered(folder, 2) as run:
        return report_pair(run, run.play(1), as_json=as_json)


def report_pair(run: Run, played: list[Tally], *, as_json: bool) -> int:
    """Save and print what a run of two line-ups gave; the exit code of the command."""
    if run.checkpoint:
        _save(run, run.checkpoint.folder, played)
    code = run.close()
    if as_json:
        print(json.dumps(_as_json(run, played)))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, played)
        if len(played) == 2:
            print_comparison(console, run.pairing.comparison())
        print_histograms(console, played)
    return code


def _save(run: Run, folder: RunFolder, played: list[Tally]) -> None:
    """Write the results, their differences and histograms."""
    from hanabilab.plots import save_histograms

    for number, (prefix, tally) in enumerate(zip(PAIR, played, strict=False)):
        write_results(folder, prefix, tally, run.games(number))
    folder.write_json("comparison.json", _as_json(run, played))
    histograms = [(tally.lineup.name, tally.summary.histogram) for tally in played]
    game = format_rules(played[0].rules)
    folder.write("histograms.png", lambda file: save_histograms(histograms, file, game=game))


def _as_json(run: Run, played: list[Tally]) -> dict[str, object]:
    """The contract of `compare --json`; a line-up that Ctrl-C kept from playing is null."""
    both = len(played) == 2
    return {
        "first": played[0].summary.as_json(),
        "second": played[1].summary.as_json() if both else None,
        "difference": asdict(run.pairing.comparison().score) if both else None,
    }
