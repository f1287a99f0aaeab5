"""What a permutation of colors does to the neurons of a layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.learning.networks.families import Channels, tuples_of


def permute_neurons(
    channels: Channels, permutation: tuple[int, ...] | NDArray[np.int64]
) -> NDArray[np.int64]:
    """[neurons] `layer[..., index]` is the layer after colors were renamed by `permutation`."""
    parts, start = [], 0
    for order, count in enumerate(channels):
        tuples = tuples_of(order, len(permutation))
        place = {members: row for row, members in enumerate(tuples)}
        source = np.empty(len(tuples), np.int64)
        for row, members in enumerate(tuples):
            source[place[tuple(int(permutation[color]) for color in members)]] = row
        parts.append((start + source[:, None] * count + np.arange(count)).reshape(-1))
        start += len(tuples) * count
    return np.concatenate(parts)
