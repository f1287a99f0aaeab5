"""PettingZoo's `AECEnv`: agents act one after the other, as at a table."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, ClassVar

from pettingzoo import AECEnv

from hanabilab.adapters.pettingzoo.seats import Observed, Seats
from hanabilab.adapters.rendering import RENDER_MODES
from hanabilab.errors import IllegalActionError
from hanabilab.game.rules import Rules
from hanabilab.learning.partners import Partners


class HanabiAEC(AECEnv):  # type: ignore[misc]  # PettingZoo is untyped here
    """One game. The agents are the seats that act from outside; all get every reward.

    Args:
        rules: or their text, such as "small(players=3)"; the standard game of `players` by default.
        players: seats, if `rules` are not given.
        seats: which seats act from outside; the default is all, or seat 0 beside partners.
        partners: who sits in the other seats, see `learning.partners`.
        render_mode: None, "human", "ansi", "html" or "rgb_array".

    Raises:
        RulesError, NotationError, AgentError: settings that do not go together.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hanabi_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,  # the parallel face is an environment of its own
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
        super().__init__()
        self._seats = Seats(rules, players, seats, partners, render_mode, spare=0)
        self.rules, self.render_mode = self._seats.rules, render_mode
        self.possible_agents = list(self._seats.names.values())
        self.action_spaces = self._seats.action_spaces
        self.observation_spaces = self._seats.observation_spaces
        self.agents: list[str] = []

    def action_space(self, agent: str) -> Any:
        """`Discrete` with an action for each id."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """`Dict` of `observation`, HLE's vector, and `action_mask`."""
        return self.observation_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> None:
        """Deal a game: the first of a seed, or else the next."""
        self._seats.deal(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._seats.to_act

    def observe(self, agent: str) -> Observed:
        """What an agent sees, and what it may do: nothing while others are to act."""
        return self._seats.seen_by(agent)

    def step(self, action: Any) -> None:
        """Take the action of `agent_selection`; None once its game is over.

        Raises:
            IllegalActionError: the action is illegal, and nothing has changed; or no game runs.
        """
        if not self.agents:
            raise IllegalActionError("no game is running; call reset first")
        actor = self.agent_selection
        if self.terminations[actor]:
            self._was_dead_step(action)
            return
        self._seats.games.take([operator.index(action)])
        self._cumulative_rewards[actor] = 0.0
        self.rewards = dict.fromkeys(self.agents, float(self._seats.games.rewards[0]))
        self._accumulate_rewards()
        if self._seats.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"score": self._score()} for agent in self.agents}
        self.agent_selection = self._seats.to_act

    def _score(self) -> int:
        return int(self._seats.games.scores[0])

    def render(self) -> Any:
        """The game with all hands, as the render mode says."""
        return self._seats.render()

    def close(self) -> None:
        """There is nothing to close."""
