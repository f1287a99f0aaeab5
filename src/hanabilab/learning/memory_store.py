"""Memories of networks, kept by the key of a seat's history: the latest, as many as fit.

Two tables stand side by side. New memories go into the younger one. When it is full the older one
is forgotten, and an empty one begins.

Shapes: G keys asked for, M memories of C numbers that a table may hold, K slots of it, a power of
two above M.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel


@dataclass(frozen=True)
class _Table:
    """One of the two tables.

    Attributes:
        slots: [K] where keys stand, by their hash (open addressing); -1 for a free one.
        memory: [M, C] float32.
        keys: [M, 2] of each memory.
    """

    slots: NDArray[np.int64]
    memory: NDArray[np.float32]
    keys: NDArray[np.uint64]

    @classmethod
    def of(cls, most: int, size: int) -> _Table:
        """An empty table; pages of memory are taken as they are filled."""
        slots = np.full(1 << (2 * most).bit_length(), -1)
        return cls(slots, np.empty((most, size), np.float32), np.empty((most, 2), np.uint64))


@dataclass
class MemoryStore:
    """Memories by key.

    Args:
        most: memories that one of the two tables holds, M.
        size: numbers of a memory, C.
    """

    most: int
    size: int
    _count: int = 0
    _tables: list[_Table] = field(default_factory=list)

    def __len__(self) -> int:
        """How many memories are kept; one that is in both tables counts twice."""
        return self._count + self.most * (len(self._tables) - 1) if self._tables else 0

    def get(self, keys: NDArray[np.uint64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """[G, C] the memories of `keys` [G, 2], zeros where none is kept; and [G] which are."""
        keys, found = np.ascontiguousarray(keys), np.zeros(len(keys), np.bool_)
        memory = np.zeros((len(keys), self.size), np.float32)
        for table in self._tables:
            places = np.full(len(keys), -1)
            _find(places, keys, table.slots, table.keys)
            here = places >= 0
            memory[here], found = table.memory[places[here]], found | here
        return memory, found

    def put(self, keys: NDArray[np.uint64], memory: NDArray[np.float32]) -> None:
        """Keep `memory` [G, C] under `keys` [G, 2]."""
        keys = np.ascontiguousarray(keys)
        for start in range(0, len(keys) if self.most else 0, self.most or 1):
            part = slice(start, start + self.most)
            if not self._tables or self._count + len(keys[part]) > self.most:
                self._tables = [_Table.of(self.most, self.size), *self._tables[:1]]
                self._count = 0
            table, places = self._tables[0], np.empty(len(keys[part]), np.int64)
            self._count = _add(places, keys[part], table.slots, table.keys, self._count)
            table.memory[places] = memory[part]


# --- Keys found by their hash. Kernels. ----------------------------------------------------------


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
def _find(
    places: NDArray[np.int64],
    keys: NDArray[np.uint64],
    slots: NDArray[np.int64],
    kept: NDArray[np.uint64],
) -> None:
    """Fill `places` [G] with where each of `keys` [G, 2] stands in `kept` [M, 2]; -1 for none."""
    for index in range(len(keys)):
        places[index] = slots[_slot_of(keys[index], slots, kept)]


@kernel
def _add(
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
