"""An agent at the table of a network that learns: what it would do, and the seats that it has.

    partner = SeatedPartner("people(people.safetensors)", games, share=0.5)
    player.partner = partner

It watches from every seat, as a teacher does. In a share of the games the network has one seat, and
the agent has all others. Which seat is the network's goes round with the games.

Shapes: G games, A actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.agents.traits import tells_chances
from hanabilab.game.rows import new_views
from hanabilab.learning.teachers import Teacher, fit_agent
from hanabilab.learning.vector_games import VectorGames


def games_with_partner(share: float, games: int) -> int:
    """In how many of the games a partner has seats: the first ones."""
    return round(share * games)


class SeatedPartner:
    """An agent that watches the games of a network from every seat, and has some of the seats.

    Args:
        agent: a compiled agent, by name.
        games: which it watches.
        share: of the games in which it acts, in all seats but one.

    Raises:
        AgentError: as `fit_agent` raises.
    """

    def __init__(self, agent: str, games: VectorGames, share: float = 0.0) -> None:
        self._agent: Any = fit_agent(agent, games.rules, "sit beside a network")
        self._games, self._teacher = games, Teacher(self._agent, games)
        self._views = new_views(games.rules, len(games))
        self._memory = np.zeros((len(games), self._agent.memory_size), np.int64)
        self._shared = np.arange(len(games)) < games_with_partner(share, len(games))
        self._kept: list[tuple[Tensor, Tensor]] = []

    def chances(self) -> NDArray[np.float64]:
        """[G, A] how likely the agent is to do each action now.

        An agent that does not tell chances is taken to be sure of what it would do.
        """
        if not tells_chances(self._agent):
            sure: NDArray[np.float64] = np.eye(self._games.rules.num_actions)[self._teacher.actions]
            return sure
        self._teacher.show_seats(self._views, self._memory)
        told: NDArray[np.float64] = self._agent.chances_of(self._views, self._memory)
        return told

    def is_networks_turn(self) -> NDArray[np.bool_]:
        """[G] whether the seat to act is the network's."""
        count, players = len(self._games), self._games.rules.players
        row, turn = self._games.games % count, self._games.games // count
        return ~self._shared | (self._games.seats == (row + turn) % players)

    def act(self, actions: Tensor, generator: torch.Generator) -> Tensor:
        """[G] the actions of the network, or of the agent where it has the seat.

        The chances, and whose turns they are, are kept until `take_turns`.

        Args:
            actions: [G] what the network would do.
            generator: of the agent's draws.
        """
        chances, own = torch.from_numpy(self.chances()), torch.from_numpy(self.is_networks_turn())
        drawn = torch.multinomial(chances, 1, generator=generator)[:, 0]
        self._kept.append((chances.float(), own))
        return torch.where(own, actions, drawn)

    def take_turns(self) -> tuple[Tensor, Tensor]:
        """The turns that `act` was asked about since the last call.

        Returns:
            [T, G, A] chances of the partner, and [T, G] which turns are the network's.
        """
        chances, own = (torch.stack(each) for each in zip(*self._kept, strict=True))
        self._kept = []
        return chances, own

    def watch(self, started: NDArray[np.bool_]) -> None:
        """Take in the last action of every game; see `Teacher.watch`."""
        self._teacher.watch(started)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Where it stands, to go on from with `restore_watched`."""
        return self._teacher.arrays()

    def restore_watched(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for; raises as `Teacher.restore_watched`."""
        self._teacher.restore_watched(arrays)
