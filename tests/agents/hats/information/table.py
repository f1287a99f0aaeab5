"""A table where all seats play `information`, each with a memory of its own."""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel
from hanabilab.agents.hats.information import information
from hanabilab.agents.hats.information.board import hand_of
from hanabilab.agents.policy import CompiledPolicy, new_memory
from hanabilab.game.games import Game
from hanabilab.game.rows import new_views
from hanabilab.game.view import look
from tests.naive.game import NaiveGame

__all__ = ["Table", "naive_twin"]


@kernel
def _act(act, view, memory, rng):
    return act(view, memory, rng)


@kernel
def _observe_all(observe, views, memories, states):
    for seat in range(len(views)):
        look(views[seat], states[0], seat)
        observe(views[seat], memories[seat])


class Table:
    """A game and the memory of every seat, [P, M]."""

    def __init__(self, game: Game, agent: CompiledPolicy = information) -> None:
        self.game = game
        self.memory = new_memory(agent, game.rules.players)
        self._observe()

    def _observe(self) -> None:
        views = new_views(self.game.rules, len(self.memory))
        _observe_all(information.native_observe, views, self.memory, self.game.states)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.game.state.current_seat)

    def choose(self) -> int:
        """What `information` does now, from the memory of the seat to act."""
        rng = np.zeros(2, np.uint64)
        view, memory = self.game.view(self.seat), self.memory[self.seat]
        return int(_act(information.native_act, view, memory, rng))

    def act(self, action: int | None = None) -> None:
        """Take an action, by default the agent's own, and let all seats observe it."""
        self.game.act(self.choose() if action is None else action)
        self._observe()

    def hand(self, seat: int):
        """What all know of a seat's hand, [hand_size], by the memory of seat 0."""
        return hand_of(self.memory[0], self.game.view(0), seat)


def naive_twin(game: Game) -> NaiveGame:
    """The naive game on the same deck, before its first action."""
    ranks = game.rules.ranks
    return NaiveGame(game.rules, [(card // ranks, card % ranks + 1) for card in game.deck])
