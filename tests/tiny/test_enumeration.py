"""Trees: what is enumerated, who can tell what apart, and games that contradict themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game, uniform_policy, value_of
from hanabilab.tiny.games import TradeComm, lever_game, tiny_hanabi


@pytest.mark.parametrize(
    ("letter", "infosets", "histories", "uniform"),
    [
        ("A", 6, 28, 1.625),
        ("B", 6, 28, 0.4375),
        ("C", 6, 28, 1.5),
        ("D", 6, 28, 1.3125),
        ("E", 8, 52, 3.7222),
        ("F", 9, 63, 1.3889),
    ],
)
def test_tiny_hanabi_has_the_published_sizes(letter, infosets, histories, uniform):
    """Information sets, histories and the value of uniform play, by brute force elsewhere."""
    tree = enumerate_game(tiny_hanabi(letter))
    assert (len(tree.infosets), tree.size) == (infosets, histories)
    assert value_of(tree, uniform_policy(tree)) == pytest.approx(uniform, abs=5e-5)


@pytest.mark.parametrize(("items", "decisions"), [(2, 92), (3, 846)])
def test_trade_comm_has_the_published_decisions(items, decisions):
    """Histories at which somebody decides: items^2 (1 + items + items^2 + items^4)."""
    tree = enumerate_game(TradeComm(items, items))
    assert (tree.infoset >= 0).sum() == decisions


def test_uniform_levers_meet_by_chance():
    """Ten levers, one of them worth .9: (9 + .9) / 100."""
    tree = enumerate_game(lever_game(10))
    assert value_of(tree, uniform_policy(tree)) == pytest.approx(0.099)


def test_a_secret_trade_is_not_seen():
    """The second trader has an information set for each item and pair of words, not each trade."""
    tree = enumerate_game(TradeComm(2, 2))
    last = [infoset for infoset in tree.infosets if infoset.public == tree.infosets[-1].public]
    assert len(last) == 2
    assert sum(len(infoset.actions) == 4 for infoset in tree.infosets) == 2 * 4 * 2


def test_parents_come_first_and_chance_is_shared_out():
    """The order that sweeps over a tree rely on, and probabilities that sum to 1."""
    tree = enumerate_game(tiny_hanabi("F"))
    assert (tree.parent < np.arange(tree.size)).all()
    assert tree.chance[tree.parent < 0].sum() == pytest.approx(1)
    assert (np.diff(tree.public_of) >= 0).all()


@dataclass(frozen=True)
class Broken:
    """A coin, a guess; each field breaks one promise of a game."""

    seats: object = 2
    chances: tuple[float, ...] = (0.5, 0.5)
    turns: tuple[int | None, int | None] = (1, 1)
    actions_of: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 1), (0, 1))
    payoffs: object = 1.0
    publics: object = ()
    privates: object = None
    name: str = "broken"

    def deals(self):
        return [((coin,), chance) for coin, chance in enumerate(self.chances)]

    def turn(self, state):
        return self.turns[state[0]] if len(state) == 1 else None

    def actions(self, state):
        return self.actions_of[state[0]]

    def act(self, state, action):
        return [((*state, action), 1.0)]

    def public(self, state):
        return [*self.publics, len(state)] if self.publics else len(state)

    def private(self, state, seat):
        return self.privates

    def payoff(self, state):
        return self.payoffs


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": 0}, "0 seats"),
        ({"seats": "two"}, "'two' seats"),
        ({"chances": (0.5, 0.4)}, "probabilities sum to 0.9"),
        ({"chances": (1.5, -0.5)}, "each is 0 to 1"),
        ({"turns": (0, 1)}, "everyone must know whose turn it is"),
        ({"turns": (7, 7)}, "seats are 0 to 1"),
        ({"actions_of": ((0, 1), (0, 2))}, "must know what it may do"),
        ({"actions_of": ((), ())}, "at least one"),
        ({"actions_of": ((3, 3), (3, 3))}, "different ones"),
        ({"payoffs": float("nan")}, "must be finite"),
        ({"payoffs": "much"}, "a payoff of 'much'; it must be a number"),
        ({"payoffs": None}, "a payoff of None; it must be a number"),
        ({"turns": ("one", "one")}, "to seat 'one'; seats are 0 to 1"),
        ({"turns": (1.0, 1.0)}, "to seat 1.0; seats are 0 to 1"),
        ({"turns": (None, None)}, "is over at every deal"),
        ({"actions_of": (3, 3)}, "actions 3; a sequence of them is needed"),
        ({"actions_of": (([], 0), ([], 0))}, r"action \[\]; it must be hashable"),
        ({"publics": (1,)}, r"public \[1, 1\]; it must be hashable, such as a tuple"),
        ({"privates": {}}, r"private \{\}; it must be hashable"),
    ],
)
def test_a_broken_promise_is_told_in_one_line(change, words):
    """What a game may not answer, each in a message that names the game."""
    enumerate_game(Broken())
    with pytest.raises(GameError, match=words) as error:
        enumerate_game(replace(Broken(), **change))
    assert "\n" not in str(error.value)
    assert "broken" in str(error.value)


def test_what_is_no_game_is_told():
    """Any other object, with what it lacks."""
    with pytest.raises(GameError, match="no small game"):
        enumerate_game("A")


def test_too_large_a_game_stops_with_its_counts():
    """A limit, and how far it came."""
    with pytest.raises(GameError, match=r"at least 1,548 histories.*1,000 fit.*information sets"):
        enumerate_game(TradeComm(6, 6), limit=1000)


def test_chances_without_end_are_refused():
    """A deal that never ends: no more is taken of it than fits."""

    class Endless(Broken):
        def deals(self):
            return (((), 0.5**power) for power in count(1))

    with pytest.raises(GameError, match="over 100 states may follow"):
        enumerate_game(Endless(), limit=100)
