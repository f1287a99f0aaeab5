"""Every number of recurrent Q-learning, against loops over turns and games in plain Python."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from hanabilab.errors import LearningError  # noqa: E402  # after it
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.replay import Replay  # noqa: E402
from tests.learning.test_action_values import stretches  # noqa: E402

pytestmark = pytest.mark.once
RULES = "full(players={}, suits=2, ranks=3, copies=211, hand_size=2)"
GAMES, TURNS, ACTIONS, LEGAL = 3, 9, 4, 3


def begin(players, **settings):
    """A learner before its first update."""
    few = {
        "fixed": 4,
        "num_envs": 4,
        "minibatch_size": 4,
        "num_steps": 12,
        "replay_capacity": 8,
        "updates": 100,
    }
    rules = RULES.format(players)
    return TrainingPlan.of({"algorithm": "r2d2", "rules": rules, **few, **settings}).begin()


def drawn(seed, *shape):
    """Numbers from -2 to 2: errors are on both sides of 1, where Huber's loss changes."""
    return 4 * torch.rand(*shape, generator=torch.Generator().manual_seed(seed)) - 2


def told_by(seed):
    """What a network might say."""
    return SimpleNamespace(
        actions=drawn(seed, TURNS, GAMES, ACTIONS),
        value=drawn(seed + 1, TURNS, GAMES),
        waiting=drawn(seed + 2, TURNS, GAMES, ACTIONS),
        own_hand=drawn(seed + 3, TURNS, GAMES, 2, 3),
    )


def three_games():
    """Rows in which games end now and then; one action is illegal, and it is the best one."""
    ended = torch.zeros(TURNS, GAMES, dtype=torch.bool)
    ended[3, 0] = ended[5, 1] = ended[TURNS - 1, 1] = True
    ages = torch.zeros(TURNS, GAMES, dtype=torch.int16)
    for turn in range(1, TURNS):
        ages[turn] = torch.where(ended[turn - 1], 0, ages[turn - 1] + 1)
    ages[:, 2] += 20  # its game began long before
    legal = torch.ones(TURNS, GAMES, ACTIONS, dtype=torch.bool)
    legal[..., LEGAL:] = False
    labels = torch.randint(-1, 3, (TURNS, GAMES, 2), generator=torch.Generator().manual_seed(9))
    return SimpleNamespace(
        legal=legal,
        ended=ended,
        ages=ages,
        rewards=drawn(8, TURNS, GAMES).round(),
        actions=torch.randint(LEGAL, (TURNS, GAMES), generator=torch.Generator().manual_seed(7)),
        own_hand=labels.to(torch.int8),
    )


