"""A table of keys with open addressing. Kernels.

Shapes: G keys asked for, M keys that the table may hold, K slots of it, a power of two above M.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel


@inlined_kernel
def _slot_of(key: NDArray[np.uint64], slots: NDArray[np.int64], kept: NDArray[np.uint64]) -> int:
    """The slot of `key` [2], or the empty one where it belongs."""
    last = len(slots) - 1
    slot = int(np.int64(key[0] & np.uint64(last)))
    while slots[slot] >= 0:
        place = slots[slot]
        if kept[place, 0] == key[0] and kept[place, 1] == key[1]:
            break
        slot = (slot + 1) & last
    return slot


@kernel
def find(
    places: NDArray[np.int64],
    keys: NDArray[np.uint64],
    slots: NDArray[np.int64],
    kept: NDArray[np.uint64],
) -> None:
    """Fill `places` [G] with where each of `keys` [G, 2] stands in `kept` [M, 2]; -1 for none."""
    for index in range(len(keys)):
        places[index] = slots[_slot_of(keys[index], slots, kept)]


@kernel
def add(
    places: NDArray[np.int64],
    keys: NDArray[np.uint64],
    slots: NDArray[np.int64],
    kept: NDArray[np.uint64],
    count: int,
) -> int:
    """Keep the keys that are new; how many are kept then.

    Args:
        places: [G] filled with where each key stands.
        keys: [G, 2] to be kept.
        slots: where keys stand, by their hash; -1 for a free one.
        kept: [M, 2] keys, with room for the new ones.
        count: how many were kept before.
    """
    for index in range(len(keys)):
        slot = _slot_of(keys[index], slots, kept)
        if slots[slot] < 0:
            slots[slot] = count
            kept[count, 0], kept[count, 1] = keys[index, 0], keys[index, 1]
            count += 1
        places[index] = slots[slot]
    return count
