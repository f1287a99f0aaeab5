"""PettingZoo's `AECEnv`: agents act one after the other, as at a table."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from hanabilab.adapters.pettingzoo.seats import Observed, SeatAgents
from hanabilab.adapters.rendering import require_begun
from hanabilab.errors import RulesError
from hanabilab.game.checks import check_action


class HanabiAEC(SeatAgents, AECEnv):  # type: ignore[misc]  # PettingZoo is untyped here
    """One game, in which the agent to act is asked. See `SeatAgents` for the settings."""

    # The parallel face is an environment of its own.
    metadata = SeatAgents.metadata | {"is_parallelizable": False}

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> None:
        """Deal a game: the first of a seed, or else the next."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.to_act

    def observe(self, agent: str) -> Observed:
        """What an agent sees, and what it may do: nothing while others are to act.

        Raises:
            RulesError: none of `possible_agents` is called so.
            IllegalActionError: no game has begun.
        """
        if agent not in self.possible_agents:
            raise RulesError(f"agent is {agent!r}; it is one of {', '.join(self.possible_agents)}")
        require_begun(begun=self._begun)
        return self._seen_by(agent)

    def step(self, action: Any) -> None:
        """Take the action of `agent_selection`; None once its game is over.

        Raises:
            IllegalActionError: the action is illegal, and nothing has changed; or no game runs.
        """
        self._require_running()
        actor = self.agent_selection
        if self.terminations[actor]:
            self._was_dead_step(action)
            return
        self.games.take([check_action(action)])
        self._cumulative_rewards[actor] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self.games.rewards[0]))
        self._accumulate_rewards()
        if self.is_over:
            score = int(self.games.scores[0])
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"score": score} for agent in self.agents}
        self.agent_selection = self.to_act
        self._show()
