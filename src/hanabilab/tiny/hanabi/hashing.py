"""Open-addressing tables that find the index of a row or of a set by its content.

A table is an `int32` array whose length is a power of two; a slot holds an index, or EMPTY.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel

#: A slot of a table that holds nothing.
EMPTY = -1

_ODD = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


@kernel
def hash_row(row: NDArray[np.int8]) -> np.uint64:
    """A hash of short numbers."""
    word = np.uint64(row.size)
    for value in row:
        word = (word ^ np.uint64(np.int64(value) + 2)) * _ODD
        word ^= word >> _HALF
    return word


@kernel
def first_slot(table: NDArray[np.int32], word: np.uint64) -> int:
    """Where to look first for content of hash `word`."""
    word = word * _ODD
    return np.int64((word ^ (word >> _HALF)) & np.uint64(table.size - 1))  # type: ignore[return-value]


@kernel
def next_slot(table: NDArray[np.int32], slot: int) -> int:
    """Where to look after `slot`."""
    return (slot + 1) & (table.size - 1)
