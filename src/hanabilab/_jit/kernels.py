"""The one place that configures Numba: the `kernel` decorator and native callbacks.

A kernel is a plain Python function over NumPy records, compiled on first use and cached on disk.
With `NUMBA_DISABLE_JIT=1` every kernel is the Python function itself; with `NUMBA_BOUNDSCHECK=1`
every array access is checked. Both are lanes of the test suite.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import cfunc, config, njit
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from hanabilab._jit.cache import LazyCache, tell_missing
from hanabilab._jit.compiling import compiling
from hanabilab._jit.digest import is_ours

P = ParamSpec("P")
R = TypeVar("R")

JIT_ENABLED: bool = not config.DISABLE_JIT

# First-class functions carry every policy here; the suite tells if a Numba release changes them.
warnings.filterwarnings(
    "ignore", "First-class function type feature", NumbaExperimentalFeatureWarning
)

#: No exceptions inside kernels: a division by zero gives NumPy's value, and threads run free.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` on first call, cached on disk; the function itself when JIT is off.

    A kernel trusts its arguments: out-of-range indices are undefined behaviour unless the
    bounds-checked lane runs it. Facades validate before they call. A user's own kernels are
    always checked: they are part of agents.
    """
    return _compile_lazily(function, forceinline=False)


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that becomes part of every kernel that calls it.

    For the body of a hot loop that takes tuples of functions and borrowed arrays: what its caller
    knows of them is lost at a call. It made whole games a tenth faster.
    """
    return _compile_lazily(function, forceinline=True)


def _compile_lazily(function: Callable[P, R], *, forceinline: bool) -> Callable[P, R]:
    if not JIT_ENABLED:
        return tolerate_overflow(function)
    # None, not False: bounds are checked where `NUMBA_BOUNDSCHECK` asks for it.
    bounds = None if is_ours(function) else True
    dispatcher = _dispatcher(
        function, {"forceinline": forceinline, "boundscheck": bounds, **OPTIONS}
    )
    dispatcher._cache = LazyCache(function)
    return dispatcher


def _dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    try:
        from hanabilab._jit.linking import Kernel
    except ImportError as error:  # then as Numba does it, in twice the time
        tell_missing(str(error), "kernels take longer to compile")
        return njit(**options)(function)
    return Kernel(function, {"nopython": True, **options})


@functools.cache
def compile_callback(function: Callable[..., Any], signature: Any) -> Any:
    """Compile `function` to a native callback of the Numba `signature`, cached like a kernel.

    The callback is what other kernels take as a first-class function argument. With JIT off it is
    the function itself. The same function is compiled once, whoever asks.
    """
    if not JIT_ENABLED:
        return tolerate_overflow(function)
    return native_callback(function, signature, LazyCache(function))


def native_callback(function: Callable[..., Any], signature: Any, cache: Any) -> Any:
    """`function` as a native callback, from the `cache` if it is there."""
    import numba.experimental.function_type  # noqa: F401  # gives callbacks their types

    try:
        from numba.core.ccallback import CFunc
    except ImportError as error:  # then as Numba documents it, without a cache
        tell_missing(str(error), "policies are compiled anew in every process")
        return cfunc(signature, **OPTIONS)(function)
    callback: Any = CFunc(function, (signature.args, signature.return_type), {}, dict(OPTIONS))
    callback._cache = cache
    with compiling(lambda: cache.cache_path):
        callback.compile()
    return callback


def native_or(plain: Callable[P, R], native: Callable[..., Any], **options: Any) -> Callable[P, R]:
    """What kernels compile as Numba's intrinsic `native`, and what is `plain` in Python.

    Args:
        plain: does the same; a function, or a kernel.
        native: of a typing context and the types of the arguments, as `numba.extending.intrinsic`
            asks for it.
        options: of the intrinsic.
    """
    if not JIT_ENABLED:
        return plain
    made: Any = intrinsic(**options)(native) if options else intrinsic(native)
    made.py_func = getattr(plain, "py_func", plain)  # what `in_python` calls
    return made


def tolerate_overflow(function: Callable[P, R]) -> Callable[P, R]:
    """`function` with NumPy's overflow warning off: unsigned wrap-around is meant, as compiled."""

    @functools.wraps(function)
    def plain(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return plain
