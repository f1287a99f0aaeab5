"""Search over networks: the same as when each network is asked game by game, from the deal on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.beliefs import PartnerModel, update_range
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.search import Sparta, evaluate
from hanabilab.search.evaluate import turns_of

torch = pytest.importorskip("torch")

from hanabilab.agents import five_rule, make_agent  # noqa: E402  # after the extra was found
from hanabilab.arena import Lineup, play_games  # noqa: E402
from hanabilab.learning import agent as module  # noqa: E402
from hanabilab.learning.agent import NetworkAgent  # noqa: E402
from hanabilab.learning.cards import Card  # noqa: E402
from hanabilab.learning.guided_agent import policy_of  # noqa: E402
from hanabilab.learning.guided_network import GuidedNetwork  # noqa: E402
from hanabilab.learning.guides import Guided  # noqa: E402
from hanabilab.learning.memory_store import MemoryStore  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.weight_files import NETWORKS, weights_bytes  # noqa: E402
from tests.beliefs.playing import history_of  # noqa: E402
from tests.lanes import slow_after  # noqa: E402

pytestmark = [pytest.mark.once]
RULES = {
    2: Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=4, life_tokens=4),
    3: Rules(players=3, suits=2, ranks=3, hand_size=2, information_tokens=4, life_tokens=4),
}


@pytest.fixture(params=slow_after(1, [(2, None), (2, "gru"), (3, "lstm")]), ids=str)
def agent(request, tmp_path):
    """A network of random weights."""
    players, memory = request.param
    torch.manual_seed(5)
    network = Network(RULES[players], Architecture(Channels(12, 6), 1, memory, facts=True))
    (tmp_path / "net").write_bytes(
        weights_bytes(network, Card(RULES[players], network.architecture), NETWORKS)
    )
    return NetworkAgent(str(tmp_path / "net"))


@dataclass(frozen=True)
class OneByOne:
    """The same network, which remembers nothing from question to question, asked row by row."""

    agent: NetworkAgent
    name: str = "one-by-one"
    memory_size: int = 0
    games_at_once: int = 256

    @property
    def native_observe(self):
        return self.agent.native_observe

    @property
    def players(self):
        return self.agent.players

    def act_batch(self, turns):
        """[G] actions, each of a memory that is computed from the deal."""
        actions = []
        for row in range(len(turns.views)):
            self.agent.room(turns.rules).kept._tables.clear()
            actions.append(self.agent.act_batch(turns.only(row))[0])
        return np.array(actions)


def _positions(agent, every):
    """A game of the agent in all seats, at every so many turns."""
    game, turns = Game(agent.card.rules, seed=11), 0
    while not game.is_over:
        if turns % every == every - 1:
            yield game
        game.act(int(agent.act_batch(turns_of(game, agent, 0))[0]))
        turns += 1


def test_a_search_decides_as_one_that_asks_game_by_game(agent):
    """Same worlds, same scores to the last sum, same ranges, same action."""
    options = {"rollouts": 60, "min_worlds": 3, "confidence": 0.5}
    looked = 0
    for game in _positions(agent, every=3):
        found = evaluate(game, Sparta(agent, **options, max_hands=10_000), seed=9)
        wanted = evaluate(game, Sparta(OneByOne(agent), **options), seed=9)
        assert wanted.tallies.tolist() == found.tallies.tolist()
        assert (wanted.action, wanted.rollouts) == (found.action, found.rollouts)
        assert wanted.hands.packed_hands.tolist() == found.hands.packed_hands.tolist()
        looked += found.rollouts > 0
    assert looked > 1


def test_a_carried_sample_is_of_the_exact_range(agent):
    """Where all follow the network, no hand of the sample is ruled out by what they did."""
    few = PartnerModel(agent, max_hands=8, samples=8, carries_samples=True)
    bases = set()
    for game in _positions(agent, every=1):
        history = history_of(game, agent)
        exact = update_range(history, None, PartnerModel(agent))
        part = update_range(history, None, few)
        if "hints" not in part.basis:
            assert set(part.packed_hands) <= set(exact.packed_hands)
        bases.add(part.basis)
    assert "sampled" in bases


def test_carried_memory_is_what_the_network_would_remember(agent):
    """Recalled or carried, the actions are those of `act_batch`."""
    for game in _positions(agent, every=3):
        turns = turns_of(game, agent, 0)
        before = agent.recall_batch(turns)
        actions, after = agent.act_carrying(turns, before)
        assert agent.act_batch(turns).tolist() == actions.tolist()
        assert after.shape == before.shape == (1, agent.carried_size)
        chances = agent.chances(turns)[0]
        assert chances.sum() == pytest.approx(1)
        assert chances.argmax() == actions[0]


def test_unlikely_actions_are_not_tried(agent):
    """Only likely actions are played out, and none where one alone is likely."""
    for game in _positions(agent, every=6):
        usual = evaluate(game, Sparta(agent, rollouts=200, min_worlds=2))
        chances = agent.chances(turns_of(game, agent, 0))[0]
        bar = float(np.sort(chances)[-2])  # two actions pass
        few = evaluate(game, Sparta(agent, rollouts=200, min_worlds=2, likely=bar))
        assert usual.fallback or few.worlds[chances < bar].sum() == 0
        none = evaluate(game, Sparta(agent, rollouts=200, likely=0.999))
        assert none.fallback in ("one likely action", "one legal action")
        assert none.action == usual.blueprint_action


def test_a_rollout_that_is_not_cut_short_is_a_whole_one(agent):
    """With more turns than a game has, scores are those of whole games; with few, estimates."""
    game = next(_positions(agent, every=4))
    options = {"rollouts": 60, "min_worlds": 3}
    whole = evaluate(game, Sparta(agent, **options), seed=3)
    long = evaluate(game, Sparta(agent, **options, turns=500), seed=3)
    short = evaluate(game, Sparta(agent, **options, turns=1), seed=3)
    assert whole.tallies.tolist() == long.tallies.tolist()
    assert whole.worlds[whole.legal].min() > 0
    assert not np.array_equal(whole.means, short.means)


def test_the_guide_plays_rollouts_on():
    """A network that always follows its guide: cut short or not, the scores are the guide's."""
    guide = Guided("five-rule", RULES[2])
    network = GuidedNetwork(guide.symmetry, (Channels(4, 2),))
    policy = policy_of("untrained", guide, network, 0.0)
    options = {"rollouts": 60, "min_worlds": 3}
    for seed in range(2):
        game = Game(RULES[2], seed=seed)
        whole = evaluate(game, Sparta(policy, **options), seed=3)
        cut = evaluate(game, Sparta(policy, **options, turns=2), seed=3)
        alone = evaluate(game, Sparta(five_rule, **options), seed=3)
        assert whole.tallies.tolist() == cut.tallies.tolist()
        assert whole.blueprint_action == alone.blueprint_action


