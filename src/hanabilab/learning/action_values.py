"""Targets of value-based learning along games in which seats take turns.

Shapes: T turns, G games, in rows where game follows on game.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Targets(NamedTuple):
    """What values are compared with.

    Attributes:
        values: [T, G] in points.
        known: [T, G] whether there is one; the last turns of a row lack what follows. They are left
            out even where their game ended: to keep those alone would favor games that end.
    """

    values: Tensor
    known: Tensor


def n_step_targets(
    rewards: Tensor, following: Tensor, ended: Tensor, *, discount: float, steps: int, stride: int
) -> Targets:
    """The points of some turns, and the value of the position after them.

    Where a row stops before `steps` turns have passed, fewer are taken, as many as there is a later
    value for.

    Args:
        rewards: [T, G] points after each turn.
        following: [T, G] value of the position before each turn.
        ended: [T, G] whether the turn ended its game; then nothing follows.
        discount: gamma, for each turn.
        steps: turns at most, a multiple of `stride`.
        stride: turns from a position to the next of the same stream: 1 for a value of the whole
            team, the number of players for one of each seat.
    """
    turns = len(rewards)
    values, known = torch.zeros_like(rewards), torch.zeros_like(ended)
    for turn in range(turns):
        most = min(steps, (turns - 1 - turn) // stride * stride)
        going = torch.ones_like(ended[turn])
        for ahead in range(most):
            values[turn] += discount**ahead * rewards[turn + ahead] * going
            going &= ~ended[turn + ahead]
        if most:
            values[turn] += discount**most * following[turn + most] * going
            known[turn] = True
    return Targets(values, known)


def sum_waiting(told: Tensor, ages: Tensor, players: int) -> Tensor:
    """[T, G] what seats that wait add to the value of the team: the sum of what the last turn of
    each told, in the same game.

    This is the sum of value decomposition networks (Sunehag et al. 2018). There each seat observes
    at every step, and waiting is an action with a value. Here a seat observes at its own turns
    only, so it tells then what it is going to add while others act. That must not be the value of
    its action: a sum of values would have each action on both sides of the equation between a turn
    and the next, and nobody would learn from the points of its own action.

    Args:
        told: [T, G] by the seat that acted.
        ages: [T, G] turns played before in the game. The first `players - 1` turns of a row lack
            others' turns that lie before the row; their sums are too small.
    """
    total = torch.zeros_like(told)
    for back in range(1, players):
        shifted = torch.cat((torch.zeros_like(told[:back]), told[:-back]))
        total = total + torch.where(ages >= back, shifted, 0.0)
    return total
