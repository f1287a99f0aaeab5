"""`hanabi adhoc`: those who find out who their partner is, against those who do not or who know."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer
from rich.table import Table

from hanabilab.agents.policy import Agent, check_players
from hanabilab.arena import ResultsFolder
from hanabilab.arena.folder import describe_session, now
from hanabilab.cli.options import JsonOption, OutOption, SeedOption, ThreadsOption, progress_bars
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError
from hanabilab.notation import split_calls
from hanabilab.runs.agents import kept_agent
from hanabilab.stats import ERROR_NOTE
from hanabilab.teamplay.adaptive import (
    BASELINE,
    Adaptive,
    Identifier,
    Members,
    Playbook,
    SequencePlan,
    answers_to,
    play_sequences,
    report_sequences,
    responders_of,
    strangers,
)

__all__ = ["command"]

# Games of a sequence that a table shows: beyond these, nobody reads on.
_MOST_ROUNDS = 20


def command(
    folder: Annotated[
        Path, typer.Argument(help="A finished cross-play of a pool, or a folder with one in pairs.")
    ],
    partners: Annotated[
        list[str] | None,
        typer.Option(
            show_default="the pool",
            help="Agents separated by commas, or the folder of a cross-play or an evolution; can "
            "be given again.",
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Meet so many partners, evenly from their list.")
    ] = None,
    length: Annotated[int, typer.Option(min=1, help="Games of a sequence.")] = 10,
    sequences: Annotated[int, typer.Option(min=1, help="Sequences with each partner.")] = 1,
    seed: SeedOption = 1,
    oracle_games: Annotated[
        int,
        typer.Option(
            min=4,
            help="Games of every member with a partner from outside the pool, of the seed after, "
            "to find what the oracle plays.",
        ),
    ] = 50,
    threads: ThreadsOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> int:
    """Meet partners for some games each: a generalist, three who find out who it is, an oracle."""
    playbook = Playbook.load(folder)
    if seed == playbook.seed:
        raise AgentError(
            f"seed {seed} is that of the playbook, whose games taught the answers; give another"
        )
    names = _drawn(_partners(playbook, partners), limit)
    plan = SequencePlan(playbook.rules, names, length, sequences, seed)
    agents = _agents(plan)
    adaptive = Adaptive(str(folder), Identifier(playbook))
    results = ResultsFolder(out) if out else None
    began = time.perf_counter()
    answers, table = _play(adaptive, plan, agents, oracle_games, threads)
    document = {
        "pool": str(folder),
        **report_sequences(plan, table),
        "oracle_games": oracle_games if strangers(playbook, names) else 0,
        "generalist": playbook.members[playbook.generalist],
        "oracle": {name: playbook.members[answer] for name, answer in answers.items()},
        "seconds": time.perf_counter() - began,
    }
    if results:
        _save(results, table, document)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        _show(Console(), document)
    return 0


def _partners(playbook: Playbook, given: list[str] | None) -> tuple[str, ...]:
    """The partners by name, whether they were given so or by folder."""
    if not given:
        return playbook.members
    names: list[str] = []
    for text in given:
        names += Members.of([Path(text)]).names if Path(text).is_dir() else split_calls(text)
    return tuple(names)


def _drawn(names: tuple[str, ...], limit: int | None) -> tuple[str, ...]:
    """`limit` of the names, as evenly as can be."""
    if limit is None or limit >= len(names):
        return names
    return tuple(names[(2 * place + 1) * len(names) // (2 * limit)] for place in range(limit))


def _agents(plan: SequencePlan) -> list[Agent]:
    """The partners.

    Raises:
        AgentError: an unknown one, or one that cannot play with two.
    """
    agents = [kept_agent(name) for name in plan.partners]
    for agent in agents:
        check_players(agent, plan.rules.players)
    return agents


def _play(
    adaptive: Adaptive,
    plan: SequencePlan,
    agents: list[Agent],
    oracle_games: int,
    threads: int | None,
) -> tuple[dict[str, int], pl.DataFrame]:
    """What the oracle plays with each partner, and all games, under progress bars."""
    playbook = adaptive.playbook
    with progress_bars() as bars:

        def bar(what: str, games: int) -> Callable[[int], None]:
            task = bars.add_task(what, total=games, visible=games > 0)
            return lambda count: bars.advance(task, count)

        trials = len(playbook.members) * len(strangers(playbook, plan.partners)) * oracle_games
        answers = answers_to(
            playbook,
            plan.partners,
            games=oracle_games,
            seed=plan.seed + 1,
            threads=threads,
            progress=bar("the oracle's answers", trials),
        )
        responders = responders_of(adaptive, answers)
        progress = bar("sequences", len(responders) * plan.num_games)
        return answers, play_sequences(plan, responders, agents, threads=threads, progress=progress)


def _save(results: ResultsFolder, table: pl.DataFrame, document: dict[str, Any]) -> None:
    """Write the table, the document, its settings and the figure."""
    from hanabilab.plots import save_rounds

    results.write("sequences.parquet", table.write_parquet)
    results.write_json("adhoc.json", document)
    results.write_json("settings.json", {**describe_session(), "finished": now()})
    results.write("adhoc.png", lambda path: save_rounds(document, path))


def _show(console: Console, document: dict[str, Any]) -> None:
    """Scores and gains, and scores by round."""
    console.print(_totals(document))
    console.print(_rounds(document))
    console.print(
        f"{ERROR_NOTE}. Errors and intervals are over partners; with these very partners, the "
        "gain is as sure as the last column says, by sequences."
    )


def _totals(document: dict[str, Any]) -> Table:
    grid = Table(
        title=f"{len(document['partners']):,} partners; sequences with each: "
        f"{document['sequences']:,} of {document['length']} games, seed {document['seed']}"
    )
    for name in ("responder", "mean score", "gain over generalist", "95 % interval", "here"):
        grid.add_column(name, justify="left" if name == "responder" else "right")
    for name, told in document["responders"].items():
        gain = ("-", "-", "-") if name == BASELINE else _gain(told)
        grid.add_row(name, f"{told['score']['mean']:.3f}{_error(told['score'])}", *gain)
    return grid


def _rounds(document: dict[str, Any]) -> Table:
    found = document["responders"]
    grid = Table(title="mean score by game of the sequence")
    for name in ("game", *found):
        grid.add_column(name, justify="right")
    for number in range(min(document["length"], _MOST_ROUNDS)):
        means = (f"{told['rounds'][number]['mean']:.2f}" for told in found.values())
        grid.add_row(str(number + 1), *means)
    return grid


def _gain(told: dict[str, Any]) -> tuple[str, str, str]:
    """A gain, its interval, and its error by sequences; one of a kind has no error."""
    gain, interval = told["gain"], told["gain"]["ci95"]
    words = "{:.3f} to {:.3f}".format(*interval) if interval else "-"
    return f"{gain['mean']:+.3f}{_error(gain)}", words, _error(told["gain_here"]).strip() or "-"


def _error(value: dict[str, Any]) -> str:
    return "" if value["sem"] is None else f" ± {value['sem']:.3f}"
