"""The memo of the solver: every public belief that was met, with bounds on its value, in arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.hanabi.graph import StateGraph, enlarged
from hanabilab.tiny.hanabi.hashing import EMPTY

#: How many beliefs, members of all beliefs, and planned actions.
COUNTS = np.dtype(
    (np.record, np.dtype([(name, np.int64) for name in ("beliefs", "members", "planned")]))
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
    """An empty memo."""
    actions, cards = graph.rules.num_actions, graph.rules.max_score
    seen = max(cards, 1 << graph.rules.hand_size)
    most = len(graph.roots)
    spare = (graph.num_kinds * actions * seen + 1, most * (actions * cards + 1), graph.num_kinds)
    return Memo(
        np.full(1, EMPTY, np.int32),
        np.zeros(0, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.int64),
        np.zeros(0, np.int8),
        np.zeros(1, COUNTS)[0],
        np.array([spare], COUNTS)[0],
        np.zeros(most, np.int64),
    )


def larger_memo(memo: Memo) -> Memo:
    """The same memo with room for many steps; its table of beliefs is empty if it is a new one."""
    sizes = (len(memo.lower), len(memo.members), len(memo.planned))
    beliefs, members, planned = (
        size if count + spare <= size else 2 * size + 4 * spare
        for size, count, spare in zip(sizes, memo.counts.tolist(), memo.spare.tolist(), strict=True)
    )
    table = memo.table
    if 2 * beliefs > len(table):
        table = np.full(1 << (2 * beliefs).bit_length(), EMPTY, np.int32)
    return memo._replace(
        table=table,
        words=enlarged(memo.words, beliefs),
        begins=enlarged(memo.begins, beliefs + 1),
        members=enlarged(memo.members, members),
        lower=enlarged(memo.lower, beliefs),
        upper=enlarged(memo.upper, beliefs),
        plans=enlarged(memo.plans, beliefs),
        planned=enlarged(memo.planned, planned),
    )
