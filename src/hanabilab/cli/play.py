"""`hanabi play`: games of one line-up."""

from __future__ import annotations

from typing import Annotated

import typer

from hanabilab.arena import Lineup
from hanabilab.cli.machines import Machines, play_or_share
from hanabilab.cli.options import RulesRequest, SharedPlace
from hanabilab.cli.render import ReportRequest
from hanabilab.cli.runs import PlanOptions, RunRequest, settle
from hanabilab.cli.settings import Given, require_used
from hanabilab.cli.table_request import TableRequest, is_for_people


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
    report: ReportRequest,
) -> int:
    """Play games, an agent for each seat, and sum them up.

    With a person at the table, such as human smart, one game is played in the browser. With --watch
    you watch agents play one there.
    """
    if is_for_people(agents, place, people):
        more = {"json": report.as_json or None, "share": place.share, "luck": report.luck or None}
        table = "people watch" if people.watch else "with a person at it"
        require_used(f"a table {table}, which plays one game", machines, more)
        from hanabilab.cli.tables import play_with_people  # a third of what `play` would import

        return play_with_people(agents, given, rules, place, people)
    require_used("games without a person, who is called human", people)
    lineups = (Lineup.of(agents),) if agents else ()
    report.require_summed(place)
    with settle(RunRequest(lineups, given, rules, report.luck), 1, place) as run:
        return play_or_share(run, machines, place, as_json=report.as_json)
