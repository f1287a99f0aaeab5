"""Two coarser ways to make one decision process of a game of several seats.

*Temporal*: the coordinator sees nothing but the time. At each step it gives an action to every type
of every public state that its earlier rules lead to. *Vacuous*: it decides once, for the whole
game. Both have the optimum of the public-belief process, but more actions.

Source: Sokota, Lockhart, Timbers et al. 2021, section 3.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

import numpy as np

from hanabilab.errors import GameError
from hanabilab.tiny.belief_graph import BeliefGraph, Followers, merge_followers
from hanabilab.tiny.policies import Policy, count_policies, deterministic
from hanabilab.tiny.solvers.brute_force import try_all
from hanabilab.tiny.solvers.public_belief import check_turns
from hanabilab.tiny.sweeps import tie_margin
from hanabilab.tiny.tree import GameTree

#: Decision rules that are tried, over all steps: seconds.
MAX_RULES = 500_000


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
    search = _Search(BeliefGraph(tree), limit)
    value, picks = search.best(search.graph.deals(), 0)
    chosen = np.zeros(len(tree.infosets), np.int64)
    chosen[list(picks)] = list(picks.values())
    return Temporal(deterministic(tree, chosen), value, tuple(search.tried))


def count_second_rules(tree: GameTree, limit: int = MAX_RULES) -> int | None:
    """Decision rules at the second step, over all of the first; None if these are over `limit`."""
    graph = BeliefGraph(tree)
    first = _options(graph, graph.deals())
    if math.prod(map(len, first.values())) > limit:
        return None
    reached = (_counts(graph, merge_followers(rule)) for rule in itertools.product(*first.values()))
    return sum(math.prod(counts) for counts in reached if counts)


def _counts(graph: BeliefGraph, now: Followers) -> list[int]:
    """How many actions each information set has that may be."""
    num_actions = graph.tree.num_actions
    return [
        int(num_actions[infoset])
        for belief in now.masks.items()
        for infoset, _ in graph.types_of(belief)
    ]


def _options(graph: BeliefGraph, now: Followers) -> dict[int, list[Followers]]:
    """What follows each action of each information set that may be, in all beliefs together."""
    return {
        infoset: options
        for belief in sorted(now.masks.items())
        for infoset, options in graph.options(belief).items()
    }


@dataclass
class _Search:
    """The decision rules tried so far, step by step."""

    graph: BeliefGraph
    limit: int
    tried: list[int] = field(default_factory=list)

    def best(self, now: Followers, step: int) -> tuple[float, dict[int, int]]:
        """The best value from a step on, and the actions for it."""
        options = _options(self.graph, now)
        if not options:
            return now.payoff, {}
        self._count(math.prod(map(len, options.values())), step)
        best = (-math.inf, dict[int, int]())
        for rule in itertools.product(*map(enumerate, options.values())):
            after = merge_followers(followers for _, followers in rule)
            value, later = self.best(after, step + 1)
            if value > best[0] + tie_margin(self.graph.tree):
                places = (place for place, _ in rule)
                best = value, dict(zip(options, places, strict=True)) | later
        return now.payoff + best[0], best[1]

    def _count(self, rules: int, step: int) -> None:
        self.tried += [0] * (step + 1 - len(self.tried))
        self.tried[step] += rules
        if sum(self.tried) > self.limit:
            tree = self.graph.tree
            raise GameError(
                f"{tree.game.name!r} has over {self.limit:,} decision rules over time: "
                f"{self.tried} at its first steps so far, of 10^"
                f"{math.log10(count_policies(tree)):.1f} joint policies"
            )
