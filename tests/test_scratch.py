"""Scratch arrays of kernels: zeros, one's own, and as good as any array while the kernel runs."""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel, scratch

SIZE = 5


@kernel
def fill(numbers, first):
    for index in range(len(numbers)):
        numbers[index] = first + index


@kernel
def zeros_each_time():
    total = 0
    for turn in range(3):
        numbers = scratch(SIZE)
        for number in numbers:
            total += number
        fill(numbers, turn - 99)
    return total


@kernel
def two_at_once(out):
    first, second = scratch(SIZE), scratch(SIZE)
    fill(first, 1)
    fill(second, 100)
    for index in range(SIZE):
        out[0, index], out[1, index] = first[index], second[index]


@kernel
def nested(depth):
    numbers = scratch(SIZE)
    fill(numbers, depth)
    deeper = nested(depth - 1) if depth > 0 else 0
    return numbers[SIZE - 1] + deeper


def test_scratch_is_zero_each_time():
    """Also where a loop asks again for what it has written to."""
    assert 0 == zeros_each_time()


def test_scratch_arrays_do_not_share():
    """Two of one kernel, passed to another that fills them."""
    out = np.zeros((2, SIZE), np.int64)
    two_at_once(out)
    assert [[1, 2, 3, 4, 5], [100, 101, 102, 103, 104]] == out.tolist()


def test_every_call_has_its_own():
    """A kernel that calls itself keeps what it has written."""
    assert sum(depth + SIZE - 1 for depth in range(4)) == nested(3)
