"""The critic that sees all hands: what it is shown, and that it judges what PPO learns from."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.game.layout import layout_of
from hanabilab.learning import VectorGames
from hanabilab.learning.own_hand import own_cards
from tests.learning.small import SMALL

torch = pytest.importorskip("torch")

from hanabilab.learning.networks import CentralCritic  # noqa: E402  # after the extra was found
from hanabilab.learning.plan import TrainingPlan  # noqa: E402

pytestmark = [pytest.mark.once]
TWO = Rules(players=2)


@pytest.mark.parametrize("other_play", [False, True])
def test_own_cards_have_the_names_that_the_seat_uses(other_play):
    """Cards of the other seat, named in the same way, are those that the observation shows."""
    games, rng = VectorGames(TWO, 40, seed=3, other_play=other_play), np.random.default_rng(1)
    shown = layout_of(TWO).sections["hands"].indices()[0]
    names_used = set()
    for _ in range(30):
        seats, states, rows = games.seats, games.states, np.arange(40)
        names = games.card_names[games.names[rows, seats]]
        seen = games.observations[:, shown].reshape(40, 5, 25)
        others = states["hands"][rows, 1 - seats, :5]
        held = others >= 0
        named = np.take_along_axis(names, np.maximum(others, 0).astype(np.int64), 1)
        assert (seen.any(2) == held).all()
        assert (seen.argmax(2)[held] == named[held]).all()
        own = states["hands"][rows, seats, :5]
        assert (own_cards(states, games) == np.take_along_axis(names, own.astype(int), 1)).all()
        names_used |= set(games.names[rows, seats].tolist())
        games.step((rng.random(games.legal.shape) * games.legal).argmax(1))
        if games.ended.any():  # before hands have gaps
            break
    assert (len(names_used) > 1) == other_play


def test_an_empty_slot_is_no_card():
    """It is not the first card."""
    torch.manual_seed(1)
    critic, seen = CentralCritic(4, 2, 3), torch.zeros(3, 4)
    values = critic(seen, torch.tensor([[-1, 2], [0, 2], [1, 2]], dtype=torch.int8))
    assert len(set(values.tolist())) == 3


def test_the_critic_judges_what_is_played_and_is_trained():
    """Values of the turns are its own, beyond the last turn, too; a step changes its weights."""
    config = {"algorithm": "ppo", "critic": "central", "rules": "small", "fixed": 8, "num_envs": 16}
    learner = TrainingPlan.of(config | {"minibatch_size": 8, "num_steps": 6, "seed": 3}).begin()
    turns = learner.player.play(6)
    with torch.no_grad():
        judged = learner.critic(turns.observations, turns.own_hand)
    assert torch.allclose(turns.values[:6], judged)
    before = [weight.clone() for weight in learner.critic.parameters()]
    learner.update()
    assert not any(map(torch.equal, before, learner.critic.parameters()))


def test_the_loss_of_the_critic_by_hand():
    """The mean square of its errors stands beside the network's own, with the same weight."""
    config = {"algorithm": "ppo", "critic": "central", "rules": "small", "fixed": 8, "num_envs": 16}
    learner = TrainingPlan.of(config | {"minibatch_size": 8, "num_steps": 6, "seed": 3}).begin()
    turns = learner.player.play(6)
    advantage, returns = learner.targets(turns)
    out = learner.network.games(turns.observations.float(), turns.carried, turns.ages)
    told = learner.losses(turns, out, (advantage, returns + 2))
    with torch.no_grad():
        judged = learner.critic(turns.observations, turns.own_hand)
    wrong = [(said - returns - 2).square().mean().item() for said in (judged, out.value)]
    assert told["value_loss"].item() == pytest.approx(sum(wrong), rel=1e-5)
    assert min(wrong) > 0.1


def test_weights_hold_the_policy_alone(tmp_path):
    """A player sees its own view: nothing of the critic is in what `net(FILE)` reads."""
    path = tmp_path / "config.toml"
    path.write_text(f'algorithm = "ppo"\ncritic = "central"\n{SMALL}')
    with_critic = TrainingPlan.from_config(path).begin()
    path.write_text(f'algorithm = "ppo"\n{SMALL}')
    plain = TrainingPlan.from_config(path).begin()
    assert with_critic.weights({}) == plain.weights({})
