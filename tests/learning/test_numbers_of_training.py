"""Numbers that no score shows: rates, shares, bonuses, clips, ages, what is kept."""

from __future__ import annotations

import math
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.game.games import Game
from hanabilab.notation import parse_rules
from tests.learning.small import SMALL

torch = pytest.importorskip("torch")

from hanabilab.learning import evaluation  # noqa: E402  # after it
from hanabilab.learning.descent import Descent  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.policy_gradient import (  # noqa: E402
    clipped_objective,
    deviation,
    mean_entropy,
)
from hanabilab.learning.rollouts import Player  # noqa: E402
from hanabilab.learning.training import WEIGHTS, TrainingRun  # noqa: E402
from hanabilab.learning.vector_games import VectorGames  # noqa: E402
from hanabilab.learning.weight_files import NETWORKS, load_weights  # noqa: E402

pytestmark = pytest.mark.once
TINY = "full(suits=2, ranks=3, copies=211, hand_size=2)"


def begin(algorithm, **settings):
    """A small learner of two-player games before its first update."""
    few = {
        "rules": TINY,
        "fixed": 4,
        "num_envs": 4,
        "minibatch_size": 4,
        "num_steps": 8,
        "updates": 100,
    }
    return TrainingPlan.of({"algorithm": algorithm, **few, **settings}).begin()


# --- Schedules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "done", "rate"),
    [
        # Warm-up: one twentieth more with each of the first twenty updates.
        ("constant", 0, 0.05),
        ("constant", 9, 0.5),
        ("constant", 19, 1.0),
        ("constant", 99, 1.0),
        ("linear", 0, 0.05),
        ("linear", 50, 0.5),
        ("linear", 75, 0.25),
        ("linear", 99, 0.01),
        ("cosine", 25, (1 + math.sqrt(0.5)) / 2),
        ("cosine", 50, 0.5),
        ("cosine", 75, (1 - math.sqrt(0.5)) / 2),
    ],
)
def test_learning_rates(schedule, done, rate):
    """Of 100 updates, as a share of the setting; and it is the optimizer's."""
    learner = begin("ppo", lr_schedule=schedule, learning_rate=0.01)
    learner.done = done
    learner.update()
    used = learner.descent._adam.param_groups[0]["lr"]
    assert 0.01 * rate == pytest.approx(used)
    assert done + 1 == learner.done


@pytest.mark.parametrize(
    ("algorithm", "settings", "what", "shares"),
    [
        # After 0, 10, 20, 40 and 80 of 100 updates.
        ("dagger", {"guided_until": 0.4}, "guided", [1, 0.75, 0.5, 0, 0]),
        ("dagger", {"guided_until": 0.0}, "guided", [0, 0, 0, 0, 0]),
        ("dagger", {"greedy": 0.3}, "greedy", [0.3, 0.3, 0.3, 0.3, 0.3]),
        (
            "pqn",
            {"epsilon_start": 0.5, "epsilon_end": 0.1, "epsilon_decay": 0.4},
            "random",
            [0.5, 0.4, 0.3, 0.1, 0.1],
        ),
        ("pqn", {"epsilon_end": 0.2, "epsilon_decay": 0.0}, "random", [0.2] * 5),
    ],
)
def test_shares_of_actions(algorithm, settings, what, shares):
    """How often others' actions, best ones or random ones are taken, as a run goes on."""
    learner, found = begin(algorithm, **settings), []
    for learner.done in (0, 10, 20, 40, 80):
        learner.prepare()
        found.append(float(torch.as_tensor(getattr(learner.player, what)).float().mean()))
    assert shares == pytest.approx(found)


def test_r2d2_explores_from_a_tenth_to_nearly_nothing():
    """0.1 to the power of 1 to 8, spaced evenly over the games (Kapturowski 2019, eq. of Ape-X)."""
    random = begin(
        "r2d2", num_envs=8, minibatch_size=8, num_steps=12, replay_capacity=8
    ).player.random
    assert [10.0**-power for power in range(1, 9)] == pytest.approx(random.tolist())


