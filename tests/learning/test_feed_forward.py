"""`net(FILE)` without a memory, as kernels: what PyTorch says, and the same games."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from hanabilab import Game, Rules, make_agent, play_games
from hanabilab.agents.asking import ask
from hanabilab.agents.policy import CompiledPolicy, new_memory
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.randomness import seed_rng
from hanabilab.search.evaluate import turns_of

torch = pytest.importorskip("torch", reason="the extra learn is not installed")

from hanabilab.learning import feed_forward_turn  # noqa: E402
from hanabilab.learning.agent import NetworkAgent  # noqa: E402
from hanabilab.learning.cards import Card  # noqa: E402
from hanabilab.learning.evaluation import self_play_scores  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.weight_files import NETWORKS, weights_bytes  # noqa: E402

_TWO = Rules(players=2)
#: Rules and layers: symmetric ones of sizes that no vector divides, a plain one, one without facts.
SETTINGS = [
    (_TWO, Architecture(Channels(33, 17), 2, facts=True)),
    (_TWO, Architecture(Channels(21), 1, facts=True)),
    (Rules.preset("small", players=3, life_tokens=3), Architecture(Channels(5, 3), 3)),
    (Rules(players=5), Architecture(Channels(0, 16), 1, facts=True)),
    (
        Rules.preset("small", players=2, copies=(3, 2, 1, 1, 1)),
        Architecture(Channels(8, 8), 1, facts=True),
    ),
]


def _file(folder, rules, architecture, *, value_based=False, seed=1):
    """A file of random weights."""
    torch.manual_seed(seed)
    network = Network(rules, architecture)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(torch.randn(weight.shape) * 0.05)  # biases are zero otherwise
    path = folder / "random.safetensors"
    card = Card(rules, architecture, value_based=value_based)
    path.write_bytes(weights_bytes(network, card, NETWORKS))
    return str(path)


def _positions(rules, count=30):
    """Games in which random actions were taken, up to as many positions."""
    rng, game, found = np.random.default_rng(2), Game(rules, seed=2), []
    while len(found) < count:
        if game.is_over:
            game = Game(rules, seed=int(rng.integers(1000)))
        found.append(game.copy())
        game.act(int(rng.choice(game.legal_actions())))
    return found


@pytest.mark.parametrize(("rules", "architecture"), SETTINGS, ids=str)
def test_a_turn_is_what_pytorch_makes_of_it(tmp_path, rules, architecture):
    """All numbers, the action, and the chances, on positions of play."""
    file = _file(tmp_path, rules, architecture)
    agent, twin = make_agent(f"net({file})"), NetworkAgent(file)
    assert isinstance(agent, CompiledPolicy)
    memory, rng = new_memory(agent, 1)[0], np.zeros(2, np.uint64)
    seed_rng(rng, 1, 0, 0)
    for game in _positions(rules):
        legal = np.zeros(rules.num_actions, np.bool_)
        legal[game.legal_actions()] = True
        turns = turns_of(game, twin, 0)
        with torch.no_grad():
            seen = torch.from_numpy(twin._observe(turns)).float()
            told = twin.network.act(seen, twin.network.first_state(1))[0][0].numpy()
        worth = np.zeros(rules.num_actions, np.float32)
        assert feed_forward_turn.think(worth, game.view(), memory)
        assert worth[legal] == pytest.approx(told[legal], abs=1e-4)
        assert np.isneginf(worth[~legal]).all()
        assert ask(agent, game.view(), memory, rng) == twin.act_batch(turns)[0]
        found = agent.chances(turns_of(game, agent, 0))
        assert found == pytest.approx(twin.chances(turns), abs=1e-5)
        assert found.sum() == pytest.approx(1)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "architecture"), SETTINGS[:3], ids=str)
def test_it_plays_the_games_of_its_evaluation(tmp_path, rules, architecture):
    """Deck by deck as training scores it."""
    file = _file(tmp_path, rules, architecture)
    played = play_games(f"net({file})", rules, games=100, seed=7).table["score"].to_numpy()
    assert (played == self_play_scores(NetworkAgent(file).network, rules, 100, seed=7)).all()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "players"),
    [("obl-1-2p", 2), ("obl-1-2p-other", 2), ("obl-1-3p", 3), ("obl-1-4p", 4), ("obl-1-5p", 5)],
)
def test_shipped_networks_play_as_pytorch_does(name, players):
    """Every action of 40 games."""
    tables = [
        play_games(agent, Rules(players=players), games=40, seed=5).table.drop("seconds")
        for agent in (f"net({name})", NetworkAgent(name))
    ]
    columns = [column for column in tables[0].columns if column in tables[1].columns]
    assert tables[0].select(columns).equals(tables[1].select(columns))


def test_games_of_other_sizes_are_refused(tmp_path):
    """By name in one line; in a kernel, which would read past its arrays, by no action."""
    agent = make_agent(f"net({_file(tmp_path, *SETTINGS[0])})")
    rng = np.zeros(2, np.uint64)
    others = (
        Rules(players=2, hand_size=4),
        Rules(players=3),
        Rules(players=2, suits=4),
        Rules(players=2, copies=(2, 3, 2, 2, 1)),
    )
    for other in others:
        assert ask(agent, Game(other, seed=1).view(), new_memory(agent, 1)[0], rng) == NO_ACTION
    with pytest.raises(AgentError, match=r"has learned full.*cannot play full.*hand_size=4"):
        play_games(agent, Rules(players=2, hand_size=4), games=1)
    kept = play_games(agent, replace(_TWO, bomb="keep", first_seat=1), games=2, seed=1)
    assert len(kept.table) == 2


def test_networks_of_other_kinds_are_asked_in_batches(tmp_path):
    """Those that remember, and those with channels of pairs."""
    for architecture in (
        Architecture(Channels(8, 4), 1, "gru"),
        Architecture(Channels(8, 4, 2), 1),
    ):
        made = make_agent(f"net({_file(tmp_path, _TWO, architecture)})")
        assert isinstance(made, NetworkAgent)


def test_it_goes_to_other_processes_by_its_name(tmp_path):
    """Its memory is a handle, which means nothing there."""
    agent = make_agent(f"net({_file(tmp_path, *SETTINGS[0])})")
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert again.settings != agent.settings


def test_values_of_actions_are_no_chances(tmp_path):
    """They are refused where chances are asked for."""
    agent = make_agent(f"net({_file(tmp_path, *SETTINGS[0], value_based=True)})")
    with pytest.raises(AgentError, match="tells no chances"):
        agent.chances(turns_of(Game(_TWO, seed=2), agent, 0))
    with pytest.raises(AgentError, match="tells no chances"):
        make_agent(f"sparta({agent.name}, likely=0.1)")


@pytest.mark.compiled
def test_a_search_may_be_cut_short(tmp_path):
    """Rollouts of a few turns end with what the network expects, which PyTorch tells."""
    name = f"net({_file(tmp_path, *SETTINGS[0])})"
    search = make_agent(f"sparta({name}, rollouts=900, beliefs=hints, turns=3)")
    assert search.name == f"sparta({name}, rollouts=900, beliefs=hints, turns=3)"
    assert isinstance(search.blueprint, NetworkAgent)
    table = play_games([search, name], _TWO, games=1, seed=3).table
    assert table["rollouts"][0] > 0


@pytest.mark.compiled
def test_a_search_may_try_likely_actions_alone(tmp_path):
    """By the network's chances."""
    agent, game = make_agent(f"net({_file(tmp_path, *SETTINGS[0])})"), Game(_TWO, seed=3)
    turns = turns_of(game, agent, 0)
    chances = agent.chances(turns)[0]
    likely = float(np.sort(chances)[-4])
    search = make_agent(f"sparta({agent.name}, rollouts=900, beliefs=hints, likely={likely})")
    tried = search.search(turns, 0).tallies[:, 0] > 0  # worlds
    assert tried.tolist() == (chances >= likely).tolist()
    assert 4 == tried.sum() < len(game.legal_actions())


@pytest.mark.compiled  # NumPy warns of numbers that are too large
def test_huge_weights_come_to_chances(tmp_path):
    """Nothing that is no number comes of what is too large for one."""
    torch.manual_seed(1)
    network = Network(*SETTINGS[0])
    with torch.no_grad():
        for weight in network.parameters():
            weight.copy_(torch.randn(weight.shape).sign() * 3e38)
    path = tmp_path / "huge.safetensors"
    path.write_bytes(weights_bytes(network, Card(*SETTINGS[0]), NETWORKS))
    agent = make_agent(f"net({path})")
    for game in _positions(_TWO, 10):
        chances = agent.chances(turns_of(game, agent, 0))[0]
        assert chances.sum() == pytest.approx(1)
        assert not np.delete(chances, game.legal_actions()).any()
    assert len(play_games(agent, _TWO, games=3, seed=1).table) == 3
