"""PettingZoo's `ParallelEnv`: all agents step at once, though one alone has something to say."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from pettingzoo import ParallelEnv

from hanabilab.adapters.pettingzoo.seats import Observed, Seats
from hanabilab.adapters.rendering import RENDER_MODES
from hanabilab.errors import IllegalActionError
from hanabilab.game.rules import Rules
from hanabilab.learning.partners import Partners

#: What `step` returns, by agent: observations, rewards, terminations, truncations, infos.
Step = tuple[
    dict[str, Observed],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class HanabiParallel(ParallelEnv):  # type: ignore[misc]  # PettingZoo is untyped here
    """One game in which every agent gives an action each turn, and that of the mover counts.

    The last action id does nothing. It is the one that the mask of an agent out of turn allows.

    Args:
        rules, players, seats, partners, render_mode: as in `HanabiAEC`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hanabi_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        players: int | None = None,
        seats: Sequence[int] | None = None,
        partners: Partners | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._seats = Seats(rules, players, seats, partners, render_mode, spare=1)
        self.rules, self.render_mode = self._seats.rules, render_mode
        self.possible_agents = list(self._seats.names.values())
        self.action_spaces = self._seats.action_spaces
        self.observation_spaces = self._seats.observation_spaces
        self.agents: list[str] = []

    def action_space(self, agent: str) -> Any:
        """`Discrete` with an action for each id, and one more that does nothing."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """`Dict` of `observation`, HLE's vector, and `action_mask`."""
        return self.observation_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deal a game: the first of a seed, or else the next."""
        self._seats.deal(seed)
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Take the action of the agent whose turn it is; those of others are ignored.

        Raises:
            IllegalActionError: it is illegal, or missing, and nothing has changed; or no game runs.
        """
        if not self.agents:
            raise IllegalActionError("no game is running; call reset first")
        mover = self._seats.to_act
        if mover not in actions:
            raise IllegalActionError(f"it is the turn of {mover}, who gives no action")
        self._seats.games.take([operator.index(actions[mover])])
        present, over = self.agents, self._seats.is_over
        reward = float(self._seats.games.rewards[0])
        seen = self._observations()
        score = {"score": int(self._seats.games.scores[0])} if over else {}
        self.agents = [] if over else present
        return (
            seen,
            dict.fromkeys(present, reward),
            dict.fromkeys(present, over),
            dict.fromkeys(present, False),
            {agent: score.copy() for agent in present},
        )

    def _observations(self) -> dict[str, Observed]:
        mover = None if self._seats.is_over else self._seats.to_act
        waits = np.zeros(self.rules.num_actions + 1, np.int8)
        waits[-1] = 1
        return {
            agent: self._seats.seen_by(agent, None if agent == mover else waits.copy())
            for agent in self.agents
        }

    def render(self) -> Any:
        """The game with all hands, as the render mode says."""
        return self._seats.render()

    def close(self) -> None:
        """There is nothing to close."""