def test_the_older_copy_is_made_anew_every_so_many_updates():
    """With 2: at the first update and at the third, not at the second."""
    settings = {
        "num_envs": 8,
        "minibatch_size": 8,
        "num_steps": 12,
        "replay_capacity": 8,
        "target_update_every": 2,
    }
    learner, same = begin("r2d2", **settings), []
    for _ in range(3):
        own = [weight.clone() for weight in learner.network.parameters()]
        learner.update()
        pairs = zip(own, learner.target_network.parameters(), strict=True)
        same.append(all(torch.equal(*pair) for pair in pairs))
    assert [True, False, True] == same


# --- Parts of losses -----------------------------------------------------------------------------


def test_the_clipped_objective_by_hand():
    """Chances that doubled, halved and stayed, with advantages of both signs; a clip of 0.2."""
    change = torch.tensor([2.0, 2.0, 0.5, 0.5, 1.0]).log()
    advantages = torch.tensor([1.0, -1.0, 1.0, -1.0, 3.0])
    found = clipped_objective(change, advantages, 0.2)
    # Gains are cut at 1.2 and 0.8, losses are not.
    assert (1.2 - 2.0 + 0.5 - 0.8 + 3.0) / 5 == pytest.approx(found.gained.item())
    assert 0.8 == pytest.approx(found.share.item())
    # Doubled alone, so that the sign of the logarithm shows.
    doubled = clipped_objective(change[:1], advantages[:1], 0.2)
    assert 1 - math.log(2) == pytest.approx(doubled.divergence.item())


@pytest.mark.parametrize(("clip", "gained"), [(0.0, 1.0), (0.5, 1.5), (10.0, 2.0)])
def test_a_clip_limits_as_much_as_it_says(clip, gained):
    """A chance that doubled, an advantage of one."""
    found = clipped_objective(torch.tensor([2.0]).log(), torch.ones(1), clip)
    assert gained == pytest.approx(found.gained.item())


def test_entropy_and_deviation_by_hand():
    """Two even actions and one sure one; an action without chance adds nothing."""
    even = torch.tensor([[0.5, 0.5], [1.0, 0.0]]).log()
    assert math.log(2) / 2 == pytest.approx(mean_entropy(even).item())
    assert math.sqrt(2) == pytest.approx(deviation(torch.tensor([1.0, 3.0])).item())
    assert 0.0 == deviation(torch.tensor([7.0])).item()


def test_gradients_are_cut_off_at_a_norm_of_one():
    """A gradient of (3, 4) is taken as (0.6, 0.8)."""
    layer = torch.nn.Linear(2, 1, bias=False)
    descent = Descent(layer, 1.0)
    descent.set_rate(0.0)
    descent.step((layer.weight * torch.tensor([[3.0, 4.0]])).sum())
    assert [0.6, 0.8] == pytest.approx(layer.weight.grad[0].tolist(), rel=1e-4)


PPO = {
    "clip_epsilon": 0.2,
    "entropy_coef": 0.25,
    "value_coef": 0.5,
    "teacher": "five-rule",
    "anchor": 0.3,
}


def three_turns(learner, *, taught=0):
    """Turns of one game with two legal actions, and what a network says of them."""
    actions = learner.settings.rules.num_actions
    legal = torch.zeros(3, 1, actions, dtype=torch.bool)
    legal[..., :2] = True
    logits = torch.full((3, 1, actions), 9.0)
    logits[..., :2] = torch.tensor([0.75, 0.25]).log()
    values = torch.tensor([1.0, 2.0, 4.0])[:, None]
    before = torch.tensor([0.5, 0.75, 0.5]).log()[:, None]
    turns = SimpleNamespace(
        legal=legal,
        actions=torch.tensor([0, 0, 1])[:, None],
        log_probs=before,
        taught=torch.full((3, 1), taught),
    )
    out = SimpleNamespace(actions=logits, value=values)
    targets = (torch.tensor([1.0, -2.0, -1.0])[:, None], torch.tensor([2.0, 2.0, 1.0])[:, None])
    return turns, out, targets


