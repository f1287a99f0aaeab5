"""What the next seat does after each action, in worlds that the seat to act thinks possible."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.beliefs import HandRange, History
from hanabilab.beliefs.history import blueprint_of, new_rng
from hanabilab.beliefs.replay import Blueprint
from hanabilab.errors import AgentError
from hanabilab.game.actions import action_kind
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.state import RUNNING
from hanabilab.game.view import look
from hanabilab.randomness import Rng, draw_below
from hanabilab.search.rollouts import (
    FAILED,
    Position,
    Workspace,
    draw_world,
    take_action,
)
from hanabilab.search.searching import make_position, make_workspace

#: What is counted of a reply: that it was given, and that it was a play that fitted.
GIVEN, FITTED = range(2)


def replies_of(
    history: History,
    policy: CompiledPolicy,
    hands: HandRange,
    legal: NDArray[np.bool_],
    worlds: int,
) -> NDArray[np.int64]:
    """[A, A, 2] how often the next seat answers an action by another one, as the agent would.

    Args:
        history: what the seat to act knows.
        policy: whom the next seat plays as.
        hands: that the seat to act may hold.
        legal: [A] actions that are tried.
        worlds: drawn, the same for all actions.

    Raises:
        AgentError: the agent acts illegally, or no game can reach the position.
    """
    counts = np.zeros((len(legal), len(legal), 2), np.int64)
    arrays = make_position(history, hands), make_workspace(history.rules, policy)
    rng = new_rng(turn=history.turn)
    counted = count_replies(counts, legal, *arrays, blueprint_of(policy), worlds, rng)
    require_unraised(policy, arrays[-1].look_at.raised)
    if counted == FAILED:
        raise AgentError(f"{policy.name} acts illegally, or no game can reach this position")
    return counts


@kernel
def count_replies(
    counts: NDArray[np.int64],
    legal: NDArray[np.bool_],
    position: Position,
    workspace: Workspace,
    blueprint: Blueprint,
    worlds: int,
    rng: Rng,
) -> int:
    """Count replies to each legal action; 0, or FAILED.

    Args:
        counts: [A, A, 2] by action and reply; added to.
        legal: [A] actions to try.
        position: what the seat to act knows and believes.
        workspace: scratch.
        blueprint: who replies.
        worlds: drawn.
        rng: of the worlds.
    """
    for _ in range(worlds):
        if not draw_world(workspace, position, blueprint.observe, rng):
            return FAILED
        rollout_seed = draw_below(rng, 1 << 31)
        for action in range(len(legal)):
            if legal[action]:
                reply = _reply(action, rollout_seed, workspace, blueprint)
                if reply == FAILED:
                    return FAILED
                if reply >= 0:
                    counts[action, reply, GIVEN] += 1
                    scored = int(workspace.rollout.last_scored)
                    fitted = action_kind(workspace.rollout.rules, reply) == PLAY and scored
                    counts[action, reply, FITTED] += int(fitted)
    return 0


@kernel
def _reply(action: int, rollout_seed: int, workspace: Workspace, blueprint: Blueprint) -> int:
    """The reply to `action` in `workspace.world`; -1 if the game is over, or FAILED."""
    rollout, look_at = workspace.rollout, workspace.look_at
    count = take_action(action, rollout_seed, workspace, blueprint)
    if count == FAILED:
        return FAILED
    if rollout.status != RUNNING:
        return -1
    copies = workspace.rollout_memory[:count]
    seat = int(rollout.current_seat)
    look(look_at, rollout, seat)
    reply = int(blueprint.act(look_at, copies[min(seat, len(copies) - 1)], workspace.rngs[seat]))
    return reply if apply_action(rollout, reply) else FAILED
