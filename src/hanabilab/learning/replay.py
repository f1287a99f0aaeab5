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

from hanabilab.learning.checkpoints import require_within
from hanabilab.learning.compact import Compact
from hanabilab.learning.devices import CPU, to_numpy
from hanabilab.learning.own_hand import NEITHER, NO_LABEL
from hanabilab.learning.rollouts import Turns
from hanabilab.runs.reading import Layout

#: What states on disk call the arrays of `Turns`, in its order.
_KEPT_AS = tuple("chances" if name == "log_probs" else name for name in Turns._fields)
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
        priority_alpha: 0 draws all alike, 1 in proportion to priorities.
        priority_beta: how far weights make up for that, from 0 to 1.
        compact: packs observations while they are kept; None to keep them as they are.
        device: where turns are kept.
    """

    def __init__(
        self,
        capacity: int,
        *,
        priority_alpha: float,
        priority_beta: float,
        compact: Compact | None = None,
        device: torch.device = CPU,
    ) -> None:
        self._capacity, self._alpha, self._beta = capacity, priority_alpha, priority_beta
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
        powers = self._priorities[: len(self)] ** self._alpha
        ends = powers.cumsum(0)
        spots = torch.rand(count, generator=generator, dtype=torch.float64) * ends[-1]
        rows = torch.searchsorted(ends, spots, right=True).clamp(max=len(self) - 1)
        rarity = (len(self) * powers[rows] / ends[-1]) ** -self._beta
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
            kept = zip(_KEPT_AS, self._kept, strict=True)
            found |= {name: to_numpy(value).copy() for name, value in kept}
        return found

    def layouts(self, example: Turns, count: int) -> dict[str, Layout]:
        """Of what `arrays` has once stretches were added.

        Args:
            example: no turns, of games like those that are added.
            count: turns of a stretch.
        """
        if self._compact:
            packed = self._compact.pack(example.observations)
            example = example._replace(observations=packed)
        found = {}
        for name, each, axis in zip(_KEPT_AS, example, _AXES, strict=True):
            shape = list(each.shape)
            shape[axis] = self._capacity
            if name != "carried":
                shape[0] += count
            found[name] = Layout(to_numpy(each[:0]).dtype, tuple(shape))
        return found

    def restore(self, arrays: Mapping[str, NDArray[Any]], max_turns: int) -> None:
        """Go back to what `arrays` gave, of games of at most `max_turns`.

        Raises:
            KeyError, ValueError: it is of another replay.
        """
        if arrays["priorities"].shape != (self._capacity,):
            raise ValueError(f"a replay of {arrays['priorities'].shape}, not {self._capacity}")
        require_within("priorities", arrays["priorities"], 0, np.inf)
        require_within("numbers of stretches", arrays["added"], 0, 1 << 62)
        self._priorities = torch.from_numpy(arrays["priorities"].copy())
        self._added = int(arrays["added"])
        if self._added:
            _check_turns(arrays, max_turns)
            kept = (torch.from_numpy(arrays[name].copy()) for name in _KEPT_AS)
            self._kept = Turns(*(each.to(self._device) for each in kept))


def _check_turns(arrays: Mapping[str, NDArray[Any]], max_turns: int) -> None:
    """Do nothing if whatever turns are looked up by is in its range.

    Raises:
        KeyError, ValueError: something is not.
    """
    most = arrays["legal"].shape[-1] - 1
    require_within("actions", arrays["actions"], 0, most)
    require_within("taught actions", arrays["taught"], 0, most)
    require_within("ages", arrays["ages"], 0, max_turns - 1)
    require_within("labels", arrays["own_hand"], NO_LABEL, NEITHER)
