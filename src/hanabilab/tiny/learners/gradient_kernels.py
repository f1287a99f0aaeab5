"""Policy gradients in tables: REINFORCE, and actors with their own critic or a central one.

Returns are measured in units of the game's span of payoffs, so that one rate suits all games. Rates
fall linearly to 0 over the episodes. There is no entropy bonus and no other regularization.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, inlined_kernel, kernel
from hanabilab.randomness import Rng, draw_unit, seed_rng
from hanabilab.tiny.learners.walk_kernels import draw_deal, draw_next, greedy_value
from hanabilab.tiny.learners.walks import Walk

#: What returns are compared with: nothing, what the actor's row is worth, what the situation is.
NO_CRITIC, OWN_CRITIC, CENTRAL_CRITIC = range(3)


class GradientSettings(NamedTuple):
    """What the loop is told; rates fall to 0 over the episodes."""

    critic: int  # NO_CRITIC or another of its kind
    episodes: int
    rate: float  # of actors
    critic_rate: float
    seed: int


@kernel
def learn_by_gradient(
    curve: NDArray[np.float64],
    table: NDArray[np.float64],
    critic: NDArray[np.float64],
    walk: Walk,
    settings: GradientSettings,
) -> None:
    """Actors learn logits of a softmax policy.

    Args:
        curve: [evaluations] to fill with exact values of the greedy policy, evenly spaced.
        table: [R, A] first logits, changed in place.
        critic: [R] or, for a central one, [N] first values, changed in place.

    Source: Williams 1992; Sutton & Barto 2018, section 13.5, for a critic.
    """
    walk, table = borrow(walk), borrow(table)
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, settings.seed, 0, 1)
    situations, actions = np.zeros(walk.deepest + 1, np.int64), np.zeros(walk.deepest, np.int64)
    chances = np.zeros((walk.deepest, table.shape[1]))
    values, evaluated = np.empty(len(walk.row)), 0
    critic_kind, episodes = settings.critic, settings.episodes
    for episode in range(episodes):
        left = 1.0 - episode / episodes
        turns = _play_turns(situations, actions, chances, table, walk, rng)
        for turn in range(turns - 1, -1, -1):
            row = walk.row[situations[turn]]
            target = _target(critic, walk, critic_kind, situations[: turns + 1], turn)
            advantage = target
            if critic_kind != NO_CRITIC:
                place = situations[turn] if critic_kind == CENTRAL_CRITIC else row
                advantage -= critic[place]
                critic[place] += settings.critic_rate * left * advantage
            step = settings.rate * left * advantage
            table[row, actions[turn]] += step
            for action in range(walk.num_actions[row]):
                table[row, action] -= step * chances[turn, action]
        if (episode + 1) * len(curve) // episodes > evaluated:
            curve[evaluated] = greedy_value(walk, table, values)
            evaluated += 1


@inlined_kernel
def _target(
    critic: NDArray[np.float64], walk: Walk, kind: int, situations: NDArray[np.int64], turn: int
) -> float:
    """What an action came to: the critic's word on what follows, or the payoff."""
    last = len(situations) - 1
    if kind == CENTRAL_CRITIC and turn + 1 < last:
        return float(critic[situations[turn + 1]])
    if kind == OWN_CRITIC:
        for later in range(turn + 1, last):
            if walk.seat[situations[later]] == walk.seat[situations[turn]]:
                return float(critic[walk.row[situations[later]]])
    return float(walk.payoff[situations[last]] / walk.span)


@inlined_kernel
def _play_turns(
    situations: NDArray[np.int64],
    actions: NDArray[np.int64],
    chances: NDArray[np.float64],
    table: NDArray[np.float64],
    walk: Walk,
    rng: Rng,
) -> int:
    """Play a game and note it, with the probabilities [turns, A] of actions; its turns."""
    situations[0], turns = draw_deal(walk, rng), 0
    while walk.row[situations[turns]] >= 0:
        row = walk.row[situations[turns]]
        _fill_softmax(chances[turns], table[row], walk.num_actions[row])
        point, action = draw_unit(rng), 0
        while action < walk.num_actions[row] - 1 and point >= chances[turns, action]:
            point -= chances[turns, action]
            action += 1
        actions[turns] = action
        situations[turns + 1] = draw_next(walk, situations[turns], action, rng)
        turns += 1
    return turns


@inlined_kernel
def _fill_softmax(
    chances: NDArray[np.float64], logits: NDArray[np.float64], num_actions: int
) -> None:
    """Probabilities of actions."""
    highest, total = logits[0], 0.0
    for action in range(1, num_actions):
        highest = max(highest, logits[action])
    for action in range(num_actions):
        chances[action] = np.exp(logits[action] - highest)
        total += chances[action]
    for action in range(num_actions):
        chances[action] /= total
