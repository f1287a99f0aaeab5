"""Exact values of small games for two: the checked front of the solver."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from hanabilab.errors import StoppedError
from hanabilab.game.rules import Rules
from hanabilab.tiny.hanabi.belief_kernels import find_belief, larger_memo, new_memo
from hanabilab.tiny.hanabi.frame_kernels import NONE, new_stack, open_frame
from hanabilab.tiny.hanabi.graph import StateGraph, build_graph
from hanabilab.tiny.hanabi.policy import MiniPolicy
from hanabilab.tiny.hanabi.sizes import MAX_STATES, GameSize, check_rules, check_size, measure
from hanabilab.tiny.hanabi.solver_kernels import DONE, FULL, search

#: Called now and then with the solver at work.
Progress: TypeAlias = "Callable[[Solver], None]"

_STEPS = 4096  # at once: a few milliseconds


@dataclass(frozen=True)
class Solution:
    """What is known of a game's value, in points.

    Attributes:
        rules: the game.
        lower: what `policy` is sure to get, in the mean over decks.
        upper: what no joint policy can exceed.
        full_information_bound: the value if all hands lay open, never less.
        size: how large the game is.
        beliefs: public beliefs looked at, each once up to renaming.
        seconds: of wall time, without that of making the state graph.
        policy: a joint policy that gets at least `lower`: an optimal one, if solved.
    """

    rules: Rules
    lower: Fraction
    upper: Fraction
    full_information_bound: Fraction
    size: GameSize
    beliefs: int
    seconds: float
    policy: MiniPolicy

    @property
    def solved(self) -> bool:
        """Whether both bounds are the value."""
        return self.lower == self.upper

    @property
    def value(self) -> Fraction | None:
        """The value of the game, None if it is not known."""
        return self.lower if self.solved else None


class Solver:
    """A search that can be stopped and taken up again; its bounds hold at any time.

    Args:
        graph: the states of the game.
    """

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph
        self.memo = new_memo(graph)
        self.seconds = 0.0
        self._root = int(find_belief(self.memo, graph.edges, graph.roots, len(graph.roots)))
        self._hasty = True
        self._stack = new_stack(graph)
        open_frame(self._stack, self.memo, graph.edges, self._root, NONE)

    @property
    def lower(self) -> Fraction:
        """A value that some joint policy has, in points."""
        return Fraction(int(self.memo.lower[self._root]), self.graph.num_orders)

    @property
    def upper(self) -> Fraction:
        """What no joint policy exceeds, in points."""
        return Fraction(int(self.memo.upper[self._root]), self.graph.num_orders)

    @property
    def beliefs(self) -> int:
        """Public beliefs met so far."""
        return int(self.memo.counts.beliefs)

    def run(self, seconds: float | None = None, progress: Progress | None = None) -> bool:
        """Search on, for `seconds` at most; whether the value is known now."""
        begun = time.perf_counter()
        end = begun + (float("inf") if seconds is None else seconds)
        try:
            while not self._take_steps():
                if progress is not None:
                    progress(self)
                if time.perf_counter() > end:
                    return False
        finally:
            self.seconds += time.perf_counter() - begun
        return True

    def _take_steps(self) -> bool:
        """A slice of the search, first for any joint policy, then for the best; True at the end."""
        status = search(self._stack, self.memo, self.graph.edges, _STEPS, self._hasty)
        if status == FULL:
            self.memo = larger_memo(self.memo)
        if status != DONE or not self._hasty:
            return status == DONE
        self._hasty = False
        open_frame(self._stack, self.memo, self.graph.edges, self._root, NONE)
        return False


def solve(
    rules: Rules, *, seconds: float | None = None, progress: Progress | None = None
) -> Solution:
    """The exact value of a game of real Hanabi with few cards, and an optimal joint policy.

    Ctrl-C ends the search early, as the end of `seconds` does: the bounds found until then hold.

    Args:
        rules: a game for two; any option of `Rules` is heeded.
        seconds: for how long to search at most; any game that fits in memory is taken on then.
        progress: called some times a second with the solver, for its bounds.

    Raises:
        GameError: too large, told before the search begins.
        StoppedError: Ctrl-C before it began.
    """
    check_rules(rules)
    try:
        graph = build_graph(rules, MAX_STATES)
    except KeyboardInterrupt:
        raise StoppedError("stopped before all states of the game were found") from None
    size = measure(graph)
    if seconds is None:
        check_size(size)
    solver = Solver(graph)
    with contextlib.suppress(KeyboardInterrupt):  # what is proven is kept
        solver.run(seconds, progress)
    return Solution(
        rules,
        solver.lower,
        solver.upper,
        graph.full_information_bound,
        size,
        solver.beliefs,
        solver.seconds,
        MiniPolicy(graph, solver.memo),
    )
