"""`hanabi crossplay`: every agent with every other, or challengers with a pool."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.matrix import print_matrix, print_pool
from hanabilab.cli.options import (
    RUN,
    JsonOption,
    Place,
    RulesRequest,
    ThreadsOption,
    players_option,
    progress_bars,
)
from hanabilab.cli.runs import note_damage, note_sessions, note_stop
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules
from hanabilab.teamplay import (
    KeptPairs,
    Pairs,
    PairsPlan,
    PlayedPairs,
    pairs_table,
    play_pairs,
    report_matrix,
    report_pool,
)
from hanabilab.teamplay.adaptive import Members


@dataclass(frozen=True)
class _Who:
    """The agents that a command line names; None is what it leaves open."""

    agents: Annotated[
        list[str] | None, typer.Argument(help="Agents by name; none with --resume.")
    ] = None
    challenger: Annotated[
        list[str] | None,
        typer.Option(help="Play this agent alone with all the others; can be given again."),
    ] = None
    pool: Annotated[
        list[Path] | None,
        typer.Option(
            help="Add all agents of this folder, of an evolution or a finished cross-play, whose "
            "rules are the default; can be given again."
        ),
    ] = None
    others_pool: Annotated[
        list[Path] | None,
        typer.Option(help="Play with the agents of this folder alone; can be given again."),
    ] = None

    @cached_property
    def own_pool(self) -> Members | None:
        """The agents that are added to those who are named."""
        return Members.of(self.pool) if self.pool else None

    @cached_property
    def other_pool(self) -> Members | None:
        """The agents that these play with alone."""
        return Members.of(self.others_pool) if self.others_pool else None

    @property
    def are_given(self) -> bool:
        """Whether the command line names any."""
        return bool(self.agents or self.challenger or self.pool or self.others_pool)

    def lists(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who plays with whom."""
        agents = tuple(self.agents or ()) + (self.own_pool.names if self.own_pool else ())
        if self.challenger and self.others_pool:
            raise AgentError("--challenger and --others-pool exclude each other; name one of them")
        fewest = 1 if self.challenger or self.others_pool else 2
        if len(agents) < fewest:
            raise AgentError(
                f"{len(agents)} agents; cross-play needs {fewest} at least, or --resume DIR"
            )
        ones = tuple(self.challenger or agents)
        return ones, self.other_pool.names if self.other_pool else agents


@dataclass(frozen=True)
class _RulesRequest(RulesRequest):
    """The rules that a command line asks for, and their seats."""

    players: Annotated[int | None, players_option("Seats of a game.")] = None

    def new(self, pool: Members | None) -> Rules:
        """Those asked for; a pool's own where neither rules nor players are given."""
        own = pool and not (self.rules or self.players)
        return self.make(format_rules(pool.rules) if pool and own else "full", self.players or 2)

    def beside(self, known: Rules) -> Rules:
        """The rules asked for where a run has the rules `known`."""
        players = self.players or known.players
        return self.make(format_rules(known) if players == known.players else "full", players)


def command(
    *,
    who: _Who,
    given: Annotated[Given, OptionsOf(PairsPlan, {"games": RUN, "seed": RUN})],
    rules: _RulesRequest,
    threads: ThreadsOption = None,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Play every agent with every other on the same decks: who plays well with whom."""
    kept, plan, done = _settle(_Request(who, given, rules), place)
    with kept.folder if kept else nullcontext():
        pairs = _play(plan, threads, kept, done)
        document = report_pool(pairs) if _has_challengers(plan) else report_matrix(pairs)
        if kept:
            _save(kept, pairs, document)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    elif _has_challengers(plan):
        print_pool(Console(), document, plan.rules)
    else:
        print_matrix(Console(), document, plan.rules)
    return 0


@dataclass(frozen=True)
class _Request:
    """What a command line asks for.

    Attributes:
        given: settings of the plan.
    """

    who: _Who
    given: Given
    rules: _RulesRequest

    def plan(self) -> PairsPlan:
        """What a run from the beginning plays."""
        ones, others = self.who.lists()
        rules = self.rules.new(self.who.own_pool or self.who.other_pool)
        return PairsPlan(rules, ones, others, **self.given)

    def beside(self, plan: PairsPlan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        given: dict[str, Any] = {"rules": format_rules(self.rules.beside(plan.rules))}
        if self.who.are_given:
            ones, others = self.who.lists()
            given |= {"ones": list(ones), "others": list(others)}
        if (seed := self.given.get("seed")) is not None:
            given["seed"] = seed
        return given


def _settle(
    request: _Request, place: Place
) -> tuple[KeptPairs | None, PairsPlan, list[PlayedPairs]]:
    """The folder that keeps the run, if there is one, what is played, and what is already."""
    if (resume := place.resume) is None:
        plan = request.plan()
        plan.agents()  # a mistake is told before a folder is begun
        return (KeptPairs.begin(place.out, plan) if place.out else None), plan, []
    found = KeptPairs.find(resume)
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.plan), resume)
    games = manifest.grown(request.given.get("games"), resume)
    kept, done = found.go_on(games)
    note_damage(kept.folder, "its games are played again")
    note_sessions(kept.folder, f"{sum(map(len, done)):,} of {kept.plan.all_games:,} games")
    return kept, kept.plan, done


def _has_challengers(plan: PairsPlan) -> bool:
    return plan.ones != plan.others or len(plan.ones) == 1


def _play(
    plan: PairsPlan, threads: int | None, kept: KeptPairs | None, done: list[PlayedPairs]
) -> Pairs:
    """Play what is not played yet, under a progress bar."""
    before = sum(map(len, done))
    try:
        with progress_bars() as bars:
            task = bars.add_task(
                "cross-play", total=plan.all_games, completed=before, before=before
            )
            return play_pairs(
                plan,
                threads=threads,
                progress=lambda count: bars.advance(task, count),
                done=done,
                keep=kept.keep if kept else None,
            )
    except (StoppedError, KeyboardInterrupt):
        if kept:
            note_stop(kept.folder)
        raise


def _save(kept: KeptPairs, pairs: Pairs, document: dict[str, Any]) -> None:
    """Write the table, the document and the heat map; then the run is finished."""
    from hanabilab.plots import save_matrix

    folder = kept.folder
    folder.write("pairs.parquet", pairs_table(pairs).write_parquet)
    folder.write_json("crossplay.json", document)
    folder.write("crossplay.png", lambda file: save_matrix(document, file))
    kept.join(pairs)
    folder.finish()
