"""One game at a time as Gymnasium's `Env`: beside partners, or all seats in turn."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Discrete
from numpy.typing import DTypeLike, NDArray

from hanabilab.adapters.rendering import RENDER_MODES, check_render_mode, render
from hanabilab.adapters.settings import games_from, rules_from
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.learning.partners import Partners


class HanabiEnv(Env):  # type: ignore[misc]  # Gymnasium is untyped here
    """One game after the other. The seat to act is shown what it sees, and its action is asked for.

    Args:
        rules, players, seats, partners, dtype, render_mode: as in `HanabiVectorEnv`.
        illegal: what an illegal action does: "raise" an error, or "end" the game at once with all
            points lost, for learners that cannot mask.

    Raises:
        RulesError, NotationError, AgentError: settings that do not go together.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        players: int | None = None,
        seats: Sequence[int] | None = None,
        partners: Partners | None = None,
        illegal: Literal["raise", "end"] = "raise",
        dtype: DTypeLike = np.uint8,
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("raise", "end"):
            raise RulesError(f"illegal is {illegal!r}; it is 'raise' or 'end'")
        self.rules, self.illegal = rules_from(rules, players), illegal
        self.games, self.seats = games_from(self.rules, 1, seats, partners, dtype=dtype)
        size = self.games.observations.shape[1]
        self.observation_space = Box(0, 1, (size,), self.games.observations.dtype.type)
        self.action_space = Discrete(self.rules.num_actions)
        self.render_mode = check_render_mode(render_mode)
        self._begun, self._over, self._return = False, True, 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a game: the first of a seed, or else the next.

        Raises:
            RulesError: no seed.
        """
        super().reset(seed=seed, options=options)
        if seed is not None or not self._begun:
            self.games.begin(int(self.np_random.integers(2**31)) if seed is None else seed)
        else:
            self.games.start(np.arange(1))
        self._begun, self._over, self._return = True, False, 0.0
        return self.games.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action: observation, reward, whether the game has ended, False, info.

        Raises:
            IllegalActionError: the action is illegal, and `illegal` is "raise"; or no game runs.
        """
        if self._over:
            raise IllegalActionError("no game is running; call reset first")
        chosen = operator.index(action)
        legal = 0 <= chosen < self.rules.num_actions and self.games.legal[0, chosen]
        if legal or self.illegal == "raise":
            self.games.take([chosen])
            reward, self._over = float(self.games.rewards[0]), bool(self.games.ended[0])
        else:
            reward, self._over = -self._return, True
        self._return += reward
        return self.games.observations[0].copy(), reward, self._over, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.games.legal[0].astype(np.int8),
            "seat": int(self.games.seats[0]),
        }

    def render(self) -> Any:
        """The game with all hands, as the render mode says."""
        return render(self.games.states[0], self.render_mode)
