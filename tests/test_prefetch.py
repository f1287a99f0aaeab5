"""Rows asked for ahead of time: the same rows, to the last one, and the same results."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab._jit import kernel, prefetch

ROW = np.dtype(
    (np.record, np.dtype([("one", np.int8), ("many", np.int64, (40,)), ("two", np.int16)]))
)


@kernel
def add_up(rows):
    total = 0
    for index in range(len(rows)):
        prefetch(rows, index, "one", "two")
        prefetch(rows, index, "many", "many")
        total += rows[index].one + rows[index].many[39] * rows[index].two
        rows[index].one = 0
    return total


@pytest.mark.parametrize("count", [0, 1, 3, 100])
def test_rows_asked_for_are_read_and_written_as_ever(count):
    """Also the last rows, ahead of which there are none."""
    rows = np.zeros(count, ROW)
    rows["one"], rows["two"] = 5, np.arange(count)
    rows["many"][:, 39] = 7
    assert add_up(rows) == 5 * count + 7 * sum(range(count))
    assert not rows["one"].any()
