"""The optimum by dynamic programming over public beliefs: prescriptions for all types at once.

A problem of several seats becomes one of a coordinator, who sees what everyone sees and prescribes
what each type of the seat to act should do. The solver gives actions to one type after the other.

The bound: two sets of histories together are worth at most the sum of what each is worth alone,
because it cannot hurt to be told which of the two it is. So each type alone gives an upper bound.
The solver cuts a branch that cannot beat the best prescription found.

Source: Nayyar, Mahajan & Teneketzis 2013, "Decentralized stochastic control with partial history
sharing: a common information approach".
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError, StoppedError
from hanabilab.tiny.belief_graph import Belief, BeliefGraph, Followers, Prescription
from hanabilab.tiny.policies import Policy, deterministic, picks_of, value_of
from hanabilab.tiny.solvers.best_response import responses
from hanabilab.tiny.solvers.bounds import full_information_bounds
from hanabilab.tiny.sweeps import tie_margin
from hanabilab.tiny.tree import GameTree


@dataclass(frozen=True, eq=False)
class Solution:
    """The best joint policy, or the best so far of a solver that was stopped.

    Attributes:
        policy: [C] deterministic; what it never comes to has the first action, or that of the
            policy the solver began with.
        lower: expected payoff of `policy`, in points.
        upper: no policy is worth more.
        solved: whether `policy` is optimal; else time was up.
        nodes: public beliefs that were valued.
        seconds: time taken.
    """

    policy: Policy
    lower: float
    upper: float
    solved: bool
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """Expected payoff of `policy`, in points: the optimum if solved."""
        return self.lower

    def require_solved(self) -> Solution:
        """The solution itself, if it is known to be optimal.

        Raises:
            StoppedError: Ctrl-C or the end of the time came before that.
        """
        if not self.solved:
            raise StoppedError("stopped before the optimum was known")
        return self


#: Prescriptions at a public state, as a power of ten, that are taken on without a limit of time.
MAX_LOG10_PRESCRIPTIONS = 9.0

#: Turns of the longest game: the solver goes down three calls a turn, and Python allows 1000.
MAX_TURNS = 250


def solve(tree: GameTree, *, seconds: float | None = None) -> Solution:
    """The best joint policy of a game.

    Ctrl-C stops the solver like the end of its time: what was found by then is returned. Where only
    the optimum will do, call `require_solved` on it.

    Args:
        seconds: time for the search; without it the solver ends when it is done.

    Raises:
        GameError: too many prescriptions without `seconds`, `seconds` that are none, or games of
            more than `MAX_TURNS` turns.
    """
    _check(tree, seconds)
    started = time.monotonic()
    solver = _Solver(BeliefGraph(tree), tie_margin(tree))
    solver.deadline = math.inf if seconds is None else started + seconds
    fallback = deterministic(tree, np.zeros(len(tree.infosets), np.int64))
    try:
        for better in responses(tree, fallback):
            fallback = better
            solver.check_time()
        for belief in solver.roots:
            solver.value(belief)
        solved = True
    except (_OutOfTimeError, KeyboardInterrupt):
        solved = False
    policy = max(solver.policy(fallback), fallback, key=lambda found: value_of(tree, found))
    value = value_of(tree, policy)
    return Solution(
        policy=policy,
        lower=value,
        upper=value if solved else solver.upper_bound(full_information_bounds(tree)),
        solved=solved,
        nodes=len(solver.values),
        seconds=time.monotonic() - started,
    )


def _check(tree: GameTree, seconds: float | None) -> None:
    if seconds is not None and not seconds > 0:
        raise GameError(f"seconds is {seconds}; a time over 0 is needed")
    check_turns(tree)
    logs = np.bincount(tree.public_of, np.log10(tree.num_actions))
    widest = float(logs.max(initial=0.0))
    if seconds is None and widest > MAX_LOG10_PRESCRIPTIONS:
        types = int((tree.public_of == logs.argmax()).sum())
        raise GameError(
            f"{tree.game.name!r} has 10^{widest:.1f} prescriptions for {types} types at one public "
            f"state; over 10^{MAX_LOG10_PRESCRIPTIONS:.0f} a limit of seconds is needed, and "
            "bounds may be all that is found"
        )


def check_turns(tree: GameTree) -> None:
    """Refuse a game in which a solver would go down too deep.

    Raises:
        GameError: over `MAX_TURNS` turns.
    """
    if len(tree.levels) > MAX_TURNS:
        raise GameError(
            f"games of {tree.game.name!r} last up to {len(tree.levels):,} turns; "
            f"at most {MAX_TURNS} can be solved"
        )


class _OutOfTimeError(Exception):
    """The deadline has passed."""


@dataclass(frozen=True, slots=True)
class _Option:
    """An action of a type: what it leads to, and what that is worth if the type is known."""

    infoset: int
    place: int
    alone: float
    followers: Followers


@dataclass(slots=True)
class _Found:
    """The best prescription of a belief so far, and what none can be above."""

    best: tuple[float, tuple[_Option, ...]] = (-math.inf, ())
    bound: float = math.inf


@dataclass
class _Solver:
    """Beliefs that have been valued, and their prescriptions."""

    graph: BeliefGraph
    margin: float
    deadline: float = math.inf
    values: dict[Belief, float] = field(default_factory=dict)
    found: dict[Belief, _Found] = field(default_factory=dict)

    @property
    def roots(self) -> list[Belief]:
        """Beliefs at the deal."""
        return list(self.graph.deals().masks.items())

    def value(self, belief: Belief) -> float:
        """The best share of the expected payoff from a belief on."""
        if belief not in self.values:
            found = self.found[belief] = _Found()
            options = [self._ordered(*own) for own in self.graph.options(belief).items()]
            found.bound = math.fsum(choices[0].alone for choices in options)
            self._assign(options, found)
            self.values[belief] = found.best[0]
        return self.values[belief]

    def _ordered(self, infoset: int, several: list[Followers]) -> list[_Option]:
        """What a type may do, best first."""
        options = []
        for place, followers in enumerate(several):
            alone = followers.payoff + sum(map(self.value, followers.masks.items()))
            options.append(_Option(infoset, place, alone, followers))
        return sorted(options, key=lambda option: -option.alone)

    def _assign(self, options: list[list[_Option]], found: _Found) -> None:
        """Give every type an action, depth first; cut what cannot beat the best found."""
        rest = list(accumulate((choices[0].alone for choices in reversed(options)), initial=0.0))
        plan: list[_Option] = []
        branches = [(0.0, dict[int, int](), iter(options[0]))]
        while branches:
            value, masks, untried = branches[-1]
            depth, option = len(branches), next(untried, None)
            least = found.best[0] + self.margin
            if option is None or value + option.alone + rest[len(options) - depth] <= least:
                branches.pop()  # the options left are no better
                continue
            self.check_time()
            plan[depth - 1 :] = [option]
            joined, gained = self._join(masks, option.followers)
            if depth < len(options):
                branches.append((value + gained, joined, iter(options[depth])))
            elif value + gained > least:
                found.best = value + gained, tuple(plan)

    def _join(self, masks: dict[int, int], more: Followers) -> tuple[dict[int, int], float]:
        """`masks` with what one more type leads to, and the value that this adds."""
        joined, gained = masks.copy(), more.payoff
        for public, mask in more.masks.items():
            before = masks.get(public, 0)
            joined[public] = before | mask
            gained += self.value((public, before | mask))
            gained -= self.value((public, before)) if before else 0.0
        return joined, gained

    def check_time(self) -> None:
        """Do nothing before the deadline; after it raise `_OutOfTimeError`."""
        if time.monotonic() > self.deadline:
            raise _OutOfTimeError

    def policy(self, fallback: Policy) -> Policy:
        """What the plans found prescribe from the deal on; `fallback` where there are none."""
        picks = self.graph.fill_picks(picks_of(self.graph.tree, fallback), self._plan)
        return deterministic(self.graph.tree, picks)

    def _plan(self, belief: Belief) -> Prescription | None:
        """The best prescription found; None if there is none yet."""
        plan = self.found[belief].best[1] if belief in self.found else ()
        return {option.infoset: option.place for option in plan} or None

    def upper_bound(self, open_hands: NDArray[np.float64]) -> float:
        """What no policy is worth more than, after an early end."""
        total = self.graph.deals().payoff
        for belief in self.roots:
            above = sum(open_hands[node] for node in self.graph.histories_of(belief))
            bound = self.found[belief].bound if belief in self.found else math.inf
            total += self.values.get(belief, min(bound, above))
        return float(total)
