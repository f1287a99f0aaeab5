"""How large a small game is, as each way to solve it counts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hanabilab.errors import GameError
from hanabilab.tiny.belief_graph import MAX_ROWS, make_belief_mdp
from hanabilab.tiny.policies import count_policies
from hanabilab.tiny.solvers.temporal import MAX_RULES, count_second_rules
from hanabilab.tiny.tree import GameTree

#: Counts below this are told to the digit.
_EXACT = 10**15


@dataclass(frozen=True)
class Count:
    """A number that may have thousands of digits.

    Attributes:
        exact: the number, None from 10^15 on.
        log10: its logarithm, None of 0.
    """

    exact: int | None
    log10: float | None

    def __str__(self) -> str:
        return f"10^{self.log10:.1f}" if self.exact is None else f"{self.exact:,}"


def count(number: int) -> Count:
    """A number, 0 or more, as a `Count`."""
    return Count(number if number < _EXACT else None, math.log10(number) if number else None)


@dataclass(frozen=True)
class Sizes:
    """Counts of a game; None where counting would take too long.

    Attributes:
        histories: nodes of the tree, ends included.
        decisions: histories in which a seat is to act.
        infosets: information sets.
        public_states: in which a seat is to act.
        types: information sets at the public state that has most.
        policies: deterministic joint policies: the actions of the vacuous process.
        root_prescriptions: at the first public state; the most if a game begins in several.
        most_prescriptions: at the public state that has most.
        beliefs: public beliefs that prescriptions lead to.
        root_rules: actions of the temporal process at the first step.
        second_rules: at the second step, over all of the first.
    """

    histories: int
    decisions: int
    infosets: int
    public_states: int
    types: int
    policies: Count
    root_prescriptions: Count
    most_prescriptions: Count
    beliefs: int | None
    root_rules: Count
    second_rules: Count | None


def measure_sizes(tree: GameTree, *, limit: int = MAX_ROWS) -> Sizes:
    """The sizes of a game.

    Args:
        limit: beliefs with a prescription that may be written out to count beliefs.
    """
    by_public: dict[int, list[int]] = {}
    for infoset in tree.infosets:
        by_public.setdefault(infoset.public, []).append(len(infoset.actions))
    prescriptions = {public: math.prod(counts) for public, counts in by_public.items()}
    second = count_second_rules(tree, MAX_RULES)
    roots = [number for public, number in prescriptions.items() if tree.public_parent[public] < 0]
    return Sizes(
        histories=tree.size,
        decisions=int(np.sum(tree.infoset >= 0)),
        infosets=len(tree.infosets),
        public_states=len(by_public),
        types=max(map(len, by_public.values())),
        policies=count(count_policies(tree)),
        root_prescriptions=count(max(roots)),
        most_prescriptions=count(max(prescriptions.values())),
        beliefs=_count_beliefs(tree, limit),
        root_rules=count(math.prod(roots)),
        second_rules=None if second is None else count(second),
    )


def _count_beliefs(tree: GameTree, limit: int) -> int | None:
    try:
        return len(make_belief_mdp(tree, limit=limit).beliefs)
    except GameError:  # the limit
        return None
