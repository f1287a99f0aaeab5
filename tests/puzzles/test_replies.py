"""What the next seat does after an action, counted over worlds, beside the agent itself."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import make_agent
from hanabilab.beliefs import History
from hanabilab.game.rule_tables import PLAY
from hanabilab.notation import replay
from hanabilab.puzzles.replies import FITTED, GIVEN, replies_of
from hanabilab.puzzles.valuing import chosen_by
from hanabilab.search import Sparta
from hanabilab.search.evaluate import turns_of
from tests.puzzles.games import AGENT, source


def _positions():
    """Late positions with hints to give, where hands are few."""
    for number in range(6):
        for game in replay(source(number).record):
            left = game.cards_left
            if left <= 3 and game.state.information_tokens and not game.is_over:
                yield game.copy()


def _counts(game, worlds):
    agent = make_agent(AGENT)
    turns = turns_of(game, agent, 0)
    hands = Sparta(agent, rollouts=0).search(turns, 0).hands
    legal = np.zeros(game.rules.num_actions, np.bool_)
    legal[game.legal_actions()] = True
    return replies_of(History.of(agent, turns, 0), agent, hands, legal, worlds)


@pytest.fixture(scope="module")
def counted():
    found = [(game, _counts(game, 20)) for game in _positions()]
    assert len(found) >= 2
    return found


def test_the_true_reply_is_among_them(counted):
    """In one of the worlds the hand is the true one, and a hint draws no card."""
    agent, hints = make_agent(AGENT), 0
    for game, counts in counted:
        for action in game.legal_actions()[2 * game.rules.hand_size :]:
            after = game.copy()
            after.act(action)
            if not after.is_over:
                hints += 1
                assert counts[action, :, GIVEN].sum() == 20
                assert counts[action, chosen_by(agent, after, 0), GIVEN] > 0
    assert hints


def test_only_plays_fit_and_no_more_than_were_given(counted):
    for game, counts in counted:
        kinds = game.rules.tables.action_kind[: game.rules.num_actions]
        assert (counts[..., FITTED] <= counts[..., GIVEN]).all()
        assert not counts[:, kinds != PLAY, FITTED].any()
        illegal = np.setdiff1d(np.arange(len(counts)), game.legal_actions())
        assert not counts[illegal].any()


def test_a_sure_play_fits(counted):
    """five-rule plays what is proved to fit, so each of its plays does."""
    plays = 0
    for game, counts in counted:
        kinds = game.rules.tables.action_kind[: game.rules.num_actions]
        given, fitted = (counts[:, kinds == PLAY, which].sum() for which in (GIVEN, FITTED))
        plays += given
        assert fitted == given
    assert plays
