"""Learned beliefs: chances that sum to one, draws that follow them, and learning what is to learn."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch

from hanabilab import Rules
from hanabilab.errors import AgentError, LearningError

pytest.importorskip("torch")

from hanabilab.learning.hand_beliefs import BeliefLearner, BeliefSettings
from hanabilab.learning.networks import Architecture, Channels, HandBelief, Known

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
