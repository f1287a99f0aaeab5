"""Records in bytes: kernels read and write the memory that the bytes have."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import kernel, record_in

_MIXED = np.dtype(
    (np.record, [("first", np.int8), ("second", np.int32, (3,)), ("third", np.int64)])
)


@kernel
def _turn_over(memory):
    """Negate each field, and tell the sum before."""
    record = record_in(memory, _MIXED)
    total = int(record.first) + int(record.third)
    record.first = -record.first
    record.third = -record.third
    for index in range(3):
        total += int(record.second[index])
        record.second[index] = -record.second[index]
    return total


@given(
    st.integers(-127, 127),
    st.lists(st.integers(-(2**30), 2**30), min_size=3, max_size=3),
    st.integers(-(2**40), 2**40),
)
def test_fields_are_those_of_the_bytes(first, second, third):
    rows = np.zeros(2, _MIXED)
    rows[0] = (first, second, third)
    rows[1] = before = np.array((1, (2, 3, 4), 5), _MIXED)

    assert _turn_over(rows.view(np.uint8)) == first + sum(second) + third

    assert rows[0].tolist()[0] == -first
    assert list(rows[0].second) == [-each for each in second]
    assert rows[0].third == -third
    assert rows[1] == before  # what follows is another record's
