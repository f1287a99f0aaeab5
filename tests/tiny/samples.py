"""Small games for tests, random ones among them, and policies in the words of the naive twins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from hypothesis import strategies as st

from hanabilab.tiny import GameTree, enumerate_game, picks_of
from hanabilab.tiny.games import CardGame
from hanabilab.tiny.names import make_game
from tests.naive.small_games import NaiveGame

__all__ = ["MINI", "ThreeTurns", "as_naive", "card_games", "naive_of", "three_turns", "tree_of"]

#: One color, two 1s and a 2, a card in each hand.
MINI = "hanabi(full(suits=1, ranks=2, copies=21, hand_size=1, information_tokens=1, life_tokens=1))"


@cache
def tree_of(name: str) -> GameTree:
    """The tree of a game by name."""
    return enumerate_game(make_game(name))


@cache
def naive_of(name: str) -> NaiveGame:
    """The naive twin of a game by name."""
    return NaiveGame(make_game(name))


@st.composite
def card_games(draw: st.DrawFn) -> CardGame:
    """A card for each seat and an open action each, as in Tiny Hanabi; any payoffs."""
    first, second = draw(st.sampled_from([(1, 2), (2, 1), (2, 2), (3, 2), (2, 3)]))
    actions = draw(st.tuples(st.integers(2, 3), st.just(2)))
    size = first * second * actions[0] * actions[1]
    flat = draw(st.lists(st.integers(-3, 5), min_size=size, max_size=size))
    payoffs = np.array(flat, float).reshape(first, second, *actions)
    return CardGame("drawn", payoffs.tolist())


@dataclass(frozen=True)
class ThreeTurns:
    """Seat 0 acts, seat 1, and seat 0 again; a coin falls before the last turn.

    Args:
        payoffs: [first card, second card, coin, three actions], flat, each 0 or 1.
        loud: whether the first action is heard; else nobody but seat 0 knows it.
        shown: the seat that sees the coin.
    """

    payoffs: tuple[float, ...]
    loud: bool
    shown: int
    name: str = "three turns"
    seats: int = 2

    def deals(self):
        return [((one, two), 0.25) for one in range(2) for two in range(2)]

    def turn(self, state):
        return {2: 0, 3: 1, 5: 0}.get(len(state))

    def actions(self, state):
        return ("left", "right")

    def act(self, state, action):
        done = (*state, int(action == "right"))
        return [((*done, 0), 2 / 3), ((*done, 1), 1 / 3)] if len(done) == 4 else [(done, 1.0)]

    def public(self, state):
        return state[2:4] if self.loud else (len(state), *state[3:4])

    def private(self, state, seat):
        return state[seat], state[4:5] if seat == self.shown else ()

    def payoff(self, state):
        return self.payoffs[int("".join(map(str, state)), 2)]


@st.composite
def three_turns(draw: st.DrawFn) -> ThreeTurns:
    """Any game of that form."""
    flat = draw(st.lists(st.integers(-2, 4).map(float), min_size=64, max_size=64))
    return ThreeTurns(tuple(flat), draw(st.booleans()), draw(st.integers(0, 1)))


def key_of(infoset) -> tuple:
    """An information set as the naive twins have it."""
    seen, information_state = [], infoset.information_state
    while information_state is not None:
        seen.append((information_state.did, information_state.public, information_state.private))
        information_state = information_state.before
    return infoset.seat, tuple(reversed(seen))


def as_naive(tree: GameTree, policy) -> dict:
    """A deterministic policy as the naive twins have it."""
    picks = picks_of(tree, policy)
    return {
        key_of(infoset): infoset.actions[pick]
        for infoset, pick in zip(tree.infosets, picks.tolist(), strict=True)
    }