def test_a_guide_takes_over_after_some_turns():
    """With more turns than a game has, nothing changes; with none left, scores are the guide's."""
    agent = make_agent("guided(guided-2p, threshold=0)")
    options = {"rollouts": 100, "min_worlds": 3, "max_hands": 200}
    game = Game(agent.only_rules, seed=2)
    whole, long, short = (
        evaluate(game, Sparta(agent, **options, turns=turns), seed=3) for turns in (0, 500, 1)
    )
    assert whole.tallies.tolist() == long.tallies.tolist()
    assert not np.array_equal(whole.means, short.means)
    assert agent.substitute.settings == agent.settings
    scores = [
        play_games(lineup, agent.only_rules, games=20, seed=1, threads=1).table["score"].to_list()
        for lineup in (Lineup((agent.substitute,) * 2), Lineup.of("smart"))
    ]
    assert scores[0] == scores[1]


def test_options_of_networks_are_refused_elsewhere():
    """In one line."""
    with pytest.raises(
        AgentError, match="'five-rule' tells no chances; networks that learned a policy, and"
    ):
        Sparta(five_rule, likely=0.1)
    with pytest.raises(AgentError, match="likely is 1; a chance from 0 to below 1"):
        Sparta(five_rule, likely=1)
    with pytest.raises(AgentError, match="max_hands is 0; a whole number from 1"):
        Sparta(five_rule, max_hands=0)
    with pytest.raises(AgentError, match="plays rollouts to their end"):
        Sparta(five_rule, turns=3)
    assert make_agent("sparta(net(gru-2p), likely=0.1, max_hands=50)").partners.samples == 50


def test_a_store_keeps_the_latest():
    """Two tables of four: what was put in last is found, the oldest is not."""
    store, rng = MemoryStore(4, 3), np.random.default_rng(1)
    keys = rng.integers(1, 1 << 63, (11, 2)).astype(np.uint64)
    memory = rng.normal(size=(11, 3)).astype(np.float32)
    for row in range(11):
        store.put(keys[row : row + 1], memory[row : row + 1])
    store.put(keys[10:], memory[10:])  # again: nothing new
    found, known = store.get(keys)
    assert [False] * 4 + [True] * 7 == known.tolist()
    assert (found[4:] == memory[4:]).all()
    assert not found[:4].any()
    assert len(store) == 7


def test_nothing_kept_changes_nothing(agent, monkeypatch):
    """A search whose store holds nothing decides the same."""
    game = next(_positions(agent, every=4))
    options = {"rollouts": 60, "min_worlds": 3, "max_hands": 500}
    usual = evaluate(game, Sparta(agent, **options), seed=3)
    monkeypatch.setattr(module, "MOST_KEPT", 0)
    forgetful = evaluate(game, Sparta(NetworkAgent(agent.file), **options), seed=3)
    assert usual.tallies.tolist() == forgetful.tallies.tolist()


def test_a_network_on_a_guide_believes_what_its_guide_tells():
    """Its memory holds the guide's: both seats may search with beliefs=conventions over it."""
    rules = RULES[2]
    guide = Guided("smart", rules)
    torch.manual_seed(2)
    guided = policy_of("mine", guide, GuidedNetwork(guide.symmetry, (Channels(8, 4),)), 100.0)
    game = Game(rules, seed=4)
    for _ in range(3):
        ours = evaluate(game, Sparta(guided, beliefs="conventions", rollouts=0))
        its = evaluate(game, Sparta(guide.agent, beliefs="conventions", rollouts=0))
        assert "conventions" == ours.basis
        assert its.hands.packed_hands.tolist() == ours.hands.packed_hands.tolist()
        game.act(ours.action)


def test_a_network_without_a_guide_tells_no_cards(agent):
    """What it remembers is not a set of cards."""
    with pytest.raises(AgentError, match="does not say what cards can be"):
        Sparta(agent, beliefs="conventions")
