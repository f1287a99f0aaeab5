"""`hanabi compare`: two line-ups on the same decks."""

from __future__ import annotations

from typing import Annotated

import typer

from hanabilab.arena import Lineup
from hanabilab.cli.machines import Machines, play_or_share
from hanabilab.cli.options import RulesRequest, SharedPlace
from hanabilab.cli.render import ReportRequest
from hanabilab.cli.runs import PlanOptions, RunRequest, settle
from hanabilab.cli.settings import Given
from hanabilab.errors import AgentError
from hanabilab.notation import split_calls


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
    report: ReportRequest,
) -> int:
    """Play two line-ups on the same decks, and tell the difference.

    The difference is second less first, deck by deck.
    """
    report.require_summed(place)
    lineups = tuple(Lineup.of(split_calls(text)) for text in (first, second) if text is not None)
    sizes = [len(lineup.agents) for lineup in lineups]
    if len(set(sizes)) > 1:
        raise AgentError(f"line-ups of {sizes[0]} and {sizes[1]} agents; both need as many")
    with settle(RunRequest(lineups, given, rules, report.luck), 2, place) as run:
        return play_or_share(run, machines, place, as_json=report.as_json)
