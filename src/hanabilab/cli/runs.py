"""Runs as `hanabi play` and `hanabi compare` make them: settled, played, kept, resumed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
from rich.progress import Progress

from hanabilab.arena import Checkpoint, Lineup, Plan, Results, describe_run, play_games
from hanabilab.arena.play import check_lineup
from hanabilab.cli.options import Bomb, Slots, make_rules, note, progress_bars
from hanabilab.errors import AgentError, ResumeError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, split_calls

__all__ = ["Run", "Wishes", "note_commits", "settle"]

_COMMANDS = {1: "play", 2: "compare"}


@dataclass(frozen=True)
class Wishes:
    """What a command line asks for; None, or no line-ups, is what it leaves open."""

    lineups: tuple[Lineup, ...]
    games: int | None = None
    seed: int | None = None
    rules: str | None = None
    bomb: Bomb | None = None
    slots: Slots | None = None

    def plan(self) -> Plan:
        """What a run from the beginning plays."""
        rules = self._rules("full", len(self.lineups[0].agents))
        for lineup in self.lineups:
            check_lineup(lineup, rules)
        return Plan(rules, self._names, self.games or 1000, self.seed or 0)

    def require_same(self, plan: Plan, where: Path) -> None:
        """Do nothing if a run that is to be resumed has the settings wished for.

        Raises:
            ResumeError: it has others, or more games; says which.
        """
        wanted = Plan(
            rules=self._rules(format_rules(plan.rules), plan.rules.players),
            lineups=self._names or plan.lineups,
            games=self.games or plan.games,
            seed=plan.seed if self.seed is None else self.seed,
        )
        for name in ("lineups", "rules", "seed"):
            theirs, ours = (_words(getattr(each, name)) for each in (plan, wanted))
            if theirs != ours:
                raise ResumeError(f"the run in {where} has {name} {theirs}, not {ours}")
        if wanted.games < plan.games:
            raise ResumeError(
                f"the run in {where} is of {plan.games} games; it can get more, not {wanted.games}"
            )

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(lineup.name for lineup in self.lineups)

    def _rules(self, text: str, players: int) -> Rules:
        return make_rules(self.rules or text, players, self.bomb, self.slots)


def _words(setting: Any) -> str:
    if isinstance(setting, Rules):
        return format_rules(setting)
    return " against ".join(setting) if isinstance(setting, tuple) else str(setting)


@dataclass(frozen=True)
class Run:
    """A run as settled: what is played, by whom, and where it is kept, if it is."""

    plan: Plan
    lineups: tuple[Lineup, ...]
    checkpoint: Checkpoint | None = None

    def play(self, threads: int | None) -> list[Results]:
        """Play what is not played yet, under progress bars, each line-up on the same decks.

        Ctrl-C stops everything: what is returned then is fewer results, or the last of fewer games.

        Raises:
            StoppedError: Ctrl-C before any game was finished.
        """
        done = self._take_up()
        results: list[Results] = []
        with progress_bars() as bars:
            for number in range(len(self.lineups)):
                try:
                    results.append(self._play(bars, number, done[number], threads))
                except StoppedError:
                    if not results:
                        raise
                    break
                if not results[-1].complete:
                    break
        return results

    def describe(self, results: list[Results]) -> dict[str, Any]:
        """Settings, versions and commit, and of a run that is kept the sessions it took."""
        sessions = {"sessions": self.checkpoint.sessions} if self.checkpoint else {}
        return describe_run(results) | sessions

    def close(self, results: list[Results]) -> int:
        """Once results are saved: keep no more than them, or say how to go on; the exit code."""
        complete = len(results) == len(self.lineups) and all(each.complete for each in results)
        if self.checkpoint and complete:
            self.checkpoint.clear()
        elif self.checkpoint:
            command = f"hanabi {_COMMANDS[len(self.lineups)]}"
            note(f"stopped; go on with: {command} --resume {self.checkpoint.folder.path}")
        return 0 if complete else 130

    def _take_up(self) -> list[pl.DataFrame | None]:
        """The games that each line-up has finished in earlier sessions; says how many."""
        if not self.checkpoint:
            return [None] * len(self.lineups)
        done = [self.checkpoint.done(number) for number in range(len(self.lineups))]
        for path in self.checkpoint.damaged:
            note(f"{path} is damaged; its games are played again")
        if len(self.checkpoint.sessions) > 1:
            count = sum(len(table) for table in done if table is not None)
            note(f"{count:,} of {self.plan.games * len(done):,} games are there already")
            note_commits(self.checkpoint.sessions)
        return done

    def _play(
        self, bars: Progress, number: int, done: pl.DataFrame | None, threads: int | None
    ) -> Results:
        lineup, games = self.lineups[number], self.plan.games
        before = 0 if done is None else len(done)
        task = bars.add_task(lineup.name, total=games, completed=before, before=before)
        return play_games(
            lineup,
            self.plan.rules,
            games=games,
            seed=self.plan.seed,
            threads=threads,
            progress=lambda count: bars.advance(task, count),
            done=done,
            keep=partial(self.checkpoint.keep, number) if self.checkpoint else None,
        )


def note_commits(sessions: list[dict[str, Any]]) -> None:
    """Warn of games that another state of the program has played; they may differ."""
    *earlier, ours = [str(session.get("commit")) for session in sessions]
    if others := sorted(set(earlier) - {ours}):
        note(f"some were played at commit {', '.join(others)}; this is {ours}")


def settle(wishes: Wishes, count: int, out: Path | None, resume: Path | None) -> Run:
    """The run that is wished for: of `count` line-ups, new, or the one in the folder `resume`.

    Raises:
        AgentError: too few line-ups for a new run.
        ResumeError: nothing to resume, or with other settings.
        OutputError: a folder that cannot be used.
    """
    if resume is not None:
        if out is not None:
            raise ResumeError("--resume DIR goes on in its own folder; leave out --out")
        return _resumed(wishes, count, resume)
    if len(wishes.lineups) < count:
        raise AgentError("Missing argument: agents that play, or --resume DIR")
    plan = wishes.plan()
    return Run(plan, wishes.lineups, Checkpoint.begin(out, plan) if out else None)


def _resumed(wishes: Wishes, count: int, where: Path) -> Run:
    checkpoint = Checkpoint.find(where)
    plan = checkpoint.plan
    if len(plan.lineups) != count:
        command = _COMMANDS.get(len(plan.lineups), "another command")
        raise ResumeError(f"the run in {where} is of hanabi {command}, not {_COMMANDS[count]}")
    wishes.require_same(plan, where)
    lineups = wishes.lineups or tuple(Lineup.of(split_calls(name)) for name in plan.lineups)
    checkpoint.go_on(wishes.games or plan.games)
    return Run(checkpoint.plan, lineups, checkpoint)
