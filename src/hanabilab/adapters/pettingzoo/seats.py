"""What both faces share: seats by their agents' names, spaces, and one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from hanabilab.adapters.rendering import check_render_mode, render
from hanabilab.adapters.settings import games_from, rules_from
from hanabilab.game.rules import Rules
from hanabilab.learning.partners import Partners

#: What an agent observes: `observation` [N] and `action_mask` [A].
Observed = dict[str, NDArray[Any]]


class Seats:
    """One game, whose seats from outside are agents.

    Args:
        spare: actions beyond those of the game.
        rest: as in `adapters.gymnasium.HanabiVectorEnv`.

    Attributes:
        names: [seat] the agent of each seat from outside.
    """

    def __init__(
        self,
        rules: Rules | str | None,
        players: int | None,
        seats: Sequence[int] | None,
        partners: Partners | None,
        render_mode: str | None,
        *,
        spare: int,
    ) -> None:
        self.rules = rules_from(rules, players)
        self.games, outside = games_from(self.rules, 1, seats, partners, dtype=np.uint8)
        self.names = {seat: f"player_{seat}" for seat in outside}
        self.render_mode = check_render_mode(render_mode)
        actions, size = self.rules.num_actions + spare, self.games.observations.shape[1]
        self._mask = np.zeros(actions, np.int8)
        self.action_spaces = {name: Discrete(actions) for name in self.names.values()}
        self.observation_spaces = {
            name: Dict(
                {
                    "observation": Box(0, 1, (size,), np.uint8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for name in self.names.values()
        }
        self._begun = False

    def deal(self, seed: int | None) -> None:
        """Deal the first game of a seed, or else the next; at first, of a seed that is drawn."""
        if seed is not None or not self._begun:
            drawn = int(np.random.default_rng().integers(2**31)) if seed is None else seed
            self.games.begin(drawn)
        else:
            self.games.start(np.arange(1))
        self._begun = True

    @property
    def to_act(self) -> str:
        """The agent whose turn it is; once the game has ended, any."""
        return self.names.get(int(self.games.seats[0]), next(iter(self.names.values())))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.games.ended[0])

    def seen_by(self, name: str, mask: NDArray[np.int8] | None = None) -> Observed:
        """What an agent observes, with the mask of its actions: by default, those of its turn."""
        seat = int(name.removeprefix("player_"))
        if mask is None:
            mask = self._mask.copy()
            if name == self.to_act and not self.is_over:
                mask[: self.rules.num_actions] = self.games.legal[0]
        return {"observation": self.games.observe([seat])[0], "action_mask": mask}

    def render(self) -> Any:
        """The game with all hands, as the render mode says."""
        return render(self.games.states[0], self.render_mode)
