"""`hanabi crossplay`: every agent with every other, or challengers with a pool."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.arena.executor import Workers
from hanabilab.cli.folders import (
    end_share,
    note_damage,
    note_sessions,
    note_stop,
    require_none_missing,
)
from hanabilab.cli.machines import Machines
from hanabilab.cli.matrix import print_matrix, print_pool
from hanabilab.cli.options import (
    RUN,
    JsonOption,
    SeatsRequest,
    SharedPlace,
    progress_bars,
)
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules
from hanabilab.runs.shares import WHOLE, Share, require_same_code
from hanabilab.teamplay import (
    KeptPairs,
    Pairs,
    PairsPlan,
    PlayedPairs,
    pairs_table,
    play_pairs,
    played_pairs,
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
class _RulesRequest(SeatsRequest):
    """The rules that a command line asks for, and their seats."""

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
    machines: Machines,
    place: SharedPlace,
    as_json: JsonOption = False,
) -> int:
    """Play every agent with every other on the same decks: who plays well with whom."""
    run = _settle(_Request(who, given, rules), place)
    with run.kept.folder if run.kept else nullcontext():
        with machines.open() as workers:
            pairs = _play(run, workers)
        if run.kept and place.share:
            return end_share(run.kept.folder, place.share, complete=True, as_json=as_json)
        return _report(run.kept, pairs, as_json=as_json)


def gather(folder: Path, *, as_json: bool) -> int:
    """Make the result of a cross-play whose shares have been played."""
    found = KeptPairs.find(folder)
    require_same_code(found.folder)
    pairs = found.folder.go_on(found.folder.manifest.target, partial(_all_pairs, found))
    with found.folder:
        return _report(found, pairs, as_json=as_json)


def _all_pairs(found: KeptPairs) -> Pairs:
    """The games of a cross-play, of which none is missing."""
    pairs = played_pairs(found.plan, found.done())
    if missing := pairs.count_missing():
        one, other, game = pairs.first_missing()
        first = f"game {game} of {found.plan.ones[one]} with {found.plan.others[other]}"
        require_none_missing(found.folder, missing, first)
    return pairs


def _report(kept: KeptPairs | None, pairs: Pairs, *, as_json: bool) -> int:
    """Save and print what was played; the exit code."""
    challenged = _has_challengers(pairs.plan)
    document = report_pool(pairs) if challenged else report_matrix(pairs)
    if kept:
        _save(kept, pairs, document)
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    elif challenged:
        print_pool(Console(), document, pairs.plan.rules)
    else:
        print_matrix(Console(), document, pairs.plan.rules)
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


@dataclass(frozen=True)
class _Run:
    """What is played, where it is kept, if it is, and what has been played already."""

    plan: PairsPlan
    kept: KeptPairs | None = None
    done: Sequence[PlayedPairs] = ()
    share: Share = WHOLE


def _settle(request: _Request, place: SharedPlace) -> _Run:
    """The run that is asked for: new, one to go on with, or one to do a share of."""
    if place.resume is None:
        plan = request.plan()
        plan.agents()  # a mistake is told before a folder is begun
        if place.out and place.share:
            return _joined(place.out, plan, place.share)
        return _Run(plan, KeptPairs.begin(place.out, plan) if place.out else None)
    found = KeptPairs.find(place.resume)
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.plan), place.resume)
    games = manifest.grown(request.given.get("games"), place.resume)
    plan = replace(found.plan, games=games)
    plan.agents()  # before anything is written: a run that is refused stays as it is
    if place.share:
        return _joined(place.resume, plan, place.share)
    kept, done = found.go_on(games)
    note_damage(kept.folder, "its games are played again")
    note_sessions(kept.folder, f"{sum(map(len, done)):,} of {kept.plan.all_games:,} games")
    return _Run(kept.plan, kept, done)


def _joined(path: Path, plan: PairsPlan, share: Share) -> _Run:
    """A share of the run in a folder, beside other processes."""
    kept = KeptPairs.join_run(path, plan)
    try:
        done = kept.done()
        kept.folder.drop(kept.folder.damaged)
    except BaseException:
        kept.folder.release()
        raise
    note_damage(kept.folder, "its games are played again")
    return _Run(plan, kept, done, share)


def _has_challengers(plan: PairsPlan) -> bool:
    return plan.ones != plan.others or len(plan.ones) == 1


def _play(run: _Run, workers: Workers) -> Pairs:
    """Play what is not played yet, under a progress bar."""
    plan, kept = run.plan, run.kept
    before = sum(map(len, run.done))
    try:
        with progress_bars() as bars:
            task = bars.add_task("cross-play", total=plan.all_games, completed=before)
            return play_pairs(
                plan,
                threads=workers,
                progress=lambda count: bars.advance(task, count),
                done=run.done,
                keep=kept.keep if kept else None,
                share=run.share,
            )
    except (StoppedError, KeyboardInterrupt):
        if kept:
            note_stop(kept.folder, run.share)
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
