"""`hanabi log validity`: what a model of people scores with agents, beside what people scored."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from hanabilab.cli.jobs import settle
from hanabilab.cli.options import RUN, JsonOption, Place, ThreadsOption, progress_bars
from hanabilab.cli.people_games import note_faults
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.notation import split_calls
from hanabilab.people.validity import BARS, Verdict
from hanabilab.people.validity_run import KeptValidity, ValidityPlan, play_missing
from hanabilab.stats import ERROR_NOTE
from hanabilab.stats.summary import number_words

#: What the table has a row for: words, the mean or rate, its error, and how many decimals.
_ROWS = (
    ("points, kept in lost games", "points_mean", "points_sem", 2),
    ("- median", "points_median", "", 1),
    ("score, lost games 0", "mean", "sem", 2),
    ("- median", "median", "", 1),
    ("share of lost games", "bomb_rate", "bomb_sem", 3),
    ("turns", "turns_mean", "turns_sem", 1),
    ("discards of actions", "discard_rate", "discard_sem", 3),
    ("plays", "play_rate", "play_sem", 3),
    ("hints of a color", "color_rate", "color_sem", 3),
    ("hints of a rank", "rank_rate", "rank_sem", 3),
)


@dataclass(frozen=True)
class _People:
    """The people's games that a command line names; None is what it leaves open."""

    games: Annotated[
        list[str] | None,
        typer.Option(
            "--games",
            help="Games of people with agents, a file or folder; may be given more than once.",
        ),
    ] = None
    agents: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="AGENT,...",
            show_default="all",
            help="Agents that people sat with, as the files name them.",
        ),
    ] = None

    def given(self) -> dict[str, Any]:
        """The settings of the plan that they make."""
        files = {} if not self.games else {"files": tuple(self.games)}
        return files if self.agents is None else files | {"agents": tuple(split_calls(self.agents))}


def command(
    model: Annotated[
        str | None, typer.Argument(help="Any agent; none with --resume.", metavar="MODEL")
    ] = None,
    *,
    people: _People,
    given: Annotated[Given, OptionsOf(ValidityPlan, {"decks": RUN, "seed": RUN})],
    threads: ThreadsOption = None,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Let a model of people play with agents that people sat with, and compare the scores.

    The model takes the seats of people, on other decks, by the rules of their games.
    """
    asked = people.given() | given | ({} if model is None else {"model": model})
    decks = given.get("decks")
    with settle(KeptValidity, _Request(asked), place, decks) as job:
        for name, found in job.plan.read.items():
            note_faults(name, found)
        document = _play(job, threads)
    return report(document, lambda told: _print(told, job.plan), as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for: settings of `ValidityPlan`."""

    given: Given

    def plan(self) -> ValidityPlan:
        """What a run from the beginning plays."""
        if "model" not in self.given:
            raise AgentError("Missing argument: the model, or --resume DIR")
        if "files" not in self.given:
            raise AgentError("Missing option: --games FILE, with games of people")
        return ValidityPlan(**self.given)

    def beside(self, _: ValidityPlan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them."""
        told = {name: value for name, value in self.given.items() if name != "decks"}
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in told.items()
        }


def _play(job: KeptValidity, threads: int | None) -> dict[str, Any]:
    """Play what is not played yet, and write it all; the document."""
    plan = job.plan
    with progress_bars() as bars:
        for number, sitting in enumerate(plan.sittings):
            before = len(job.rows(number))
            task = bars.add_task(f"with {sitting.agent}", total=plan.decks, completed=before)
            play_missing(job, number, threads, partial(bars.advance, task))
    held = job.held()
    order = [*BARS, Verdict.NOT_VALID]
    document = {
        "model": plan.model,
        "seed": plan.seed,
        "verdict": str(max((each.verdict for each in held), key=order.index)),
        "by_agent": [each.as_json() for each in held],
    }
    if job.is_kept:
        job.folder.write_json("validity.json", document)
        job.join(job.all_rows())
        job.finish()
    return document


def _print(document: dict[str, Any], plan: ValidityPlan) -> None:
    console = Console()
    for each in document["by_agent"]:
        console.print(_grid(document["model"], each))
        console.print(_sentence(each))
        console.print()
    console.print(f"{document['model']}: {document['verdict']}")
    bars = "; ".join(
        f"{verdict}: within {points:g} points, kept, and {bombs:g} of the share of lost games"
        for verdict, (points, bombs) in BARS.items()
    )
    clusters = "persons" if plan.by == "person" else "games"
    console.print(
        f"{ERROR_NOTE}, of people over {clusters}, of the model over games, seed {plan.seed}; "
        f"{bars}, by the differences as measured",
        style="dim",
    )


def _grid(model: str, each: dict[str, Any]) -> Table:
    people, own = each["people"], each["own"]
    persons = "" if people["persons"] is None else f", {people['persons']:,} persons"
    grid = Table(
        box=SIMPLE_HEAD,
        padding=(0, 2, 0, 0),
        pad_edge=False,
        title=f"with {each['agent']}: {', '.join(each['lineup'])} by {each['rules']}",
        title_justify="left",
    )
    grid.add_column("")
    grid.add_column(f"people\n{people['games']:,} games{persons}", justify="right")
    grid.add_column(f"{model}\n{own['games']:,} games", justify="right", overflow="fold")
    for words, value, error, decimals in _ROWS:
        grid.add_row(words, *(_cell(told, value, error, decimals) for told in (people, own)))
    return grid


def _cell(told: dict[str, Any], value: str, error: str, decimals: int) -> str:
    return number_words(told[value], told[error] if error else None, f".{decimals}f")


def _sentence(each: dict[str, Any]) -> str:
    """The differences and the verdict."""
    points = number_words(each["points_difference"], each["points_difference_sem"], "+.2f")
    bombs = number_words(each["bomb_difference"], each["bomb_difference_sem"], "+.3f")
    return f"model less people: {points} points, {bombs} of lost games: {each['verdict']}"
