"""The recipe of docs/environments.md for TorchRL: its wrapper over both faces of PettingZoo."""

from __future__ import annotations

import warnings

import pytest

from hanabilab import Rules

pytestmark = pytest.mark.once
pytest.importorskip("torch")
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torchrl.envs import PettingZooWrapper
except ImportError as error:  # TorchRL, or TensorDict, on which it stands
    pytest.skip(f"TorchRL is not there: {error}", allow_module_level=True)
pettingzoo = pytest.importorskip("hanabilab.adapters.pettingzoo")

pytestmark = [pytestmark, pytest.mark.filterwarnings("ignore")]  # TorchRL warns of newer releases


def _rollout(seed):
    """A game of random legal actions, seat after seat."""
    import torch

    env = PettingZooWrapper(env=pettingzoo.env(players=2), use_mask=True)
    torch.manual_seed(seed)
    env.set_seed(seed)
    return env.rollout(200)


def test_one_seat_after_the_other():
    """The mask tells whose turn it is, and its action is legal, until the game ends."""
    moves = _rollout(1)
    assert bool(moves["next", "done"][-1])
    for turn in range(len(moves)):
        seats = [seat for seat in range(2) if bool(moves[f"player_{seat}", "mask"][turn])]
        assert seats == [turn % 2]
        seat = moves[f"player_{seats[0]}"][turn]
        assert bool(seat["action_mask"].flatten()[int(seat["action"])])
    assert moves["player_0", "observation", "observation"].shape[-1] == 658


def test_the_same_seed_is_the_same_game():
    """Of TorchRL's generator and of ours."""
    first, again = _rollout(2), _rollout(2)
    assert (first["next"] == again["next"]).all()


def test_all_seats_at_once():
    """Every seat acts, and only one has more to choose from than to wait."""
    env = PettingZooWrapper(env=pettingzoo.parallel_env(players=3), use_mask=False)
    env.set_seed(1)
    seen = env.reset()
    choices = seen["player", "action_mask"].sum(-1).flatten().tolist()
    assert sorted(choices)[:2] == [1, 1]
    assert choices[0] > 1
    assert seen["player", "action_mask"].shape[-1] == Rules(players=3).num_actions + 1
