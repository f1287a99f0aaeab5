"""`RandomAgent`: any legal move, all equally likely."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hanabilab.adapters.hle.rl_env import Agent


class RandomAgent(Agent):
    """Draws from Python's `random`, as HLE's does."""

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        self.config = config

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        """A legal move; None on another's turn."""
        if observation["current_player_offset"] != 0:
            return None
        move: dict[str, Any] = random.choice(observation["legal_moves"])  # noqa: S311  # no secret
        return move