@pytest.mark.parametrize("done", [0, 25])
def test_losses_of_ppo_by_hand(done):
    """Three turns: every term, its weight, and the anchor that wears off."""
    learner = begin("ppo", **PPO)
    learner.done = done
    told = learner.losses(*three_turns(learner))
    # Chances went from .5 to .75, stayed, and went from .5 to .25; gains are cut at 1.2, at .8.
    policy = -(1.2 * 1 + 1.0 * -2 + 0.8 * -1) / 3
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    value = (1 + 0 + 9) / 3
    taught = -math.log(0.75)
    loss = policy - 0.25 * entropy + 0.5 * value + 0.3 * (1 - done / 100) * taught
    expected = {
        "loss": loss,
        "policy_loss": policy,
        "value_loss": value,
        "entropy": entropy,
        "clipped": 2 / 3,
        "teacher_loss": taught,
    }
    found = {name: each.item() for name, each in told.items()}
    assert expected == pytest.approx(found, rel=1e-5)


@pytest.mark.parametrize(("done", "alone"), [(0, True), (2, True), (3, False)])
def test_the_first_updates_learn_values_alone(done, alone):
    """With `value_only` of 3, the first three."""
    learner = begin("ppo", **PPO, value_only=3)
    learner.done = done
    told = learner.losses(*three_turns(learner))
    assert alone == (told["loss"].item() == pytest.approx(0.5 * 10 / 3))


def test_targets_of_ppo_by_hand():
    """Two turns, the second ends the game: returns with values of the turns before, not after."""
    learner = begin("ppo", discount=0.5, gae_lambda=0.5)
    turns = SimpleNamespace(
        rewards=torch.tensor([1.0, 2.0])[:, None],
        values=torch.tensor([4.0, 6.0, 100.0])[:, None],
        ended=torch.tensor([False, True])[:, None],
    )
    advantage, returns = learner.targets(turns)
    # Errors: 1 + 6/2 - 4 = 0, and 2 - 6 = -4; the first advantage is 0 - 4/4 = -1.
    assert [3.0, 2.0] == pytest.approx(returns[:, 0].tolist())
    spread = math.sqrt(4.5)
    assert [1.5 / spread, -1.5 / spread] == pytest.approx(advantage[:, 0].tolist(), rel=1e-4)


def test_targets_of_pqn_by_hand():
    """The same turns: returns alone."""
    learner = begin("pqn", discount=0.5, td_lambda=0.5)
    turns = SimpleNamespace(
        rewards=torch.tensor([1.0, 2.0])[:, None],
        values=torch.tensor([4.0, 6.0, 100.0])[:, None],
        ended=torch.tensor([False, True])[:, None],
    )
    (returns,) = learner.targets(turns)
    assert [3.0, 2.0] == pytest.approx(returns[:, 0].tolist())


def test_weights_of_a_sample_count_in_the_loss_of_r2d2():
    """With beta below 1 stretches have weights of their own; the loss is the weighted sum."""
    learner = begin(
        "r2d2", num_envs=8, minibatch_size=8, num_steps=12, replay_capacity=8, burn_in=4, n_step=1
    )
    turns = learner.player.play(12)
    out = learner.outputs(learner.network, turns)
    each = [learner.judge(turns, out, torch.eye(8)[game])[0]["loss"].item() for game in range(8)]
    assert sum(loss > 0 for loss in each) > 1
    weights = torch.linspace(0.25, 2, 8)
    whole = learner.judge(turns, out, weights)[0]["loss"].item()
    assert (np.array(each) * weights.numpy()).sum() == pytest.approx(whole, rel=1e-4)


# --- Memory between games ------------------------------------------------------------------------


