"""A game, and what the seats of a policy remember of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanabilab._jit import kernel
from hanabilab.agents import CompiledPolicy
from hanabilab.agents.policy import new_memory
from hanabilab.game.engine import apply_action
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.game.words import format_action, parse_action
from tests.agents.samples import view_of

__all__ = ["Watch"]


@kernel
def _observe_all(views, memories, state, observe):
    for seat in range(len(views)):
        look(views[seat], state, seat)
        observe(views[seat], memories[seat])


@kernel
def _act(view, memory, rng, act):
    return act(view, memory, rng)


class Watch:
    """A running game, changed in place, with a memory for each seat.

    Args:
        state: just dealt, or a position set up by hand; to the agent it is the beginning.
    """

    def __init__(self, agent: CompiledPolicy, rules: Rules, state: State) -> None:
        self.agent, self.rules, self.state = agent, rules, state
        self.memories = new_memory(agent, rules.players)
        self.before = self.memories.copy()
        self._observe()

    def _observe(self) -> None:
        self.before = self.memories.copy()
        views = new_views(self.rules, self.rules.players)
        _observe_all(views, self.memories, self.state, self.agent.native_observe)

    @property
    def to_act(self) -> int:
        """The seat to act."""
        return int(self.state.current_seat)

    def view(self, seat: int) -> View:
        """What a seat sees now."""
        return view_of(self.rules, self.state, seat)

    def move(self) -> str:
        """What the agent does in the place of the seat to act, in words."""
        view, rng = self.view(self.to_act), np.zeros(2, np.uint64)
        action = _act(view, self.memories[self.to_act], rng, self.agent.native_act)
        return format_action(self.rules, int(action))

    def take(self, actions: str) -> Watch:
        """Take actions in words, separated by semicolons; gives back the watch."""
        for action in actions.split(";"):
            self.take_id(parse_action(self.rules, action.strip()))
        return self

    def take_id(self, action: int) -> None:
        """Take one action."""
        assert apply_action(self.state, action), format_action(self.rules, action)
        self._observe()

    def explanation(self) -> str:
        """Why the agent does what `move` says."""
        return self.agent.explain(self.view(self.to_act), self.memories[self.to_act])

    def told(self, seat: int = 0) -> list[str]:
        """What the last action has told, as a seat interprets it."""
        return self.agent.interpret(self.view(seat), self.before[seat], self.memories[seat])

    def copies(self) -> set[bytes]:
        """The different memories there are."""
        return {memory.tobytes() for memory in self.memories}

    def known(self, seat: int, slot: int, viewer: int = 0) -> Any:
        """The bit set that `viewer` remembers of what a card can be."""
        return int(self.memories[viewer, 6 * seat + slot]) & ((1 << 30) - 1)
