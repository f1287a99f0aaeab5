"""Runs as `hanabi play` and `hanabi compare` make them: planned, played, kept, resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
from rich.progress import Progress, TaskID

from hanabilab.arena import Checkpoint, Lineup, Plan, Tally, checkpoint, play_on, write_results
from hanabilab.arena.executor import Workers
from hanabilab.arena.luck import Luck, PairedLuck
from hanabilab.arena.play import check_lineup
from hanabilab.cli.jobs import (
    gathered,
    held,
    note_stop,
    planned,
    require_none_missing,
    share_of,
    tell_found,
)
from hanabilab.cli.options import RUN, Place, RulesRequest, progress_bars
from hanabilab.cli.render import print_comparison, print_histograms, print_luck, print_summaries
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import AgentError, StoppedError
from hanabilab.notation import format_rules, split_calls
from hanabilab.runs.agents import kept_agent
from hanabilab.runs.shares import WHOLE, Share
from hanabilab.stats import Pairing

#: Columns beside the score whose paired differences tell where points came from.
COMPARED = ("points", "hints", "misplays", "discards", "turns")
_COMMANDS = {1: "play", 2: "compare"}


#: The settings that `hanabi play` and `hanabi compare` take.
PlanOptions = OptionsOf(Plan, {"games": RUN, "seed": RUN, "decks": RUN})


@dataclass(frozen=True)
class RunRequest:
    """What a command line asks for; no line-ups are left open.

    Attributes:
        given: settings of the plan.
        luck: whether to tell the luck of the games.
    """

    lineups: tuple[Lineup, ...]
    given: Given
    rules: RulesRequest = field(default_factory=RulesRequest)
    luck: bool = False

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
        return wanted.as_json()

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(lineup.name for lineup in self.lineups)


@dataclass(frozen=True)
class Run:
    """A run as settled: what is played, by whom, and where it is kept, if it is.

    Attributes:
        tallies: what each line-up has played in earlier sessions, and plays in this one.
        pairing: of two line-ups, where their points differ.
        luck: of two line-ups, the luck in their difference, if it is to be told.
        share: what this process plays of it.
    """

    checkpoint: Checkpoint
    tallies: tuple[Tally, ...]
    share: Share = WHOLE
    pairing: Pairing = field(default_factory=lambda: Pairing(COMPARED))
    luck: PairedLuck | None = None

    @property
    def own(self) -> range:
        """The games that this process plays, or has played."""
        return self.share.span(self.checkpoint.plan.games)

    def add(self, blocks: dict[int, pl.DataFrame]) -> None:
        """Add games that earlier sessions have finished, by number of the line-up."""
        for number, games in blocks.items():
            self.tallies[number].add(games)
            self._pair(number, games)
        self.pairing.match()

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

    @property
    def complete(self) -> bool:
        """Whether all of `own` has been played, by every line-up."""
        return not any(tally.missing(self.own) for tally in self.tallies)

    def _play_blocks(self, bars: Progress, threads: Workers) -> None:
        """Two line-ups take turns, a block of games each; so each game is soon paired."""
        tasks = [self._show(bars, tally) for tally in self.tallies]
        own = self.own
        step = checkpoint.BLOCK if len(self.tallies) > 1 else max(1, len(own))
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
        if self.checkpoint.is_kept:
            self.checkpoint.keep_games(number, games)
        self._pair(number, games)

    def _pair(self, number: int, games: pl.DataFrame) -> None:
        if len(self.tallies) > 1:
            self.pairing.add(number, games)
        if self.luck:
            self.luck.add(number, games)


def _count(spans: Sequence[tuple[int, int]]) -> int:
    """How many games spans have."""
    return sum(end - start for start, end in spans)


@contextmanager
def settle(request: RunRequest, count: int, place: Place) -> Iterator[Run]:
    """The run that is asked for, held: of `count` line-ups, new, or that in the folder to resume.

    Raises:
        AgentError: too few line-ups for a new run.
        ResumeError: nothing to resume, or with other settings.
        OutputError: a folder that cannot be used.
    """
    if place.resume is None and len(request.lineups) < count:
        raise AgentError(
            "Missing argument: the line-up to compare with it"
            if request.lineups
            else "Missing argument: agents that play, or --resume DIR"
        )
    checkpoint = planned(Checkpoint, request, place, request.given.get("games"), _COMMANDS[count])
    run = _new_run(checkpoint, request.lineups, share_of(place), luck=request.luck)
    with held(checkpoint, place):
        yield run


def gather(folder: Path, *, as_json: bool) -> int:
    """Make the result of a run whose shares have been played; the exit code of the command.

    Raises:
        ResumeError: there is none, games are missing, or they were played by other code.
    """
    checkpoint = Checkpoint.find(folder)
    run = _new_run(checkpoint)
    with gathered(checkpoint, lambda _: _require_all(run)):
        tell_found(checkpoint.folder, checkpoint.mended, checkpoint.progress())
        return report(run, run.play(1), as_json=as_json)


def _new_run(
    checkpoint: Checkpoint,
    lineups: Sequence[Lineup] = (),
    share: Share = WHOLE,
    *,
    luck: bool = False,
) -> Run:
    """A run that has nothing yet; of the line-ups of its plan, unless they are given."""
    plan = checkpoint.plan
    lineups = lineups or [_kept_lineup(name) for name in plan.lineups]
    by_seat = any(each != lineup.agents[0] for lineup in lineups for each in lineup.agents)
    tallies = tuple(Tally(plan.rules, lineup, plan.seed, by_seat, plan.dealt) for lineup in lineups)
    lucks = [Luck(plan.rules, each, plan.seed) for each in lineups if luck]
    if len(lucks) == 1:
        tallies[0].luck = lucks[0]
    run = Run(checkpoint, tallies, share, luck=PairedLuck(*lucks) if len(lucks) == 2 else None)
    checkpoint.take = run.add
    return run


def report(run: Run, played: list[Tally], *, as_json: bool) -> int:
    """Save and print what a run gave; the exit code of the command."""
    complete = run.complete
    if run.checkpoint.is_kept:
        _save(run, played)
        if complete:
            run.checkpoint.finish()
        else:
            note_stop(run.checkpoint.folder)
    if as_json:
        print_document(_document(run, played))
    else:
        console = Console()
        print_summaries(console, played)
        for tally in played:
            if tally.luck:
                print_luck(console, tally.luck)
        if len(played) == 2:
            print_comparison(console, run.pairing.comparison())
            if run.luck:
                print_luck(console, run.luck, "difference in score")
        print_histograms(console, played)
    return 0 if complete else 130


def _save(run: Run, played: list[Tally]) -> None:
    """Write the results of each line-up, their differences and histograms."""
    from hanabilab.plots import save_histograms

    folder, prefixes = run.checkpoint.folder, run.checkpoint.plan.prefixes
    for number, (prefix, tally) in enumerate(zip(prefixes, played, strict=False)):
        write_results(folder, prefix, tally, run.checkpoint.blocks(number))
    if len(prefixes) == 2:
        folder.write_json("comparison.json", _document(run, played))
    histograms = [(tally.lineup.name, tally.summary.histogram) for tally in played]
    game = format_rules(played[0].rules)
    folder.write("histograms.png", lambda file: save_histograms(histograms, file, game=game))


def _document(run: Run, played: list[Tally]) -> dict[str, object]:
    """The contract of `play --json`, and of `compare --json`.

    A line-up that Ctrl-C kept from playing is null.
    """
    if len(run.tallies) == 1:
        return played[0].as_json()
    both = len(played) == 2
    document: dict[str, object] = {
        "first": played[0].summary.as_json(),
        "second": played[1].summary.as_json() if both else None,
        "difference": asdict(run.pairing.comparison().score) if both else None,
    }
    return document | {"without_luck": run.luck.as_json()} if run.luck else document


def _require_all(run: Run) -> None:
    """Do nothing if every line-up has played all its games."""
    spans = [(tally.lineup.name, span) for tally in run.tallies for span in tally.missing(run.own)]
    if spans:
        name, (first, _) = spans[0]
        require_none_missing(
            run.checkpoint.folder, _count([span for _, span in spans]), f"game {first} of {name}"
        )


def _kept_lineup(name: str) -> Lineup:
    """The line-up of a name that a manifest has."""
    agents = {each: kept_agent(each) for each in split_calls(name)}
    return Lineup(tuple(agents[each] for each in split_calls(name)))
