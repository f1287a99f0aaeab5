"""Many games at once as Gymnasium's `VectorEnv`: thousands of games step in one call."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from hanabilab.adapters.rendering import RENDER_MODES, check_render_mode, render, require_begun
from hanabilab.adapters.settings import GameSettings, check_options, games_from, observation_box
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.rules import Rules

#: What `step` returns: observations, rewards, terminations, truncations, infos.
Step = tuple[
    NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class HanabiVectorEnv(VectorEnv):  # type: ignore[misc]  # Gymnasium is untyped here
    """Games in step. In each, the seat to act is shown what it sees, and its action is asked for.

    Row `r` plays games r, r + G, r + 2G, ... of the seed, so what a row plays does not depend on
    how fast other rows end. Rewards are points; those of a game sum to its score.

    Args:
        num_envs: how many games, G.
        rules: or their text, such as "small(players=3)"; the standard game of `players` by default.
        autoreset_mode: whether a game that has ended is followed by the next one in the next step
            (its action is ignored), in the same step (`final_obs` and `final_info` tell the end),
            or by `reset(options={"reset_mask": ended})` alone.
        other_play: seats see colors under names of their own, see `learning.VectorGames`.
        copy: whether each step returns arrays of its own; else they are filled anew by the next.
        render_mode: None, "human", "ansi", "html" or "rgb_array".
        settings: `players`, `seats`, `partners` and `dtype`, see `GameSettings`.

    Raises:
        RulesError, NotationError, AgentError: rules, seats or partners that do not go together.
    """

    metadata = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        other_play: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Unpack[GameSettings],
    ) -> None:
        self.games, self.seats = games_from(rules, num_envs, other_play=other_play, **settings)
        self.rules = self.games.rules
        self.num_envs, self.copy = num_envs, copy
        self.render_mode = check_render_mode(render_mode)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_box(self.games)
        self.single_action_space = Discrete(self.rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.ones(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal a game in every row, or in those of `options["reset_mask"]` [G].

        With a seed, its games begin from the first; without, each row goes on to its next game.
        The first call of all draws a seed where none is given.

        Raises:
            RulesError: no seed, other options, a mask that is none, or a seed for some rows alone.
        """
        rows = self._rows_of(check_options(options, "reset_mask").get("reset_mask"))
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            if len(rows) < self.num_envs:
                raise RulesError("reset_mask is for games that have begun, and goes without a seed")
            self.games.begin(int(self.np_random.integers(2**31)) if seed is None else seed)
        else:
            self.games.start(rows)
        self._begun = True
        self._over[rows] = False
        self._show()
        return self._observations(), self._infos()

    def _rows_of(self, mask: ArrayLike | None) -> NDArray[np.int64]:
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise RulesError(f"reset_mask is {mask!r}; {self.num_envs} booleans are needed")
        return np.flatnonzero(chosen)

    def step(self, actions: ArrayLike) -> Step:
        """Take an action in every game that goes on.

        Args:
            actions: [G] action ids. `infos["action_mask"]` tells which are legal; where a game has
                to be dealt first, the action is ignored.

        Returns:
            Observations [G, N], rewards [G], terminations [G], truncations [G], which never are,
            and infos: `action_mask` [G, A], `seat` [G] to act, `score` [G] where a game has ended.

        Raises:
            IllegalActionError: an action is illegal; then no game has moved.
        """
        self._require_running()
        if self._over.any():  # next step: deal where the last one has ended a game
            going, over = np.flatnonzero(~self._over), np.flatnonzero(self._over)
            self.games.take(actions, going)
            self.games.start(over)
        else:
            self.games.take(actions)
        ended, rewards = self.games.ended.copy(), self.games.rewards.copy()
        final = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            final = self._restart(np.flatnonzero(ended))
        else:
            self._over = ended
        infos = self._infos(ended) | final
        self._show()
        return self._observations(), rewards, ended.copy(), np.zeros_like(ended), infos

    def _require_running(self) -> None:
        require_begun(begun=self._begun)
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            row = int(np.flatnonzero(self._over)[0])
            raise IllegalActionError(
                f'game {row} is over; reset(options={{"reset_mask": terminations}}) deals the next'
            )

    def _restart(self, rows: NDArray[np.int64]) -> dict[str, Any]:
        """Deal the next game in `rows`, and tell how the last one has ended."""
        if not len(rows):
            return {}
        ended = np.zeros(self.num_envs, np.bool_)
        ended[rows] = True
        # Numbers, where Gymnasium itself has objects: `NumpyToTorch` takes no others.
        final = np.where(ended[:, None], self.games.observations, 0)
        last = self._infos(ended)
        for name in ("action_mask", "seat"):  # the next deal writes over them
            last[name] = last[name].copy()
        told = {"final_obs": final, "final_info": last}
        rewards, flags = self.games.rewards.copy(), self.games.ended.copy()
        self.games.start(rows)
        self.games.rewards[:], self.games.ended[:] = rewards, flags
        return told | {"_final_obs": ended, "_final_info": ended.copy()}

    def _observations(self) -> NDArray[Any]:
        return self.games.observations.copy() if self.copy else self.games.observations

    def _infos(self, ended: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        mask, seats = self.games.legal.view(np.int8), self.games.seats
        infos = {
            "action_mask": mask.copy() if self.copy else mask,
            "_action_mask": everyone,
            "seat": seats.copy() if self.copy else seats,
            "_seat": everyone.copy(),
        }
        if ended is not None and ended.any():
            infos |= {"score": np.where(ended, self.games.scores, 0), "_score": ended.copy()}
        return infos

    def _show(self) -> None:
        """What people watch is shown as it happens."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> tuple[Any, ...] | None:
        """Every game with all hands, as the render mode says.

        Raises:
            IllegalActionError: no game has begun.
        """
        if self.render_mode is None:
            return None
        require_begun(begun=self._begun)
        frames = tuple(render(state, self.render_mode) for state in self.games.states)
        return None if self.render_mode == "human" else frames


def _autoreset_mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        known = ", ".join(mode.value for mode in AutoresetMode)
        raise RulesError(f"autoreset_mode is {given!r}; it is one of {known}") from None
