"""A game in which every seat follows one agent, move by move as by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hanabilab.agents import CompiledPolicy
from hanabilab.agents.asking import act_once, observe_once
from hanabilab.agents.policy import new_memory
from hanabilab.game.engine import score
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.randomness import seed_rng

__all__ = ["Following"]


class Following(Game):
    """A game that knows what `agent` would do now, each seat with its own memory.

    Args:
        actions: already taken, by whomever.
        luck: of the agent's dice, a generator for each seat.
    """

    def __init__(
        self,
        agent: CompiledPolicy,
        rules: Rules,
        deck: Sequence[int] | None = None,
        actions: Iterable[int] = (),
        *,
        luck: int = 0,
        seed: int = 0,
        index: int = 0,
    ) -> None:
        super().__init__(rules, deck=deck, seed=seed, index=index)
        self.agent = agent
        self.memories = new_memory(agent, rules.players)
        self.rngs = np.zeros((rules.players, 2), np.uint64)
        for seat in range(rules.players):
            seed_rng(self.rngs[seat], luck, 0, seat)
        self._observe()
        for action in actions:
            self.act(action)

    def _observe(self) -> None:
        for seat, memory in enumerate(self.memories):
            if self.agent.observe:
                observe_once(self.view(seat), memory, self.agent.native_observe)

    def act(self, action: int | str) -> None:
        """Take an action, which all seats see."""
        super().act(action)
        self._observe()

    def choice(self) -> int:
        """What the agent does in the seat to act."""
        seat = int(self.state.current_seat)
        memory, rng = self.memories[seat], self.rngs[seat]
        return int(act_once(self.view(), memory, rng, self.agent.native_act))

    def play_out(self) -> int:
        """Follow the agent to the end; the score."""
        while not self.is_over:
            self.act(self.choice())
        return int(score(self.state))
