"""Exact values of small games for two: the checked front of the solver.

How large a game is, is counted before anything is solved.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from hanabilab.errors import GameError, StoppedError
from hanabilab.game.rules import Rules
from hanabilab.tiny.games.mini_hanabi import count_deals
from hanabilab.tiny.hanabi.belief_kernels import find_belief, larger_memo, new_memo
from hanabilab.tiny.hanabi.frame_kernels import NONE, new_stack, open_frame
from hanabilab.tiny.hanabi.graph import StateGraph, build_graph
from hanabilab.tiny.hanabi.graph_kernels import ILLEGAL
from hanabilab.tiny.hanabi.policy import MiniPolicy
from hanabilab.tiny.hanabi.solver_kernels import DONE, FULL, search

#: Called now and then with the solver at work.
Progress: TypeAlias = "Callable[[Solver], None]"

_STEPS = 4096  # at once: a few milliseconds
#: States of the largest graph that is made: it takes 0.6 GB.
_MAX_STATES = 2_000_000
#: Pairs of hands of the largest deal that is worked on.
_MAX_DEALS = 5_000
#: Without a limit of time, no game is begun that has more prescriptions at the root, as log10.
_MAX_LOG_PRESCRIPTIONS = 11.0

_FITS = (
    "hands of 1 fit up to 2 suits of 3 ranks or 3 suits of 2, "
    "hands of 2 up to 1 suit of 4 ranks or 2 suits of 2"
)


@dataclass(frozen=True)
class GameSize:
    """What the work depends on.

    Attributes:
        kinds: hands that the first to act may see.
        deals: pairs of hands, each in the order in which it was dealt.
        states: states of the game as the seat to act sees the table.
        log_prescriptions: log10 of the number of prescriptions at the root.
    """

    kinds: int
    deals: int
    states: int
    log_prescriptions: float

    def __str__(self) -> str:
        return (
            f"{self.kinds:,} hands to see, {self.deals:,} deals, {self.states:,} states, "
            f"10^{self.log_prescriptions:.1f} prescriptions at the root"
        )


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
    _check_rules(rules)
    try:
        graph = build_graph(rules, _MAX_STATES)
    except KeyboardInterrupt:
        raise StoppedError("stopped before all states of the game were found") from None
    size = _measure(graph)
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


# --- How large a game is -------------------------------------------------------------------------


def _check_rules(rules: Rules) -> None:
    """Refuse what is too large to be even counted.

    Raises:
        GameError: more than two players, too many deals, or numbers beyond 63 bits.
    """
    if not rules.is_usual or rules.deck_plays:
        raise GameError("variants are not solved; the exact solver knows the usual cards and hints")
    if rules.players != 2:
        raise GameError(f"{rules.players} players; the exact solver is for 2")
    kinds, deals = (count_deals(rules, hands * rules.hand_size) for hands in (1, 2))
    if deals > _MAX_DEALS or count_deals(rules, rules.deck_size) * rules.max_score >= 1 << 62:
        raise GameError(
            f"too large to solve: {kinds:,} hands to see and {deals:,} deals of "
            f"{rules.deck_size} cards; {_FITS}"
        )


def _measure(graph: StateGraph) -> GameSize:
    """Count a game whose states are known."""
    edges, roots = graph.edges, graph.roots
    legal = (edges.observed[roots] != ILLEGAL).sum(axis=1)
    kinds = dict(zip(edges.kinds[roots].tolist(), legal.tolist(), strict=True))
    return GameSize(
        len(kinds), len(graph.roots), graph.num_states, sum(map(math.log10, kinds.values()))
    )


def check_size(size: GameSize) -> None:
    """Refuse what would not end in minutes.

    Raises:
        GameError: too many prescriptions.
    """
    if size.log_prescriptions > _MAX_LOG_PRESCRIPTIONS:
        raise GameError(
            f"too large to solve: {size}; {_FITS}; with a limit of seconds, bounds can be had"
        )
