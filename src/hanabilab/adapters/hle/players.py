"""`HleAgent`: an agent of this library among HLE's players, in HLE itself or in the drop-in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hanabilab.adapters.hle.games import HanabiGame
from hanabilab.adapters.hle.seen_game import SeenHleGame
from hanabilab.adapters.one_seat import action_of, turns_of_seat
from hanabilab.agents import Agent
from hanabilab.agents.policy import is_honest
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seed
from hanabilab.randomness import SEAT_STREAM, seed_rng


class HleAgent:
    """An agent that answers HLE's observations. One object plays one seat.

        agents = [HleAgent("smart", config) for _ in range(config["players"])]
        action = agents[player].act(observation["player_observations"][player])

    In a game of the arena's deck it does what the agent does in the arena, random numbers included.

    Args:
        agent: who plays, or its name; it must not see its own hand.
        config: parameters of HLE's game, as `HanabiEnv` takes them.
        seed: of the agent's random numbers.
        game: index of the first game; `reset` counts on.

    Raises:
        AgentError: the agent cannot play this game, or sees its own hand.
        RulesError: impossible parameters, or no seed or index.
    """

    def __init__(
        self,
        agent: Agent | str,
        config: Mapping[str, Any] | None = None,
        *,
        seed: int = 0,
        game: int = 0,
    ) -> None:
        self.agent, self.seed = as_agent(agent), check_seed(seed)
        self._index = check_seed(game, "game")
        self._moves = HanabiGame(config)
        self.rules = self._moves.rules
        check_rules(self.agent, self.rules)
        if not is_honest(self.agent):
            raise AgentError(
                f"agent {self.agent.name!r} sees its own hand, which HLE does not show"
            )
        self._game: SeenHleGame | None = None
        self._rng = np.zeros((1, 2), np.uint64)

    def reset(self, config: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002  # as HLE's
        """A new game begins."""
        self._game, self._index = None, self._index + 1

    def act(self, observation: Mapping[str, Any]) -> dict[str, Any] | None:
        """The action for a player's dictionary of `rl_env`; None while others are to act.

        Raises:
            AgentError: the agent fails or acts illegally, the dictionary lacks `pyhanabi`, or the
                game is not that of the config.
        """
        if observation["current_player_offset"] != 0:
            return None
        if "pyhanabi" not in observation:
            raise AgentError("the observation lacks 'pyhanabi', which tells the last moves")
        seen, seat = observation["pyhanabi"], observation["current_player"]
        action = self.act_on(seen, seat)
        return self._moves.get_move(action).to_dict()

    def act_on(self, observation: Any, seat: int) -> int:
        """The id of the move for a `HanabiObservation` of the player `seat`, who is to act."""
        seen = self._game
        if seen is None or not any(item.player() == 0 for item in observation.last_moves()):
            seen = self._begin(observation, seat)
        else:
            seen.hear(observation)
        game = seen.game()
        dealt = self.seed, self._index
        turns = turns_of_seat(game, seat, self.agent, self._rng, dealt)
        return action_of(self.agent, turns, game, self._rng)

    def _begin(self, observation: Any, seat: int) -> SeenHleGame:
        """A new game, or the first turn of this one once more, which gets the same numbers."""
        begun = SeenHleGame(self.rules, seat, observation)
        if self._game is not None and not begun.is_at_the_turn_of(self._game):
            self._index += 1
        self._game = begun
        seed_rng(self._rng[0], self.seed, self._index, SEAT_STREAM + seat)
        return begun
