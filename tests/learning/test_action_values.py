"""Value-based learning: targets by hand, replay, what SAD shows, own hands, and that it learns."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.game.dealing import count_cards
from hanabilab.game.layout import layout_of
from hanabilab.learning import VectorGames
from hanabilab.learning.own_hand import label_own_hands
from hanabilab.learning.symmetry import color_symmetry, last_action
from hanabilab.notation import parse_rules

torch = pytest.importorskip("torch")

from hanabilab.learning.action_values import n_step_targets, sum_waiting  # noqa: E402  # after it
from hanabilab.learning.evaluation import self_play_scores  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network, dueling  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.replay import Replay  # noqa: E402
from hanabilab.learning.rollouts import Player  # noqa: E402
from hanabilab.learning.training import TrainingRun  # noqa: E402
from tests.learning.permuting import permute_neurons  # noqa: E402

pytestmark = pytest.mark.once
TINY = "full(suits=2, ranks=3, copies=211, hand_size=2)"


def column(*values, dtype=None):
    """[T, 1] of one game."""
    return torch.tensor(values, dtype=dtype)[:, None]


# --- Targets -------------------------------------------------------------------------------------


def test_targets_of_two_steps_by_hand():
    """Five turns, the fourth ends its game; gamma 1/2."""
    rewards = column(1.0, 2.0, 3.0, 4.0, 5.0)
    following = column(10.0, 20.0, 40.0, 80.0, 160.0)
    ended = column(0, 0, 0, 1, 0, dtype=torch.bool)
    found = n_step_targets(rewards, following, ended, discount=0.5, steps=2, stride=1)
    # 1 + 2/2 + 40/4; 2 + 3/2 + 80/4; 3 + 4/2; 4; nothing follows the last turn.
    assert [12.0, 23.5, 5.0, 4.0] == found.values[:4, 0].tolist()
    assert [True, True, True, True, False] == found.known[:, 0].tolist()


def test_targets_of_each_seat_by_hand():
    """Two players: from a seat's turn to its own next, once or twice, with the partner's points."""
    rewards = column(1.0, 2.0, 3.0, 4.0, 5.0)
    following = column(10.0, 20.0, 40.0, 80.0, 160.0)
    found = n_step_targets(
        rewards, following, column(0, 0, 0, 0, 0, dtype=torch.bool),
        discount=1.0, steps=4, stride=2,
    )  # fmt: skip
    # All four turns and the value of turn 4; then two turns each and turn 3, turn 4.
    assert [170.0, 85.0, 167.0] == found.values[:3, 0].tolist()
    assert [True, True, True, False, False] == found.known[:, 0].tolist()


def test_turns_without_a_later_value_are_not_learned_even_where_their_game_ends():
    """A row of three turns of two seats: the last two have no later turn of the same seat."""
    ended = column(0, 0, 1, dtype=torch.bool)
    found = n_step_targets(
        column(0.0, 1.0, 2.0), column(9.0, 9.0, 9.0), ended, discount=1.0, steps=2, stride=2
    )
    assert 10.0 == found.values[0, 0]
    assert [True, False, False] == found.known[:, 0].tolist()


@pytest.mark.parametrize("stride", [1, 2, 3])
def test_targets_are_right_on_average(stride):
    """A turn ends its game by a chance of 1/4, and loses a point then: the true value is known.

    Where the value after each turn is the true one, so is the mean of what is learned: 40,000 rows
    of 9 turns, to four standard errors.
    """
    generator, discount = torch.Generator().manual_seed(5), 0.9
    ended = torch.rand(9, 40_000, generator=generator) < 0.25
    value = -0.25 / (1 - discount * 0.75)
    following = torch.full(ended.shape, value, dtype=torch.float64)
    found = n_step_targets(
        -ended.double(), following, ended, discount=discount, steps=3 * stride, stride=stride
    )
    learned = found.values[found.known]
    error = learned.std() / 40_000**0.5  # turns of a row have points in common
    assert learned.mean().item() == pytest.approx(value, abs=4 * error.item())


def test_seats_that_wait_add_what_their_last_turn_told():
    """Three players; a game starts at the third turn, and nothing is taken over from the last."""
    told, ages = column(1.0, 2.0, 4.0, 8.0, 16.0), column(5, 6, 0, 1, 2)
    assert [0.0, 1.0, 0.0, 4.0, 12.0] == sum_waiting(told, ages, 3)[:, 0].tolist()


def test_a_team_is_worth_what_its_actor_and_the_waiting_seat_tell():
    """Turn by turn: the value of the action, and what the other seat told when it acted last."""
    plan = TrainingPlan.of(
        {
            "algorithm": "r2d2",
            "rules": TINY,
            "fixed": 8,
            "num_envs": 8,
            "minibatch_size": 8,
            "num_steps": 12,
        }
        | {"replay_capacity": 8, "vdn": True}
    )
    learner = plan.begin()
    turns = learner.player.play(12)
    with torch.no_grad():
        out = learner.outputs(learner.network, turns)
        taken, following = learner.values(turns, out)
    values = dueling(out, turns.legal)
    for turn in range(1, 12):
        for game in range(8):
            worth, waits = values[turn, game], 0.0
            if turns.ages[turn, game] > 0:
                waits = out.waiting[turn - 1, game, turns.actions[turn - 1, game]].item()
            own = worth[turns.actions[turn, game]].item()
            best = worth[turns.legal[turn, game]].max().item()
            assert taken[turn, game].item() == pytest.approx(own + waits, abs=1e-5)
            assert following[turn, game].item() == pytest.approx(best + waits, abs=1e-5)


def test_losses_of_r2d2_by_hand():
    """With weights of zero all values are 0, so targets are points: Huber's error of the turns."""
    plan = TrainingPlan.of(
        {
            "algorithm": "r2d2",
            "rules": TINY,
            "fixed": 4,
            "num_envs": 8,
            "minibatch_size": 8,
            "num_steps": 12,
        }
        | {"replay_capacity": 8, "burn_in": 4, "n_step": 1, "own_hand_coef": 0.5}
    )
    learner = plan.begin()
    with torch.no_grad():
        for network in (learner.network, learner.target_network):
            for weight in network.parameters():
                weight.zero_()
    turns = learner.player.play(12)
    out = learner.network.games(turns.observations.float(), turns.carried, turns.ages)
    losses, surprises = learner.judge(turns, out, torch.ones(8))
    known = torch.ones(12, 8, dtype=torch.bool)
    known[:4], known[-1] = False, False
    points = turns.rewards.abs()
    huber = torch.where(points < 1, points**2 / 2, points - 0.5)
    expected = (huber * known).sum() / known.sum() + 0.5 * np.log(3)
    assert losses["loss"].item() == pytest.approx(expected.item(), rel=1e-5)
    wrong = points * known
    assert torch.allclose(
        surprises, 0.9 * wrong.amax(0) + 0.1 * wrong.sum(0) / known.sum(0), atol=1e-6
    )


