"""Search over a batched blueprint: the same as over a compiled one, and over a small network."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, smart
from hanabilab.agents.policy import CompiledPolicy, Turns
from hanabilab.arena import Lineup, play_games
from hanabilab.beliefs import PartnerModel, update_range
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.encoding import encode
from hanabilab.game.games import Game
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.search import Sparta, evaluate
from tests.agents.samples import mindful
from tests.beliefs.playing import history_of, own_turns, true_hand, weights_of
from tests.naive.ranges import naive_range

TWO = Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=4, life_tokens=4)
THREE = Rules(players=3, suits=3, ranks=3, hand_size=2, draw_slot="vacated", first_seat=1)
#: No action leaves the race, so rounds of many worlds come to what single worlds do.
ALL_WORLDS = {"rollouts": 90, "min_worlds": 8, "sigmas": 1e6}


@dataclass(frozen=True)
class Asked:
    """A compiled policy that is asked from Python, for many games at once."""

    policy: CompiledPolicy
    games_at_once: int = 7
    asked: list[int] = field(default_factory=list, compare=False)

    @property
    def name(self) -> str:
        return f"asked-{self.policy.name}"

    @property
    def memory_size(self) -> int:
        return self.policy.memory_size

    @property
    def settings(self) -> tuple[int, ...]:
        return self.policy.settings

    @property
    def native_observe(self):
        return self.policy.native_observe

    @property
    def players(self) -> range:
        return self.policy.players

    def act_batch(self, turns: Turns):
        """[G] what the policy does."""
        self.asked.append(len(turns.views))
        rows = zip(turns.views, turns.memory, turns.rngs, strict=True)
        return np.array([self.policy.native_act(*row) for row in rows], np.int64)


@dataclass(frozen=True)
class RandomNetwork:
    """One hidden layer of random weights over the observation, greedy among legal actions."""

    rules: Rules
    seed: int = 0
    games_at_once: int = 256
    memory_size: int = 0
    name: str = "random-network"

    def __post_init__(self) -> None:
        rng, size = np.random.default_rng(self.seed), layout_of(self.rules).size
        hidden = rng.normal(size=(size, 24)) / np.sqrt(size)
        object.__setattr__(self, "weights", (hidden, rng.normal(size=(24, self.rules.num_actions))))

    @property
    def native_observe(self):
        return five_rule.native_observe  # does nothing

    @property
    def players(self) -> range:
        return range(self.rules.players, self.rules.players + 1)

    def act_batch(self, turns: Turns):
        """[G] the legal action with the highest logit."""
        count = len(turns.views)
        vectors = np.zeros((count, layout_of(self.rules).size), np.float32)
        legal = np.zeros((count, self.rules.num_actions), np.bool_)
        for vector, mask, view in zip(vectors, legal, turns.views, strict=True):
            encode(vector, view, layout_of(self.rules).row)
            fill_legal(mask, view)
        hidden, output = self.weights
        logits = np.tanh(vectors @ hidden) @ output
        return np.where(legal, logits, -np.inf).argmax(axis=1)


@pytest.mark.parametrize("rules", [TWO, THREE], ids=["2", "3"])
@pytest.mark.parametrize("agent", [five_rule, mindful, smart], ids=lambda agent: agent.name)
def test_a_range_is_the_same_whoever_is_asked(agent, rules):
    """Batched or compiled, also where memory depends on the hand, and where the seat deviates."""
    asked = Asked(agent)
    for game in own_turns(rules, agent, 0, seed=3, deviates=0.2):
        history = history_of(game, asked)
        found = update_range(history, None, PartnerModel(asked))
        wanted = update_range(history_of(game, agent), None, PartnerModel(agent))
        assert wanted.packed_hands.tolist() == found.packed_hands.tolist()
        assert "exact" == found.basis


def test_partners_who_may_err_make_hands_less_likely():
    """With an error, likelihoods are those under the compiled policy."""
    asked = Asked(five_rule)
    for game in own_turns(TWO, five_rule, 1, seed=5):
        found = update_range(history_of(game, asked), None, PartnerModel(asked, error=0.1))
        wanted = update_range(history_of(game, five_rule), None, PartnerModel(five_rule, error=0.1))
        assert np.allclose(wanted.likelihood, found.likelihood, rtol=1e-6, atol=0)


def test_a_large_range_is_asked_for_in_parts(monkeypatch):
    """No call is for more hands than wanted, and none is left out."""
    monkeypatch.setattr("hanabilab.beliefs.batched_partners._AT_ONCE", 5)
    asked = Asked(five_rule)
    game = next(islice(own_turns(TWO, five_rule, 1, seed=1), 2, None))
    hands = update_range(history_of(game, asked), None, PartnerModel(asked))
    assert naive_range(game, five_rule) == weights_of(hands, history_of(game, five_rule))
    assert 5 == max(asked.asked)


@pytest.mark.parametrize(
    ("agent", "rules"),
    [
        pytest.param(five_rule, TWO, id="five-rule-2"),
        pytest.param(mindful, TWO, id="mindful-2", marks=pytest.mark.compiled),
        pytest.param(smart, TWO, id="smart-2", marks=pytest.mark.compiled),
        pytest.param(mindful, THREE, id="mindful-3", marks=pytest.mark.compiled),
        pytest.param(smart, THREE, id="smart-3", marks=pytest.mark.compiled),
    ],
)
def test_a_race_is_the_same_whoever_plays_out(agent, rules):
    """Same worlds, same dice, same scores, to the last sum."""
    for game in islice(own_turns(rules, agent, 0, seed=4), 3):
        found = evaluate(game, Sparta(Asked(agent), **ALL_WORLDS), seed=9)
        wanted = evaluate(game, Sparta(agent, **ALL_WORLDS), seed=9)
        assert wanted.tallies.tolist() == found.tallies.tolist()
        assert (wanted.action, wanted.rollouts) == (found.action, found.rollouts)


@pytest.mark.compiled
def test_losers_leave_after_a_round():
    """Bad actions are played out in fewer worlds than good ones; the budget is kept."""
    game = next(own_turns(TWO, five_rule, 0, seed=4))
    found = evaluate(game, Sparta(Asked(five_rule), rollouts=2000, min_worlds=10))
    worlds = found.worlds[found.legal]
    assert 10 <= worlds.min() < worlds.max()
    assert found.rollouts == worlds.sum() <= 2000


def _scores(first, network: RandomNetwork, games: int):
    lineup = Lineup((first, network))
    return play_games(lineup, network.rules, games=games, seed=2, threads=1).table["score"]


@pytest.mark.slow
def test_search_improves_a_random_network():
    """A network that knows nothing gains by search, without any change to the network.

    The seat that searches scores more on the same decks: 6 games compiled, seed 2.
    """
    network = RandomNetwork(Rules.preset("small", bomb="keep", life_tokens=3))
    games = 6 if JIT_ENABLED else 1
    alone = _scores(network, network, games)
    search = Sparta(network, rollouts=200 if JIT_ENABLED else 24, min_worlds=2)
    searching = _scores(search, network, games)
    assert searching.sum() > alone.sum() if JIT_ENABLED else len(searching) == 1


def test_a_network_is_believed_exactly():
    """The true hand is in every range, with partners who are networks."""
    network = RandomNetwork(TWO, seed=3)
    game = Game(TWO, seed=6)
    while not game.is_over:
        history = history_of(game, network)
        hands = update_range(history, None, PartnerModel(network))
        assert "exact" == hands.basis
        assert true_hand(game) in weights_of(hands, history)
        search = Sparta(network, rollouts=0)
        game.act(evaluate(game, search).blueprint_action)


@pytest.mark.parametrize("wrong", [-1, 10_000])
def test_an_illegal_blueprint_is_told(wrong):
    """One line, whether it is illegal at once or in a rollout."""

    class Wrong(Asked):
        def act_batch(self, turns: Turns):
            right = super().act_batch(turns)
            return np.where(turns.views["turn"] > 0, wrong, right)

    with pytest.raises(AgentError, match="acts illegally"):
        evaluate(Game(TWO, seed=1), Sparta(Wrong(five_rule), rollouts=200, min_worlds=2))
