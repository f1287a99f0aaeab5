"""One game at a time as Gymnasium's `Env`: beside partners, or all seats in turn."""

from __future__ import annotations

from typing import Any, Literal, Unpack

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from hanabilab.adapters.rendering import RENDER_MODES, check_render_mode, render, require_begun
from hanabilab.adapters.settings import GameSettings, check_options, games_from, observation_box
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.checks import check_action
from hanabilab.game.rules import Rules


class HanabiEnv(Env):  # type: ignore[misc]  # Gymnasium is untyped here
    """One game after the other. The seat to act is shown what it sees, and its action is asked for.

    Args:
        rules, render_mode, settings: as in `HanabiVectorEnv`.
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
        illegal: Literal["raise", "end"] = "raise",
        render_mode: str | None = None,
        **settings: Unpack[GameSettings],
    ) -> None:
        if illegal not in ("raise", "end"):
            raise RulesError(f"illegal is {illegal!r}; it is 'raise' or 'end'")
        self.games, self.seats = games_from(rules, 1, **settings)
        self.rules, self.illegal = self.games.rules, illegal
        self.observation_space = observation_box(self.games)
        self.action_space = Discrete(self.rules.num_actions)
        self.render_mode = check_render_mode(render_mode)
        self._begun, self._over, self._return = False, True, 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a game: the first of a seed, or else the next. There are no options.

        Raises:
            RulesError: no seed, or options.
        """
        check_options(options)
        super().reset(seed=seed, options=options)
        if seed is not None or not self._begun:
            self.games.begin(int(self.np_random.integers(2**31)) if seed is None else seed)
        else:
            self.games.start(np.arange(1))
        self._begun, self._over, self._return = True, False, 0.0
        self._show()
        return self.games.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action: observation, reward, whether the game has ended, False, info.

        Raises:
            IllegalActionError: the action is illegal, and `illegal` is "raise"; or it is no id, or
                no game runs.
        """
        if self._over:
            raise IllegalActionError("no game is running; call reset first")
        chosen = check_action(action)
        legal = 0 <= chosen < self.rules.num_actions and self.games.legal[0, chosen]
        if legal or self.illegal == "raise":
            self.games.take([chosen])
            reward, self._over = float(self.games.rewards[0]), bool(self.games.ended[0])
        else:
            reward, self._over = -self._return, True
        self._return += reward
        self._show()
        return self.games.observations[0].copy(), reward, self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """[A] which actions are legal, under the name by which sb3-contrib's MaskablePPO asks."""
        return self.games.legal[0].astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.games.legal[0].astype(np.int8),
            "seat": int(self.games.seats[0]),
        }

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
