"""Learned beliefs: chances sum to one, draws follow them, and what is there to learn is learned."""

from __future__ import annotations

import pickle
from itertools import product

import numpy as np
import polars as pl
import pytest

from hanabilab import Game, Rules, make_agent, play_games
from hanabilab.agents.random_agent import random_agent
from hanabilab.beliefs import History, PartnerModel, unseen_counts, update_range
from hanabilab.beliefs.chances import probabilities_of, unpack_hands
from hanabilab.beliefs.range_update import hints_alone
from hanabilab.errors import HanabiError, LearningError
from hanabilab.search import Sparta, evaluate
from hanabilab.search.evaluate import turns_of

torch = pytest.importorskip("torch")

from hanabilab.learning.cards import Card  # noqa: E402
from hanabilab.learning.evaluation import EVALUATION_SEED  # noqa: E402  # after the extra was found
from hanabilab.learning.networks import (  # noqa: E402
    Architecture,
    Channels,
    HandBelief,
    Known,
    Network,
)
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.weight_files import NETWORKS, load_weights, weights_bytes  # noqa: E402
from studies.learned_beliefs import compared  # noqa: E402

pytestmark = [pytest.mark.once]

SMALL = Rules(players=2, suits=2, ranks=2, hand_size=3)


def random_belief(hidden: Channels, seed: int = 0) -> HandBelief:
    torch.manual_seed(seed)
    network = HandBelief(SMALL, Architecture(hidden))
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.5)
    return network.requires_grad_(False)


def position(empty: int | None = None) -> Known:
    """Cards 0 to 3, copies 3, 2, 1 and 3; the second slot is hinted, one may be empty."""
    possible = torch.ones(1, 3, 4, dtype=torch.bool)
    possible[0, 1] = torch.tensor([True, False, True, False])
    if empty is not None:
        possible[0, empty] = False
    return Known(possible, torch.tensor([[3.0, 2.0, 1.0, 3.0]]))


@pytest.mark.parametrize("hidden", [Channels(8), Channels(4, 3)])
@pytest.mark.parametrize("empty", [None, 2])
def test_chances_of_all_hands_sum_to_one(hidden, empty):
    """Where every hand can be finished, and impossible ones have none."""
    network, known = random_belief(hidden), position(empty)
    slots = [range(4) if slot != empty else [-1] for slot in range(3)]
    hands = torch.tensor(list(product(*slots)))
    chances = network.log_chances(torch.randn(1, hidden.count_neurons(2)), known, hands[None])[0]
    chances = chances.sum(-1).exp().numpy()
    allowed = np.array([h[1] in (0, 2) and (h == 2).sum() <= 1 for h in hands.numpy()])
    assert chances[~allowed].max() == 0
    assert chances[allowed].min() > 0
    assert chances.sum() == pytest.approx(1, abs=1e-5)


def test_without_a_network_hints_and_counts_decide():
    """Slot after slot by the copies that are left."""
    known = position()
    hands = torch.tensor([[[0, 0, 0], [1, 2, 3], [2, 2, 0]]])
    found = random_belief(Channels(4)).log_chances(None, known, hands)[0].exp().numpy()
    assert found[0] == pytest.approx([3 / 9, 2 / 3, 1 / 7])
    assert found[1] == pytest.approx([2 / 9, 1 / 4, 3 / 7])
    assert found[2, 1] == 0


def test_draws_follow_the_chances():
    network, known = random_belief(Channels(4, 3)), position()
    remembered = torch.randn(1, Channels(4, 3).count_neurons(2))
    drawn = network.draw(remembered, known, 40_000, torch.Generator().manual_seed(1))[0]
    hands, times = np.unique(drawn.numpy(), axis=0, return_counts=True)
    chances = network.log_chances(remembered, known, torch.from_numpy(hands)[None])[0]
    expected = chances.sum(-1).exp().numpy()
    error = 5 * np.sqrt(expected * (1 - expected) / 40_000) + 1e-4
    assert (np.abs(times / 40_000 - expected) < error).all()
    assert expected.sum() == pytest.approx(1, abs=0.01)


# --- In training, and as an agent ----------------------------------------------------------------

