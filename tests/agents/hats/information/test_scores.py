"""How well `information` plays: on the decks of hanabi.rs, and in mixed company."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab._jit import borrow, kernel
from hanabilab.agents import five_rule, random_agent
from hanabilab.agents.hats.information import information
from hanabilab.agents.policy import new_memory
from hanabilab.arena import Lineup, play_games
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.game.view import look
from tests.agents.hats.information.published_decks import chacha_words, published_decks

SEEDS = range(20_000)


@kernel
def play_decks(points, lives, decks, state, view, memory, opening, rng, act, observe):
    """Fill points and lives [G] at the end of self-play on `decks` [G, 50]."""
    memory = borrow(memory)
    for game in range(len(points)):
        state.deck[:50] = decks[game]
        deal(state)
        memory[:] = opening
        look(view, state, 0)
        observe(view, memory)
        while state.status == RUNNING:
            look(view, state, state.current_seat)
            apply_action(state, act(view, memory, rng))
            look(view, state, state.last_seat)
            observe(view, memory)
        points[game], lives[game] = state.points, state.life_tokens


def test_the_stream_is_chacha():
    """The first words of an all-zero key, nonce and counter: RFC 8439, appendix A.1, vector 1."""
    expected = bytes.fromhex("76b8e0ada0f13d90405d6ae55386bd28")
    assert expected == chacha_words([0], 0)[0, :4].astype("<u4").tobytes()


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("players", "published", "perfect"),
    [(2, 22.5217, 12.55), (3, 24.7946, 84.48), (4, 24.9356, 95.05), (5, 24.9223, 94.04)],
)
def test_it_scores_as_published(players, published, perfect):
    """On hanabi.rs's own decks; no game is lost. Source: README of hanabi.rs, seeds 0 to 19,999.

    What may differ are ties among hints of one code, and chances that hanabi.rs rounds to 32 bits.
    """
    rules = Rules(players=players)
    points, lives = np.zeros((2, len(SEEDS)), np.int64)
    opening, rng = new_memory(information, 1)[0], np.zeros(2, np.uint64)
    play_decks(
        points,
        lives,
        published_decks(SEEDS),
        new_states(rules, 1)[0],
        new_views(rules, 1)[0],
        opening.copy(),
        opening,
        rng,
        information.native_act,
        information.native_observe,
    )
    assert lives.min() > 0
    assert published == pytest.approx(points.mean(), abs=0.001)
    assert perfect == pytest.approx(100 * (points == 25).mean(), abs=0.1)


@pytest.mark.compiled
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("partner", [random_agent, five_rule], ids=lambda agent: agent.name)
@pytest.mark.late_but(3)
def test_it_acts_legally_in_mixed_company(players, partner):
    """In 1,000 games among agents that know nothing of its conventions; the arena checks."""
    agents = [information if seat % 2 else partner for seat in range(players)]
    results = play_games(Lineup(tuple(agents)), Rules(players=players), games=1000, seed=2)
    assert 1000 == len(results.table)
