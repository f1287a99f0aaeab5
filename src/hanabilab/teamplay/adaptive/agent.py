"""`adaptive(DIR)`: an agent that identifies its partners and plays what goes best with them.

On each turn it has a posterior over the members of a pool, from what its partners did so far. It
acts as the member does that scores most with partners of that posterior, by their payoff matrix.

Source: the ensemble of Canaan et al. 2020, with actions as evidence instead of averages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents import random_agent
from hanabilab.agents.asking import ask
from hanabilab.agents.policy import CompiledPolicy, Turns, shown_name
from hanabilab.agents.registry import Family
from hanabilab.agents.traits import check_rules
from hanabilab.beliefs import History
from hanabilab.errors import AgentError
from hanabilab.game.actions import is_legal
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules
from hanabilab.notation.call import Call, Value, is_name
from hanabilab.teamplay.adaptive.identify import Identifier, posterior_of
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix


@dataclass(frozen=True)
class Adaptive:
    """A batched policy that adapts to its partners, all of one kind, within a game.

    Args:
        folder: of the payoff matrix; part of the name.
        identifier: tells members of the pool apart.
        prior: [B] log-weights of the members before the game, as a tuple; empty for all alike.
        games_at_once: games to be asked for in one call.
    """

    folder: str
    identifier: Identifier
    prior: tuple[float, ...] = ()
    games_at_once: int = 16

    __repr__ = shown_name

    @property
    def payoffs(self) -> PayoffMatrix:
        """Who is in the pool, and how its members do with each other."""
        return self.identifier.payoffs

    @property
    def name(self) -> str:
        """The call that makes this agent, its prior aside."""
        folder: Value = Call(self.folder) if is_name(self.folder) else self.folder
        given = ((option, getattr(self.identifier, option)) for option in OPTIONS)
        told = tuple(pair for pair in given if pair[1] != getattr(Identifier, pair[0]))
        return str(Call("adaptive", (folder,), told))

    @property
    def memory_size(self) -> int:
        """None: what the members would remember is made up from the game so far."""
        return 0

    @property
    def native_observe(self) -> Any:
        """Does nothing."""
        return random_agent.native_observe

    @cached_property
    def players(self) -> range:
        """The number of players that the payoff matrix is about."""
        players = self.payoffs.rules.players
        return range(players, players + 1)

    def require_rules(self, rules: Rules) -> None:
        """Do nothing if games have the cards and sizes of those of the payoff matrix.

        Raises:
            AgentError: they have not, or a member cannot play them.
        """
        played = self.payoffs.rules
        if rules.materials != played.materials:
            raise AgentError(
                f"the pool of {self.name} has played {format_rules(played)}; it cannot play "
                f"{format_rules(rules)}"
            )
        for member in self.payoffs.agents:
            check_rules(member, rules)

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] what the best answers to the partners of each game do."""
        return np.array([self._act(turns, game) for game in range(len(turns.views))], np.int64)

    def posterior(self, turns: Turns, game: int) -> NDArray[np.float64]:
        """[B] who the partners of a game are."""
        return posterior_of(self.log_weights(turns, game))

    def log_weights(self, turns: Turns, game: int) -> NDArray[np.float64]:
        """[B] of the members: prior and likelihood."""
        logs = self.identifier.log_likelihoods(turns, game)
        return logs + self.prior if self.prior else logs

    def _act(self, turns: Turns, game: int) -> int:
        values = self.payoffs.expected(self.posterior(turns, game))
        for member in np.argsort(-values, kind="stable"):
            action = _ask(self.payoffs.agents[member], turns, game)
            if is_legal(turns.views[game], action):
                return action
        raise AgentError(f"{self.name}: no member of the pool has a legal action")


def _ask(agent: CompiledPolicy, turns: Turns, game: int) -> int:
    """What a member does in the place of the seat to act; it has seen the whole game."""
    history = History.of(agent, turns, game)
    memory = history.replay(history.turn, history.likely_deck)[1][history.seat]
    return ask(agent, history.view, memory, turns.rngs[game])


#: Options of the agent's name, in order.
OPTIONS = ("worlds", "error")


def build_adaptive(args: tuple[Value, ...], options: dict[str, Value]) -> Adaptive:
    """The agent of a call of `adaptive`.

    Raises:
        AgentError: no folder, or an option that it has not.
        ResumeError: there is no payoff matrix in the folder.
    """
    if len(args) != 1 or not isinstance(args[0], str | Call):
        raise AgentError("adaptive takes the folder of a cross-play, such as adaptive(runs/mine)")
    for option in options:
        if option not in OPTIONS:
            raise AgentError(f"adaptive has no option {option!r}; it has {', '.join(OPTIONS)}")
    folder = str(args[0])
    given: dict[str, Any] = dict(options)
    return Adaptive(folder, Identifier(PayoffMatrix.load(Path(folder)), **given))


FAMILY = Family(
    "adaptive",
    "adaptive(DIR, worlds=8, error=0.05)",
    "Finds out which agent of a pool its partner is, and plays what goes best with it.",
    build_adaptive,
)
