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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

import polars as pl

from hanabilab.arena.decks import BY_SEAT, Decks
from hanabilab.arena.kept_tables import is_current, read_games, table_as_bytes
from hanabilab.arena.play import MAX_GAMES, join_tables
from hanabilab.errors import AgentError, ResumeError, RulesError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs import RunFolder
from hanabilab.runs.job import Job
from hanabilab.runs.parts import number_of
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.settings import Setting, check_settings

#: Where in a folder each of two line-ups has its files.
PAIR = ("first/", "second/")
#: Games of a block.
BLOCK = 1 << 17
_GAMES = "games"
_COMMANDS = ("play", "compare")
_SHARED: Final = "shared"
# What manifests leave out.
_USUAL = ("decks", _SHARED)


@dataclass(frozen=True)
class Plan(JobPlan):
    """What a run plays: games 0 to `games` - 1 of `seed`, by each line-up.

    Attributes:
        lineups: their names, one or two.

    Raises:
        AgentError: another number of line-ups.
        RulesError: an impossible seed.
    """

    rules: Rules
    lineups: tuple[str, ...]
    games: Annotated[int, Setting("Games to play; a resumed run can have more.", 1, MAX_GAMES)] = (
        1000
    )
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0
    decks: Annotated[
        Literal["shared", "by-seat"],
        Setting("All seats draw from one deck, or each seat from its own part of it."),
    ] = _SHARED
    grows = _GAMES

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_settings(self, RulesError)
        if len(self.lineups) not in (1, 2):
            raise AgentError(f"{len(self.lineups)} line-ups; a run is of one, or of two to compare")

    @property
    def command(self) -> str:
        """The command that plays it."""
        return _COMMANDS[len(self.lineups) - 1]

    def as_json(self) -> dict[str, Any]:
        """As a manifest has it; runs of one deck for all seats are told as they always were."""
        told = super().as_json()
        return {name: value for name, value in told.items() if (name, value) != _USUAL}

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> Self:
        """The plan of a manifest, of today or from before there were decks by seat."""
        return super().from_json(dict([_USUAL]) | settings, target)

    @property
    def dealt(self) -> Decks:
        """What its games are dealt."""
        return BY_SEAT if self.decks == BY_SEAT else None

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Where in a folder each line-up has its files."""
        return ("",) if len(self.lineups) == 1 else PAIR


class Checkpoint(Job[Plan, pl.DataFrame]):
    """A run in its folder.

    Attributes:
        take: given the games that earlier sessions have finished: block by block, those of the
            line-ups that have some, by number.
    """

    kind, commands = Plan, _COMMANDS

    def __init__(self, plan: Plan, folder: RunFolder | None = None) -> None:
        super().__init__(plan, folder)
        self.take: Callable[[dict[int, pl.DataFrame]], object] = lambda _: None
        self._read_games = 0

    def require_same(self, given: Mapping[str, Any]) -> None:
        """As of any job; decks that are not told of are the usual ones, there and here.

        Raises:
            ResumeError: a setting is not the same; says which.
        """
        if (ours := given.get(*_USUAL)) != self.plan.decks:
            raise ResumeError(f"the run has decks {self.plan.decks}, not {ours}")
        super().require_same(given)

    def progress(self) -> str:
        """How many games have been played."""
        return f"{self._read_games:,} of {self.plan.games * len(self.plan.lineups):,} games"

    def read(self) -> None:
        """Give `take` what is there, a block at a time; damaged parts are noted.

        Raises:
            ResumeError: a part that belongs to another run, or has what no game can have.
        """
        for blocks in zip_longest(*map(self.blocks, range(len(self.plan.lineups)))):
            found = {n: block for n, block in enumerate(blocks) if block is not None}
            self._read_games += sum(map(len, found.values()))
            self.take(found)

    def keep_games(self, number: int, games: pl.DataFrame) -> list[Path]:
        """Save finished games of line-up `number`; a part for each block that they are of.

        Raises:
            OutputError: they cannot be written.
        """
        blocks = games.group_by(pl.col("game") // BLOCK, maintain_order=True)
        return [self.keep_part(number, part) for _, part in blocks]

    def keep_part(self, number: int, games: pl.DataFrame) -> Path:
        """Write games as a part of this line-up; the part's file."""
        first = int(games["game"].to_numpy().min())
        return self.folder.keep(self._home(number), first, self.pack([games]), "parquet")

    def blocks(self, number: int) -> Iterator[pl.DataFrame]:
        """The finished games of line-up `number`, block by block in order; damaged parts are noted.

        Raises:
            ResumeError: a part that belongs to another run, or has what no game can have.
        """
        for _, paths in groupby(self.parts(number), key=_block_of):
            if tables := self.read_parts(paths):
                yield _joined(tables)

    def games(self, number: int) -> pl.DataFrame | None:
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
                    self._join_block(number, paths)
        super().finish()

    def _join_block(self, number: int, paths: list[Path]) -> None:
        """Make one part of all parts of a block."""
        if tables := self.read_parts(paths):
            whole = self.keep_part(number, _joined(tables))
            self.folder.drop(path for path in paths if path != whole)

    def _home(self, number: int) -> str:
        """Where in the folder the parts of line-up `number` are."""
        return self.plan.prefixes[number] + _GAMES

    def parts(self, number: int) -> list[Path]:
        """The files with the games of line-up `number`, block by block."""
        return self.folder.parts(self._home(number))

    def pack(self, work: list[pl.DataFrame]) -> bytes:
        """The table."""
        (games,) = work
        return table_as_bytes(games)

    def unpack(self, data: bytes, path: Path) -> pl.DataFrame:
        """The games of a part, if they are of the line-up that it is kept for."""
        homes = [self.folder.path / self._home(n) for n in range(len(self.plan.lineups))]
        lineup = self.plan.lineups[homes.index(path.parent)]
        games = read_games(data, self.plan.rules, BLOCK, path)
        own = (games["agents"] == lineup) & (games["seed"] == self.plan.seed)
        if not own.all() or not (games["game"] // BLOCK == _block_of(path)).all():
            raise ResumeError(f"{path} is of another run than the manifest beside it")
        if (most := int(games["game"].to_numpy().max())) >= self.plan.games:
            raise ResumeError(
                f"{path} has game {most}, and the run has {self.plan.games:,} games, from 0"
            )
        return games


def _joined(tables: list[pl.DataFrame]) -> pl.DataFrame:
    """The games of a block in order, each once."""
    return join_tables(tables).filter(pl.col("game").is_first_distinct()).sort("game")


def _block_of(part: Path) -> int:
    return number_of(part) // BLOCK
