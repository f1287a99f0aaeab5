"""What both faces share: one game, whose seats from outside are agents."""

from __future__ import annotations

from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from hanabilab.adapters.rendering import RENDER_MODES, check_render_mode, render, require_begun
from hanabilab.adapters.settings import GameSettings, games_from, observation_box
from hanabilab.errors import IllegalActionError
from hanabilab.game.rules import Rules

#: What an agent observes: `observation` [N] and `action_mask` [A].
Observed = dict[str, NDArray[Any]]


class SeatAgents:
    """One game, whose seats from outside are agents; they get every reward, all of them.

    A face of PettingZoo is this and one of its classes.

    Args:
        rules: or their text, such as "small(players=3)"; the standard game of `players` by default.
        render_mode: None, "human", "ansi", "html" or "rgb_array".
        settings: `players`, `seats`, `partners` and `dtype`, see `GameSettings`.

    Attributes:
        games: the one game.
        rules: of the game.
        names: [seat] the agent of each seat from outside.

    Raises:
        RulesError, NotationError, AgentError: settings that do not go together.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hanabi_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }
    #: Actions beyond those of the game.
    spare_actions: ClassVar[int] = 0

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        render_mode: str | None = None,
        **settings: Unpack[GameSettings],
    ) -> None:
        super().__init__()
        self.games, outside = games_from(rules, 1, **settings)
        self.rules = self.games.rules
        self.render_mode = check_render_mode(render_mode)
        self.names = {seat: f"player_{seat}" for seat in outside}
        self.possible_agents = list(self.names.values())
        self.agents: list[str] = []
        actions = self.rules.num_actions + self.spare_actions
        seen = {
            "observation": observation_box(self.games),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
        self.action_spaces = {name: Discrete(actions) for name in self.possible_agents}
        self.observation_spaces = {name: Dict(seen) for name in self.possible_agents}
        self._no_action = np.zeros(actions, np.int8)
        self._begun = False

    def action_space(self, agent: str) -> Any:
        """`Discrete` with an action for each id, and with the spare ones."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """`Dict` of `observation`, HLE's vector, and `action_mask`."""
        return self.observation_spaces[agent]

    @property
    def to_act(self) -> str:
        """The agent whose turn it is; once the game has ended, any."""
        return self.names.get(int(self.games.seats[0]), self.possible_agents[0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.games.ended[0])

    def _show(self) -> None:
        """What people watch is shown as it happens."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The game with all hands, as the render mode says.

        Raises:
            IllegalActionError: no game has begun.
        """
        require_begun(begun=self._begun)
        return render(self.games.states[0], self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _deal(self, seed: int | None) -> None:
        """Deal the first game of a seed, or else the next; at first, of a seed that is drawn."""
        if seed is not None or not self._begun:
            drawn = int(np.random.default_rng().integers(2**31)) if seed is None else seed
            self.games.begin(drawn)
        else:
            self.games.start(np.arange(1))
        self._begun = True
        self.agents = self.possible_agents.copy()
        self._show()

    def _require_running(self) -> None:
        if not self.agents:
            raise IllegalActionError("no game is running; call reset first")

    def _seen_by(self, name: str) -> Observed:
        """What an agent observes, and the mask of its actions: none while others are to act."""
        mask = self._no_action.copy()
        if name == self.to_act and not self.is_over:
            mask[: self.rules.num_actions] = self.games.legal[0]
        seat = int(name.removeprefix("player_"))
        return {"observation": self.games.observe([seat])[0], "action_mask": mask}
