"""`random`: nothing but legal actions, every one as likely."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.agents import make_agent
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.randomness import seed_rng
from tests.agents.samples import decide
from tests.chances import FALSE_ALARM_RATE, chance_of
from tests.strategies import examples, games
from tests.tables import play_all, stacked

RANDOM = make_agent("random")


@examples(100, plain=30)
@given(games(running=True), st.integers(0, 2**32))
def test_only_legal_actions_are_taken(game, seed):
    """Whatever the rules and the position."""
    legal = [format_action(game.rules, action) for action in game.legal_actions()]
    assert decide(RANDOM, game.rules, game.state, seed) in legal


@kernel
def draw_many(actions, view, memory, rng, act):
    """Fill `actions` with what an agent does in one position, again and again."""
    for index in range(len(actions)):
        actions[index] = act(view, memory, rng)


@pytest.mark.parametrize(
    ("start", "players", "actions", "legal"),
    [
        # Ten plays and discards less five at full tokens, and the hints that touch something.
        ("R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5", 2, "", 5 + 1 + 5),
        ("R1 R2 R3 R4 R5 Y1 G2 W3 B4 B5", 2, "hint 1 yellow", 10 + 1 + 5),
        ("R1 R2 R3 R4 R5 Y1 G2 W3 B4 B5 R1 R1 Y1 Y1 Y2", 3, "play 0", 5 + 4 + 5),
    ],
)
def test_every_legal_action_is_as_likely(start, players, actions, legal):
    """Chi-square over all legal actions; n = 200,000 draws (2,000 with JIT off), seed 7.

    A fair agent would fail one seed in a million.
    """
    game = stacked(start, Rules(players=players))
    if actions:
        play_all(game, actions)
    assert legal == len(game.legal_actions())
    chosen = np.zeros(200_000 if JIT_ENABLED else 2_000, np.int64)
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, 7, 0, 0)
    draw_many(chosen, game.view(), np.zeros(0, np.int64), rng, RANDOM.native_act)
    counts = np.bincount(chosen, minlength=game.rules.num_actions)
    assert game.legal_actions() == np.flatnonzero(counts).tolist()
    assert chance_of(counts[game.legal_actions()], [1] * legal) > FALSE_ALARM_RATE