def test_the_older_copy_values_what_the_network_chooses():
    """Double Q-learning: the best action by one network, its value by the other."""
    plan = TrainingPlan.of(
        {
            "algorithm": "r2d2",
            "rules": TINY,
            "fixed": 8,
            "num_envs": 8,
            "minibatch_size": 8,
            "num_steps": 12,
        }
        | {"replay_capacity": 8, "vdn": False}
    )
    learner = plan.begin()
    with torch.no_grad():
        for weight in learner.target_network.parameters():
            weight.add_(0.3 * torch.randn(weight.shape, generator=torch.Generator().manual_seed(1)))
    turns = learner.player.play(12)
    out, older = (learner.outputs(net, turns) for net in (learner.network, learner.target_network))
    _, following = learner.values(turns, out)
    own, other = dueling(out, turns.legal), dueling(older, turns.legal)
    for turn in range(12):
        for game in range(8):
            legal = torch.nonzero(turns.legal[turn, game]).flatten().tolist()
            best = max(legal, key=lambda action: own[turn, game, action].item())
            assert following[turn, game].item() == pytest.approx(other[turn, game, best].item())


# --- Playing -------------------------------------------------------------------------------------


def test_values_kept_are_those_of_best_actions():
    """And without randomness the best action is taken."""
    torch.manual_seed(1)
    rules = Rules(players=2)
    network = Network(rules, Architecture(Channels(8, 4), 1, "gru"))
    generator = torch.Generator().manual_seed(2)
    player = Player(network, VectorGames(rules, 5, seed=1), None, generator)
    player.random = torch.zeros(5)
    turns = player.play(12)
    out = network.games(turns.observations.float(), turns.carried, turns.ages)
    values = dueling(out, turns.legal).masked_fill(~turns.legal, -torch.inf)
    assert torch.allclose(values.amax(-1), turns.values[:-1], atol=1e-5)
    assert (values.argmax(-1) == turns.actions).all()


