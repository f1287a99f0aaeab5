"""What goes into a race and what comes out: checked options, scratch, beliefs, the winner."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, is_honest, may_forfeit, new_memory
from hanabilab.beliefs import HandRange, unseen_counts
from hanabilab.beliefs.packed_hands import BLOCK, sum_blocks
from hanabilab.beliefs.sampled import SCRATCH_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.games import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.search.race import Position, Workspace

MAX_ROLLOUTS = 1_000_000_000


def require_fit(blueprint: Agent) -> None:
    """Do nothing if `blueprint` can be searched over; else raise AgentError."""
    if not is_honest(blueprint):
        raise AgentError(f"{blueprint.name!r} sees its own hand; search needs an honest one")
    if may_forfeit(blueprint):
        raise AgentError(f"{blueprint.name!r} may give a game up; search needs legal actions")


def require_whole(name: str, value: Any, least: int, most: int) -> None:
    """Do nothing if an option is a whole number in range; else raise AgentError."""
    if type(value) is not int or not least <= value <= most:
        raise AgentError(f"{name} is {value}; a whole number from {least} to {most}")


def require_number(name: str, value: Any, wanted: str) -> None:
    """Do nothing if an option is a number from 0 up; else raise AgentError."""
    if type(value) not in (int, float) or not 0 <= value < float("inf"):
        raise AgentError(f"{name} is {value}; {wanted}")


def winner(
    tallies: NDArray[np.float64],
    racing: NDArray[np.bool_],
    proposed: int,
    threshold: float,
    confidence: float,
) -> int:
    """The action that gains most, if that is enough to leave the blueprint's.

    Args:
        tallies: [A, TALLIES] of a race.
        racing: [A] which actions were left in it.
        proposed: the blueprint's action.
        threshold: points that the gain must reach.
        confidence: standard errors of its own that the gain must reach.
    """
    worlds = np.maximum(tallies[:, 0], 1)
    gains = np.where(racing & (tallies[:, 0] > 0), tallies[:, 3], -np.inf) / worlds
    best = int(gains.argmax())
    variance = max(tallies[best, 4] / worlds[best] - gains[best] ** 2, 0.0)
    needed = max(threshold, confidence * np.sqrt(variance / worlds[best]))
    return best if gains[best] > 0 and gains[best] >= needed else proposed


def make_position(
    view: Any,
    known_deck: NDArray[np.int16],
    actions: NDArray[np.int16],
    hands: HandRange | None,
    *,
    drawn_by_trial: bool = False,
) -> Position:
    """What the seat of `view` knows and believes, ready for `run_race`."""
    counts = unseen_counts(view)
    if hands is None:
        packed_hands, likelihood = np.zeros(0, np.int32), np.zeros(0, np.float32)
    else:
        packed_hands, likelihood = hands.packed_hands, hands.likelihood
    sums = np.zeros(0 if drawn_by_trial else -(-len(packed_hands) // BLOCK))
    if len(sums):
        sum_blocks(sums, packed_hands, likelihood, counts)
    return Position(view, known_deck, actions, packed_hands, likelihood, counts, sums)


def make_workspace(rules: Rules, blueprint: Agent) -> Workspace:
    """Scratch for one search."""
    opening = new_memory(blueprint, rules.players)
    world, rollout, past = new_states(rules, 3)
    return Workspace(
        world=world,
        rollout=rollout,
        past=past,
        look_at=new_views(rules, 1)[0],
        memory=np.stack((opening, opening)),
        opening=opening,
        rngs=np.zeros((rules.players, 2), np.uint64),
        scratch=np.zeros(SCRATCH_SIZE, np.int64),
    )
