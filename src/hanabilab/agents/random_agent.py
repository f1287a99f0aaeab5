"""`random`: every legal action is equally likely. The baseline below all other agents."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import is_legal
from hanabilab.game.view import View
from hanabilab.randomness import Rng, draw_below


@kernel
def any_legal_action(view: View, rng: Rng) -> int:
    """Any legal action, all equally likely."""
    action = draw_below(rng, view.rules.num_actions)
    while not is_legal(view, action):
        action = draw_below(rng, view.rules.num_actions)
    return action


@policy("random", plays_variants=True)
def random_agent(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Any legal action, all equally likely."""
    return any_legal_action(view, rng)
