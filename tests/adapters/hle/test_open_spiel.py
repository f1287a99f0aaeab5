"""OpenSpiel's build of HLE as a second witness without a compiler: the same texts and bits."""

from __future__ import annotations

import random

import pytest

from hanabilab.adapters.hle import pyhanabi

pytestmark = pytest.mark.once
pyspiel = pytest.importorskip("pyspiel")

SETTINGS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 2, "observation_type": 0},
    {"players": 3, "observation_type": 2},
    {"players": 2, "colors": 2, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1},
    {"players": 3, "colors": 3, "ranks": 4, "hand_size": 3},
]
_TYPES = ("minimal", "card_knowledge", "seer")


def _their_game(config):
    """The game of OpenSpiel; it takes texts for types of observation."""
    given = config | {"observation_type": _TYPES[config.get("observation_type", 1)]}
    return pyspiel.load_game("hanabi", given)


def _compare(state, encoder, theirs):
    """All that both tell of one moment."""
    assert str(state) == str(theirs)
    assert state.is_terminal() == theirs.is_terminal()
    assert theirs.returns() == [state.score()] * state.num_players()
    for player in range(state.num_players()):
        seen = state.observation(player)
        assert str(seen) == theirs.observation_string(player)
        assert encoder.encode(seen) == theirs.observation_tensor(player)


def compare_games(config, games, seed):
    """Random games; every card that we deal is dealt there, and every move made there.

    Returns how many moments were compared.
    """
    moments = 0
    rng, game = random.Random(seed), pyhanabi.HanabiGame(config | {"seed": seed})
    encoder, their_game = pyhanabi.ObservationEncoder(game), _their_game(config)
    for _ in range(games):
        state, theirs = game.new_initial_state(), their_game.new_initial_state()
        while not state.is_terminal():
            if state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
                assert theirs.is_chance_node()
                state.deal_random_card()
                card = state.move_history()[-1].move()
                theirs.apply_action(card.color() * game.num_ranks() + card.rank())
                continue
            ids = [game.get_move_uid(move) for move in state.legal_moves()]
            assert theirs.current_player() == state.cur_player()
            assert theirs.legal_actions() == ids
            _compare(state, encoder, theirs)
            moments += 1
            action = _choose(rng, state, ids, game)
            state.apply_move(game.get_move(action))
            theirs.apply_action(action)
        _compare(state, encoder, theirs)
    return moments + games


def _choose(rng, state, ids, game):
    """Mostly a card that scores, or no play at all, so that games come to all their ends."""
    hand = state.player_hands()[state.cur_player()]
    size = game.hand_size()
    plays = [action for action in ids if size <= action < 2 * size]
    good = [a for a in plays if _scores(state, hand[a - size])]
    if rng.random() < 0.1:
        return rng.choice(ids)
    return rng.choice(good or [a for a in ids if a not in plays] or ids)


def _scores(state, card):
    return state.card_playable_on_fireworks(card.color(), card.rank())


@pytest.mark.parametrize("config", SETTINGS, ids=str)
def test_games_are_equal(config):
    """Texts, vectors, legal moves, turns and scores, move by move."""
    assert compare_games(config, 3, seed=1) > 30


@pytest.mark.slow
@pytest.mark.parametrize("config", SETTINGS[:4], ids=str)
def test_hundreds_of_games_are_equal(config):
    """100 games in each of four settings; `python -m tests.adapters.hle openspiel` plays 1,000."""
    assert compare_games(config, 100, seed=2) > 1000
