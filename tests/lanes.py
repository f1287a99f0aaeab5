"""Cases of a test in two lanes: the first ones in every lane, the others in the slow one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def slow_after(count: int, cases: Iterable[Any], *, several: bool = False) -> list[Any]:
    """Cases for `parametrize`; all after the first `count` are slow.

    Args:
        count: cases in every lane.
        cases: a value each; or what `pytest.param` made.
        several: a case is a tuple of several values.
    """
    found = []
    for number, case in enumerate(cases):
        given = case if isinstance(case, ParameterSet) else _made(case, several)
        marks = [*given.marks, *[pytest.mark.slow] * (number >= count)]
        found.append(pytest.param(*given.values, marks=marks, id=given.id))
    return found


def _made(case: Any, several: bool) -> ParameterSet:
    return pytest.param(*case) if several else pytest.param(case)
