"""Checkpoints: what a run plays and the games it has finished, so that it can be resumed.

    DIR/manifest.json                        the plan, and the sessions that worked on it
    DIR/games/part-PLAN-NUMBER-DIGEST.parquet
                                             finished games, NUMBER the first of them

Where two line-ups are compared, they have `first/games` and `second/games`. The games of a run are
its parts, finished or not; see `runs.folder` for how they are kept. They come in *blocks*, games 0
to BLOCK - 1 and so on: a part lies within a block, and of a finished run each block is one part. So
whoever reads a run holds one block at a time, however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import polars as pl

from hanabilab.arena.kept_tables import is_current, read_games, table_as_bytes
from hanabilab.arena.play import MAX_GAMES, join_tables
from hanabilab.errors import HanabiError, ResumeError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.settings import Setting, settings_as_json, settings_from_json
from hanabilab.runs.shares import join_run

#: Where in a folder each of two line-ups has its files.
PAIR = ("first/", "second/")
#: Games of a block.
BLOCK = 1 << 17
_GAMES = "games"
_COMMANDS = ("play", "compare")


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
    games: Annotated[int, Setting("Games to play.", 1, MAX_GAMES)] = 1000
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)

    @property
    def command(self) -> str:
        """The command that plays it."""
        return _COMMANDS[len(self.lineups) - 1]

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Where in a folder each line-up has its files."""
        return ("",) if len(self.lineups) == 1 else PAIR

    @property
    def settings(self) -> dict[str, Any]:
        """All settings except the number of games, as a manifest has them."""
        return settings_as_json(self, without=(_GAMES,))


@dataclass(frozen=True)
class Checkpoint:
    """A run in its folder."""

    folder: RunFolder
    plan: Plan

    @classmethod
    def begin(cls, path: Path, plan: Plan) -> Checkpoint:
        """Begin a run in the folder `path`, new or empty, and hold it.

        Raises:
            OutputError: the folder cannot be written to, or holds something.
        """
        target = {_GAMES: plan.games}
        return cls(RunFolder.begin(path, plan.command, plan.settings, target), plan)

    @classmethod
    def join_run(cls, path: Path, plan: Plan) -> Checkpoint:
        """Work on a share of a run in the folder `path`, beside other processes.

        Raises:
            OutputError, ResumeError: as `runs.shares.join_run`.
        """
        target = {_GAMES: plan.games}
        return cls(join_run(path, plan.command, plan.settings, target), plan)

    @classmethod
    def find(cls, path: Path, *commands: str) -> Checkpoint:
        """The run in the folder `path`, finished or not; nothing is written.

        Args:
            commands: that it may be of; any, if none is named.

        Raises:
            ResumeError: there is no run of theirs, or none that can be read.
        """
        folder = RunFolder.find(path, *(commands or _COMMANDS))

        def plan_of(settings: dict[str, Any]) -> Plan:
            plan = settings_from_json(Plan, settings | folder.manifest.target, HanabiError)
            if plan.command != folder.manifest.command:
                raise ValueError(f"{len(plan.lineups)} line-ups")
            return plan

        return cls(folder, folder.decode(plan_of, lambda plan: plan.settings))

    def keep(self, number: int, games: pl.DataFrame) -> list[Path]:
        """Save finished games of line-up `number`; a part for each block that they are of.

        Raises:
            OutputError: they cannot be written.
        """
        blocks = games.group_by(pl.col("game") // BLOCK, maintain_order=True)
        return [self.keep_part(number, part) for _, part in blocks]

    def blocks(self, number: int) -> Iterator[pl.DataFrame]:
        """The finished games of line-up `number`, block by block in order; damaged parts are noted.

        Raises:
            ResumeError: a part that belongs to another run, or has what no game can have.
        """
        for _, paths in groupby(self.parts(number), key=_block_of):
            tables = [table for path in paths if (table := self._read(number, path)) is not None]
            if tables:
                yield _joined(tables)

    def done(self, number: int) -> pl.DataFrame | None:
        """All finished games of line-up `number`; None if there are none.

        Raises:
            ResumeError: a part that belongs to another run, or has what no game can have.
        """
        blocks = list(self.blocks(number))
        return join_tables(blocks) if blocks else None

    def finish(self) -> None:
        """Finish the run, once results are written: each block becomes one part, up to date.

        Raises:
            OutputError: the folder cannot be written to.
        """
        for number in range(len(self.plan.lineups)):
            for _, group in groupby(self.parts(number), key=_block_of):
                if len(paths := list(group)) > 1 or not is_current(paths[0]):
                    self._join(number, paths)
        self.folder.finish()

    def _join(self, number: int, paths: list[Path]) -> None:
        """Make one part of all parts of a block."""
        tables = [table for path in paths if (table := self._read(number, path)) is not None]
        if tables:
            whole = self.keep_part(number, _joined(tables))
            self.folder.drop(path for path in paths if path != whole)

    def keep_part(self, number: int, games: pl.DataFrame) -> Path:
        """Write games as a part of this line-up; the part's file."""
        first = int(games["game"].to_numpy().min())
        return self.folder.keep(self._home(number), first, table_as_bytes(games), "parquet")

    def _home(self, number: int) -> str:
        """Where in the folder the parts of line-up `number` are."""
        return self.plan.prefixes[number] + _GAMES

    def parts(self, number: int) -> list[Path]:
        """The files with the games of line-up `number`, block by block."""
        return self.folder.parts(self._home(number))

    def _read(self, number: int, path: Path) -> pl.DataFrame | None:
        """The games of a part, if they are of line-up `number`; None if it is damaged."""
        if (data := self.folder.read(path)) is None:
            return None
        games = read_games(data, self.plan.rules, BLOCK, path)
        own = (games["agents"] == self.plan.lineups[number]) & (games["seed"] == self.plan.seed)
        if not own.all() or not (games["game"] // BLOCK == _block_of(path)).all():
            raise ResumeError(f"{path} is of another run than the manifest beside it")
        return games


def _joined(tables: list[pl.DataFrame]) -> pl.DataFrame:
    """The games of a block in order, each once."""
    return join_tables(tables).filter(pl.col("game").is_first_distinct()).sort("game")


def _block_of(part: Path) -> int:
    return number_of(part) // BLOCK