class Twin:
    """One game of the rows, by the definition of the algorithm."""

    def __init__(self, learner, turns, game, own, older):
        self.settings, self.players = learner.settings, learner.settings.rules.players
        self.turns, self.game, self.own, self.older = turns, game, own, older

    def worth(self, said, turn, action):
        """The value of the position, and how much better the action is than legal ones are."""
        advantages = said.actions[turn, self.game].tolist()
        mean = sum(advantages[:LEGAL]) / LEGAL
        return said.value[turn, self.game].item() + advantages[action] - mean

    def waiting(self, said, turn):
        """What each other seat told when it acted last, if it has acted in this game."""
        if not self.settings.vdn:
            return 0.0
        age, found = int(self.turns.ages[turn, self.game]), 0.0
        for back in range(1, self.players):
            if age >= back and turn >= back:
                action = self.turns.actions[turn - back, self.game]
                found += said.waiting[turn - back, self.game, action].item()
        return found

    def following(self, turn):
        """The network says which action is best, the older copy what it is worth."""
        best = max(range(LEGAL), key=lambda action: self.worth(self.own, turn, action))
        return self.worth(self.older, turn, best) + self.waiting(self.older, turn)

    def target(self, turn):
        """Points of the next turns and the value after them; None where the row ends too soon."""
        stride = 1 if self.settings.vdn else self.players
        left, total = self.settings.n_step * stride, 0.0
        while turn + left > TURNS - 1:
            left -= stride
        if not left:
            return None
        for ahead in range(left):
            weight = self.settings.discount**ahead
            total += weight * self.turns.rewards[turn + ahead, self.game].item()
            if self.turns.ended[turn + ahead, self.game]:
                return total
        return total + self.settings.discount**left * self.following(turn + left)

    def errors(self):
        """Of the turns that are learned from: not of the burn-in, nor where sums are too small."""
        first = max(self.settings.burn_in, self.players - 1 if self.settings.vdn else 0)
        found = []
        for turn in range(first, TURNS):
            wanted = self.target(turn)
            if wanted is not None:
                action = int(self.turns.actions[turn, self.game])
                taken = self.worth(self.own, turn, action) + self.waiting(self.own, turn)
                found.append(abs(taken - wanted))
        return found


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("together", [True, False], ids=["together", "apart"])
@pytest.mark.parametrize(("warm_up", "steps"), [(0, 1), (1, 2), (4, 3)])
@pytest.mark.parametrize("own_hand", [0.0, 0.25])
def test_losses_and_surprises(monkeypatch, players, together, warm_up, steps, own_hand):
    """Signs, masks, weights, discounts, n steps, double, dueling, waiting seats, Huber's error."""
    settings = {"vdn": together, "burn_in": warm_up, "n_step": steps, "own_hand_coef": own_hand}
    learner = begin(players, discount=0.5, **settings)
    turns, own, older = three_games(), told_by(10), told_by(20)
    monkeypatch.setattr(
        learner, "outputs", lambda network, _: {learner.target_network: older}[network]
    )
    weights = torch.tensor([0.25, 1.0, 0.5])
    losses, surprises = learner.judge(turns, own, weights)
    errors = [Twin(learner, turns, game, own, older).errors() for game in range(GAMES)]
    huber = [sum(e * e / 2 if e < 1 else e - 0.5 for e in each) for each in errors]
    expected = sum(w * h for w, h in zip(weights.tolist(), huber, strict=True))
    expected /= sum(map(len, errors))
    assert expected == pytest.approx(losses["value_loss"].item(), rel=1e-5)
    if own_hand:
        hand = hand_loss(own.own_hand, turns.own_hand)
        assert hand == pytest.approx(losses["hand_loss"].item(), rel=1e-5)
        expected += own_hand * hand
    assert expected == pytest.approx(losses["loss"].item(), rel=1e-5)
    wanted = [0.9 * max(each) + 0.1 * sum(each) / len(each) for each in errors]
    assert wanted == pytest.approx(surprises.tolist(), rel=1e-5)


def hand_loss(said, labels):
    """Mean cross-entropy of the slots that hold a card."""
    found = []
    for logits, label in zip(said.flatten(0, 2).tolist(), labels.flatten().tolist(), strict=True):
        if label >= 0:
            found.append(math.log(sum(map(math.exp, logits))) - logits[label])
    return sum(found) / len(found)


def test_what_waits_is_told_by_the_same_seat_as_what_is_taken():
    """A gradient reaches the network through both; none reaches the older copy."""
    learner = begin(2, burn_in=0)
    turns = learner.player.play(12)
    losses, _ = learner.judge(turns, learner.outputs(learner.network, turns), torch.ones(4))
    losses["loss"].backward()
    for head in (learner.network.policy_head, learner.network.waiting_head):
        assert any(weight.grad.abs().sum() > 0 for weight in head.parameters())
    assert all(weight.grad is None for weight in learner.target_network.parameters())


@pytest.mark.parametrize("players", [2, 3])
def test_a_stretch_has_turns_to_learn_from(players):
    """Two of each seat after the burn-in; one less is refused."""
    begin(players, burn_in=4, num_steps=4 + 2 * players)
    with pytest.raises(LearningError, match="with a burn_in of 4 it is at least"):
        begin(players, burn_in=4, num_steps=3 + 2 * players)


def test_an_update_must_fit_into_what_is_kept():
    """As many stretches as games are enough."""
    begin(2, replay_capacity=4)
    with pytest.raises(LearningError, match="replay_capacity is 3"):
        begin(2, replay_capacity=3)


# --- Replay --------------------------------------------------------------------------------------


