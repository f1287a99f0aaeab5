"""`net(FILE)` plays as its network does, whatever was kept, and in search as at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from hanabilab import Game, Games, Rules, make_agent, play_games
from hanabilab.agents import five_rule
from hanabilab.errors import AgentError
from hanabilab.search.evaluate import turns_of

torch = pytest.importorskip("torch")

from hanabilab.game.rows import new_states, new_views  # noqa: E402
from hanabilab.learning import agent as module  # noqa: E402  # after the extra was found
from hanabilab.learning import recalling  # noqa: E402
from hanabilab.learning.agent import NetworkAgent  # noqa: E402
from hanabilab.learning.cards import Card  # noqa: E402
from hanabilab.learning.evaluation import self_play_scores  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network, dueling  # noqa: E402
from hanabilab.learning.weight_files import NETWORKS, weights_bytes  # noqa: E402

pytestmark = [pytest.mark.once]


@pytest.fixture(params=["gru", None])
def weights(request, tmp_path):
    """A file of random weights for three players, whose games last."""
    return _weights(tmp_path, Rules.preset("small", players=3, life_tokens=3), request.param)


def _weights(folder, rules, memory, *, seed=3, hidden=(12, 6), value_based=False, waiting=False):
    torch.manual_seed(seed)
    layers = Channels(*hidden)
    network = Network(rules, Architecture(layers, 1, memory, facts=True, waiting=waiting))
    path = folder / "random.safetensors"
    path.write_bytes(
        weights_bytes(network, Card(rules, network.architecture, value_based=value_based), NETWORKS)
    )
    return str(path)


def test_the_agent_is_the_network(weights):
    """Games of the arena are those of the evaluation in training, deck by deck."""
    _compare_with_evaluation(NetworkAgent(weights), 60)


def test_games_of_a_few_turns_are_scored_one_by_one(tmp_path):
    """Two games of a row may end between two looks; the first one's score counts."""
    rules = Rules.preset("small", players=2, life_tokens=1, bomb="keep")
    _compare_with_evaluation(NetworkAgent(_weights(tmp_path, rules, None)), 200)


def _compare_with_evaluation(agent, games):
    rules = agent.card.rules
    played = play_games(agent, rules, games=games, seed=7).table["score"].to_numpy()
    assert (played == self_play_scores(agent.network, rules, games, seed=7)).all()


@pytest.mark.parametrize("other", [{}, {"first_seat": 1}, {"draw_slot": "vacated"}])
def test_what_is_kept_makes_no_difference(weights, monkeypatch, other):
    """Games in which every memory is computed from the deal are the same.

    Also by rules that a network has not learned, but whose observations it can read.
    """
    agent = NetworkAgent(weights)
    rules = replace(agent.card.rules, **other)
    usual = play_games(agent, rules, games=12, seed=7).table
    monkeypatch.setattr(module, "MOST_KEPT", 0)
    forgetful = play_games(NetworkAgent(weights), rules, games=12, seed=7).table
    assert usual.drop("seconds").equals(forgetful.drop("seconds"))


def test_threads_do_not_disturb_each_other(weights):
    """Chunks that are played at the same time come out as one after the other."""
    agent = NetworkAgent(weights)
    alone = play_games(agent, agent.card.rules, games=64, seed=7, threads=1).table
    for _ in range(5):
        together = play_games(agent, agent.card.rules, games=64, seed=7, threads=8).table
        assert alone.drop("seconds").equals(together.drop("seconds"))


