"""Kernels as the Python functions that they are written as.

A call or two in plain Python take milliseconds. To compile what decides a turn takes seconds. So
what Python asks once in a while, such as why an agent acts, is asked in Python.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FunctionType
from typing import Any, ParamSpec, TypeVar

from hanabilab._jit.digest import is_ours
from hanabilab._jit.kernels import JIT_ENABLED, tolerate_overflow

P = ParamSpec("P")
R = TypeVar("R")


def in_python(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, which runs itself and the kernels that it calls in plain Python.

    It answers the same. Functions and kernels of this package are found by the names that code
    looks up; what methods of classes call is compiled as ever. It is for calls that are few: a turn
    takes thousands of times as long as compiled.

    Args:
        function: a kernel or a function; a user's stays as it is.

    Raises:
        NotImplementedError: where it is called: an intrinsic of Numba that has no form in Python,
            such as what finds an array by its handle.
    """
    if not JIT_ENABLED:
        return function

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        twin: Callable[P, R] = _twin_of(function)
        return twin(*args, **kwargs)

    return tolerate_overflow(called)


class _Twins:
    """Functions and their twins in Python, which call one another."""

    def __init__(self) -> None:
        self._made: dict[Any, Any] = {}
        self._globals: dict[int, dict[str, Any]] = {}

    def __call__(self, thing: Any) -> Any:
        """The twin of a kernel or a function of ours, or of a tuple of them; others as they are."""
        if type(thing) is tuple:
            return tuple(map(self, thing))
        source = getattr(thing, "py_func", thing)
        if not isinstance(source, FunctionType) or not is_ours(source):
            return thing
        if source not in self._made:
            self._make(source)
        return self._made[source]

    def _make(self, source: FunctionType) -> None:
        names = self._globals.setdefault(id(source.__globals__), dict(source.__globals__))
        cells = tuple(CellType() for _ in source.__closure__ or ())
        twin = FunctionType(source.__code__, names, source.__name__, source.__defaults__, cells)
        twin.__kwdefaults__ = source.__kwdefaults__
        self._made[source] = twin  # before what it calls, which may call it
        for name in _names_in(source.__code__):
            if name in source.__globals__:
                names[name] = self(source.__globals__[name])
        for cell, held in zip(cells, source.__closure__ or (), strict=True):
            cell.cell_contents = self(held.cell_contents)


def _names_in(code: CodeType) -> Iterator[str]:
    """The names that a function looks up, in the functions within it too."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)


_twin_of = _Twins()
