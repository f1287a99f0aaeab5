"""`hanabi play`: games of one line-up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.arena import Lineup, Tally, write_results
from hanabilab.cli.machines import Machines, play_or_share
from hanabilab.cli.options import JsonOption, RulesRequest, SharedPlace
from hanabilab.cli.render import print_histograms, print_summaries
from hanabilab.cli.runs import PlanOptions, Run, RunRequest, gathered, settle
from hanabilab.cli.settings import Given, require_used
from hanabilab.cli.tables import TableRequest, is_for_people, play_with_people
from hanabilab.cli.terminal import Console
from hanabilab.notation import format_rules
from hanabilab.runs import RunFolder


def command(
    agents: Annotated[
        list[str] | None, typer.Argument(help="An agent for each seat; none with --resume.")
    ] = None,
    *,
    given: Annotated[Given, PlanOptions],
    rules: RulesRequest,
    machines: Machines,
    place: SharedPlace,
    people: TableRequest,
    as_json: JsonOption = False,
) -> int:
    """Play games of one line-up, an agent for each seat, and sum them up.

    With a person at the table, such as human smart, one game is played in the browser.
    """
    if is_for_people(agents, place, people):
        more = {"json": as_json or None, "share": place.share}
        require_used("a table with a person at it, which plays one game", machines, more)
        return play_with_people(agents, given, rules, place, people)
    require_used("games without a person, who is called human", people)
    lineups = (Lineup.of(agents),) if agents else ()
    with settle(RunRequest(lineups, given, rules), 1, place) as run:
        return play_or_share(run, machines, place, _report, as_json=as_json)


def gather(folder: Path, *, as_json: bool) -> int:
    """Make the result of a run whose shares have been played."""
    with gathered(folder, 1) as run:
        return _report(run, run.play(1), as_json=as_json)


def _report(run: Run, played: list[Tally], *, as_json: bool) -> int:
    """Save and print what a run gave; the exit code of the command."""
    summary = played[0].summary
    if run.checkpoint:
        _save(run, run.checkpoint.folder, played[0])
    code = run.close()
    if as_json:
        print(json.dumps(summary.as_json()))  # noqa: T201  # the document
    else:
        console = Console()
        print_summaries(console, played)
        print_histograms(console, played)
    return code


def _save(run: Run, folder: RunFolder, played: Tally) -> None:
    """Write the results and their histogram."""
    from hanabilab.plots import save_histograms

    write_results(folder, "", played, run.games(0))
    histograms = [(played.lineup.name, played.summary.histogram)]
    game = format_rules(played.rules)
    folder.write("histograms.png", lambda file: save_histograms(histograms, file, game=game))
