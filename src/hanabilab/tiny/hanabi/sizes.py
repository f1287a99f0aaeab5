"""How large a game is, counted before anything is solved."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hanabilab.errors import GameError
from hanabilab.game.rules import Rules
from hanabilab.tiny.games.mini_hanabi import count_deals
from hanabilab.tiny.hanabi.graph import StateGraph
from hanabilab.tiny.hanabi.graph_kernels import ILLEGAL

#: States of the largest graph that is made: it takes 0.6 GB.
MAX_STATES = 2_000_000
#: Pairs of hands of the largest deal that is worked on.
MAX_DEALS = 5_000
#: Without a limit of time, no game is begun that has more prescriptions at the root, as log10.
MAX_LOG_PRESCRIPTIONS = 11.0

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


def check_rules(rules: Rules) -> None:
    """Refuse what is too large to be even counted.

    Raises:
        GameError: more than two players, too many deals, or numbers beyond 63 bits.
    """
    if not rules.is_usual or rules.deck_plays:
        raise GameError("variants are not solved; the exact solver knows the usual cards and hints")
    if rules.players != 2:
        raise GameError(f"{rules.players} players; the exact solver is for 2")
    kinds, deals = (count_deals(rules, hands * rules.hand_size) for hands in (1, 2))
    if deals > MAX_DEALS or count_deals(rules, rules.deck_size) * rules.max_score >= 1 << 62:
        raise GameError(
            f"too large to solve: {kinds:,} hands to see and {deals:,} deals of "
            f"{rules.deck_size} cards; {_FITS}"
        )


def measure(graph: StateGraph) -> GameSize:
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
    if size.log_prescriptions > MAX_LOG_PRESCRIPTIONS:
        raise GameError(
            f"too large to solve: {size}; {_FITS}; with a limit of seconds, bounds can be had"
        )
