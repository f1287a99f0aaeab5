"""Positions valued game by game, kept in a folder and gone on with.

DIR/manifest.json                     the games by name and digest, settings, sessions
DIR/parts/part-PLAN-NUMBER-DIGEST.npz what was found in finished games, as JSON
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
import numpy as np

from hanabilab.errors import HanabiError, ResumeError
from hanabilab.game.checks import check_seed
from hanabilab.puzzles.forms import Puzzle, ValueRow
from hanabilab.puzzles.sources import Source, digest_of
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import MOST_BYTES, Layout, parse_json, read_arrays
from hanabilab.runs.settings import (
    Setting,
    check_settings,
    settings_as_json,
    settings_from_json,
)

#: Agents that are asked whether they find the best action.
PANEL = ("five-rule", "newest", "value", "smart", "keen")
_MOST_ROLLOUTS = 1_000_000_000
_TEXT = "json"

F = TypeVar("F", ValueRow, Puzzle)
#: What was found, by the number of the game.
Found: TypeAlias = "dict[int, list[F]]"


@dataclass(frozen=True, kw_only=True)
class ValuingSettings:
    """How positions are valued."""

    rollouts: Annotated[int, Setting("Games played out for a first look.", 50, _MOST_ROLLOUTS)] = (
        1000
    )
    measured: Annotated[
        int,
        Setting(  # two worlds of every action at least, whatever the rules
            "Games then played out to compare all actions with the best one.", 200, _MOST_ROLLOUTS
        ),
    ] = 5000
    exact_cards: Annotated[
        int,
        Setting("Cards in the deck at most where values are exact, if hands are few.", 0, 8),
    ] = 4
    seed: Annotated[int, Setting("Seed of all random numbers.", 0)] = 0

    def __post_init__(self) -> None:
        check_settings(self, HanabiError)
        check_seed(self.seed)


@dataclass(frozen=True, kw_only=True)
class RowSettings(ValuingSettings):
    """Which positions become rows."""

    positions: Annotated[
        int, Setting("Positions of each game, drawn by the seed; all if it has fewer.", 1, 1000)
    ] = 4


@dataclass(frozen=True, kw_only=True)
class PuzzleSettings(ValuingSettings):
    """Which positions become puzzles."""

    count: Annotated[int, Setting("Puzzles at most.", 1, 100_000)] = 100
    per_game: Annotated[int, Setting("Puzzles of one game at most.", 1, 1000)] = 3
    gap: Annotated[
        float, Setting("Points by which the best action beats each other one at least.", 0, 100)
    ] = 0.25
    sigmas: Annotated[
        float, Setting("Standard errors by which it beats each other one at least.", 0, 100)
    ] = 3.0


S = TypeVar("S", RowSettings, PuzzleSettings)


@dataclass(frozen=True)
class GamesPlan(JobPlan, Generic[S]):
    """What is done with which games.

    Attributes:
        inputs: files, folders and links, as they were named.
        digest: of the games that they held.
        games: how many these are.
        agent: that plays on in all seats.
        settings: the rest.
        partial: games that are cut short are taken, too.
    """

    inputs: tuple[str, ...]
    digest: str
    games: int
    agent: str
    settings: S
    partial: bool = False
    settings_kind: ClassVar[type[Any]]
    grows: ClassVar[str] = "games"

    def as_json(self) -> dict[str, Any]:
        """All but the number of games."""
        told: dict[str, Any] = {"inputs": list(self.inputs), "digest": self.digest}
        told |= {"agent": self.agent} | ({"partial": True} if self.partial else {})
        return told | settings_as_json(self.settings)

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> Any:
        """The plan that a manifest tells of."""
        rest = dict(settings)
        inputs, digest, agent = (rest.pop(name) for name in ("inputs", "digest", "agent"))
        partial = rest.pop("partial", False) is True
        kind = settings_from_json(cls.settings_kind, rest, HanabiError)
        return cls(tuple(inputs), digest, target["games"], agent, kind, partial)

    def require_same_games(self, sources: Sequence[Source]) -> None:
        """Do nothing if these are the games of the plan.

        Raises:
            ResumeError: they are others now.
        """
        if len(sources) != self.games or digest_of(sources) != self.digest:
            raise ResumeError(
                f"the games in {', '.join(self.inputs)} are not those that the run began with"
            )


class RowsPlan(GamesPlan[RowSettings]):
    """Rows of move values."""

    settings_kind = RowSettings
    command = "values"


class PuzzlesPlan(GamesPlan[PuzzleSettings]):
    """Puzzles."""

    settings_kind = PuzzleSettings
    command = "puzzles"


class ValuedGames(Job[Any, Any], Generic[F]):
    """What was found in games, in its folder."""

    form: ClassVar[Any]
    mended = "its games are looked at again"

    @property
    def found(self) -> Found[F]:
        """All that was found so far, by the number of the game."""
        return {game: each for part in self.done for game, each in part.items()}

    @property
    def count(self) -> int:
        """Games that are finished."""
        return len(self.found)

    def take(self, game: int, found: list[F]) -> None:
        """Note what was found in a game, and save it now and then."""
        self.done.append({game: found})
        self.keep({game: found})

    def pack(self, work: list[Any]) -> bytes:
        """Finished games."""
        told = {
            str(game): msgspec.to_builtins(each)
            for part in work
            for game, each in sorted(part.items())
        }
        text = json.dumps(told, separators=(",", ":")).encode()
        return pack_arrays({_TEXT: np.frombuffer(text, np.uint8)})

    def unpack(self, data: bytes, path: Path) -> Any:
        """The finished games of a part."""
        arrays = read_arrays(data, {_TEXT: Layout(np.uint8, (range(MOST_BYTES),))}, path)
        told = parse_json(arrays[_TEXT].tobytes(), path)
        with faults_told(path):
            found = msgspec.convert(told, dict[str, list[self.form]])  # type: ignore[name-defined]
            games = {int(game): each for game, each in found.items()}
            if not all(0 <= game < self.plan.games for game in games):
                raise ValueError("it tells of a game that the run has not")
        return games


class KeptRows(ValuedGames[ValueRow]):
    """Rows of move values in their folder."""

    kind, commands, form = RowsPlan, ("values",), ValueRow


class KeptPuzzles(ValuedGames[Puzzle]):
    """Puzzles in their folder."""

    kind, commands, form = PuzzlesPlan, ("puzzles",), Puzzle
