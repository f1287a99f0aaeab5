"""What was played, kept to be learned from again: the more surprising, the more often.

A few arrays, one row for each stretch of T turns of a game's row. A tree of sums would find rows of
a million in fewer steps; a few thousand stretches are found by one cumulative sum.

Source: Schaul et al. 2016, "Prioritized experience replay"; Kapturowski et al. 2019, section 2.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.compact import Compact
from hanabilab.learning.devices import CPU, to_numpy
from hanabilab.learning.rollouts import Turns

#: The axis of games in each array of `Turns`; the memory has it behind seats and states.
_AXES = [1] * (len(Turns._fields) - 1) + [2]


class Sample(NamedTuple):
    """Stretches that were drawn.

    Attributes:
        rows: [B] where they lie in the replay.
        turns: of them.
        weights: [B] by which their losses count, 1 at most, as often drawn ones count less.
    """

    rows: Tensor
    turns: Turns
    weights: Tensor


class Replay:
    """Stretches of turns in a ring: the newest take the place of the oldest.

    Args:
        capacity: stretches that are kept.
        sharpness: alpha: 0 draws all alike, 1 in proportion to priorities.
        correction: beta: how far weights make up for that, from 0 to 1.
        compact: packs observations while they are kept; None to keep them as they are.
        device: where turns are kept.
    """

    def __init__(
        self,
        capacity: int,
        *,
        sharpness: float,
        correction: float,
        compact: Compact | None = None,
        device: torch.device = CPU,
    ) -> None:
        self._capacity, self._sharpness, self._correction = capacity, sharpness, correction
        self._compact, self._device = compact, device
        self._kept: Turns | None = None
        self._priorities = torch.zeros(capacity, dtype=torch.float64)
        self._added = 0

    def __len__(self) -> int:
        return min(self._added, self._capacity)

    def add(self, turns: Turns) -> None:
        """Keep the stretches of all games, as surprising as the most surprising one so far."""
        count = turns.actions.shape[1]
        if self._compact:
            turns = turns._replace(observations=self._compact.pack(turns.observations))
        rows = (self._added + torch.arange(count)) % self._capacity
        if self._kept is None:
            self._kept = Turns(*(self._room(*pair) for pair in zip(turns, _AXES, strict=True)))
        for kept, new, axis in zip(self._kept, turns, _AXES, strict=True):
            kept.index_copy_(axis, rows.to(self._device), new.to(kept.dtype))
        self._priorities[rows] = max(1.0, float(self._priorities.max()))
        self._added += count

    def _room(self, example: Tensor, axis: int) -> Tensor:
        shape = list(example.shape)
        shape[axis] = self._capacity
        return example.new_zeros(shape)

    def draw(self, count: int, generator: torch.Generator) -> Sample:
        """`count` stretches by chance, the same one perhaps more than once; after `add`."""
        assert self._kept is not None, "nothing was added"  # noqa: S101  # a caller's mistake
        powers = self._priorities[: len(self)] ** self._sharpness
        ends = powers.cumsum(0)
        spots = torch.rand(count, generator=generator, dtype=torch.float64) * ends[-1]
        rows = torch.searchsorted(ends, spots, right=True).clamp(max=len(self) - 1)
        rarity = (len(self) * powers[rows] / ends[-1]) ** -self._correction
        turns = self._kept.rows(rows.to(self._device))
        if self._compact:
            turns = turns._replace(observations=self._compact.unpack(turns.observations))
        return Sample(rows, turns, (rarity / rarity.max()).float().to(self._device))

    def judge(self, rows: Tensor, surprises: Tensor) -> None:
        """Set the priorities of stretches by how wrong the network was about them."""
        self._priorities[rows] = surprises.cpu().double() + 1e-6

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that it holds."""
        found = {"priorities": self._priorities.numpy().copy(), "added": np.array(self._added)}
        if self._kept is not None:
            kept = self._kept._asdict().items()
            found |= {name: to_numpy(value).copy() for name, value in kept}
        return found

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave.

        Raises:
            KeyError, ValueError: it is of another replay.
        """
        if arrays["priorities"].shape != (self._capacity,):
            raise ValueError(f"a replay of {arrays['priorities'].shape}, not {self._capacity}")
        self._priorities = torch.from_numpy(arrays["priorities"].copy())
        self._added = int(arrays["added"])
        if self._added:
            kept = (torch.from_numpy(arrays[name].copy()) for name in Turns._fields)
            self._kept = Turns(*(each.to(self._device) for each in kept))
