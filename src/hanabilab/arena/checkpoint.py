"""Checkpoints: what a run plays and the games it has finished, so that it can be resumed.

    DIR/parts/settings.json                  the plan, and the sessions that worked on it
    DIR/parts/part-NUMBER-DIGEST.parquet     some finished games, NUMBER the first of them

Where two line-ups are compared, their parts are in `first` and `second`. A part is written at once
when its games are finished, under another name first, and never changed. `parts/settings.json` is
what makes a run unfinished: it is written before the first game, and removed when the results stand
beside it.

A part that is damaged is dropped (`arena.parts`), and its games are played again: games do not
depend on how they were dealt out to parts, so the run ends with the same table. Two processes that
resume one run at once do the work twice, and no other harm.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from hanabilab.arena.folder import ResultsFolder, describe_session, now
from hanabilab.arena.measures import BEHAVIOR_COLUMNS
from hanabilab.arena.parts import keep_part, part_paths, read_file, take_part
from hanabilab.arena.play import join_tables
from hanabilab.arena.table import COUNTS
from hanabilab.errors import OutputError, ResumeError
from hanabilab.game.games import check_seed
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules

__all__ = ["PAIR", "Checkpoint", "Plan"]

#: Where in a folder each of two line-ups has its files.
PAIR = ("first/", "second/")
_PARTS = "parts"
_SETTINGS = "settings.json"
_COLUMNS = {"game", *COUNTS, *BEHAVIOR_COLUMNS, "deck", "actions", "seconds", "agents", "seed"}


@dataclass(frozen=True)
class Plan:
    """What a run plays: games 0 to `games` - 1 of `seed`, by each line-up.

    Attributes:
        lineups: their names, one or two.

    Raises:
        RulesError: an impossible seed.
    """

    rules: Rules
    lineups: tuple[str, ...]
    games: int
    seed: int

    def __post_init__(self) -> None:
        check_seed(self.seed)

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Where in a folder each line-up has its files."""
        return ("",) if len(self.lineups) == 1 else PAIR


@dataclass
class Checkpoint:
    """A run in its folder.

    Attributes:
        sessions: of this run, the present one last: command, versions, commit, when it began.
        damaged: parts that were dropped.
    """

    folder: ResultsFolder
    plan: Plan
    sessions: list[dict[str, Any]] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> Checkpoint:
        """Make ready for a run in the folder `path`; results of a finished one stay until its end.

        Raises:
            OutputError: the folder cannot be written to, or holds games of an unfinished run.
        """
        folder = ResultsFolder(path)
        if _is_unfinished(path) and any((path / _PARTS).rglob("part-*")):
            raise OutputError(
                f"{path} holds an unfinished run; go on with --resume {path}, or name another"
            )
        checkpoint = cls(folder, plan)
        checkpoint.clear()
        checkpoint._open_session()
        return checkpoint

    @classmethod
    def find(cls, path: Path) -> Checkpoint:
        """The run in the folder `path`, finished or not; nothing is written.

        Raises:
            OutputError: the folder cannot be written to.
            ResumeError: there is no run, or none that can be read.
        """
        settings = path / _PARTS / _SETTINGS if _is_unfinished(path) else path / _SETTINGS
        if not settings.is_file():
            raise ResumeError(f"no run to resume in {path}; start one with --out {path}")
        plan, found = _read_settings(settings)
        if settings.parent == path and not found.get("complete"):
            raise ResumeError(f"{path} holds a run that was stopped, and {_PARTS} of it no more")
        return cls(ResultsFolder(path), plan, list(found.get("sessions", [])))

    def go_on(self, games: int) -> None:
        """Take up a run that was found, to play `games` games, no fewer than were planned.

        Raises:
            ResumeError: the games of a finished run cannot be read, or are of another.
        """
        if not _is_unfinished(self.folder.path):
            # All parts come before the plan: until it is there, the finished results are the run.
            for number, prefix in enumerate(self.plan.prefixes):
                path = self.folder.path / f"{prefix}games.parquet"
                self.keep(number, self._table_of(number, read_file(path), path))
        self.plan = replace(self.plan, games=games)
        self._open_session()

    def done(self, number: int) -> pl.DataFrame | None:
        """Finished games of line-up `number`; None if there are none. Its parts become one.

        Raises:
            ResumeError: a part that belongs to another run.
        """
        paths = part_paths(self.folder, self._home(number))
        found = [self._read_part(number, path) for path in paths]
        if not (tables := [games for games in found if games is not None]):
            return None
        everything = join_tables(tables).filter(pl.col("game").is_first_distinct()).sort("game")
        if len(paths) > 1:
            whole = self.keep(number, everything)
            for path in paths:
                if path != whole:  # a session killed just here has left it among the others
                    path.unlink(missing_ok=True)
        return everything

    def keep(self, number: int, games: pl.DataFrame) -> Path:
        """Save finished games of line-up `number`, as a part of their own."""
        first = int(games["game"].to_numpy().min())
        return keep_part(self.folder, self._home(number), first, games)

    def clear(self) -> None:
        """Remove what a finished run does not need."""
        parts = self.folder.path / _PARTS
        (parts / _SETTINGS).unlink(missing_ok=True)
        shutil.rmtree(parts, ignore_errors=True)

    def _home(self, number: int) -> str:
        """Where in the folder the parts of line-up `number` are."""
        return f"{_PARTS}/{self.plan.prefixes[number]}".rstrip("/")

    def _open_session(self) -> None:
        self.sessions.append({**describe_session(), "began": now()})
        document = {
            "rules": format_rules(self.plan.rules),
            "lineups": self.plan.lineups,
            "games": [self.plan.games] * len(self.plan.lineups),
            "complete": False,
            "seed": self.plan.seed,
            "sessions": self.sessions,
        }
        self.folder.write_json(f"{_PARTS}/{_SETTINGS}", document)

    def _read_part(self, number: int, path: Path) -> pl.DataFrame | None:
        """The games of a part; None, and the part is gone, if it is damaged."""
        if (data := take_part(path)) is not None:
            return self._table_of(number, data, path)
        self.damaged.append(path)
        return None

    def _table_of(self, number: int, data: bytes, path: Path) -> pl.DataFrame:
        """The games in `data` of a file, if they are of line-up `number` in this run."""
        try:
            games = pl.read_parquet(BytesIO(data))
        except pl.exceptions.PolarsError as error:
            raise ResumeError(f"{path} is damaged: {str(error).splitlines()[0]}") from None
        if not set(games.columns) >= _COLUMNS:
            raise ResumeError(f"{path} is of another version of hanabilab")
        own = (games["agents"] == self.plan.lineups[number]) & (games["seed"] == self.plan.seed)
        if not own.all():
            raise ResumeError(f"{path} is of another run than the settings beside it")
        return games


def _is_unfinished(path: Path) -> bool:
    return (path / _PARTS / _SETTINGS).is_file()


def _read_settings(path: Path) -> tuple[Plan, dict[str, Any]]:
    """The plan that a run's settings tell, and the settings."""
    try:
        found = json.loads(path.read_text())
        lineups = tuple(str(name) for name in found["lineups"])
        plan = Plan(parse_rules(found["rules"]), lineups, int(max(found["games"])), found["seed"])
        return plan, found
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ResumeError(f"cannot read the settings of a run in {path}: {reason}") from None
