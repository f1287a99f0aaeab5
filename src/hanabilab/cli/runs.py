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
from hanabilab.arena.executor import Workers
from hanabilab.arena.play import check_lineup
from hanabilab.cli.folders import note_damage, note_sessions, note_stop, require_none_missing
from hanabilab.cli.options import RUN, Place, RulesRequest, SharedPlace, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.errors import AgentError, StoppedError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs.agents import kept_agent
from hanabilab.runs.shares import WHOLE, Share, require_same_code
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
        share: what this process plays of it.

    As a context manager it lets go of its folder at the end.
    """

    plan: Plan
    tallies: tuple[Tally, ...]
    checkpoint: Checkpoint | None = None
    pairing: Pairing = field(default_factory=lambda: Pairing(COMPARED))
    share: Share = WHOLE

    @property
    def own(self) -> range:
        """The games that this process plays, or has played."""
        return self.share.span(self.plan.games)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.checkpoint:
            self.checkpoint.folder.release()

    def add(self, number: int, games: pl.DataFrame) -> None:
        """Add games of a line-up that earlier sessions have finished."""
        self.tallies[number].add(games)
        self._pair(number, games)

    def play(self, threads: Workers) -> list[Tally]:
        """Play what is not played yet of `own`, under progress bars, all on the same decks.

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
            tally.complete = not tally.missing(self.own)
        return [tally for tally in self.tallies if tally.totals.games]

    def games(self, number: int) -> Iterator[pl.DataFrame]:
        """The games of a line-up once more, as its folder has them, in order."""
        return self.checkpoint.blocks(number) if self.checkpoint else iter(())

    @property
    def complete(self) -> bool:
        """Whether all of `own` has been played, by every line-up."""
        return not any(tally.missing(self.own) for tally in self.tallies)

    def close(self) -> int:
        """Once results are written: the run is finished, or says how to go on; the exit code."""
        complete = self.complete
        if self.checkpoint and complete:
            self.checkpoint.finish()
        elif self.checkpoint:
            note_stop(self.checkpoint.folder)
        return 0 if complete else 130

    def _play_blocks(self, bars: Progress, threads: Workers) -> None:
        """Two line-ups take turns, a block of games each; so each game is soon paired."""
        tasks = [self._show(bars, tally) for tally in self.tallies]
        own, step = self.own, checkpoint.BLOCK if len(self.tallies) > 1 else self.plan.games
        for start in range(own.start, own.stop, step):
            for number, tally in enumerate(self.tallies):
                play_on(
                    tally,
                    own[start - own.start :][:step],
                    threads=threads,
                    progress=partial(bars.advance, tasks[number]),
                    keep=partial(self._keep, number),
                )
                if not tally.complete:
                    return
            self.pairing.match()

    def _show(self, bars: Progress, tally: Tally) -> TaskID:
        total = len(self.own)
        before = total - _count(tally.missing(self.own))
        return bars.add_task(tally.lineup.name, total=total, completed=before)

    def _keep(self, number: int, games: pl.DataFrame) -> None:
        if self.checkpoint:
            self.checkpoint.keep(number, games)
        self._pair(number, games)

    def _pair(self, number: int, games: pl.DataFrame) -> None:
        if len(self.tallies) > 1:
            self.pairing.add(number, games)


def _count(spans: Sequence[tuple[int, int]]) -> int:
    """How many games spans have."""
    return sum(end - start for start, end in spans)


def settle(request: RunRequest, count: int, place: Place) -> Run:
    """The run that is asked for: of `count` line-ups, new, or the one in the folder to resume.

    Raises:
        AgentError: too few line-ups for a new run.
        ResumeError: nothing to resume, or with other settings.
        OutputError: a folder that cannot be used.
    """
    if isinstance(place, SharedPlace) and place.share:
        return _joined(request, count, place)
    if place.resume is not None:
        found, run = _found(request, count, place.resume)
        _take_up(found, run)
        return run
    if len(request.lineups) < count:
        raise AgentError("Missing argument: agents that play, or --resume DIR")
    plan = request.plan()
    kept = Checkpoint.begin(place.out, plan) if place.out else None
    return Run(plan, _new_tallies(plan, request.lineups), kept)