LITTLE = {
    "algorithm": "belief", "rules": "small(life_tokens=3)", "agent": "smart", "memory": "none",
    "fixed": 16, "colors": 8, "num_envs": 64, "minibatch_size": 16, "num_steps": 16,
    "learning_rate": 0.01,
    "evaluate_games": 60,
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Random weights of a player of small games, and a belief that has learned a little of it."""
    folder, rules = tmp_path_factory.mktemp("belief"), Rules.preset("small", life_tokens=3)
    torch.manual_seed(3)
    network = Network(rules, Architecture(Channels(12, 6), 1, "gru", facts=True))
    player = folder / "player.safetensors"
    player.write_bytes(weights_bytes(network, Card(rules, network.architecture), NETWORKS))
    plan = TrainingPlan.of(LITTLE | {"agent": f'net("{player}")', "memory": "gru"})
    learner = plan.begin()
    learner.update()
    belief = folder / "belief.safetensors"
    belief.write_bytes(learner.weights({}))
    return player, belief, learner


@pytest.fixture
def believing(files):
    player, belief, _ = files
    return make_agent(f'net("{player}", belief="{belief}")')


def test_it_learns_what_choices_tell():
    """After some updates it knows more of hands than hints and counts say."""
    learner = TrainingPlan.of(LITTLE).begin()
    before = learner.evaluate(60)
    assert before["nats"] == pytest.approx(before["nats_of_hints"], abs=1e-5)
    for _ in range(40):
        learner.update()
    after = learner.evaluate(60)
    assert after["nats"] < before["nats"] - 0.05
    assert after["nats_of_hints"] == before["nats_of_hints"]


def test_the_agent_believes_as_it_was_evaluated(files, believing):
    """Turn by turn, from the deal, over the whole of some games: the mean nats of training."""
    nats = []
    for index in range(5):
        game = Game(believing.card.rules, seed=EVALUATION_SEED, index=index)
        of_game = []
        while not game.is_over:
            hand = game.state.hands[game.current_seat, : game.rules.hand_size][None]
            turns = turns_of(game, believing, 0)
            of_game.append(-believing.log_chances(turns, np.where(hand < 0, -1, hand))[0])
            game.act(game.ask(believing))
        nats.append(np.mean(of_game))
    assert np.mean(nats) == pytest.approx(files[2].evaluate(5)["nats"], abs=1e-4)


def test_it_plays_as_the_network_alone(files, believing):
    """The belief changes no action of its own."""
    alone = make_agent(f'net("{files[0]}")')
    ours, theirs = (
        play_games(agent, believing.card.rules, games=20, seed=2).table["score"]
        for agent in (believing, alone)
    )
    assert ours.to_list() == theirs.to_list()
    assert pickle.loads(pickle.dumps(believing)).name == believing.name


def test_a_search_draws_hands_from_the_belief(believing):
    """Hands that are possible, as often as the belief says; an exact range where few are left."""
    game = Game(believing.card.rules, seed=3)
    for _ in range(3):
        game.act(game.ask(believing))
    history = History.of(believing, turns := turns_of(game, believing, 0), 0)
    model = PartnerModel(believing, max_hands=1, samples=4000, learned=True)
    drawn = update_range(history, None, model)
    assert drawn.basis == "learned"
    every = hints_alone(history.view, PartnerModel(random_agent))
    assert set(drawn.packed_hands) <= set(every.packed_hands)
    shares = probabilities_of(drawn, unseen_counts(history.view))
    hands = unpack_hands(drawn.packed_hands, game.rules.hand_size)
    chances = np.exp(believing.log_chances(turns, hands))
    assert chances.sum() == pytest.approx(1, abs=0.02)
    assert (np.abs(shares - chances) < 5 * np.sqrt(chances / 4000) + 1e-3).all()
    assert (update_range(history, None, model).packed_hands == drawn.packed_hands).all()
    listed = update_range(history, None, PartnerModel(believing, learned=True))
    assert listed.basis == "exact"

    search = Sparta(believing, rollouts=200, min_worlds=5, beliefs="learned", max_hands=1)
    found = search.search(turns, 0)
    assert found.basis == "learned"
    assert not found.is_off(search.beliefs)
    assert make_agent(search.name).name == search.name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sparta(net({player}), beliefs=learned)", "no learned belief"),
        ("net({player}, belief={player})", "a learned belief is needed"),
        ("net({belief})", "a network that plays is needed"),
        ("net({player}, belief=nobody)", "no weights 'nobody'"),
        ("net(gru-2p-first, belief={belief})", "other rules"),
        ("net({player}, believes={belief})", "net takes weights"),
    ],
)
def test_mistakes_are_told(files, name, words):
    player, belief = (f'"{path}"' for path in files[:2])
    with pytest.raises(HanabiError, match=words):
        make_agent(name.format(player=player, belief=belief))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"inferences": True}, "no inferences"),
        ({"agent": "sparta(smart)"}, "a belief is learned of"),
        ({"agent": "net(gru-2p)"}, "other rules"),
        ({"encoder": "gru-2p"}, "have learned full"),
    ],
)
def test_settings_that_do_not_go_together_are_told(settings, words):
    with pytest.raises(LearningError, match=words):
        TrainingPlan.of(LITTLE | settings).begin()


def test_a_belief_begins_with_the_layers_of_a_player(files):
    """Its own heads are new, so it believes in hints alone; what it remembers is the player's."""
    settings = {
        "fixed": 12,
        "colors": 6,
        "memory": "gru",
        "agent": f'net("{files[0]}")',
        "encoder": str(files[0]),
    }
    learner = TrainingPlan.of(LITTLE | settings).begin()
    player, _ = load_weights(files[0], NETWORKS)
    observed = (torch.rand(3, 2, player.size) < 0.3).float()
    state = player.first_state(2)
    ours, theirs = (each.follow(observed, state)[0] for each in (learner.network, player))
    assert (ours == theirs).all()


def test_a_belief_begins_with_the_layers_of_a_player_without_memory(tmp_path):
    """Its memory is new."""
    rules = Rules.preset("small", life_tokens=3)
    torch.manual_seed(3)
    network = Network(rules, Architecture(Channels(12, 6), 1, facts=True))
    player = tmp_path / "player.safetensors"
    player.write_bytes(weights_bytes(network, Card(rules, network.architecture), NETWORKS))
    settings = {"fixed": 12, "colors": 6, "memory": "gru", "encoder": str(player)}
    learner = TrainingPlan.of(LITTLE | settings).begin()
    for ours, theirs in zip(learner.network.layers, network.layers, strict=True):
        assert torch.equal(ours.of_color, theirs.of_color)
    with pytest.raises(LearningError, match="of another network"):
        TrainingPlan.of(LITTLE | settings | {"num_layers": 2}).begin()


def test_a_seed_of_a_search_reaches_learned_hands(believing):
    """Two seeds draw other hands, or the same ones another number of times; one seed the same."""
    game, options = Game(believing.card.rules, seed=3), {"rollouts": 0, "max_hands": 1}
    for _ in range(3):
        game.act(game.ask(believing))
    found = [
        evaluate(game, Sparta(believing, beliefs="learned", samples=50, **options), seed=seed).hands
        for seed in (4, 4, *range(5, 9))
    ]
    assert {"learned"} == {hands.basis for hands in found}
    told = [(*hands.packed_hands.tolist(), *hands.likelihood.tolist()) for hands in found]
    assert told[0] == told[1]
    assert any(told[0] != other for other in told[2:])


def test_distances_from_the_exact_belief(believing):
    """No belief is nearer than the exact one, and on the mean none knows more of the true hand."""
    rows = [
        row
        for index in range(6)
        for row in compared(believing, Game(believing.card.rules, seed=4, index=index), 500)
    ]
    assert len(rows) > 30
    table = pl.DataFrame(rows)
    for name in ("from_learned", "from_hints"):
        assert table[name].min() > -1e-6
    assert table["exact"].max() < float("inf")
    assert table["exact"].mean() < table["hints"].mean()
    lone = table.filter(pl.col("hands") == 1)
    assert (lone["hints"].abs() < 1e-9).all()
