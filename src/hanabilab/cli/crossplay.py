"""`hanabi crossplay`: every agent with every other, or challengers with a pool."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.arena.executor import Workers
from hanabilab.cli.jobs import end_share, gathered, require_none_missing, settle, share_of
from hanabilab.cli.machines import Machines
from hanabilab.cli.matrix import print_matrix, print_pool
from hanabilab.cli.options import RUN, JsonOption, SeatsRequest, SharedPlace, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules
from hanabilab.runs.shares import Share
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

    def beside(self) -> dict[str, list[str]]:
        """The lists that are given, by name, where a run has both already."""
        if self.agents or self.pool:
            ones, others = self.lists()
            return {"ones": list(ones), "others": list(others)}
        given = {"ones": self.challenger, "others": self.other_pool and self.other_pool.names}
        return {name: list(names) for name, names in given.items() if names}


@dataclass(frozen=True)
class _RulesRequest(SeatsRequest):
    """The rules that a command line asks for, and their seats."""

    def new(self, pool: Members | None) -> Rules:
        """Those asked for; a pool's own where neither rules nor players are given."""
        own = pool and not (self.rules or self.players)
        return self.make(format_rules(pool.rules) if pool and own else "full", self.players or 2)


def command(
    *,
    who: _Who,
    given: Annotated[Given, OptionsOf(PairsPlan, {"games": RUN, "seed": RUN})],
    rules: _RulesRequest,
    machines: Machines,
    place: SharedPlace,
    as_json: JsonOption = False,
) -> int:
    """Play every agent with every other: who plays well with whom.

    All pairs play the same decks.
    """
    request = _Request(who, given, rules)
    with settle(KeptPairs, request, place, given.get("games")) as kept:
        with machines.open() as workers:
            pairs = _play(kept, workers, share_of(place))
        if place.share:
            kept.hand_on()
            return end_share(kept.folder, place.share, complete=True, as_json=as_json)
        return _report(kept, pairs, as_json=as_json)


def gather(folder: Path, *, as_json: bool) -> int:
    """Make the result of a cross-play whose shares have been played."""
    with gathered(KeptPairs.find(folder), _require_all) as kept:
        return _report(kept, played_pairs(kept.plan, kept.done), as_json=as_json)


def _require_all(kept: KeptPairs) -> None:
    """Do nothing if all games have been played."""
    pairs = played_pairs(kept.plan, kept.done)
    if missing := pairs.count_missing():
        one, other, game = pairs.first_missing()
        first = f"game {game} of {kept.plan.ones[one]} with {kept.plan.others[other]}"
        require_none_missing(kept.folder, missing, first)


def _report(kept: KeptPairs, pairs: Pairs, *, as_json: bool) -> int:
    """Save and print what was played; the exit code."""
    challenged = _has_challengers(pairs.plan)
    document = report_pool(pairs) if challenged else report_matrix(pairs)
    if kept.is_kept:
        _save(kept, pairs, document)
    draw = print_pool if challenged else print_matrix
    return report(document, lambda _: draw(Console(), document, pairs.plan.rules), as_json=as_json)


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
        given: dict[str, Any] = {"rules": format_rules(self.rules.beside(plan.rules, "full"))}
        given |= self.who.beside()
        if (seed := self.given.get("seed")) is not None:
            given["seed"] = seed
        return given


def _has_challengers(plan: PairsPlan) -> bool:
    return plan.ones != plan.others or len(plan.ones) == 1


def _play(kept: KeptPairs, workers: Workers, share: Share) -> Pairs:
    """Play what is not played yet, under a progress bar."""
    plan = kept.plan
    with progress_bars() as bars:
        task = bars.add_task("cross-play", total=plan.all_games, completed=kept.count)
        return play_pairs(
            plan,
            threads=workers,
            progress=lambda count: bars.advance(task, count),
            done=kept.done,
            keep=kept.keep,
            share=share,
        )


def _save(kept: KeptPairs, pairs: Pairs, document: dict[str, Any]) -> None:
    """Write the table, the document and the heat map; then the run is finished."""
    from hanabilab.plots import save_matrix

    folder = kept.folder
    folder.write("pairs.parquet", pairs_table(pairs).write_parquet)
    folder.write_json("crossplay.json", document)
    folder.write("crossplay.png", lambda file: save_matrix(document, file))
    kept.join(PlayedPairs.of(pairs))
    kept.finish()
