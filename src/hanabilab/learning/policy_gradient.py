"""The parts of PPO that are the same for every policy: the clipped objective, entropy, spread.

Source: Schulman et al. 2017, equation 7.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Clipped(NamedTuple):
    """The objective over some turns.

    Attributes:
        gained: what is to be maximized; its gradient is that of turns within the range.
        share: of the turns that moved beyond it.
        divergence: how far the policy has moved, in nats (Kullback-Leibler, estimated).
    """

    gained: Tensor
    share: Tensor
    divergence: Tensor


def clipped_objective(change: Tensor, advantages: Tensor, clip_epsilon: float) -> Clipped:
    """The mean over turns of their advantages, each times how much likelier its action became.

    Args:
        change: of the logarithm of the chance of each action that was taken.
        advantages: of the same turns.
        clip_epsilon: how far a chance may move, as a share of what it was.
    """
    ratio = change.exp()
    limited = ratio.clamp(1 - clip_epsilon, 1 + clip_epsilon)
    gained = torch.minimum(ratio * advantages, limited * advantages).mean()
    share = ((ratio - 1).abs() > clip_epsilon).float().mean()
    return Clipped(gained, share, (ratio - 1 - change).mean())


def deviation(values: Tensor) -> Tensor:
    """The standard deviation of some numbers; 0 of a single one."""
    return values.std(correction=min(1, values.numel() - 1))


def mean_entropy(log_chances: Tensor) -> Tensor:
    """In nats, of log-probabilities [..., A]."""
    return -(log_chances.exp() * log_chances.clamp(min=-50)).sum(-1).mean()
