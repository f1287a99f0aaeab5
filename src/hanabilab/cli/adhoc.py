"""`hanabi adhoc`: agents that identify their partner, beside a generalist and an oracle."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer
from rich.table import Table

from hanabilab.cli.grids import right
from hanabilab.cli.jobs import settle
from hanabilab.cli.options import RUN, JsonOption, Place, ThreadsOption, progress_bars
from hanabilab.cli.settings import Given, OptionsOf, require_used
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.notation import split_calls
from hanabilab.stats import ERROR_NOTE
from hanabilab.stats.summary import interval_words, number_words
from hanabilab.teamplay.adaptive import (
    BASELINE,
    RESPONDERS,
    AdhocPlan,
    KeptSequences,
    Members,
    PayoffMatrix,
    Played,
    best_responses,
    play_sequences,
    report_sequences,
    responders_of,
    table_of,
)

# Games of a sequence that a table shows: beyond these, nobody reads on.
_MOST_ROUNDS = 20


@dataclass(frozen=True)
class _Partners:
    """The partners that a command line asks for; None is what it leaves open."""

    partners: Annotated[
        list[str] | None,
        typer.Option(
            show_default="the pool",
            help="Agents separated by commas, or the folder of a cross-play or an evolution; can "
            "be given again.",
        ),
    ] = None
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Meet only this many partners, spread evenly over their list."),
    ] = None

    def names(self, payoffs: PayoffMatrix) -> tuple[str, ...]:
        """The partners by name, whether they are given so, by folder, or not at all."""
        names: list[str] = [] if self.partners else list(payoffs.members)
        for text in self.partners or []:
            own = Path(text).is_dir()
            names += Members.of([Path(text)]).names if own else split_calls(text)
        return drawn(tuple(names), self.limit)


def command(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="A finished cross-play of a pool, or a folder with one in pairs; none with "
            "--resume."
        ),
    ] = None,
    *,
    whom: _Partners,
    given: Annotated[Given, OptionsOf(AdhocPlan, {"seed": RUN})],
    threads: ThreadsOption = None,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Play with unknown partners, which agents identify as they play.

    Beside agents that identify their partner play a generalist and an oracle.
    """
    if folder is not None:
        given["pool"] = str(folder)
    with settle(KeptSequences, _Request(given, whom), place) as job:
        document = _play(job, threads)
    return report(document, _print, as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for.

    Attributes:
        given: the pool, and settings among those of `AdhocPlan`.
    """

    given: Given
    whom: _Partners

    def plan(self) -> AdhocPlan:
        """What a run from the beginning plays."""
        if "pool" not in self.given:
            raise AgentError("Missing argument: the folder of a cross-play, or --resume DIR")
        payoffs = PayoffMatrix.load(Path(self.given["pool"]))
        plan = AdhocPlan(**self.given, partners=self.whom.names(payoffs))
        if not plan.held_out:
            trials = {"oracle_games": self.given.get("oracle_games")}
            require_used("partners that are all of the pool", trials)
        return plan

    def beside(self, plan: AdhocPlan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        if self.whom == _Partners():
            return self.given
        payoffs = PayoffMatrix.load(Path(self.given.get("pool", plan.pool)))
        return self.given | {"partners": list(self.whom.names(payoffs))}


def drawn(names: tuple[str, ...], limit: int | None) -> tuple[str, ...]:
    """`limit` of the names, as evenly as can be."""
    if limit is None or limit >= len(names):
        return names
    return tuple(names[(2 * place + 1) * len(names) // (2 * limit)] for place in range(limit))


def _play(job: KeptSequences, threads: int | None) -> dict[str, Any]:
    """Play what is not played yet, and write it all; the document."""
    plan = job.plan
    began = time.perf_counter()
    answers, played = _play_all(job, threads)
    table = table_of(plan.played, RESPONDERS, played)
    members = plan.payoffs.members
    document = {
        "pool": plan.pool,
        **report_sequences(plan.played, table),
        "oracle_games": plan.oracle_games if plan.held_out else 0,
        "generalist": members[plan.payoffs.generalist],
        "oracle": {name: members[answer] for name, answer in answers.items()},
        "seconds": time.perf_counter() - began,
    }
    if job.is_kept:
        _save(job, played, table, document)
    return document


def _play_all(job: KeptSequences, threads: int | None) -> tuple[dict[str, int], Played]:
    """What the oracle plays with each partner, and all sequences, under progress bars."""
    plan, sequences, done = job.plan, job.plan.played, job.played
    games = plan.oracle_games
    with progress_bars() as bars:

        def bar(what: str, total: int, before: int = 0) -> Callable[[int], None]:
            task = bars.add_task(what, total=total, visible=total > 0, completed=before)
            return lambda count: bars.advance(task, count)

        trials = len(plan.payoffs.members) * len(plan.held_out) * games
        answers = best_responses(
            plan.payoffs,
            sequences.partners,
            games=games,
            seed=sequences.seed + 1,
            threads=threads,
            progress=bar("the oracle's answers", trials),
        )
        all_games, before = len(RESPONDERS) * sequences.num_games, len(done) * sequences.length
        played = play_sequences(
            sequences,
            responders_of(plan.adaptive, answers),
            plan.agents,
            threads=threads,
            progress=bar("sequences", all_games, before),
            done=done,
            keep=job.keep,
        )
        return answers, played


def _save(
    job: KeptSequences, played: Played, table: pl.DataFrame, document: dict[str, Any]
) -> None:
    """Write the table, the document and the figure; then the run is finished."""
    from hanabilab.plots import save_rounds

    folder = job.folder
    folder.write("sequences.parquet", table.write_parquet)
    folder.write_json("adhoc.json", document)
    folder.write("adhoc.png", lambda file: save_rounds(document, file))
    job.join(dict(sorted(played.items())))
    job.finish()


# --- Printing ------------------------------------------------------------------------------------


def _print(document: dict[str, Any]) -> None:
    """Scores and gains, and scores by round."""
    console = Console()
    console.print(_totals(document))
    console.print(_rounds(document))
    console.print(
        f"{ERROR_NOTE}. Errors and intervals are over partners; with these very partners, the "
        "gain is as sure as the last column says, by sequences."
    )


def _totals(document: dict[str, Any]) -> Table:
    grid = Table(
        "responder",
        *right("mean score", "gain over generalist", "95 % interval", "here"),
        title=f"{len(document['partners']):,} partners; sequences with each: "
        f"{document['sequences']:,} of {document['length']} games, seed {document['seed']}",
    )
    for name, told in document["responders"].items():
        gain = ("-", "-", "-") if name == BASELINE else _gain(told)
        grid.add_row(name, number_words(told["score"]["mean"], told["score"]["sem"]), *gain)
    return grid


def _rounds(document: dict[str, Any]) -> Table:
    found = document["responders"]
    grid = Table(*right("game", *found), title="mean score by game of the sequence")
    for number in range(min(document["length"], _MOST_ROUNDS)):
        means = (f"{told['by_round'][number]['mean']:.2f}" for told in found.values())
        grid.add_row(str(number + 1), *means)
    return grid


def _gain(told: dict[str, Any]) -> tuple[str, str, str]:
    """A gain, its interval, and its error by sequences; one of a kind has no error."""
    gain, here = told["gain"], told["gain_here"]["sem"]
    words = number_words(gain["mean"], gain["sem"], "+.3f")
    return words, interval_words(gain["ci95"]), "-" if here is None else f"± {here:.3f}"
