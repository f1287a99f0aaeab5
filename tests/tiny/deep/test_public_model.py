"""Public models: the closed form of Trade Comm against its tree, and games of another form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from hanabilab.errors import GameError
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.deep import model_of, trade_model, tree_model
from hanabilab.tiny.games import TradeComm, lever_game, tiny_hanabi
from hanabilab.tiny.games.tiny_hanabi import TINY_HANABI


@pytest.mark.parametrize("letter", TINY_HANABI)
def test_card_games_are_their_payoff_tables(letter):
    """Cards are types, the first action is open, the payoff is the table's."""
    model = model_of(tiny_hanabi(letter))
    table = np.array(TINY_HANABI[letter])  # card, card, first, second
    np.testing.assert_array_equal(model.payoffs[:, :, :, 0], np.moveaxis(table, 2, 0))
    assert (model.seats, model.last_moves[0]) == ((0,), 1)
    assert model.prior.sum() == pytest.approx(1)


@pytest.mark.parametrize("sizes", [(2, 1), (3, 2), (2, 2)])
def test_trade_comm_needs_no_tree(sizes):
    """What is written down at once is what the tree of all histories gives."""
    game = TradeComm(*sizes)
    short, long = trade_model(game), tree_model(enumerate_game(game))
    np.testing.assert_array_equal(short.payoffs, long.payoffs)
    np.testing.assert_allclose(short.prior, long.prior)
    assert (short.seats, short.actions) == (long.seats, long.actions) == ((0, 1), (sizes[1],) * 2)


def test_levers_are_pulled_at_once():
    """A game in which both choose without seeing has no open turn."""
    model = model_of(lever_game(4))
    assert (model.seats, model.last_moves) == ((), (4, 4))
    np.testing.assert_allclose(model.payoffs[0, 0, 0], np.diag([0.9, 1, 1, 1]), rtol=1e-6)


@dataclass(frozen=True)
class _Game:
    """Each seat has a type and acts once; what else happens is asked of it."""

    draws: bool = False  # chance between the turns
    shows: bool = False  # seat 1 sees the type of seat 0 after the first turn
    seats: int = 2
    name: str = "odd"

    def deals(self):
        return [((one, other), 0.25) for one in (0, 1) for other in (0, 1)]

    def turn(self, state):
        return len(state) - 2 if len(state) < 4 else None

    def actions(self, state):
        return [0, 1]

    def act(self, state, action):
        if not self.draws or len(state) == 3:
            return [((*state, action), 1.0)]
        return [((*state, action + 2 * card), 0.5) for card in (0, 1)]

    def public(self, state):
        return tuple(action % 2 for action in state[2:])

    def private(self, state, seat):
        return state[:2] if self.shows and len(state) > 2 else state[seat]

    def payoff(self, state):
        return 1.0


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (_Game(draws=True), "has chance after the deal"),
        (_Game(shows=True), "shows a seat more than its type"),
        (_Game(seats=3), "has 3 seats, not 2"),
    ],
)
def test_games_of_another_form_are_told(game, words):
    """One line says what does not fit."""
    assert tree_model(enumerate_game(_Game())).actions == (2,)
    with pytest.raises(GameError, match=f"{words}.*CAPI is for two seats"):
        model_of(_Three() if game.seats == 3 else game)


class _Three(_Game):
    """A third seat that only watches."""

    def __init__(self):
        super().__init__(seats=3)

    def private(self, state, seat):
        return state[seat % 2]
