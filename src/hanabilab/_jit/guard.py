"""A user's functions as agents' callbacks that cannot crash, cheat, or fail unheard.

What is compiled around such a function:

- its view is read-only, and the memory too where it acts: a write does not compile;
- every index into an array is checked: what lies outside is an exception;
- an exception marks the view as `raised`, and the action is none: `arena.loop` stops the game;
- what it returns must be a whole number, and only `rng` gives random ones.

With the JIT off it is the same, of Python and NumPy. Functions of this package are not guarded: the
tests answer for them.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from hanabilab._jit.arrays import borrow
from hanabilab._jit.cache import LazyCache
from hanabilab._jit.digest import is_ours
from hanabilab._jit.kernels import JIT_ENABLED, OPTIONS, native_callback
from hanabilab._jit.read_only import read_only, read_only_type
from hanabilab.errors import AgentError

#: What a guarded function that raised answers: no action.
NO_ANSWER = -1

_WHOLE = "an action is a whole number"
#: What Numba calls the generators of `random` and `numpy.random`.
_FOREIGN_GENERATORS = ("numba_get_np_random_state", "numba_get_py_random_state")


def is_guarded(function: Callable[..., Any]) -> bool:
    """Whether a function is a user's."""
    return not is_ours(function)


@functools.cache
def guard_act(function: Callable[..., Any], memory_size: int, signature: Any) -> Any:
    """The callback of `signature` that acts by a user's `function`."""
    if not JIT_ENABLED:
        return _plain_act(function, memory_size)
    inner = _compile_inlined(function)

    def guarded(view, memory, rng):  # type: ignore[no-untyped-def]  # compiled
        action = np.int64(NO_ANSWER)
        try:
            own = read_only(borrow(memory)[:memory_size])
            action = np.int64(inner(read_only(view), own, borrow(rng)))
        except Exception:  # noqa: BLE001  # a user's
            view.raised = 1
        return action

    return _compile(guarded, inner, memory_size, signature)


@functools.cache
def guard_observe(function: Callable[..., Any], memory_size: int, signature: Any) -> Any:
    """The callback of `signature` that observes by a user's `function`."""
    if not JIT_ENABLED:
        return _plain_observe(function, memory_size)
    inner = _compile_inlined(function)

    def guarded(view, memory):  # type: ignore[no-untyped-def]  # compiled
        try:
            inner(read_only(view), borrow(memory)[:memory_size])
        except Exception:  # noqa: BLE001  # a user's
            view.raised = 1

    return _compile(guarded, inner, memory_size, signature)


# --- In plain Python -----------------------------------------------------------------------------


def call_act(
    function: Callable[..., Any], view: Any, memory: NDArray[np.int64], rng: NDArray[np.uint64]
) -> int:
    """The action by which `function` acts, as it would when compiled; its exceptions are raised.

    Raises:
        AgentError: what it returns is not a whole number.
    """
    own = memory.view()
    own.flags.writeable = False
    with np.errstate(over="ignore"):
        action = function(_locked(view), own, rng)
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        raise AgentError(f"it returns {action!r}; {_WHOLE}")
    return int(action)


def call_observe(function: Callable[..., Any], view: Any, memory: NDArray[np.int64]) -> None:
    """Let `function` observe, as it would when compiled; its exceptions are raised."""
    with np.errstate(over="ignore"):
        function(_locked(view), memory)


def _locked(view: Any) -> Any:
    """The same row, not to be written to."""
    row = np.frombuffer(view, view.dtype)
    row.flags.writeable = False
    return row[0]


def _plain_act(function: Callable[..., Any], memory_size: int) -> Callable[..., int]:
    @functools.wraps(function)
    def guarded(view: Any, memory: NDArray[np.int64], rng: NDArray[np.uint64]) -> int:
        try:
            return call_act(function, view, memory[:memory_size], rng)
        except (Exception, SystemExit):  # noqa: BLE001  # a user's
            view.raised = 1
        return NO_ANSWER

    return guarded


def _plain_observe(function: Callable[..., Any], memory_size: int) -> Callable[..., None]:
    @functools.wraps(function)
    def guarded(view: Any, memory: NDArray[np.int64]) -> None:
        try:
            call_observe(function, view, memory[:memory_size])
        except (Exception, SystemExit):  # noqa: BLE001  # a user's
            view.raised = 1

    return guarded


# --- Compiled ------------------------------------------------------------------------------------


def _compile_inlined(function: Callable[..., Any]) -> Any:
    """To be compiled into its guard: a call there would cost a tenth of a game."""
    return njit(boundscheck=True, forceinline=True, **OPTIONS)(function)


def _compile(guarded: Callable[..., Any], inner: Any, memory_size: int, signature: Any) -> Any:
    """The guard as a native callback, cached as the user's function is."""
    cache = _GuardCache(inner, memory_size, signature)
    callback = native_callback(guarded, signature, cache)
    callback._pyfunc = inner.py_func  # what Python calls
    return callback


class _GuardCache:
    """The disk cache of a guard: of the user's function, and of the size of its memory.

    A function that is not there is looked at on its own first: what Numba says of it is then of the
    user's lines.
    """

    def __init__(self, inner: Any, memory_size: int, signature: Any) -> None:
        self._inner, self._signature = inner, signature
        self._cache, self._key = LazyCache(inner.py_func), (signature, memory_size)

    @property
    def cache_path(self) -> Any:
        """The folder, if there is one."""
        return self._cache.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        found = self._cache.load_overload(self._key, context)
        if found is None:
            _require_lawful(self._inner, self._signature)
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        self._cache.save_overload(self._key, result)


def _require_lawful(inner: Any, signature: Any) -> None:
    """Do nothing if a user's function compiles to one of the kind that `signature` asks for.

    Raises:
        AgentError: wrong arguments, another result than a whole number, a generator not its own.
    """
    _require_parameters(inner.py_func, len(signature.args))
    view, memory, *rng = signature.args
    acts = bool(rng)
    found = read_only_type(view), read_only_type(memory) if acts else memory, *rng
    inner.compile(found)
    compiled = inner.overloads[found]
    if acts and not isinstance(compiled.signature.return_type, types.Integer):
        raise AgentError(f"it returns {compiled.signature.return_type}; {_WHOLE}")
    text = compiled.library.get_llvm_str()
    if any(name in text for name in _FOREIGN_GENERATORS):
        raise AgentError(
            "it draws from random or np.random, which no seed reaches; draw from rng, for "
            "example draw_below(rng, 6) of hanabilab.randomness"
        )


def _require_parameters(function: Callable[..., Any], count: int) -> None:
    """Do nothing if a user's function takes as many arguments as it is given.

    Raises:
        AgentError: it does not.
    """
    names = list(inspect.signature(function).parameters)
    if len(names) != count:
        wanted = "(view, memory, rng)" if count == 3 else "(view, memory)"
        raise AgentError(f"it takes ({', '.join(names)}); {count} arguments are given, {wanted}")
