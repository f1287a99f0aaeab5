"""A critic that sees every hand, for training alone: it judges positions and never acts.

Policies that a seat can play see what the seat sees. What their turns are worth may be judged by
one who sees more, which makes the estimates less noisy (Yu et al. 2022, "The surprising
effectiveness of PPO in cooperative multi-agent games").
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import one_hot

_NEURONS = 256


class CentralCritic(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """From what a seat observes, and the hand that it does not see, to what the position is worth.

    Two hidden layers without memory: with all hands in sight, what happened earlier tells little.

    Args:
        entries: of an observation.
        slots: of a hand.
        cards: that there are.
    """

    def __init__(self, entries: int, slots: int, cards: int) -> None:
        super().__init__()
        self.cards = cards
        self.layers = nn.Sequential(
            nn.Linear(entries + slots * cards, _NEURONS),
            nn.ReLU(),
            nn.Linear(_NEURONS, _NEURONS),
            nn.ReLU(),
            nn.Linear(_NEURONS, 1),
        )

    def forward(self, observations: Tensor, own_hand: Tensor) -> Tensor:
        """[...] points that are still to come.

        Args:
            observations: [..., N] zeros and ones.
            own_hand: [..., slots] card ids, -1 for an empty slot.
        """
        held = one_hot(own_hand.long() + 1, self.cards + 1)[..., 1:].flatten(-2)
        value: Tensor = self.layers(torch.cat((observations.float(), held.float()), -1)).squeeze(-1)
        return value
