"""Play-outs of a batched policy that throws dice: all actions meet the same worlds and dice."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents import policy
from hanabilab.game.actions import is_legal
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.randomness import draw_below, seed_rng
from hanabilab.search.batched_race import BatchedBlueprint
from hanabilab.search.batched_rollouts import branch, draw_worlds
from hanabilab.search.searching import make_position, make_workspace
from tests.beliefs.playing import history_of
from tests.search.test_batched import Asked

RULES = Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=4, life_tokens=4)
WORLDS = 12


@policy("dicey")
def dicey(view, memory, rng):
    """Any legal action."""
    while True:
        action = draw_below(rng, view.rules.num_actions)
        if is_legal(view, action):
            return action


def worlds():
    """Worlds of a game with one action."""
    game = Game(RULES, seed=4)
    game.act(game.legal_actions()[0])
    asked = Asked(dicey)
    history = history_of(game, dicey)
    position = make_position(history, None)
    blueprint, rng = BatchedBlueprint(asked, RULES), np.zeros(2, np.uint64)
    seed_rng(rng, 5, 0, 0)
    drawn = blueprint.new_games(WORLDS)
    workspace = make_workspace(RULES, dicey)
    assert draw_worlds(drawn, workspace, position, asked.native_observe, rng)
    drawn.actions[:, :1] = game.actions
    return blueprint, drawn, game.legal_actions()


def test_one_action_twice_scores_the_same_in_every_world():
    """So a difference between actions is theirs, not that of other dice."""
    blueprint, drawn, legal = worlds()
    scores = blueprint.play_out(drawn, np.array([legal[0]] * 3))
    assert scores[0].tolist() == scores[1].tolist() == scores[2].tolist()
    assert len(set(scores[0].tolist())) > 1


def test_actions_meet_the_same_dice():
    """After different actions the seats of a world throw alike."""
    dice = []
    for number in (0, -1):
        blueprint, drawn, legal = worlds()
        assert branch(drawn, legal[number], blueprint.policy.native_observe)
        dice.append(drawn.rngs.tolist())
    assert dice[0] == dice[1]


def test_worlds_have_dice_of_their_own():
    """The same world twice under two seeds is two games; so not all worlds throw alike."""
    _, drawn, _ = worlds()
    assert len(set(drawn.rollout_seeds.tolist())) == WORLDS


def test_seats_have_dice_of_their_own():
    """After an action, before anybody has thrown."""
    blueprint, drawn, legal = worlds()
    assert branch(drawn, legal[0], blueprint.policy.native_observe)
    for row in drawn.rngs:
        assert row[0].tolist() != row[1].tolist()


@pytest.mark.parametrize("lives", [1, 4])
@pytest.mark.parametrize("tokens", [0, 4])
def test_scores_are_those_of_the_games_played_one_by_one(lives, tokens):
    """With the same dice, each world alone comes to what it comes to among others."""
    blueprint, drawn, legal = worlds()
    drawn.states["life_tokens"], drawn.states["information_tokens"] = lives, tokens
    actions = np.array([action for action in legal if RULES.tables.action_kind[action] == 1])
    together = blueprint.play_out(drawn, actions)
    for world in range(WORLDS):
        one = drawn._replace(
            **{
                name: getattr(drawn, name)[world : world + 1].copy()
                for name in ("states", "memory", "rngs", "actions", "rollout_seeds")
            }
        )
        assert together[:, world].tolist() == blueprint.play_out(one, actions)[:, 0].tolist()