def test_ages_begin_anew_with_each_game():
    """Counted from what ended, not from what the player says; some games end in these turns."""
    rules = parse_rules(TINY)
    network = Network(rules, Architecture(Channels(4, 0), 1, "gru"))
    player = Player(network, VectorGames(rules, 5, seed=1), None, torch.Generator().manual_seed(1))
    first, second = player.play(30), player.play(30)
    ended = torch.cat((first.ended, second.ended))
    ages = torch.cat((first.ages, second.ages))
    assert ended.sum() >= 10
    for game in range(5):
        age = 0
        for turn in range(60):
            assert age == ages[turn, game]
            age = 0 if ended[turn, game] else age + 1


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_a_new_game_is_seen_as_if_no_other_had_been(cell, players):
    """From its first turn on, chances and memory are those of a network that begins with zeros."""
    rules = parse_rules(f"full(players={players}, suits=2, ranks=3, copies=211, hand_size=2)")
    network = Network(rules, Architecture(Channels(4, 0), 1, cell))
    with torch.no_grad():
        for weight in network.parameters():
            weight.mul_(3)  # so that what is remembered matters
    player = Player(network, VectorGames(rules, 5, seed=1), None, torch.Generator().manual_seed(1))
    turns, compared = player.play(50), 0
    for game in range(5):
        starts = [0, *(turns.ended[:, game].nonzero().flatten() + 1).tolist(), 50]
        for start, end in pairwise(starts):
            states = [network.first_state(1)] * players  # of each seat, turn by turn
            for turn in range(start, end):
                seen = turns.observations[turn, game].float()[None, None]
                out = network(seen, states[turn % players])
                states[turn % players] = out.state
                logits = out.actions[0, 0].masked_fill(~turns.legal[turn, game], -1e9)
                chance = logits.log_softmax(-1)[turns.actions[turn, game]]
                assert chance.item() == pytest.approx(turns.log_probs[turn, game].item(), abs=1e-4)
                compared += start > 0
    assert compared >= 50


# --- Evaluation and what is kept -----------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 3, 77])
def test_evaluation_shares_no_deck_with_training(monkeypatch, seed):
    """Whatever the seed of the run, evaluations are of games 0, 1, ... of one that is fixed."""
    decks = []

    class Watched(VectorGames):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            decks.append(self.states["deck"].tolist())

    rules = Rules(players=2, suits=3, ranks=4, copies=(3, 2, 2, 1), hand_size=3)
    learner = begin("ppo", seed=seed, rules=rules)
    monkeypatch.setattr(evaluation, "VectorGames", Watched)
    learner.evaluate(20)
    (found,) = decks
    for index, deck in enumerate(found):
        wanted = Game(rules, seed=1_000_003, index=index).deck
        assert list(wanted) == deck[: len(wanted)]
    trained_on = learner.player.games.states["deck"].tolist()
    assert not [deck for deck in found if deck in trained_on]


def test_standard_errors_of_a_curve_by_hand():
    """Of 0, 2, 4, 6: deviation sqrt(20 / 3), error half of it, a quarter lost."""
    told = evaluation.tell_scores(np.array([0, 2, 4, 6]))
    assert {"score": 3.0, "standard_error": math.sqrt(20 / 3) / 2, "lost": 0.25} == (
        pytest.approx(told)
    )


@pytest.mark.parametrize("algorithm", ["ppo", "dagger", "pqn"])
def test_weights_that_are_kept_score_what_the_curve_says(tmp_path, algorithm):
    """The last row of the curve is of the network in the file."""
    config = tmp_path / "config.toml"
    config.write_text(f'algorithm = "{algorithm}"\n{SMALL}'.replace("updates = 4", "updates = 5"))
    run = TrainingRun(TrainingPlan.from_config(config)).begin(tmp_path / "run")
    run.train()
    run.finish()
    run.folder.release()
    network, _ = load_weights(tmp_path / "run" / WEIGHTS, NETWORKS)
    kept, mine = dict(network.named_parameters()), dict(run.learner.network.named_parameters())
    assert kept.keys() == mine.keys()
    for name, weight in kept.items():  # files have half precision
        assert torch.allclose(weight, mine[name], atol=1e-3), name
    score = run.learner.scores(run.plan.settings.evaluate_games).mean()
    assert run.curve[-1]["score"] == score


def test_rules_of_two_players_are_the_small_ones():
    """What these tests call small ends within their turns."""
    assert parse_rules(TINY) == Rules(suits=2, ranks=3, copies=(2, 1, 1), hand_size=2)