def test_random_actions_are_as_frequent_as_asked():
    """1 in 4 of 6,000 turns, and all legal actions alike: within 5 standard deviations."""
    rules = Rules(players=2)
    network = Network(rules, Architecture(Channels(4)))
    player = Player(network, VectorGames(rules, 200, seed=1), None, torch.Generator())
    player.random = torch.full((200,), 0.25)
    turns = player.play(30)
    out = network.games(turns.observations.float(), turns.carried, turns.ages)
    best = out.actions.masked_fill(~turns.legal, -torch.inf).argmax(-1)
    other = (turns.actions != best).float()
    share = 0.25 * (1 - 1 / turns.legal.sum(-1).float())
    spread = (share * (1 - share)).sum().sqrt()
    assert abs(other.sum() - share.sum()) < 5 * spread


@pytest.mark.compiled
@pytest.mark.parametrize("other_play", [False, True])
def test_what_was_best_is_shown_as_if_it_had_been_done(other_play):
    """Beside it, the same games take the best action: then it is the last action that is seen."""
    rules = Rules(players=3)
    entries = last_action(rules).order
    rng = np.random.default_rng(1)
    told = VectorGames(rules, 40, seed=3, other_play=other_play, tells_best=True)
    done = VectorGames(rules, 40, seed=3, other_play=other_play)
    assert (40, len(entries)) == told.best.shape
    for _ in range(60):
        actions, best = (
            np.array([rng.choice(np.flatnonzero(row)) for row in told.legal]) for _ in range(2)
        )
        done.restore({**told.arrays(), "best": done.best})
        done.step(best)
        told.step(actions, best)
        going = ~told.ended & ~done.ended
        assert (told.best[going] == done.observations[going][:, entries]).all()
        assert (told.best[told.ended] == 0).all()


def test_the_best_actions_must_be_told_and_legal():
    """As actions themselves."""
    games = VectorGames(Rules(players=2), 2, tells_best=True)
    with pytest.raises(ValueError, match="actions"):
        games.step(games.legal.argmax(axis=1))
    with pytest.raises(ValueError, match="illegal"):
        games.step(games.legal.argmax(axis=1), np.full(2, 99))


def test_the_last_action_is_what_the_layout_calls_so():
    """All sections whose names begin so, each entry once; 55 with two players, as SAD's."""
    rules = Rules(players=2)
    sections = layout_of(rules).sections
    expected = [s.indices().ravel() for name, s in sections.items() if name.startswith("last_")]
    assert sorted(np.concatenate(expected)) == sorted(last_action(rules).order)
    assert 55 == last_action(rules).order.size
    assert (5, 6) == last_action(rules).moved.shape


def test_a_network_that_reads_best_actions_commutes_with_colors():
    """With them after the vector, and without, where they are taken from it."""
    torch.manual_seed(1)
    rules, permutation = Rules(players=2), (2, 0, 1, 4, 3)
    architecture = Architecture(Channels(8, 4), 1, "gru", facts=True, greedy_actions=True)
    network = Network(rules, architecture)
    symmetry, last = color_symmetry(rules), last_action(rules)
    seen = torch.randint(0, 2, (3, 4, 658)).float()
    order = torch.from_numpy(last.order)
    alone = network(seen, network.first_state(4))
    both = network(torch.cat((seen, seen[..., order]), -1), network.first_state(4))
    assert torch.equal(alone.actions, both.actions)
    zeros = network(torch.cat((seen, torch.zeros(3, 4, 55)), -1), network.first_state(4))
    assert not torch.allclose(alone.actions, zeros.actions, atol=1e-4)
    renamed = network(
        seen[..., symmetry.observation.permuted(permutation)], network.first_state(4)
    ).actions
    index = symmetry.actions.permuted(permutation)
    assert torch.allclose(alone.actions[..., index], renamed, atol=1e-5)
    neurons = permute_neurons(Channels(0, 1), permutation)
    assert sorted(neurons) == list(range(5))


@pytest.mark.parametrize(
    ("rules", "stack", "hand", "labels"),
    [
        # A one is played. In hand: 1, 2 and 3 of its color, another color's 1, no card.
        (Rules(players=2), 1, [0, 1, 2, 5, -1], [1, 0, 2, 0, -1]),
        # A START card is played. In hand: 1, 2, 4 and START of its color, another color's 5.
        (parse_rules("up-or-down-5-suits(players=2)"), 3, [0, 1, 3, 5, 10], [2, 0, 0, 1, 0]),
    ],
    ids=["up", "up or down"],
)
def test_own_hands_by_hand(rules, stack, hand, labels):
    """What is played, what fits next, and the rest."""
    games = VectorGames(rules, 1)
    state = games.states[0]
    state.fireworks[:] = 0
    state.fireworks[0] = stack
    count_cards(state)
    state.hands[state.current_seat, :5] = hand
    assert [labels] == label_own_hands(games.states, 5).tolist()


# --- Replay --------------------------------------------------------------------------------------


