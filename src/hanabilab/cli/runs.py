"""Runs as `hanabi play` and `hanabi compare` make them: planned, played, kept, resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import polars as pl
from rich.progress import Progress

from hanabilab.arena import Checkpoint, Lineup, Plan, Tally, play_on
from hanabilab.arena.play import check_lineup
from hanabilab.cli.options import RUN, Place, RulesRequest, note, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.errors import AgentError, StoppedError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs import RunFolder
from hanabilab.runs.agents import kept_agent

#: Columns whose paired differences tell where points came from.
COMPARED = ("score", "points", "hints", "misplays", "discards", "turns")
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

    As a context manager it lets go of its folder at the end.
    """

    plan: Plan
    tallies: tuple[Tally, ...]
    checkpoint: Checkpoint | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.checkpoint:
            self.checkpoint.folder.release()

    def play(self, threads: int | None) -> list[Tally]:
        """Play what is not played yet, under progress bars, each line-up on the same decks.

        Ctrl-C stops everything: what is returned then is fewer tallies, or the last of fewer games.

        Raises:
            StoppedError: Ctrl-C before any game was finished.
        """
        played: list[Tally] = []
        with progress_bars() as bars:
            for number, tally in enumerate(self.tallies):
                try:
                    self._play(bars, number, threads)
                except StoppedError:
                    if not played:
                        raise
                    break
                played.append(tally)
                if not tally.complete:
                    break
        return played

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

    def _play(self, bars: Progress, number: int, threads: int | None) -> None:
        tally, games = self.tallies[number], self.plan.games
        before = tally.totals.games
        task = bars.add_task(tally.lineup.name, total=games, completed=before, before=before)
        play_on(
            tally,
            games,
            threads=threads,
            progress=lambda count: bars.advance(task, count),
            keep=partial(self.checkpoint.keep, number) if self.checkpoint else None,
        )


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
    checkpoint = Checkpoint.begin(place.out, plan) if place.out else None
    return Run(plan, _new_tallies(plan, request.lineups), checkpoint)


def _new_tallies(plan: Plan, lineups: Sequence[Lineup]) -> tuple[Tally, ...]:
    """One for each line-up; two that are compared keep what is compared of each game."""
    kept = COMPARED if len(lineups) == 2 else ()
    by_seat = any(len(set(lineup.agents)) > 1 for lineup in lineups)
    return tuple(Tally(plan.rules, lineup, plan.seed, kept, by_seat) for lineup in lineups)


def _resumed(request: RunRequest, count: int, where: Path) -> Run:
    found = Checkpoint.find(where, _COMMANDS[count])
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.plan), where)
    plan = replace(found.plan, games=manifest.grown(request.given.get("games"), where))
    lineups = request.lineups or tuple(_kept_lineup(name) for name in plan.lineups)
    tallies = _new_tallies(plan, lineups)
    _take_up(found, plan.games, tallies)
    return Run(plan, tallies, Checkpoint(found.folder, plan))


def _take_up(found: Checkpoint, games: int, tallies: tuple[Tally, ...]) -> None:
    """Add up what each line-up has finished in earlier sessions; says how many games."""

    def read() -> None:
        for number, tally in enumerate(tallies):
            for block in found.blocks(number):
                tally.add(block)

    found.folder.go_on({"games": games}, read)
    note_damage(found.folder, "its games are played again")
    count = sum(tally.totals.games for tally in tallies)
    note_sessions(found.folder, f"{count:,} of {games * len(tallies):,} games")


def _kept_lineup(name: str) -> Lineup:
    """The line-up of a name that a manifest has."""
    agents = {each: kept_agent(each) for each in split_calls(name)}
    return Lineup(tuple(agents[each] for each in split_calls(name)))
