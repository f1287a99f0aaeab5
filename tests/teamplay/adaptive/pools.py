"""Small pools, and games to look at, for tests of agents that adapt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from hanabilab.agents import policy
from hanabilab.arena import Lineup
from hanabilab.arena.chunk import play_chunk
from hanabilab.game.actions import FORFEIT, is_legal
from hanabilab.game.rules import Rules
from hanabilab.randomness import draw_below
from hanabilab.teamplay.adaptive import Adaptive, Finished, Identifier, PayoffMatrix, turns_after

__all__ = [
    "SMALL",
    "adapts",
    "coin",
    "finished",
    "first",
    "last",
    "payoffs_of",
    "quitter",
    "turns_of",
]

SMALL = Rules.preset("small", life_tokens=3)


@policy("first")
def first(view, memory, rng):
    """The legal action of the lowest id."""
    action = 0
    while not is_legal(view, action):
        action += 1
    return action


@policy("last")
def last(view, memory, rng):
    """The legal action of the highest id."""
    action = int(view.rules.num_actions) - 1
    while not is_legal(view, action):
        action -= 1
    return action


@policy("coin")
def coin(view, memory, rng):
    """As `first` or as `last`, by a throw of a coin."""
    step = 1 if draw_below(rng, 2) == 0 else -1
    action = 0 if step == 1 else int(view.rules.num_actions) - 1
    while not is_legal(view, action):
        action += step
    return action


@policy("loser")
def loser(view, memory, rng):
    """As `last`, but gives up on the third turn of its seat."""
    if view.turn // 2 == 2:
        return FORFEIT
    action = int(view.rules.num_actions) - 1
    while not is_legal(view, action):
        action -= 1
    return action


quitter = replace(loser, name="quitter", may_forfeit=True)


def payoffs_of(*members, scores=None, rules=SMALL, behavior=None) -> PayoffMatrix:
    """A matrix of agents; each goes best with itself, the first in doubt, unless told else."""
    names = tuple(member.name for member in members)
    count = len(members)
    table = 10 * np.eye(count) + np.arange(count)[::-1, None] / 100 if scores is None else scores
    payoffs = PayoffMatrix(names, rules, 4, 0, np.array(table, float), behavior or {})
    payoffs.__dict__["agents"] = tuple(members)  # those of tests have no names to be made by
    return payoffs


def adapts(payoffs, **options) -> Adaptive:
    """The agent of a payoff matrix."""
    return Adaptive("somewhere", Identifier(payoffs, **options))


def finished(rules, agents, game=0, seat=0, seed=1, turns=None) -> Finished:
    """A game of some agents, or its first `turns`, as the seat of one knows it."""
    table = play_chunk(Lineup(tuple(agents)), rules, seed, np.array([game])).table
    if turns is not None:
        table = table.with_columns(turns=pl.lit(min(turns, table["turns"][0])))
    return Finished(rules, table, seat)


def turns_of(rules, agents, game=0, seat=0, seed=1, turns=None):
    """What a seat has seen of a game, or of its first `turns`."""
    return turns_after(finished(rules, agents, game, seat, seed, turns))
