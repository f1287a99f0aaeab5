"""Runs as `hanabi play` and `hanabi compare` make them: planned, played, kept, resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Self

import polars as pl
from rich.progress import Progress, TaskID

from hanabilab.arena import Checkpoint, Lineup, Plan, Tally, checkpoint, play_on
from hanabilab.arena.play import check_lineup
from hanabilab.cli.options import RUN, Place, RulesRequest, note, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.errors import AgentError, StoppedError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs import RunFolder
from hanabilab.runs.agents import kept_agent
from hanabilab.stats import Pairing

#: Columns beside the score whose paired differences tell where points came from.
COMPARED = ("points", "hints", "misplays", "discards", "turns")
_COMMANDS = {1: "play", 2: "compare"}


#: The settings that `hanabi play` and `hanabi compare` take.
PlanOptions = OptionsOf(Plan, {"games": RUN, "seed": RUN})


@dataclass(frozen=True)
class RunRequest:
    """What a command line asks for; no line-ups are left open.

    Attributes:
        given: settings of the plan.
    """

    lineups: tuple[Lineup, ...]
    given: Given
    rules: RulesRequest = field(default_factory=RulesRequest)

    def plan(self) -> Plan:
        """What a run from the beginning plays."""
        rules = self.rules.make("full", len(self.lineups[0].agents))
        for lineup in self.lineups:
            check_lineup(lineup, rules)
        return Plan(rules, self._names, **self.given)

    def beside(self, plan: Plan) -> dict[str, Any]:
        """The settings that are given, as a manifest has them, where a run has the plan `plan`."""
        rules = self.rules.make(format_rules(plan.rules), plan.rules.players)
        wanted = replace(plan, rules=rules, lineups=self._names or plan.lineups, **self.given)
        return wanted.settings

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(lineup.name for lineup in self.lineups)


@dataclass(frozen=True)
class Run:
    """A run as settled: what is played, by whom, and where it is kept, if it is.

    Attributes:
        tallies: what each line-up has played in earlier sessions, and plays in this one.
        pairing: of two line-ups, where their points differ.

    As a context manager it lets go of its folder at the end.
    """

    plan: Plan
    tallies: tuple[Tally, ...]
    checkpoint: Checkpoint | None = None
    pairing: Pairing = field(default_factory=lambda: Pairing(COMPARED))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.checkpoint:
            self.checkpoint.folder.release()

    def add(self, number: int, games: pl.DataFrame) -> None:
        """Add games of a line-up that earlier sessions have finished."""
        self.tallies[number].add(games)
        self._pair(number, games)

    def play(self, threads: int | None) -> list[Tally]:
        """Play what is not played yet, under progress bars, each line-up on the same decks.

        Ctrl-C stops everything: what is returned then is fewer tallies, or some of fewer games.

        Raises:
            StoppedError: Ctrl-C before any game was finished.
        """
        try:
            with progress_bars() as bars:
                self._play_blocks(bars, threads)
        except StoppedError:
            if not self.tallies[0].totals.games:
                raise
        for tally in self.tallies:
            tally.complete = tally.totals.games == self.plan.games
        return [tally for tally in self.tallies if tally.totals.games]

    def games(self, number: int) -> Iterator[pl.DataFrame]:
        """The games of a line-up once more, as its folder has them, in order."""
        return self.checkpoint.blocks(number) if self.checkpoint else iter(())

    def close(self, played: list[Tally]) -> int:
        """Once results are written: the run is finished, or says how to go on; the exit code."""
        complete = len(played) == len(self.tallies) and all(each.complete for each in played)
        if self.checkpoint and complete:
            self.checkpoint.finish()
        elif self.checkpoint:
            note_stop(self.checkpoint.folder)
        return 0 if complete else 130

    def _play_blocks(self, bars: Progress, threads: int | None) -> None:
        """Two line-ups take turns, a block of games each; so each game is soon paired."""
        tasks = [self._show(bars, tally) for tally in self.tallies]
        step = checkpoint.BLOCK if len(self.tallies) > 1 else self.plan.games
        for end in range(step, self.plan.games + step, step):
            for number, tally in enumerate(self.tallies):
                play_on(
                    tally,
                    min(end, self.plan.games),
                    threads=threads,
                    progress=partial(bars.advance, tasks[number]),
                    keep=partial(self._keep, number),
                )
                if not tally.complete:
                    return
            self.pairing.match()

    def _show(self, bars: Progress, tally: Tally) -> TaskID:
        before = tally.totals.games
        return bars.add_task(
            tally.lineup.name, total=self.plan.games, completed=before, before=before
        )

    def _keep(self, number: int, games: pl.DataFrame) -> None:
        if self.checkpoint:
            self.checkpoint.keep(number, games)
        self._pair(number, games)

    def _pair(self, number: int, games: pl.DataFrame) -> None:
        if len(self.tallies) > 1:
            self.pairing.add(number, games)


def note_damage(folder: RunFolder, words: str) -> None:
    """Tell of parts that were found damaged, and what becomes of their work."""
    for path in folder.damaged:
        note(f"{path} is damaged; {words}")


def note_sessions(folder: RunFolder, words: str) -> None:
    """Tell of what earlier sessions have done; another state of the program may do it otherwise."""
    *earlier, ours = [str(session["commit"]) for session in folder.manifest.sessions]
    if earlier:
        note(f"{words} are there already")
    if others := sorted(set(earlier) - {ours}):
        note(f"some were played at commit {', '.join(others)}; this is {ours}")


def note_stop(folder: RunFolder) -> None:
    """Tell how a run that was stopped goes on."""
    note(f"stopped; go on with: hanabi {folder.manifest.command} --resume {folder.path}")


def settle(request: RunRequest, count: int, place: Place) -> Run:
    """The run that is asked for: of `count` line-ups, new, or the one in the folder to resume.

    Raises:
        AgentError: too few line-ups for a new run.
        ResumeError: nothing to resume, or with other settings.
        OutputError: a folder that cannot be used.
    """
    if place.resume is not None:
        return _resumed(request, count, place.resume)
    if len(request.lineups) < count:
        raise AgentError("Missing argument: agents that play, or --resume DIR")
    plan = request.plan()
    kept = Checkpoint.begin(place.out, plan) if place.out else None
    return Run(plan, _new_tallies(plan, request.lineups), kept)


def _new_tallies(plan: Plan, lineups: Sequence[Lineup]) -> tuple[Tally, ...]:
    """One for each line-up."""
    by_seat = any(len(set(lineup.agents)) > 1 for lineup in lineups)
    return tuple(Tally(plan.rules, lineup, plan.seed, by_seat) for lineup in lineups)


def _resumed(request: RunRequest, count: int, where: Path) -> Run:
    found = Checkpoint.find(where, _COMMANDS[count])
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.plan), where)
    plan = replace(found.plan, games=manifest.grown(request.given.get("games"), where))
    lineups = request.lineups or tuple(_kept_lineup(name) for name in plan.lineups)
    run = Run(plan, _new_tallies(plan, lineups), Checkpoint(found.folder, plan))
    _take_up(found, run)
    return run


def _take_up(found: Checkpoint, run: Run) -> None:
    """Add up what each line-up has finished in earlier sessions; says how many games."""

    def read() -> None:
        for blocks in zip_longest(*(found.blocks(number) for number in range(len(run.tallies)))):
            for number, block in enumerate(blocks):
                if block is not None:
                    run.add(number, block)
            run.pairing.match()

    found.folder.go_on({"games": run.plan.games}, read)
    note_damage(found.folder, "its games are played again")
    count = sum(tally.totals.games for tally in run.tallies)
    note_sessions(found.folder, f"{count:,} of {run.plan.games * len(run.tallies):,} games")


def _kept_lineup(name: str) -> Lineup:
    """The line-up of a name that a manifest has."""
    agents = {each: kept_agent(each) for each in split_calls(name)}
    return Lineup(tuple(agents[each] for each in split_calls(name)))
