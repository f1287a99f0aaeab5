"""Decisions of people, as a model of them is told of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import AgentError
from hanabilab.game.rule_tables import MAX_RANKS
from hanabilab.learning.clone.columns import ACTION_COLUMNS, POSITION_COLUMNS
from hanabilab.learning.clone.describing import describe_all
from hanabilab.learning.clone.memory import WATCHER
from hanabilab.people import PeoplesGame
from hanabilab.people.asking import Shown, show_all
from hanabilab.people.clusters import owners_of, require_one_number


@dataclass(frozen=True)
class Decisions:
    """What people decided in some games. D decisions, A actions.

    Attributes:
        actions: [D, A, ACTION_COLUMNS] of half precision.
        positions: [D, POSITION_COLUMNS].
        legal: [D, A].
        people: [D] what people did.
        games: [D] the place of the game.
        owners: [D] the number of the person, or of the game where persons are not known.
        by: "person" or "game".
    """

    actions: Tensor
    positions: Tensor
    legal: Tensor
    people: Tensor
    games: NDArray[np.int64]
    owners: NDArray[np.int64]
    by: str

    def __len__(self) -> int:
        return len(self.people)

    def only(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What a network is given of some decisions."""
        return self.actions[rows].float(), self.positions[rows], self.legal[rows]


def decisions_of(games: Sequence[PeoplesGame]) -> Decisions:
    """All decisions of people that count.

    Raises:
        NotationError: the games have several numbers of players.
        AgentError: they are of a variant, or no decision counts.
    """
    require_one_number(games)
    for game in games:
        rules = game.record.rules
        if not rules.is_usual or rules.ranks != MAX_RANKS:
            raise AgentError(f"game {game.name} is of a variant; models learn from usual games")
    shown = list(show_all(WATCHER, games))
    if not shown:
        raise AgentError("no decision of the games counts; there is nothing to learn")
    if len({(each.rules.suits, each.rules.hand_size) for each in shown}) > 1:
        raise AgentError("the games have hands or suits of several sizes; learn from one at a time")
    by = "person" if all(any(game.persons) for game in games) else "game"
    told = [_told(each) for each in shown]
    actions, positions, legal = (
        torch.cat([torch.from_numpy(part[number]) for part in told]) for number in range(3)
    )
    owned = np.concatenate([each.games for each in shown])
    people = torch.from_numpy(np.concatenate([each.people for each in shown]))
    owners = owners_of(games, by)[owned]  # type: ignore[arg-type]
    return Decisions(actions, positions, legal, people, owned, owners, by)


def _told(shown: Shown) -> tuple[NDArray[np.float16], NDArray[np.float32], NDArray[np.bool_]]:
    rows = shown.rows
    count, most = rows.legal.shape
    actions = np.zeros((count, most, ACTION_COLUMNS), np.float32)
    positions = np.zeros((count, POSITION_COLUMNS), np.float32)
    legal = np.zeros((count, most), np.bool_)
    describe_all(actions, positions, legal, rows.views, rows.memory)
    return actions.astype(np.float16), positions, legal
