"""The shape of JaxMARL's environment: its own beside ours, and ours by the engine."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.adapters.jaxmarl import HanabiEnv
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game.cards import NO_CARD
from hanabilab.game.games import Game, Games
from tests.adapters.jaxmarl.against import compare

pytestmark = pytest.mark.compiled

SMALL = "small(players=3)"


@pytest.mark.parametrize("players", [2, 3])
def test_jaxmarl_shows_and_allows_the_same(players):
    """Observations, legal moves, rewards and ends of whole random games."""
    pytest.importorskip("jaxmarl")
    assert compare(players, 50) > 500


def chosen(env, state, random):
    """A random legal action for each agent."""
    legal = env.get_legal_moves(state)
    return {
        agent: np.where(moves, random.random(moves.shape), -1).argmax(axis=1)
        for agent, moves in legal.items()
    }


def test_observations_are_hles_with_chances_of_cards():
    """Of 8 games, each beside one of the engine; chances by counting cards one by one."""
    env, random = HanabiEnv(8, SMALL), np.random.default_rng(1)
    seen, state = env.reset(5)
    twins = [Game(env.rules, seed=5, index=row) for row in range(8)]
    where = Games(env.rules, 1).layout.sections["possible"].indices()
    others = np.setdiff1d(np.arange(env.obs_size), where)
    for _ in range(40):
        for row, twin in enumerate(twins):
            for seat, agent in enumerate(env.agents):
                plain, told = twin.observation(seat), seen[agent][row]
                assert (told[others] == plain[others]).all()
                assert told[where] == pytest.approx(chances(twin, plain[where]), abs=1e-6)
        actions = chosen(env, state, random)
        points = [twin.score for twin in twins]
        for row, twin in enumerate(twins):
            if not twin.is_over:
                twin.act(int(actions[env.agents[twin.current_seat]][row]))
        seen, state, rewards, dones, _ = env.step_env(state, actions)
        for row, twin in enumerate(twins):
            assert rewards["__all__"][row] == twin.score - points[row]
            assert dones["agent_0"][row] == twin.is_over
    assert any(twin.is_over for twin in twins)


def chances(game, possible):
    """[seat, slot, suit, rank] by the cards that are neither played nor discarded."""
    left = np.array(game.rules.card_copies)
    left -= game.state.discards[: len(left)]
    for suit, height in enumerate(game.state.fireworks[: game.rules.suits]):
        for rank in range(height):
            left[suit * game.rules.ranks + rank] -= 1
    weights = possible * left.reshape(game.rules.suits, game.rules.ranks)
    total = weights.sum(axis=(2, 3), keepdims=True)
    return weights / np.where(total == 0, 1, total)


def test_who_is_not_to_act_may_only_do_nothing():
    env = HanabiEnv(4, SMALL)
    _, state = env.reset(1)
    legal = env.get_legal_moves(state)
    assert legal["agent_0"][:, -1].tolist() == [0] * 4
    assert legal["agent_1"].sum(axis=1).tolist() == [1] * 4
    assert legal["agent_1"][:, -1].tolist() == [1] * 4
    assert env.num_moves == env.rules.num_actions + 1 == legal["agent_2"].shape[1]


def test_states_stay_as_they_were():
    """So a state can be stepped twice, and search can come back to it."""
    env, random = HanabiEnv(4, SMALL), np.random.default_rng(2)
    seen, state = env.reset(1)
    actions = chosen(env, state, random)
    kept = state.states.tobytes()
    first, again = env.step(2, state, actions), env.step(2, state, actions)
    assert state.states.tobytes() == kept
    assert first[1].states.tobytes() == again[1].states.tobytes() != kept
    assert (seen["agent_0"] == env.get_obs(state)["agent_0"]).all()


def test_a_game_that_ends_is_followed_by_the_next_of_the_step():
    env, random = HanabiEnv(6, SMALL), np.random.default_rng(3)
    _, state = env.reset(1)
    ended = 0
    for step in range(100):
        seen, state, rewards, dones, _ = env.step(100 + step, state, chosen(env, state, random))
        for row in np.flatnonzero(dones["__all__"]):
            fresh = Game(env.rules, seed=100 + step, index=int(row))
            assert (
                Games(env.rules, 1, seed=100 + step, first=int(row)).states[0] == state.states[row]
            )
            assert state.states[row]["hands"][0, 0] == fresh.state.hands[0, 0] != NO_CARD
            ended += 1
        assert not (seen["agent_0"] == 0).all()
        assert rewards.keys() == dones.keys() == {*env.agents, "__all__"}
    assert ended > 6


def test_decks_can_be_given():
    rules = Rules(players=2)
    decks = Games(rules, 3, seed=9).states["deck"][:, : rules.deck_size]
    env = HanabiEnv(3)
    seen, _ = env.reset_from_deck_of_pairs(np.stack([decks // 5, decks % 5], axis=-1))
    dealt, _ = env.reset(9)
    assert all((seen[agent] == dealt[agent]).all() for agent in env.agents)


def test_what_is_wrong_is_told_in_a_line():
    env = HanabiEnv(2, SMALL)
    _, state = env.reset(1)
    with pytest.raises(IllegalActionError, match="agent_1 gives no action"):
        env.step(1, state, {"agent_0": [0, 0]})
    with pytest.raises(IllegalActionError, match=r"shape \(1,\); needed is \(2,\)"):
        env.step(1, state, {key: [0] for key in env.agents})
    uneven = {key: [0, 0] for key in env.agents} | {"agent_1": [0]}
    with pytest.raises(IllegalActionError, match=r"shape \(1,\); needed is \(2,\)"):
        env.step(1, state, uneven)
    with pytest.raises(IllegalActionError, match="illegal"):
        env.step(1, state, {key: [99, 99] for key in env.agents})
    with pytest.raises(RulesError, match="num_agents is 2, but the rules are for 3"):
        HanabiEnv(2, SMALL, num_agents=2)
    for count in (0, -1, 2.5, "2", None, True):
        with pytest.raises(RulesError, match=f"num_envs is '?{count}'?; .* needed"):
            HanabiEnv(count)
    with pytest.raises(RulesError, match="no knowledge"):
        HanabiEnv(2, "full-minimal(players=2)")
    with pytest.raises(RulesError, match="decks have shape"):
        env.reset_from_deck_of_pairs(np.zeros((2, 3, 2), int))
    with pytest.raises(RulesError, match="seed"):
        env.step(
            -1,
            state,
            {agent: moves.argmax(axis=1) for agent, moves in env.get_legal_moves(state).items()},
        )
