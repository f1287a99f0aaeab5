"""A challenge in the folder of a run: what is played where, and the games that are finished.

    DIR/parts/part-PLAN-NUMBER-DIGEST.npz     finished games, one part each, written at once

The key is not among what is kept. A game that was broken off is not kept either: the server decides
what becomes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from hanabilab.adapters.ah2ac2.messages import PLAYERS
from hanabilab.adapters.ah2ac2.report import Played
from hanabilab.errors import NotationError, ResumeError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.runs.settings import Setting

COMMAND = "ah2ac2 play"
MAX_GAMES = 1_000_000
_FIELDS = ("order", "game", "players", "seats", "turns", "score", "points", "lost")


@dataclass(frozen=True)
class ChallengePlan(JobPlan):
    """What is played: by whom, at which server, and of which kind.

    Attributes:
        players: of test games; 0 for the games that count, in which the server decides.
        seats: that the candidate holds in test games; none in those that count.

    Raises:
        NotationError: seats that are not at the table, or all of them.
        RulesError: an impossible seed.
    """

    agent: str
    url: str
    players: int = 0
    seats: tuple[int, ...] = ()
    games: Annotated[int, Setting("Games to play; a resumed run can have more.", 1, MAX_GAMES)] = (
        1000
    )
    seed: Annotated[int, Setting("Seed of the agent's random numbers.", 0)] = 0
    grows = "games"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if not self.is_test:
            return
        if self.players not in PLAYERS:
            raise NotationError(f"{self.players} players; a test game has 2 to 5")
        held = set(self.seats)
        if not held or not held < set(range(self.players)) or len(held) != len(self.seats):
            told = ", ".join(map(str, self.seats)) or "none"
            raise NotationError(
                f"seats {told} of {self.players}; hold at least one, and leave one to a partner: "
                f"seats are 0 to {self.players - 1}"
            )

    @property
    def is_test(self) -> bool:
        """Whether the games are for trying out, with random partners."""
        return bool(self.players or self.seats)

    @property
    def command(self) -> str:
        """The command that plays it."""
        return COMMAND


class Challenge(Job[ChallengePlan, dict[int, Played]]):
    """A challenge, and the folder that keeps its games, if one does; games in order, from 0."""

    kind, commands = ChallengePlan, (COMMAND,)
    mended = "its games are missing here, though the server may count them"

    @property
    def whole(self) -> dict[int, Played]:
        """All games that are finished. After a kill two parts may have the same one."""
        return {order: game for part in self.done for order, game in part.items()}

    @property
    def games(self) -> list[Played]:
        """The same, in the order in which they were played."""
        return [game for _, game in sorted(self.whole.items())]

    @property
    def count(self) -> int:
        """Games so far."""
        return len(self.whole)

    def add(self, game: Played) -> None:
        """Take a finished game; it is in the folder before this returns."""
        work = {max(self.whole, default=-1) + 1: game}
        self.done.append(work)
        if self.is_kept:
            self._waiting.append(work)
            self.hand_on()

    def pack(self, work: list[dict[int, Played]]) -> bytes:
        """An array for each field; seats as bits."""
        rows = [_row(order, game) for part in work for order, game in part.items()]
        columns = zip(*rows, strict=True)
        return pack_arrays(
            {name: np.array(each, np.int64) for name, each in zip(_FIELDS, columns, strict=True)}
        )

    def unpack(self, data: bytes, path: Path) -> dict[int, Played]:
        """The games of a part."""
        layout = Layout(np.int64, (range(MAX_GAMES + 1),))
        arrays = read_arrays(data, dict.fromkeys(_FIELDS, layout), path)
        if len({len(each) for each in arrays.values()}) != 1:
            raise ResumeError(f"cannot read {path}: its arrays do not fit")
        rows = zip(*(arrays[name].tolist() for name in _FIELDS), strict=True)
        return dict(_played(row, path) for row in rows)


def _row(order: int, game: Played) -> tuple[int, ...]:
    """A game as numbers, as `_FIELDS` names them."""
    held = sum(1 << seat for seat in game.seats)
    return (order, game.game, game.players, held, game.turns, game.score, game.points, game.lost)


def _played(row: tuple[int, ...], path: Path) -> tuple[int, Played]:
    """A game of a file and its place in the order, if there can be such a one."""
    order, number, players, bits, turns, score, points, lost = row
    possible = (
        0 <= order < MAX_GAMES
        and number >= -1
        and players in PLAYERS
        and 0 < bits < (1 << players) - 1
        and 0 < turns <= Rules(players=players).max_turns
        and 0 <= score <= points <= Rules(players=players).max_score
        and lost in (0, 1)
        and score == (0 if lost else points)
    )
    if not possible:
        raise ResumeError(f"cannot read {path}: it has a game that nobody can play")
    held = tuple(seat for seat in range(players) if bits >> seat & 1)
    return order, Played(number, players, held, turns, score, points, bool(lost))
