"""Handles: kernels find arrays and callbacks by integers."""

from __future__ import annotations

import numpy as np
from numba import int64

from hanabilab._jit import array_at, compile_callback, function_at, handle_of, kernel

_SIGNATURE = int64(int64[::1])
_PAIR = np.dtype((np.record, [("first", np.int32), ("second", np.float32)]))
_NUMBERS = np.dtype(np.int64)
_find = function_at(_SIGNATURE)


def _sum(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


def _first(numbers):
    return numbers[0]


@kernel
def _call(handle, numbers_handle, count):
    return _find(handle)(array_at(numbers_handle, count, _NUMBERS))


@kernel
def _set_second(handle, count, value):
    for pair in array_at(handle, count, _PAIR):
        pair.second = value


def test_a_callback_is_found_and_called():
    """One kernel calls two functions, by their handles alone."""
    numbers = np.array([5, 6, 7])
    handles = [handle_of(compile_callback(each, _SIGNATURE)) for each in (_sum, _first)]
    assert [_call(each, handle_of(numbers), 3) for each in handles] == [18, 5]


def test_an_array_is_the_array_itself():
    """What is written there is seen by its owner, records too."""
    pairs = np.zeros(3, _PAIR)
    _set_second(handle_of(pairs), 3, 1.5)
    assert pairs["second"].tolist() == [1.5] * 3
