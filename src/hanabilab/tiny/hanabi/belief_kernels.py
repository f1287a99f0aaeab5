"""The memo of the solver: every public belief that was met, once up to renaming, with bounds.

A public belief is the *set* of graph states that are still possible for everyone. It needs no
weights. Every order of the deck is equally likely, and everybody sees from which place of the deck
a card came. So the weight of a state is the number of orders in which the rest can come, whatever
was done before.

Values are points summed over these orders. So the value of a belief is the sum of the values of the
beliefs that follow, and all numbers are whole.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.record import Record
from hanabilab.tiny.hanabi.graph import Edges, StateGraph, enlarged
from hanabilab.tiny.hanabi.hashing import EMPTY, first_slot, next_slot

_LOW_HALF = 0xFFFFFFFF
_GAPS = (701, 301, 132, 57, 23, 10, 4, 1)

#: How many beliefs, members of all beliefs, and planned actions.
COUNTS = np.dtype(
    (Record, np.dtype([(name, np.int64) for name in ("beliefs", "members", "planned")]))
)


class Memo(NamedTuple):
    """All beliefs met so far; capacities are larger than what is used."""

    table: NDArray[np.int32]  # beliefs by content, see `hashing`
    words: NDArray[np.uint64]  # [belief] hash
    begins: NDArray[np.int64]  # [belief + 1] where its members begin
    members: NDArray[np.int32]  # states, those of one kind side by side
    lower: NDArray[np.int64]  # [belief] bounds on its value, points summed over orders
    upper: NDArray[np.int64]  # [belief]
    plans: NDArray[np.int64]  # [belief] where its best prescription so far begins, or EMPTY
    planned: NDArray[np.int8]  # actions, one for each kind of the belief
    counts: Any  # COUNTS record: how many there are
    spare: Any  # COUNTS record: how many one step of a search can add
    keys: NDArray[np.int64]  # scratch: members to be sorted


def new_memo(graph: StateGraph) -> Memo:
    """An empty memo with room for many steps."""
    actions, cards = graph.rules.num_actions, graph.rules.max_score
    seen = max(cards, 1 << graph.rules.hand_size)
    most = len(graph.roots)
    spare = (graph.num_kinds * actions * seen + 1, most * (actions * cards + 1), graph.num_kinds)
    nothing = np.zeros(0, np.int64)
    memo = Memo(
        table=np.full(1, EMPTY, np.int32),
        words=np.zeros(0, np.uint64),
        begins=np.zeros(1, np.int64),
        members=np.zeros(0, np.int32),
        lower=nothing,
        upper=nothing,
        plans=nothing,
        planned=np.zeros(0, np.int8),
        counts=np.zeros(1, COUNTS)[0],
        spare=np.array([spare], COUNTS)[0],
        keys=np.zeros(most, np.int64),
    )
    return larger_memo(memo)


def larger_memo(memo: Memo) -> Memo:
    """The same memo with room for many steps."""
    sizes = (len(memo.lower), len(memo.members), len(memo.planned))
    beliefs, members, planned = (
        size if count + spare <= size else 2 * size + 4 * spare
        for size, count, spare in zip(sizes, memo.counts.tolist(), memo.spare.tolist(), strict=True)
    )
    larger = memo._replace(
        words=enlarged(memo.words, beliefs),
        begins=enlarged(memo.begins, beliefs + 1),
        members=enlarged(memo.members, members),
        lower=enlarged(memo.lower, beliefs),
        upper=enlarged(memo.upper, beliefs),
        plans=enlarged(memo.plans, beliefs),
        planned=enlarged(memo.planned, planned),
    )
    if 2 * beliefs > len(memo.table):
        table = np.full(1 << (2 * beliefs).bit_length(), EMPTY, np.int32)
        larger = larger._replace(table=table)
        _rehash(larger)
    return larger


@kernel
def find_belief(memo: Memo, edges: Edges, states: NDArray[np.int32], count: int) -> int:
    """The id of the belief that holds the first `count` of `states`, or one renamed from it.

    A new one is added with its first bounds; there must be room, see `has_room`.
    """
    slot = _find_slot(memo, edges, states, count)
    if memo.table[slot] == EMPTY:
        memo.table[slot] = _add_belief(memo, edges, count)
    return np.int64(memo.table[slot])  # type: ignore[return-value]


@kernel
def look_up_belief(memo: Memo, edges: Edges, states: NDArray[np.int32], count: int) -> int:
    """As `find_belief`, but EMPTY if there is no such belief."""
    return np.int64(memo.table[_find_slot(memo, edges, states, count)])  # type: ignore[return-value]


@kernel
def _find_slot(memo: Memo, edges: Edges, states: NDArray[np.int32], count: int) -> int:
    """Where in the table the belief is, or should be put; its members are left in `memo.keys`."""
    name = best_name(edges, states, count)
    word = _hash_set(edges, states, count, name)
    _fill_keys(memo.keys, edges, states, count, name)
    slot = first_slot(memo.table, word)
    while memo.table[slot] != EMPTY:
        other = memo.table[slot]
        if memo.words[other] == word and _is_same(memo, other, count):
            break
        slot = next_slot(memo.table, slot)
    memo.words[memo.counts.beliefs] = word
    return slot


@kernel
def _add_belief(memo: Memo, edges: Edges, count: int) -> int:
    """Add the belief whose members are in `memo.keys`, and its hash behind the last one's."""
    index = memo.counts.beliefs
    begin = memo.begins[index]
    end = begin + count
    for place in range(count):
        memo.members[begin + place] = memo.keys[place] & _LOW_HALF
    memo.begins[index + 1] = end
    memo.lower[index] = 0
    memo.upper[index] = _bound_by_kinds(memo, edges, begin, end)
    memo.plans[index] = EMPTY
    memo.counts.beliefs += 1
    memo.counts.members += count
    return index