def stretches(games: int, seed: int = 1):
    """Four turns of some games."""
    torch.manual_seed(1)
    rules = Rules(players=2)
    network = Network(rules, Architecture(Channels(4), 1, "gru"))
    generator = torch.Generator().manual_seed(seed)
    return Player(network, VectorGames(rules, games, seed=seed), None, generator).play(4)


def test_the_newest_stretches_are_kept():
    """In a ring of six, four and then four more: two of the first are left."""
    replay, first, second = (
        Replay(6, priority_alpha=0, priority_beta=0),
        stretches(4),
        stretches(4, 2),
    )
    replay.add(first)
    assert 4 == len(replay)
    replay.add(second)
    assert 6 == len(replay)
    sample = replay.draw(400, torch.Generator().manual_seed(1))
    assert set(range(6)) == set(sample.rows.tolist())
    for row, turns, game in ((0, second, 2), (1, second, 3), (2, first, 2), (5, second, 1)):
        place = sample.rows.tolist().index(row)
        for found, expected in zip(
            sample.turns.rows(torch.tensor([place])),
            turns.rows(torch.tensor([game])),
            strict=True,
        ):
            assert torch.equal(found, expected)


def test_surprising_stretches_are_drawn_more_often_and_count_less():
    """Surprises 1, 2, 5, to the power 1: shares 1/8, 1/4, 5/8 of 8,000 draws."""
    replay = Replay(3, priority_alpha=1, priority_beta=1)
    replay.add(stretches(3))
    replay.judge(torch.arange(3), torch.tensor([1.0, 2.0, 5.0]))
    sample = replay.draw(8000, torch.Generator().manual_seed(1))
    shares = torch.bincount(sample.rows) / 8000
    assert torch.allclose(shares, torch.tensor([1 / 8, 1 / 4, 5 / 8]), atol=0.03)
    assert sample.weights[sample.rows == 2].mean().item() == pytest.approx(1 / 5, rel=1e-3)
    assert 1 == sample.weights.max()


# --- Learning ------------------------------------------------------------------------------------

QUICK = {
    "rules": TINY,
    "num_envs": 64,
    "num_steps": 20,
    "minibatch_size": 32,
    "learning_rate": 0.003,
}


def score(settings) -> float:
    """Mean of 300 games after learning, by best actions; random weights have about 1.25 of 6."""
    learner = TrainingPlan.of(settings).begin()
    for _ in range(settings["updates"]):
        learner.update()
    return float(self_play_scores(learner.network, learner.settings.rules, 300).mean())


@pytest.mark.slow
def test_parallel_q_learning_learns():
    """Above 3 points, in 60 updates; 3.99 when this was written."""
    assert score({"algorithm": "pqn", "fixed": 48, "updates": 60, **QUICK}) > 3


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
def test_recurrent_q_learning_learns(together):
    """Above 2.5 points, in 60 updates, each seat for itself and all together."""
    replay = {
        "replay_capacity": 512,
        "gradient_steps": 8,
        "target_update_every": 4,
        "vdn": together,
    }
    settings = {"algorithm": "r2d2", "fixed": 48, "updates": 60, **QUICK, **replay}
    assert score({**settings, "learning_rate": 0.002}) > 2.5


@pytest.mark.parametrize(
    "settings",
    [
        {"algorithm": "pqn", "memory": "none"},
        {
            "algorithm": "r2d2",
            "replay_capacity": 32,
            "gradient_steps": 2,
            "target_update_every": 2,
            "own_hand_coef": 0.25,
        }
        | {"sad": True, "other_play": True},
    ],
)
def test_a_run_that_was_stopped_comes_out_the_same(tmp_path, settings):
    """Stopped after two of four updates and resumed: weights are the same to the bit."""
    small = {
        "rules": TINY,
        "fixed": 8,
        "colors": 4,
        "num_envs": 16,
        "minibatch_size": 8,
        "num_steps": 10,
    }
    plan = TrainingPlan.of(
        {**small, **settings, "updates": 4, "evaluate_every": 2, "evaluate_games": 4}
    )
    whole = TrainingRun(plan).begin(tmp_path / "whole")
    whole.train()
    whole.folder.release()
    first = TrainingRun(plan).begin(tmp_path / "parts")
    first.learner.update()
    first.learner.update()
    first.keep_state(first.learner)
    first.folder.release()
    second = TrainingRun.find(tmp_path / "parts").go_on()
    assert 2 == second.learner.done
    second.train()
    second.folder.release()
    for one, other in zip(
        whole.learner.network.parameters(), second.learner.network.parameters(), strict=True
    ):
        assert torch.equal(one, other)
