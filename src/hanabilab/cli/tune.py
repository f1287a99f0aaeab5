"""`hanabi tune`: better numbers for an agent that declares some, kept in a folder and resumed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from hanabilab.agents.registry import make_agent
from hanabilab.arena.executor import Workers
from hanabilab.cli.grids import right
from hanabilab.cli.jobs import settle, work_through
from hanabilab.cli.machines import Machines
from hanabilab.cli.options import RUN, JsonOption, Place, SeatsRequest, rules_option
from hanabilab.cli.render import rule_of_lost_games
from hanabilab.cli.settings import Given, OptionsOf, open_option
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.runs.settings import Setting
from hanabilab.tuning import Comparison, Kept, Settings, Tuning, TuningPlan, compare, tune
from hanabilab.tuning.comparing import WINNERS_CURSE
from hanabilab.tuning.keeping import MOST_GENERATIONS
from hanabilab.tuning.report import numbers_table, report_tuning
from hanabilab.tuning.strategy import require_ribs

_GENERATIONS = 40
_TARGET = Setting("Generations of candidates; a resumed run can have more.", 1, MOST_GENERATIONS)


@dataclass(frozen=True)
class _RulesRequest(SeatsRequest):
    """The rules that a command line asks for, and their seats."""

    rules: Annotated[str | None, rules_option("full")] = None


def command(
    agent: Annotated[
        str | None,
        typer.Argument(help="An agent that declares numbers; none is needed with --resume."),
    ] = None,
    *,
    generations: Annotated[int | None, open_option(_GENERATIONS, _TARGET)] = None,
    rules: _RulesRequest,
    given: Annotated[Given, OptionsOf(Settings, {"seed": RUN})],
    machines: Machines,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Find better numbers for an agent that declares some (CMA-ES).

    Candidates play with copies of themselves, on the same decks.
    """
    require_ribs()
    if place == Place() or (place.resume is None and agent is None):
        raise AgentError("missing AGENT and --out DIR, which keeps the run, or --resume DIR")
    name = None if agent is None else make_agent(agent).name
    job = settle(Kept, _Request(name, given, generations, rules), place, generations)
    with job as kept, machines.open() as workers:
        return _run(kept, workers, as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for; None, or not among the settings, is what it leaves open."""

    agent: str | None
    given: Given
    generations: int | None
    rules: _RulesRequest

    def plan(self) -> TuningPlan:
        """What a run from the beginning tunes."""
        rules = self.rules.make("full", self.rules.players or 2)
        settings = Settings(agent=str(self.agent), rules=rules, **self.given)
        return TuningPlan(settings, self.generations or _GENERATIONS)

    def beside(self, plan: TuningPlan) -> dict[str, Any]:
        """The settings asked for where a run has the plan `plan`."""
        known = plan.settings
        rules = self.rules.beside(known.rules, "full")
        document = replace(known, rules=rules, **self.given).as_json()
        # A name alone: another agent may not have the numbers that the run tunes.
        return document | {"agent": self.agent or known.agent}


def _run(kept: Kept, workers: Workers, *, as_json: bool) -> int:
    """Tune, compare, save, print; the exit code."""
    states = tune(kept.tuning, kept.plan.generations, threads=workers)
    if not work_through(kept, states, "tuning", _words):
        return 130
    comparison = compare(kept.tuning, threads=workers)
    _save(kept, comparison)
    found, plan = report_tuning(kept.tuning, comparison), kept.plan
    return report(found, lambda told: _print(told, plan.settings, comparison), as_json=as_json)


def _words(now: Tuning, _: Progress) -> str:
    """What the bar says."""
    last = numbers_table(now).row(-1, named=True)
    return f"mean of the candidates {last['score']:.2f}, {last['dropped']} dropped out early"


def _save(kept: Kept, comparison: Comparison) -> None:
    """Write the paths of the numbers, also as a picture, and what was found."""
    from hanabilab.plots.tuning import save_tuning

    folder, tuning = kept.folder, kept.tuning
    folder.write("numbers.csv", numbers_table(tuning).write_csv)
    folder.write("numbers.png", partial(save_tuning, tuning))
    folder.write_json("tuning.json", report_tuning(tuning, comparison))
    kept.finish()


def _print(told: dict[str, Any], settings: Settings, comparison: Comparison) -> None:
    """The numbers, the comparison, and the name of the tuned agent."""
    console = Console()
    lost = rule_of_lost_games(settings.rules)
    console.print(
        f"{told['generations']} generations of {told['candidates']} candidates, seed "
        f"{told['seed']}; {settings.rules.players} players, {lost}; {told['games']:,} games, "
        f"{told['games_saved']:,} saved by the race"
    )
    console.print(_numbers(told["numbers"]))
    console.print(_scores(comparison))
    console.print(comparison.conclusion)
    console.print(WINNERS_CURSE)
    console.print(f"tuned: {escape(comparison.tuned)}", soft_wrap=True)


def _numbers(rows: list[dict[str, Any]]) -> Table:
    table = Table("number", *right("range", "given", "tuned", "deviation"))
    for row in rows:
        span = f"{row['low']} to {row['high']}"
        deviation = f"{row['deviation']:.2g}"
        table.add_row(
            row["name"], span, str(row["given_value"]), str(row["tuned_value"]), deviation
        )
    return table


def _scores(comparison: Comparison) -> Table:
    title = f"{comparison.games:,} fresh games of each (seed {comparison.seed})"
    table = Table(*right("given", "tuned", "gain"), title=title)
    table.caption = "± is one standard error; the gain is paired, deck by deck"
    table.add_row(str(comparison.given_score), str(comparison.tuned_score), str(comparison.gain))
    return table
