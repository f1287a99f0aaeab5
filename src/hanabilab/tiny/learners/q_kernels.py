"""Q-learning in tables: independent, hysteretic, with a simplified action decoder, and by sums.

Rates and exploration fall linearly to 0 over the episodes. Updates go from the last turn back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, inlined_kernel, kernel
from hanabilab.randomness import Rng, draw_below, draw_unit, seed_rng
from hanabilab.tiny.learners.walk_kernels import draw_deal, draw_next, find_greedy, greedy_value
from hanabilab.tiny.learners.walks import Walk

#: What the next to act is told if the last open action was not the greedy one: nothing, the greedy
#: action, that it was not, or what the actor held.
NO_SIGNAL, GREEDY, EXPLORED, HOLDING = range(4)


class QSettings(NamedTuple):
    """What the loop is told; rates and exploration fall to 0 over the episodes."""

    signal: int  # NO_SIGNAL or another of its kind
    episodes: int
    up: float  # learning rate for increases; a sum has it for decreases, too
    down: float  # learning rate for decreases
    epsilon: float  # probability of exploring
    seed: int


class Rates(NamedTuple):
    """Learning rates of one episode."""

    up: float  # for increases
    down: float  # for decreases


@kernel
def learn_by_q(
    curve: NDArray[np.float64],
    table: NDArray[np.float64],
    idle: NDArray[np.float64],
    walk: Walk,
    settings: QSettings,
) -> None:
    """Each seat learns the values of its own actions, or all learn a joint value that is a sum.

    Args:
        curve: [evaluations] to fill with exact values of the greedy policy, evenly spaced.
        table: [R x signals, A] first values, changed in place.
        idle: [information states] what waiting is worth to who knows this, changed in place,
            where values are parts of a sum; [0] where each seat learns for itself.
    """
    walk, table = borrow(walk), borrow(table)
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, settings.seed, 0, 1)
    notes = np.zeros((3, walk.deepest + 1), np.int64)
    values, evaluated = np.empty(len(walk.row)), 0
    episodes = settings.episodes
    for episode in range(episodes):
        left = 1.0 - episode / episodes
        turns = _play(notes, table, walk, settings.signal, settings.epsilon * left, rng)
        if len(idle):
            _learn_sums(table, idle, walk, notes, turns, settings.up * left)
        else:
            rates = Rates(settings.up * left, settings.down * left)
            _learn_turns(table, walk, notes, turns, rates)
        if (episode + 1) * len(curve) // episodes > evaluated:
            curve[evaluated] = greedy_value(walk, table, values)
            evaluated += 1


@inlined_kernel
def _play(
    notes: NDArray[np.int64],
    table: NDArray[np.float64],
    walk: Walk,
    signal_kind: int,
    epsilon: float,
    rng: Rng,
) -> int:
    """Play a game; how many turns it had.

    Args:
        notes: [3, turns + 1] to fill: situations, rows of the table, actions; the last situation is
            the end.
    """
    signals = len(table) // len(walk.num_actions)
    situation, signal, turns = draw_deal(walk, rng), 0, 0
    while walk.row[situation] >= 0:
        num_actions = walk.num_actions[walk.row[situation]]
        row = walk.row[situation] * signals + signal
        greedy = find_greedy(table[row], num_actions)
        action = greedy
        if draw_unit(rng) < epsilon:
            action = draw_below(rng, num_actions)
        notes[0, turns], notes[1, turns], notes[2, turns] = situation, row, action
        turns += 1
        after, signal = draw_next(walk, situation, action, rng), 0
        if action != greedy and walk.is_open[after]:
            preferred = walk.action[walk.first_branch[situation] + greedy]
            signal = _signal(signal_kind, preferred, walk.place[situation])
        situation = after
    notes[0, turns] = situation
    return turns


@inlined_kernel
def _signal(kind: int, preferred: int, place: int) -> int:
    """What is told of an action that was not greedy; 0 is told of all others.

    Args:
        preferred: the greedy action, by its number in the game.
        place: number of what the actor held.
    """
    if kind == GREEDY:
        return 1 + preferred
    if kind == HOLDING:
        return 1 + place
    return kind // EXPLORED


@inlined_kernel
def _learn_turns(
    table: NDArray[np.float64],
    walk: Walk,
    notes: NDArray[np.int64],
    turns: int,
    rates: Rates,
) -> None:
    """Move the value of each action towards the best of the seat's next turn, or the payoff."""
    for turn in range(turns - 1, -1, -1):
        target = walk.payoff[notes[0, turns]]
        for later in range(turn + 1, turns):
            situation, row = notes[0, later], notes[1, later]
            if walk.seat[situation] == walk.seat[notes[0, turn]]:
                num_actions = walk.num_actions[walk.row[situation]]
                target = table[row, find_greedy(table[row], num_actions)]
                break
        update_q(table[notes[1, turn]], notes[2, turn], target, rates)


@inlined_kernel
def update_q(values: NDArray[np.float64], action: int, target: float, rates: Rates) -> None:
    """Move the value of an action towards `target`, at the rate for increases or decreases.

    Source: Matignon, Laurent & Le Fort-Piat 2007, hysteretic Q-learning: up is over down.
    """
    error = target - values[action]
    values[action] += (rates.up if error > 0 else rates.down) * error


# --- Sums of values ------------------------------------------------------------------------------


@inlined_kernel
def _learn_sums(
    table: NDArray[np.float64],
    idle: NDArray[np.float64],
    walk: Walk,
    notes: NDArray[np.int64],
    turns: int,
    rate: float,
) -> None:
    """Move each part of a sum by what the sum is short of the best next one, or of the payoff.

    A seat that is not to act adds what it thinks of waiting.

    Source: Sunehag, Lever, Gruslys et al. 2018, value decomposition networks, in a table.
    """
    target = walk.payoff[notes[0, turns]]
    for turn in range(turns - 1, -1, -1):
        situation, row, action = notes[:, turn]
        step = rate * (target - table[row, action] - _idle_value(idle, walk, situation))
        table[row, action] += step
        for seat in range(walk.information_state.shape[1]):
            if seat != walk.seat[situation]:
                idle[walk.information_state[situation, seat]] += step
        best = find_greedy(table[row], walk.num_actions[row])
        target = table[row, best] + _idle_value(idle, walk, situation)


@inlined_kernel
def _idle_value(idle: NDArray[np.float64], walk: Walk, situation: int) -> float:
    """What the seats that are not to act add."""
    total = 0.0
    for seat in range(walk.information_state.shape[1]):
        if seat != walk.seat[situation]:
            total += idle[walk.information_state[situation, seat]]
    return total
