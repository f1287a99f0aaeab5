"""`hanabi crossplay`: every agent with every other, or challengers with a pool."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.matrix import print_matrix, print_pool
from hanabilab.cli.options import (
    Bomb,
    BombOption,
    GamesOption,
    JsonOption,
    OutOption,
    ResumeOption,
    RulesOption,
    RunSeedOption,
    Slots,
    SlotsOption,
    ThreadsOption,
    make_rules,
    progress_bars,
)
from hanabilab.cli.runs import note_damage, note_sessions, note_stop, refuse_both
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


def command(
    agents: Annotated[
        list[str] | None, typer.Argument(help="Agents by name; none with --resume.")
    ] = None,
    challenger: Annotated[
        list[str] | None,
        typer.Option(help="Play this agent alone with all the others; can be given again."),
    ] = None,
    pool: Annotated[
        list[Path] | None,
        typer.Option(
            help="Add all agents of this folder, of an evolution or a finished cross-play, whose "
            "rules are the default; can be given again."
        ),
    ] = None,
    others_pool: Annotated[
        list[Path] | None,
        typer.Option(help="Play with the agents of this folder alone; can be given again."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, show_default="2", help="Seats of a game.")
    ] = None,
    games: GamesOption = None,
    seed: RunSeedOption = None,
    rules: RulesOption = None,
    bomb: BombOption = None,
    slots: SlotsOption = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    resume: ResumeOption = None,
    as_json: JsonOption = False,
) -> int:
    """Play every agent with every other on the same decks: who plays well with whom."""
    own, theirs = (Members.of(folders) if folders else None for folders in (pool, others_pool))
    wishes = _Wishes(agents, challenger, own, theirs, players, games, seed, rules, bomb, slots)
    kept, plan, done = _settle(wishes, out, resume)
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
class _Wishes:
    """What a command line asks for; None is what it leaves open."""

    agents: list[str] | None
    challengers: list[str] | None
    pool: Members | None
    others_pool: Members | None
    players: int | None
    games: int | None
    seed: int | None
    rules: str | None
    bomb: Bomb | None
    slots: Slots | None

    def plan(self) -> PairsPlan:
        """What a run from the beginning plays."""
        ones, others = self._lists()
        return PairsPlan(
            rules=self._rules(),
            ones=ones,
            others=others,
            games=self.games or 1000,
            seed=self.seed or 0,
        )

    def beside(self, plan: PairsPlan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        given: dict[str, Any] = {"rules": format_rules(self._rules_beside(plan.rules))}
        if self.seed is not None:
            given["seed"] = self.seed
        if self.agents or self.challengers or self.pool or self.others_pool:
            ones, others = self._lists()
            given |= {"ones": list(ones), "others": list(others)}
        return given

    def _lists(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who plays with whom."""
        agents = tuple(self.agents or ()) + (self.pool.names if self.pool else ())
        if self.challengers and self.others_pool:
            raise AgentError("--challenger and --others-pool exclude each other; name one of them")
        fewest = 1 if self.challengers or self.others_pool else 2
        if len(agents) < fewest:
            raise AgentError(
                f"{len(agents)} agents; cross-play needs {fewest} at least, or --resume DIR"
            )
        ones = tuple(self.challengers or agents)
        return ones, self.others_pool.names if self.others_pool else agents

    def _rules(self) -> Rules:
        """Those asked for; a pool's own where neither rules nor players are given."""
        text, players, pool = self.rules or "full", self.players or 2, self.pool or self.others_pool
        if pool and not (self.rules or self.players):
            text = format_rules(pool.rules)
        return make_rules(text, players, self.bomb, self.slots)

    def _rules_beside(self, known: Rules) -> Rules:
        """The rules asked for where a run has the rules `known`."""
        players = self.players or known.players
        text = self.rules or (format_rules(known) if players == known.players else "full")
        return make_rules(text, players, self.bomb, self.slots)


def _settle(
    wishes: _Wishes, out: Path | None, resume: Path | None
) -> tuple[KeptPairs | None, PairsPlan, list[PlayedPairs]]:
    """The folder that keeps the run, if there is one, what is played, and what is already."""
    refuse_both(out, resume)
    if resume is None:
        plan = wishes.plan()
        plan.agents()  # a mistake is told before a folder is begun
        return (KeptPairs.begin(out, plan) if out else None), plan, []
    found = KeptPairs.find(resume)
    manifest = found.folder.manifest
    manifest.require_same(wishes.beside(found.plan), resume)
    games = manifest.grown(wishes.games, resume)
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