@kernel
def best_name(edges: Edges, states: NDArray[np.int32], count: int) -> int:
    """The renaming by which a set is kept: that of the smallest hash, the first of equals."""
    chosen = 0
    least = np.uint64(0)
    for name in range(edges.images.shape[0]):
        if edges.images[name, states[0]] == EMPTY:
            continue
        word = _hash_set(edges, states, count, name)
        if name == 0 or word < least:
            chosen, least = name, word
    return chosen


@kernel
def _hash_set(edges: Edges, states: NDArray[np.int32], count: int, name: int) -> np.uint64:
    word = np.uint64(0)
    for place in range(count):
        word += edges.words[edges.images[name, states[place]]]
    return word


@kernel
def _fill_keys(
    keys: NDArray[np.int64], edges: Edges, states: NDArray[np.int32], count: int, name: int
) -> None:
    """Write the renamed states into `keys`, each below its kind, in ascending order."""
    for place in range(count):
        state = np.int64(edges.images[name, states[place]])
        keys[place] = (edges.kinds[state] << 32) | state
    _sort(keys, count)


@kernel
def _sort(keys: NDArray[np.int64], count: int) -> None:
    """Shell's sort with the gaps of Ciura 2001: what is sorted is short."""
    for gap in _GAPS:
        for start in range(gap, count):
            key = keys[start]
            place = start
            while place >= gap and keys[place - gap] > key:
                keys[place] = keys[place - gap]
                place -= gap
            keys[place] = key


@kernel
def _is_same(memo: Memo, other: int, count: int) -> bool:
    """Whether belief `other` has the `count` members in `memo.keys`."""
    start = memo.begins[other]
    if memo.begins[other + 1] - start != count:
        return False
    for place in range(count):
        if memo.members[start + place] != memo.keys[place] & _LOW_HALF:
            return False
    return True


@kernel
def _bound_by_kinds(memo: Memo, edges: Edges, begin: int, end: int) -> int:
    """What could be had if all hands lay open from the next turn on, but not for this action.

    The actor chooses once for all states that look alike to them: the bound called QMDP
    (Littman, Cassandra & Kaelbling 1995), with a choice for every kind.
    """
    total = 0
    while begin < end:
        kind = edges.kinds[memo.members[begin]]
        stop = begin
        while stop < end and edges.kinds[memo.members[stop]] == kind:
            stop += 1
        total += _best_gain(memo, edges, begin, stop)
        begin = stop
    return total


@kernel
def _best_gain(memo: Memo, edges: Edges, begin: int, end: int) -> int:
    best = 0
    for action in range(edges.gains.shape[1]):
        gain = 0
        for place in range(begin, end):
            gain += edges.gains[memo.members[place], action]
        best = max(best, gain)
    return best


@kernel
def has_room(memo: Memo) -> bool:
    """Whether there is place for what one step of a search can add."""
    return (
        memo.counts.beliefs + memo.spare.beliefs <= memo.lower.size
        and memo.counts.members + memo.spare.members <= memo.members.size
        and memo.counts.planned + memo.spare.planned <= memo.planned.size
    )


@kernel
def _rehash(memo: Memo) -> None:
    """Fill the empty table with all beliefs."""
    for index in range(memo.counts.beliefs):
        slot = first_slot(memo.table, memo.words[index])
        while memo.table[slot] != EMPTY:
            slot = next_slot(memo.table, slot)
        memo.table[slot] = index
