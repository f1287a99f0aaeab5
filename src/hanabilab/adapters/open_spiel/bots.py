"""Our agents as bots of OpenSpiel, at our game and at OpenSpiel's own `hanabi`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from hanabilab.adapters.hle.games import HanabiGame as HleGame
from hanabilab.adapters.open_spiel.games import HanabiGame, HanabiState, load_game
from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seat, check_seed

_THEIRS = "hanabi"


class AgentBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """An agent in one seat.

    Args:
        game: ours, or OpenSpiel's `hanabi`.
        player: its seat.
        agent: or its name, such as "smart".
        seed: of its random numbers, which depend on the turn and on the restarts, too.

    Raises:
        AgentError: no such agent, one that cannot play these rules, or another game.
        RulesError: no such seat, or no seed.
    """

    def __init__(self, game: Any, player: int, agent: Agent | str, *, seed: int = 0) -> None:
        super().__init__()
        self._ours = _as_ours(game)
        self._player, self._agent = check_seat(self._ours.rules, player), as_agent(agent)
        self._seed, self._restarts = check_seed(seed), 0
        check_rules(self._agent, self._ours.rules)

    def step(self, state: Any) -> int:
        """The action that it takes.

        Raises:
            AgentError: another seat is to act, or the agent fails.
        """
        if state.current_player() != self._player:
            raise AgentError(f"player {state.current_player()} is to act, not {self._player}")
        seen = state if isinstance(state, HanabiState) else self._replayed(state)
        if seen.game is None:
            raise AgentError("hands are not dealt yet")
        dice = np.random.default_rng([self._seed, self._restarts])
        return seen.game.ask(self._agent, seed=int(dice.integers(2**31)))

    def _replayed(self, state: Any) -> HanabiState:
        """A state of OpenSpiel's `hanabi` as one of ours: it deals and numbers alike."""
        found = self._ours.new_initial_state()
        for action in state.history():
            found.apply_action(action)
        return found

    def restart(self) -> None:
        """A new game: other random numbers, and nothing else is remembered."""
        self._restarts += 1

    def restart_at(self, state: Any) -> None:
        """Nothing is remembered from move to move: the game is seen anew."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """All that matters is in the state."""


def _as_ours(game: Any) -> HanabiGame:
    """Ours by the same rules.

    Raises:
        AgentError: a game that is no Hanabi.
    """
    if isinstance(game, HanabiGame):
        return game
    kind = game.get_type().short_name
    if kind != _THEIRS:
        raise AgentError(f"our agents play hanabilab and hanabi, not {kind}")
    given = game.get_parameters()
    if given.pop("random_start_player", False):
        raise AgentError("our agents play where seat 0 begins, not with random_start_player")
    given.pop("observation_type", None)  # agents have views of their own
    return load_game(HleGame(given).rules)
