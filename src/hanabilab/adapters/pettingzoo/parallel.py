"""PettingZoo's `ParallelEnv`: all agents step at once, though one alone has something to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from hanabilab.adapters.pettingzoo.seats import Observed, SeatAgents
from hanabilab.errors import IllegalActionError
from hanabilab.game.checks import check_action

#: What `step` returns, by agent: observations, rewards, terminations, truncations, infos.
Step = tuple[
    dict[str, Observed],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class HanabiParallel(SeatAgents, ParallelEnv):  # type: ignore[misc]  # PettingZoo is untyped here
    """One game in which every agent gives an action each turn, and that of the mover counts.

    The last action id does nothing. It is the one that the mask of an agent out of turn allows.
    See `SeatAgents` for the settings.
    """

    metadata = SeatAgents.metadata | {"is_parallelizable": True}
    spare_actions = 1

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deal a game: the first of a seed, or else the next."""
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Take the action of the agent whose turn it is; those of others are ignored.

        Raises:
            IllegalActionError: it is illegal, or missing, and nothing has changed; or no game runs.
        """
        self._require_running()
        mover = self.to_act
        if not isinstance(actions, Mapping):
            raise IllegalActionError(f"actions are {repr(actions)[:80]}; a dict by agent is needed")
        if mover not in actions:
            raise IllegalActionError(f"it is the turn of {mover}, who gives no action")
        self.games.take([check_action(actions[mover])])
        present, over = self.agents, self.is_over
        reward = float(self.games.rewards[0])
        seen = self._observations()
        score = {"score": int(self.games.scores[0])} if over else {}
        self.agents = [] if over else present
        self._show()
        return (
            seen,
            dict.fromkeys(present, reward),
            dict.fromkeys(present, over),
            dict.fromkeys(present, False),
            {agent: score.copy() for agent in present},
        )

    def _observations(self) -> dict[str, Observed]:
        seen = {agent: self._seen_by(agent) for agent in self.agents}
        for agent, observed in seen.items():
            if self.is_over or agent != self.to_act:
                observed["action_mask"][-1] = 1  # do nothing
        return seen
