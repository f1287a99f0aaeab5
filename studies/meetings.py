"""Networks that meet at a table: who plays how well with whom, by best actions.

It takes what has no agent's name, too: networks in memory, and symmetrized ones.

Shapes: G games, M networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.game.rules import Rules
from hanabilab.learning.evaluation import first_scores
from hanabilab.learning.rollouts import mask_illegal
from hanabilab.learning.settings import EVALUATION_SEED
from hanabilab.learning.vector_games import VectorGames


def cross_play_matrix(networks: Sequence[Any], rules: Rules, games: int) -> NDArray[np.float64]:
    """[M, M] mean scores of all pairs on the same decks: one of the first among the second.

    Args:
        networks: `Network` or `Symmetrizer`.
        rules: of the games.
        games: decks of a pair; with two players an entry is one order of seats.
    """
    matrix = np.zeros((len(networks), len(networks)))
    for place, one in enumerate(networks):
        for other_place, other in enumerate(networks):
            team = [one] + [other] * (rules.players - 1)
            matrix[place, other_place] = team_scores(team, rules, games).mean()
    return matrix


@torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
def team_scores(team: Sequence[Any], rules: Rules, games: int) -> NDArray[np.int64]:
    """[G] scores of the games 0, 1, ... of a fixed seed, a network at each seat."""
    vector = VectorGames(rules, games, seed=EVALUATION_SEED)
    states = [network.first_state(games) for network in team]

    def step() -> None:
        seen, legal = torch.from_numpy(vector.observations), torch.from_numpy(vector.legal)
        actions = torch.zeros(games, dtype=torch.int64)
        for seat, network in enumerate(team):
            rows = torch.from_numpy(np.flatnonzero(vector.seats == seat))
            if len(rows):
                by_game = states[seat].unflatten(1, (-1, games))  # copies of a symmetrizer first
                out = network(seen[None, rows].float(), by_game[:, :, rows].flatten(1, 2))
                actions[rows] = mask_illegal(out.actions[0], legal[rows]).argmax(-1)
                by_game[:, :, rows] = out.state.unflatten(1, (-1, len(rows)))
        vector.step(actions.numpy())
        _forget(states, vector.ended, games)

    return first_scores(vector, step)


def _forget(states: Sequence[Tensor], ended: NDArray[np.bool_], games: int) -> None:
    """Nobody remembers a game that has ended."""
    rows = torch.from_numpy(np.flatnonzero(ended))
    for state in states:
        state.unflatten(1, (-1, games))[:, :, rows] = 0
