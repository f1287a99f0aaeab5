"""Two coarser ways to make one decision process of a game of several seats.

*Temporal*: the coordinator sees nothing but the time. At each step it gives an action to every type
of every public state that its earlier rules lead to. *Vacuous*: it decides once, for the whole
game. Both have the optimum of the public-belief process, but more actions.

Source: Sokota, Lockhart, Timbers et al. 2021, section 3.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from hanabilab.errors import GameError
from hanabilab.tiny.policies import Policy, count_policies, deterministic
from hanabilab.tiny.solvers.brute_force import try_all
from hanabilab.tiny.solvers.public_belief import check_turns
from hanabilab.tiny.sweeps import tie_margin
from hanabilab.tiny.tree import GameTree

#: Decision rules that are tried, over all steps: seconds.
MAX_RULES = 500_000

#: Histories at one step that may be.
_Histories = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Temporal:
    """The best joint policy, and the work it took.

    Attributes:
        policy: [C] deterministic; the first action where it never comes.
        value: its expected payoff.
        actions: decision rules at each step, over all ways to get there.
    """

    policy: Policy
    value: float
    actions: tuple[int, ...]


def solve_vacuous(tree: GameTree) -> Temporal:
    """The best of all joint policies, each a single action.

    Raises:
        GameError: too many of them.
    """
    found = try_all(tree)
    return Temporal(found.policy(int(found.optima[0])), found.best, (len(found.values),))


def solve_temporal(tree: GameTree, *, limit: int = MAX_RULES) -> Temporal:
    """The best joint policy, step by step: all decision rules after all decision rules.

    Args:
        limit: decision rules at most, over all steps.

    Raises:
        GameError: more of them, or games of too many turns.
    """
    check_turns(tree)
    walk = _Walk(tree, limit)
    value, picks = walk.best(walk.deals(), 0)
    chosen = np.zeros(len(tree.infosets), np.int64)
    for infoset, place in picks.items():
        chosen[infoset] = place
    return Temporal(deterministic(tree, chosen), value, tuple(walk.tried))


def count_second_rules(tree: GameTree, limit: int = MAX_RULES) -> int | None:
    """Decision rules at the second step, over all of the first; None if these are over `limit`."""
    walk = _Walk(tree, limit)
    deals = walk.deals()
    if math.prod(walk.counts(deals).values()) > limit:
        return None
    reached = (walk.counts(walk.follow(deals, rule)) for rule in walk.rules(deals))
    return sum(math.prod(counts.values()) for counts in reached if counts)


@dataclass
class _Walk:
    """The decision rules tried so far, step by step."""

    tree: GameTree
    limit: int
    tried: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.infoset = self.tree.infoset.tolist()
        self.actions = self.tree.num_actions.tolist()
        self.ends = self.tree.ends.tolist()
        self.next: dict[tuple[int, int], list[int]] = {}
        places = self.tree.choice - self.tree.first_choice[self.tree.owner[self.tree.choice]]
        for node, key in enumerate(zip(self.tree.parent.tolist(), places.tolist(), strict=True)):
            self.next.setdefault(key, []).append(node)

    def deals(self) -> _Histories:
        """The histories that a game begins with."""
        return tuple(np.flatnonzero(self.tree.parent < 0).tolist())

    def counts(self, histories: _Histories) -> dict[int, int]:
        """The information sets that may be, with the number of their actions."""
        infosets = sorted({self.infoset[node] for node in histories} - {-1})
        return {infoset: self.actions[infoset] for infoset in infosets}

    def rules(self, histories: _Histories) -> Iterator[dict[int, int]]:
        """Every choice of an action for each information set that may be."""
        counts = self.counts(histories)
        for places in itertools.product(*map(range, counts.values())):
            yield dict(zip(counts, places, strict=True))

    def follow(self, histories: _Histories, rule: dict[int, int]) -> _Histories:
        """The histories that a decision rule leads to."""
        going = [node for node in histories if self.infoset[node] >= 0]
        after = [self.next[node, rule[self.infoset[node]]] for node in going]
        return tuple(itertools.chain.from_iterable(after))

    def best(self, histories: _Histories, step: int) -> tuple[float, dict[int, int]]:
        """The best value from a step on, and the actions for it."""
        ended = math.fsum(self.ends[node] for node in histories)
        counts = self.counts(histories)
        if not counts:
            return ended, {}
        self._count(math.prod(counts.values()), step)
        best = (-math.inf, dict[int, int]())
        for rule in self.rules(histories):
            value, later = self.best(self.follow(histories, rule), step + 1)
            if value > best[0] + tie_margin(self.tree):
                best = value, rule | later
        return ended + best[0], best[1]

    def _count(self, rules: int, step: int) -> None:
        self.tried += [0] * (step + 1 - len(self.tried))
        self.tried[step] += rules
        if sum(self.tried) > self.limit:
            raise GameError(
                f"{self.tree.game.name!r} has over {self.limit:,} decision rules over time: "
                f"{self.tried} at its first steps so far, of 10^"
                f"{math.log10(count_policies(self.tree)):.1f} joint policies"
            )
