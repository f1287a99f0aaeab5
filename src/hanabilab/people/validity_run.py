"""The games of a model with agents that people sat with: planned, played, kept, resumed.

    DIR/parts/part-PLAN-NUMBER-DIGEST.npz    some finished games: table, game, what is counted

The games of a finished run are one part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import is_honest
from hanabilab.agents.traits import check_rules
from hanabilab.arena import Lineup, play_games
from hanabilab.arena.play import MAX_GAMES, check_lineup
from hanabilab.errors import AgentError, ResumeError, StoppedError
from hanabilab.game.checks import check_seed
from hanabilab.notation import format_rules
from hanabilab.people.clusters import By
from hanabilab.people.reading import ReadGames, read_people
from hanabilab.people.sittings import COUNTS, Sitting, count_games, sittings_of
from hanabilab.people.validity import Held, errors_over, hold_beside_people
from hanabilab.runs.agents import kept_agent
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.runs.settings import Setting, check_settings

#: Of finished work: the number of the sitting, that of the game, and COUNTS.
_WIDTH = 2 + len(COUNTS)


@dataclass(frozen=True, kw_only=True)
class ValidityPlan(JobPlan):
    """Who sits with whom, and how often.

    Attributes:
        model: by name.
        files: of people's games, by path.
        agents: that people sat with, as the files name them; all, if none.

    Raises:
        AgentError: an unknown agent, one that sees its own hand, or one that cannot play so.
        NotationError: files that cannot be read, or in which nobody sat with an agent.
    """

    model: str
    files: tuple[str, ...]
    agents: tuple[str, ...] = ()
    decks: Annotated[
        int, Setting("Games of the model with each agent, at least 2.", 2, MAX_GAMES)
    ] = 1000
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0
    command = "log validity"
    grows = "decks"

    def __post_init__(self) -> None:
        check_settings(self, AgentError)
        check_seed(self.seed)

    @cached_property
    def read(self) -> dict[str, ReadGames]:
        """What the files hold, by path."""
        return {file: read_people(Path(file)) for file in self.files}

    @cached_property
    def sittings(self) -> tuple[Sitting, ...]:
        """The people's games by agent; a game that several files hold counts once."""
        games = dict.fromkeys(game for found in self.read.values() for game in found.games)
        return sittings_of(tuple(games), self.agents)

    @cached_property
    def by(self) -> By:
        """What people's errors are over."""
        return errors_over(self.sittings)

    def lineup(self, sitting: Sitting) -> Lineup:
        """Our agents at a sitting's table."""
        lineup = Lineup(tuple(map(kept_agent, sitting.seated(self.model))))
        check_lineup(lineup, sitting.rules)
        for agent in lineup.agents:
            check_rules(agent, sitting.rules)
            if not is_honest(agent):
                raise AgentError(f"agent {agent.name!r} sees its own hand; people did not")
        return lineup

    def as_json(self) -> dict[str, Any]:
        """All fields, and the tables that the files make."""
        return super().as_json() | {"tables": [self._table(each) for each in self.sittings]}

    def _table(self, sitting: Sitting) -> str:
        return f"{', '.join(sitting.seated(self.model))} by {format_rules(sitting.rules)}"

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> Self:
        """The plan of a manifest."""
        rest = {name: value for name, value in settings.items() if name != "tables"}
        return super().from_json(rest, target)


class KeptValidity(Job[ValidityPlan, NDArray[np.int64]]):
    """A plan's games in the folder of a run: rows of the sitting, the game, and COUNTS."""

    kind, commands = ValidityPlan, ("log validity",)

    def prepare(self) -> None:
        """Refuse agents that are unknown, or cannot play so."""
        for sitting in self.plan.sittings:
            self.plan.lineup(sitting)

    @property
    def count(self) -> int:
        """Games so far."""
        return sum(map(len, self.done))

    def progress(self) -> str:
        """How many games have been played."""
        return f"{self.count:,} of {self.plan.decks * len(self.plan.sittings):,} games"

    def all_rows(self) -> NDArray[np.int64]:
        """[G, 2 + COUNTS] the games that have been played, each once, in order."""
        rows = np.concatenate([np.zeros((0, _WIDTH), np.int64), *self.done])
        _, first = np.unique(rows[:, :2], axis=0, return_index=True)
        found: NDArray[np.int64] = rows[first]
        return found

    def rows(self, number: int) -> NDArray[np.int64]:
        """[G, 1 + COUNTS] those at a sitting's table."""
        rows = self.all_rows()
        return rows[rows[:, 0] == number, 1:]

    def held(self) -> list[Held]:
        """The model beside people, with each agent; all games must have been played."""
        return [
            hold_beside_people(
                sitting,
                self.plan.model,
                self.rows(number)[:, 1:],
                format_rules(sitting.rules),
                self.plan.by,
            )
            for number, sitting in enumerate(self.plan.sittings)
        ]

    def pack(self, work: list[NDArray[np.int64]]) -> bytes:
        """The rows, one after the other."""
        return pack_arrays({"games": np.concatenate(work)})

    def unpack(self, data: bytes, path: Path) -> NDArray[np.int64]:
        """The rows of a part."""
        sittings = self.plan.sittings
        most = range(self.plan.decks * len(sittings) + 1)
        rows = read_arrays(data, {"games": Layout(np.int64, (most, _WIDTH))}, path)["games"]
        turns = max(sitting.rules.max_turns for sitting in sittings)
        points = max(sitting.rules.max_score for sitting in sittings)
        top = np.array([len(sittings) - 1, self.plan.decks - 1, points, 1, *[turns] * 5])
        if ((rows < 0) | (rows > top)).any():
            raise ResumeError(f"cannot read {path}: it has games that are not planned")
        return rows


def hold_model(plan: ValidityPlan, *, threads: int | None = None) -> list[Held]:
    """A model beside people, with each agent that they sat with; nothing is kept in a folder.

    Raises:
        AgentError: an agent is unknown, sees its own hand, cannot play so, or acts illegally.
        NotationError: files that cannot be read, or in which nobody sat with an agent.
        StoppedError: Ctrl-C.
    """
    job = KeptValidity(plan)
    for number in range(len(plan.sittings)):
        play_missing(job, number, threads)
    return job.held()


def play_missing(
    job: KeptValidity,
    number: int,
    threads: int | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> None:
    """Play the games at a sitting's table that have not been played; each goes to `job` at once.

    Raises:
        AgentError: an agent acts illegally.
        StoppedError: Ctrl-C; what was finished is kept.
    """
    plan, sitting = job.plan, job.plan.sittings[number]
    done = job.rows(number)[:, 0]
    missing = np.setdiff1d(np.arange(plan.decks), done)

    def keep(table: pl.DataFrame) -> None:
        rows = np.column_stack([np.full(len(table), number), table["game"], _counted(table)])
        job.done.append(rows)
        job.keep(rows)
        progress(len(rows))

    def _counted(table: pl.DataFrame) -> NDArray[np.int64]:
        ends = np.column_stack([table["points"], table["lives"] == 0]).astype(np.int64)
        actions = table["actions"].to_numpy().astype(np.int16)
        return count_games(sitting, actions, ends)

    if not len(missing):
        return
    lineup, games = plan.lineup(sitting), missing.tolist()
    found = play_games(
        lineup, sitting.rules, games=games, seed=plan.seed, threads=threads, keep=keep
    )
    if not found.complete:
        raise StoppedError("stopped before all games were played")
