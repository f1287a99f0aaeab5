"""CAPI's inner loops: they sample prescriptions, split them into parts, and find the best one.

A *part* is an action with the set of types that take it. Only parts matter for what can follow a
prescription, and there are far fewer parts than prescriptions.

Letters: B public states of a level, K prescriptions sampled for each, T types, A actions, E parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.randomness import Rng, draw_below, draw_unit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _draw_action(cumulative: NDArray[np.float64], rng: Rng) -> int:
    """An action, with probabilities whose running sums are `cumulative`, the last one 1."""
    point = draw_unit(rng)
    low, high = 0, len(cumulative) - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def sample_prescriptions(
    prescriptions: NDArray[np.int16],
    cumulative: NDArray[np.float64],
    possible: NDArray[np.bool_],
    rng: Rng,
) -> None:
    """K prescriptions for each public state, each type's action independent of the others'.

    Args:
        prescriptions: [B, K, T] to fill; -1 for types that are not possible.
        cumulative: [B, T, A] running sums of the probabilities of actions.
        possible: [B, T] types that the seat may have.
    """
    states, samples, types = prescriptions.shape
    for state in range(states):
        for sample in range(samples):
            for kind in range(types):
                action = -1
                if possible[state, kind]:
                    action = _draw_action(cumulative[state, kind], rng)
                prescriptions[state, sample, kind] = action


@kernel
def find_parts(
    parts: NDArray[np.int32],
    found: NDArray[np.int64],
    prescriptions: NDArray[np.int16],
    num_actions: int,
) -> int:
    """Split each prescription into parts, and number those that are different.

    Args:
        parts: [B, K, min(T, A)] to fill with numbers of parts; -1 after the last.
        found: [E, 3] to fill: public state, action, types that take it as bits.

    Returns:
        How many were found.
    """
    states, samples, _ = prescriptions.shape
    sets = np.zeros(num_actions, np.int64)
    bits = 1
    while 1 << bits < 2 * samples * parts.shape[2]:
        bits += 1
    table = np.empty(1 << bits, np.int64)
    count = 0
    for state in range(states):
        table[:] = -1
        for sample in range(samples):
            _fill_sets(sets, prescriptions[state, sample])
            place = 0
            for action in range(num_actions):
                if sets[action]:
                    slot = _find_slot(table, bits, found, action, sets[action])
                    if table[slot] < 0:
                        table[slot] = count
                        found[count, 0] = state
                        found[count, 1] = action
                        found[count, 2] = sets[action]
                        count += 1
                    parts[state, sample, place] = table[slot]
                    place += 1
            parts[state, sample, place:] = -1
    return count


@inlined_kernel
def _fill_sets(sets: NDArray[np.int64], prescription: NDArray[np.int16]) -> None:
    """The types that take each action, as bits."""
    sets[:] = 0
    for kind in range(len(prescription)):
        action = int(prescription[kind])
        if action >= 0:
            sets[action] |= 1 << kind


@kernel
def _find_slot(
    table: NDArray[np.int64], bits: int, found: NDArray[np.int64], action: int, types: int
) -> int:
    """Where a part stands in the hash table of its public state, or where it would."""
    word = np.uint64(types * 65536 + action) * _GOLDEN
    slot = np.int64(word >> np.uint64(64 - bits))
    while table[slot] >= 0:
        part = found[table[slot]]
        if part[1] == action and part[2] == types:
            break
        slot = (slot + 1) & (len(table) - 1)
    return slot  # type: ignore[return-value]


@kernel
def find_best(
    best: NDArray[np.int64],
    values: NDArray[np.float64],
    parts: NDArray[np.int32],
    part_values: NDArray[np.float64],
    rng: Rng,
) -> None:
    """The prescription of the highest value for each public state, any one of equals.

    Args:
        best: [B] to fill.
        values: [B] to fill: what it is worth.
        part_values: [E] value after each part, times its probability.
    """
    for state in range(len(best)):
        equals = 0
        for sample in range(parts.shape[1]):
            value = 0.0
            for place in range(parts.shape[2]):
                part = parts[state, sample, place]
                if part < 0:
                    break
                value += part_values[part]
            if equals == 0 or value > values[state]:
                equals, values[state], best[state] = 1, value, sample
            elif value == values[state]:
                equals += 1
                if draw_below(rng, equals) == 0:
                    best[state] = sample


class LastTurn(NamedTuple):
    """Public states in which both seats move a last time. B states, T types, F moves."""

    beliefs: NDArray[np.float64]  # [B, T0, T1] probabilities of pairs of types
    contexts: NDArray[np.int64]  # [B] which sequence of open actions was taken
    payoffs: NDArray[np.float64]  # [C, T0, T1, F0, F1]


@kernel
def sample_last_moves(
    moves: tuple[NDArray[np.int64], NDArray[np.int64]],
    values: NDArray[np.float64],
    cumulative: tuple[NDArray[np.float64], NDArray[np.float64]],
    turn: LastTurn,
    samples: int,
    rng: Rng,
) -> None:
    """The best of `samples` pairs of prescriptions for the last moves, any one of equals.

    Args:
        moves: [B, T0] and [B, T1] to fill; -1 for types that are not possible.
        values: [B] to fill: expected payoffs.
        cumulative: [B, T0, F0] and [B, T1, F1] running sums of the probabilities of moves.
    """
    moves0, moves1 = moves
    cumulative0, cumulative1 = cumulative
    beliefs = turn.beliefs
    states, types0, types1 = beliefs.shape
    tried0, tried1 = np.empty(types0, np.int64), np.empty(types1, np.int64)
    pairs = np.empty((types0 * types1, 2), np.int64)
    for state in range(states):
        moves0[state, :] = -1
        moves1[state, :] = -1
        count = _list_pairs(pairs, tried0, tried1, beliefs[state])
        table, equals = turn.payoffs[turn.contexts[state]], 0
        for _ in range(samples):
            _draw_moves(tried0, cumulative0[state], rng)
            _draw_moves(tried1, cumulative1[state], rng)
            value = 0.0
            for pair in range(count):
                one, other = pairs[pair]
                worth = table[one, other, tried0[one], tried1[other]]
                value += beliefs[state, one, other] * worth
            if equals and value < values[state]:
                continue
            equals = equals + 1 if equals and value == values[state] else 1
            if equals == 1 or draw_below(rng, equals) == 0:
                values[state] = value
                moves0[state, :] = tried0
                moves1[state, :] = tried1


@kernel
def _list_pairs(
    pairs: NDArray[np.int64],
    kinds0: NDArray[np.int64],
    kinds1: NDArray[np.int64],
    belief: NDArray[np.float64],
) -> int:
    """List the pairs of types that are possible, and mark each type: 0, or -1; how many pairs."""
    kinds0[:] = -1
    kinds1[:] = -1
    count = 0
    for one in range(belief.shape[0]):
        for other in range(belief.shape[1]):
            if belief[one, other] > 0:
                pairs[count, 0], pairs[count, 1] = one, other
                kinds0[one], kinds1[other] = 0, 0
                count += 1
    return count


@kernel
def _draw_moves(moves: NDArray[np.int64], cumulative: NDArray[np.float64], rng: Rng) -> None:
    """A move for each type that is possible, whose entry is not -1."""
    for kind in range(len(moves)):
        if moves[kind] >= 0:
            moves[kind] = _draw_action(cumulative[kind], rng)
