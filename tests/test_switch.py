"""One of many kernels, called by its place; rows on the stack; one function for all constants."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED, arguments_of, inlined_kernel, kernel, scratch_row, switch

ROW = np.dtype(
    (np.record, np.dtype([("numbers", np.int64, (3,)), ("total", np.int64)], align=True))
)
FAULT = -9


class Given(NamedTuple):
    """What the kernels below can ask for."""

    row: Any
    factors: Any


@kernel
def nothing():
    return 7


@kernel
def add(row, number):
    row.total += number
    return row.total


@inlined_kernel
def times(factors, place, number):
    return factors[place] * number


choose = switch((nothing, add, times), FAULT)


@kernel
def chosen(place, factors):
    row = scratch_row(ROW)
    row.numbers[1], row.total = 5, 40
    first = choose(place, Given(row, factors), (2, 30, 100))
    return first, row.total, row.numbers[0] + row.numbers[1] + row.numbers[2]


@pytest.mark.parametrize(
    ("place", "answers"),
    [
        (0, (7, 40, 5)),
        (1, (42, 42, 5)),
        (2, (120, 40, 5)),
        (3, (FAULT, 40, 5)),
        (-1, (FAULT, 40, 5)),
    ],
)
def test_a_kernel_is_called_by_its_place_with_what_it_asks_for(place, answers):
    """A place without a kernel is a fault, and calls none; the row begins with zeros."""
    assert answers == tuple(chosen(place, np.arange(2, 6)))


def test_a_kernel_names_what_is_given_before_its_own_arguments():
    """They are told apart by name."""
    assert (["factors"], ["place", "number"]) == arguments_of(times, Given._fields)

    @kernel
    def odd(number, row):
        return number

    with pytest.raises(TypeError, match="must begin with"):
        arguments_of(odd, Given._fields)


@kernel
def above(number, limit):
    return number > limit


#: At a prompt there is no file, so what is compiled is not kept from an earlier run.
_COUNT = """@kernel
def count_above(wide, small):
    found = above(wide[0], 1) + above(wide[1], 2)
    return found + above(small[0], 3) + above(small[1], small[0]) + above(small[1], True)
"""


@pytest.mark.compiled
def test_a_kernel_is_not_compiled_for_each_constant_or_width():
    """Five calls, with four constants and numbers of 16 and of 64 bits, are of two types."""
    space = {"kernel": kernel, "above": above}
    exec(_COUNT, space)
    assert 3 == space["count_above"](np.array([2, 2]), np.array([4, 2], np.int16))
    assert JIT_ENABLED
    assert 2 == len(above.linked.overloads)