@pytest.mark.parametrize("beta", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_shares_and_weights_of_what_is_drawn(alpha, beta):
    """Surprises 1, 4, 9: shares to the power alpha, weights their inverse to the power beta."""
    replay = Replay(5, priority_alpha=alpha, priority_beta=beta)
    replay.add(stretches(3))
    replay.judge(torch.arange(3), torch.tensor([1.0, 4.0, 9.0]))
    sample = replay.draw(8000, torch.Generator().manual_seed(1))
    powers = [surprise**alpha for surprise in (1.0, 4.0, 9.0)]
    shares = [power / sum(powers) for power in powers]
    found = torch.bincount(sample.rows, minlength=5) / 8000
    assert [*shares, 0, 0] == pytest.approx(found.tolist(), abs=0.03)  # five deviations
    # The rarest has weight 1.
    weights = [(share / shares[0]) ** -beta for share in shares]
    assert weights == pytest.approx(
        [sample.weights[sample.rows == row][0].item() for row in range(3)], rel=1e-4
    )


def test_new_stretches_are_as_surprising_as_the_most_surprising_so_far():
    """Surprises of 3 and .5 are kept; a third stretch is drawn as often as the first."""
    replay = Replay(3, priority_alpha=1, priority_beta=0)
    replay.add(stretches(2))
    replay.judge(torch.arange(2), torch.tensor([3.0, 0.5]))
    replay.add(stretches(1, 2))
    sample = replay.draw(8000, torch.Generator().manual_seed(1))
    found = torch.bincount(sample.rows, minlength=3) / 8000
    assert [3 / 6.5, 0.5 / 6.5, 3 / 6.5] == pytest.approx(found.tolist(), abs=0.03)


def test_the_first_stretches_are_as_surprising_as_one():
    """However little has been told."""
    replay = Replay(3, priority_alpha=1, priority_beta=0)
    replay.add(stretches(2))
    replay.judge(torch.arange(2), torch.tensor([0.25, 0.25]))
    replay.add(stretches(1, 2))
    assert [0.25, 0.25, 1.0] == pytest.approx(replay.arrays()["priorities"].tolist(), rel=1e-4)


def test_what_is_drawn_gets_the_priority_that_its_loss_says(monkeypatch):
    """And its weights are those of the draw; what is not drawn stays at 1."""
    learner = begin(2, gradient_steps=1, minibatch_size=2)
    drawn_of, told = [], []
    draw, judge = learner.replay.draw, learner.judge
    monkeypatch.setattr(
        learner.replay, "draw", lambda *given: drawn_of.append(draw(*given)) or drawn_of[-1]
    )

    def watched(turns, out, weights):
        told.append((turns, weights, judge(turns, out, weights)[1]))
        return judge(turns, out, weights)

    monkeypatch.setattr(learner, "judge", watched)
    learner.update()
    ((turns, weights, surprises),), (sample,) = told, drawn_of
    assert turns is sample.turns
    assert weights is sample.weights
    priorities = learner.replay.arrays()["priorities"]
    for row, surprise in zip(sample.rows.tolist(), surprises.tolist(), strict=True):
        assert surprise + 1e-6 == pytest.approx(priorities[row])
    others = set(range(4)) - set(sample.rows.tolist())
    assert others
    assert all(priorities[row] == 1 for row in others)


def test_the_first_turns_of_a_stretch_warm_the_memory_up():
    """They change what later turns say, but what they themselves were worth does not count."""
    learner = begin(2, burn_in=4, n_step=1)
    with torch.no_grad():
        for weight in learner.network.parameters():
            weight.mul_(3)
    turns = learner.player.play(12)
    turns = turns._replace(ages=turns.ages + 20, ended=torch.zeros_like(turns.ended))

    def loss(given):
        """Of all stretches, with the memory as `given` leaves it."""
        out = learner.outputs(learner.network, given)
        return learner.judge(given, out, torch.ones(4))[0]["loss"].item()

    points = turns.rewards.clone()
    points[:4] += 7
    assert loss(turns) == loss(turns._replace(rewards=points))
    points[4] += 7
    assert loss(turns) != loss(turns._replace(rewards=points))
    seen = turns.observations.clone()
    seen[:3] = 1 - seen[:3]
    assert loss(turns) != pytest.approx(loss(turns._replace(observations=seen)), rel=1e-6)