def test_values_of_actions_are_no_policy(tmp_path):
    """Where values were learned, the best legal one is to come, and no action has a chance."""
    weights = _weights(tmp_path, Rules(players=2), "gru", value_based=True)
    agent, game = NetworkAgent(weights), Game(Rules(players=2), seed=2)
    turns = turns_of(game, agent, 0)
    seen = torch.from_numpy(Games(game.rules, 1, seed=2).observe()).float()
    out = agent.network(seen[None], agent.network.first_state(1))
    legal = torch.zeros(1, 1, game.rules.num_actions, dtype=torch.bool)
    legal[0, 0, game.legal_actions()] = True
    best = dueling(out, legal).masked_fill(~legal, -np.inf).max().item()
    found = agent.expected_scores(turns, agent.recall_batch(turns))
    assert found[0] == pytest.approx(max(best, 0), abs=1e-5)
    with pytest.raises(AgentError, match="tells no chances"):
        agent.chances(turns)
    team = NetworkAgent(_weights(tmp_path, Rules(players=2), "gru", value_based=True, waiting=True))
    with pytest.raises(AgentError, match="turns must be 0"):
        team.expected_scores(turns, team.recall_batch(turns))


def test_it_plays_under_its_name(weights):
    """`net(FILE)` is found by the registry, alone and as a blueprint of a search."""
    name = f"net({weights})"
    rules = NetworkAgent(weights).card.rules
    plain = play_games([name, "random", name], rules, games=3, seed=1)
    assert len(plain.table) == 3
    searched = play_games(
        [f"sparta({name}, rollouts=40)", name, name], rules, games=1, seed=1
    ).table
    assert len(searched) == 1


def test_a_path_with_a_space_is_quoted(weights):
    """The name that tables and manifests keep reads back as the same agent."""
    path = Path(weights).parent / "my weights.safetensors"
    Path(weights).rename(path)
    agent = make_agent(f'net("{path}")')
    assert agent.name == f'net("{path}")'
    assert make_agent(agent.name).file == str(path)


def test_other_rules_are_refused(weights):
    """A network that has learned one game says so at another."""
    with pytest.raises(AgentError, match=r"has learned small.*cannot play full"):
        play_games(f"net({weights})", Rules(players=3), games=1)


@pytest.mark.parametrize("memory", ["gru", None])
def test_a_deck_of_other_copies_is_refused(tmp_path, memory):
    """It has as many cards, and vectors of the same size, that mean other things."""
    rules = Rules(suits=2, ranks=3, copies=(2, 1, 1), hand_size=2)
    agent = f"net({_weights(tmp_path, rules, memory)})"
    with pytest.raises(AgentError, match=r"has learned .*copies=211.*cannot play .*copies=121"):
        play_games(agent, replace(rules, copies=(1, 2, 1)), games=1)
    assert len(play_games(agent, replace(rules, bomb="keep"), games=1, seed=1).table) == 1


def test_histories_that_differ_have_other_keys(tmp_path):
    """No two positions of games that differ share a memory."""
    agent = NetworkAgent(_weights(tmp_path, Rules(players=2), "gru"))
    agent.rooms = SimpleNamespace()  # what the arena's one thread keeps is looked at here
    turns = play_games(agent, agent.card.rules, games=200, seed=3, threads=1).table["turns"]
    assert len(agent.room(agent.card.rules).kept) == turns.sum()


def test_a_seat_that_has_not_had_a_turn_has_no_earlier_key():
    """Its history up to its last turn is zero: there is nothing to remember."""
    rules, rows = Rules(players=2), []
    game, table = Game(rules, seed=1), recalling.Table(new_states(rules, 1), new_views(rules, 1))
    for _ in range(3):
        turns = turns_of(game, five_rule, 0)
        keys = np.ones((1, 2, 2), np.uint64)
        waiting = recalling.Waiting(turns.views, turns.known_decks, turns.actions)
        recalling.fill_keys(keys, waiting, table)
        rows.append(keys[0])
        game.act(game.legal_actions()[-1])
    assert [row[0].any() for row in rows] == [False, False, True]
    assert all(row[1].all() for row in rows)
    assert (rows[2][0] == rows[0][1]).all()


def test_slots_that_a_hint_touched_tell_histories_apart(tmp_path):
    """In a small game many seats see the same cards and actions, and other slots touched.

    Where such seats share a memory, some of these games end with another score.
    """
    rules = Rules.preset("small", players=2, life_tokens=3)
    weights = _weights(tmp_path, rules, "gru", hidden=(32,), seed=0)
    _compare_with_evaluation(NetworkAgent(weights), 600)