def _new_tallies(plan: Plan, lineups: Sequence[Lineup]) -> tuple[Tally, ...]:
    """One for each line-up."""
    by_seat = any(each != lineup.agents[0] for lineup in lineups for each in lineup.agents)
    return tuple(Tally(plan.rules, lineup, plan.seed, by_seat) for lineup in lineups)


def gathered(folder: Path, count: int) -> Run:
    """The run of `count` line-ups whose shares have been played in a folder, taken up.

    Raises:
        ResumeError: there is none, games are missing, or they were played by other code.
    """
    found, run = _found(RunRequest((), {}), count, folder)
    require_same_code(found.folder)
    _take_up(found, run, all_played=True)
    return run


def _joined(request: RunRequest, count: int, place: SharedPlace) -> Run:
    """The run of which this process plays a share, and what of it is there already."""
    path = place.resume or place.out
    assert path is not None and place.share  # noqa: PT018, S101  # `SharedPlace` sees to it
    lineups = request.lineups
    if place.resume is not None:
        _, run = _found(request, count, path)
        plan, lineups = run.plan, tuple(tally.lineup for tally in run.tallies)
    elif len(lineups) < count:
        raise AgentError("Missing argument: agents that play, or --resume DIR")
    else:
        plan = request.plan()
    kept = Checkpoint.join_run(path, plan)
    run = Run(plan, _new_tallies(plan, lineups), kept, share=place.share)
    try:
        _add_blocks(kept, run)
        kept.folder.drop(kept.folder.damaged)
    except BaseException:
        kept.folder.release()
        raise
    note_damage(kept.folder, "its games are played again")
    return run


def _found(request: RunRequest, count: int, where: Path) -> tuple[Checkpoint, Run]:
    """The run in a folder as it is there, and as it goes on; nothing is written."""
    found = Checkpoint.find(where, _COMMANDS[count])
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.plan), where)
    plan = replace(found.plan, games=manifest.grown(request.given.get("games"), where))
    lineups = request.lineups or tuple(_kept_lineup(name) for name in plan.lineups)
    return found, Run(plan, _new_tallies(plan, lineups), Checkpoint(found.folder, plan))


def _take_up(found: Checkpoint, run: Run, *, all_played: bool = False) -> None:
    """Add up what each line-up has finished in earlier sessions; says how many games.

    Raises:
        ResumeError: games are missing although all should be there.
    """

    def read() -> None:
        _add_blocks(found, run)
        if all_played:
            _require_all(found, run)

    found.folder.go_on({"games": run.plan.games}, read)
    note_damage(found.folder, "its games are played again")
    count = sum(tally.totals.games for tally in run.tallies)
    note_sessions(found.folder, f"{count:,} of {run.plan.games * len(run.tallies):,} games")


def _add_blocks(found: Checkpoint, run: Run) -> None:
    for blocks in zip_longest(*(found.blocks(number) for number in range(len(run.tallies)))):
        for number, block in enumerate(blocks):
            if block is not None:
                run.add(number, block)
        run.pairing.match()


def _require_all(found: Checkpoint, run: Run) -> None:
    """Do nothing if every line-up has played all its games."""
    spans = [(tally.lineup.name, span) for tally in run.tallies for span in tally.missing(run.own)]
    if spans:
        name, (first, _) = spans[0]
        require_none_missing(
            found.folder, _count([span for _, span in spans]), f"game {first} of {name}"
        )


def _kept_lineup(name: str) -> Lineup:
    """The line-up of a name that a manifest has."""
    agents = {each: kept_agent(each) for each in split_calls(name)}
    return Lineup(tuple(agents[each] for each in split_calls(name)))
