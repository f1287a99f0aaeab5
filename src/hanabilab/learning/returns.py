"""What turns were worth: returns and advantages along games in which seats take turns.

The stream of a game is one: the value of a position, as the seat to act sees it, is judged by the
points that follow and by the value of the next position, as the next seat sees it.
"""

from __future__ import annotations

import torch
from torch import Tensor

from hanabilab.learning.rollouts import Turns


def advantages(
    rewards: Tensor, values: Tensor, ended: Tensor, *, discount: float, gae_lambda: float
) -> Tensor:
    """[T, G] generalized advantage estimates (Schulman et al. 2016, equation 16).

    Args:
        rewards: [T, G] points after each turn.
        values: [T + 1, G] of the positions before each turn, and after the last.
        ended: [T, G] whether the turn ended its game; then nothing follows.
        discount: gamma, from 0 to 1.
        gae_lambda: from 0 (one turn) to 1 (all that follows).
    """
    goes_on = (~ended).to(values.dtype)
    errors = rewards + discount * values[1:] * goes_on - values[:-1]
    found, after = torch.empty_like(errors), torch.zeros_like(errors[0])
    for turn in reversed(range(len(errors))):
        after = errors[turn] + discount * gae_lambda * goes_on[turn] * after
        found[turn] = after
    return found


def advantages_and_returns(
    turns: Turns, *, discount: float, gae_lambda: float
) -> tuple[Tensor, Tensor]:
    """[T, G] each: the advantages of turns that were played, and their returns."""
    rates = {"discount": discount, "gae_lambda": gae_lambda}
    found = advantages(turns.rewards, turns.values, turns.ended, **rates)
    return found, found + turns.values[:-1]
