"""The one place that configures Numba: the `kernel` decorator and its cache.

A kernel is a plain Python function over NumPy records, compiled on first use and cached on disk.
With `NUMBA_DISABLE_JIT=1` every kernel is the Python function itself; with `NUMBA_BOUNDSCHECK=1`
every array access is checked. Both are lanes of the test suite.

Numba's own cache looks at one source file only: a cached kernel goes stale, silently, when a
kernel it calls in *another* file changes (Numba issue 1833). Here every cached kernel also carries
a digest of its file and of all that this imports, here or among the user's files.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import __version__ as numba_version
from numba import cfunc, config, njit
from numba.core import cgutils
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic, overload

from hanabilab._compiling import compiling, tell_not_kept

P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A")

JIT_ENABLED: bool = not config.DISABLE_JIT

_PACKAGE = Path(__file__).parent
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
        return _tolerate_overflow(function)
    # None, not False: bounds are checked where `NUMBA_BOUNDSCHECK` asks for it.
    bounds = None if is_ours(function) else True
    dispatcher = _dispatcher(
        function, {"forceinline": forceinline, "boundscheck": bounds, **OPTIONS}
    )
    dispatcher._cache = LazyCache(function)
    return dispatcher


def _dispatcher(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    try:
        from hanabilab._linking import Kernel
    except ImportError as error:  # then as Numba does it, in twice the time
        _tell_missing(str(error), "kernels take longer to compile")
        return njit(**options)(function)
    return Kernel(function, {"nopython": True, **options})


@functools.cache
def compile_callback(function: Callable[..., Any], signature: Any) -> Any:
    """Compile `function` to a native callback of the Numba `signature`, cached like a kernel.

    The callback is what other kernels take as a first-class function argument. With JIT off it is
    the function itself. The same function is compiled once, whoever asks.
    """
    if not JIT_ENABLED:
        return _tolerate_overflow(function)
    return native_callback(function, signature, LazyCache(function))


def native_callback(
    function: Callable[..., Any], signature: Any, cache: Any, told: Any = None
) -> Any:
    """`function` as a native callback, from the `cache` if it is there; `told` is who it is for."""
    try:
        from numba.core.ccallback import CFunc
    except ImportError as error:  # then as Numba documents it, without a cache
        _tell_missing(str(error), "policies are compiled anew in every process")
        return cfunc(signature, **OPTIONS)(function)
    callback: Any = CFunc(function, (signature.args, signature.return_type), {}, dict(OPTIONS))
    callback._cache = cache
    with compiling(told or function, lambda: cache.cache_path):
        callback.compile()
    return callback


@functools.cache
def _tell_missing(what: str, consequence: str) -> None:
    """Say once what this release of Numba lacks, and what that costs."""
    warnings.warn(f"Numba {numba_version}: {what}; {consequence}", RuntimeWarning, stacklevel=3)


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function is of this package."""
    code = getattr(function, "__code__", None)
    return code is not None and Path(code.co_filename).is_relative_to(_PACKAGE)


def _tolerate_overflow(function: Callable[P, R]) -> Callable[P, R]:
    """`function` with NumPy's overflow warning off: unsigned wrap-around is meant, as compiled."""

    @functools.wraps(function)
    def plain(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return plain


# --- The cache -----------------------------------------------------------------------------------


class _NoCache:
    """Keeps nothing."""

    cache_path = None

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Nothing is there."""

    def save_overload(self, sig: Any, data: Any) -> None:
        """Nothing is kept."""


class LazyCache:
    """The disk cache of a function, opened when it is first compiled.

    By then its module is whole, and the digest sees every file that it imports. Where the function
    has no file (a prompt, a notebook, `exec`) nothing is kept: what it calls could be changed
    there, and no digest would tell.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @functools.cached_property
    def _cache(self) -> Any:
        if not Path(self._function.__code__.co_filename).is_file():
            return _NoCache()
        try:
            from hanabilab._disk_cache import DiskCache
        except ImportError as error:  # Numba has moved what it does not document
            _tell_missing(str(error), "kernels are compiled anew in every process")
            return _NoCache()
        try:
            return DiskCache(self._function, source_digest(self._function))
        except RuntimeError:  # Numba: "cannot cache function: no locator available"
            tell_not_kept()
            return _NoCache()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)


def source_digest(function: Callable[..., Any]) -> str:
    """SHA-256 over the sources of a function's file, `_jit.py` and all that they import."""
    digest = hashlib.sha256()
    for path in sorted(_reached_files(Path(function.__code__.co_filename)) | {Path(__file__)}):
        digest.update(_read_source(path, _stamp(path)))
    return digest.hexdigest()


def _reached_files(start: Path) -> set[Path]:
    """`start` and the files it imports, transitively; no installed packages but ours."""
    names = {path: name for name, module in list(sys.modules.items()) if (path := _file(module))}
    files: set[Path] = set()
    waiting = {start}
    while waiting:
        path = waiting.pop()
        if path in files or not _is_source(path):
            continue
        files.add(path)
        for name in _find_imports(path, _stamp(path), names.get(path, "")):
            waiting.update(filter(None, [_file(sys.modules.get(name))]))
    return files


def _file(module: Any) -> Path | None:
    path = getattr(module, "__file__", None)
    return _path(path) if isinstance(path, str) and path.endswith(".py") else None


@functools.cache
def _path(name: str) -> Path:
    """As a path, made once: a process asks for the files of its thousand modules many times."""
    return Path(name)


def _is_source(path: Path) -> bool:
    """Whether a file is ours or the user's, not Python's or an installed package's."""
    installed = any(path.is_relative_to(place) for place in _installed_places())
    return path.is_file() and (path.is_relative_to(_PACKAGE) or not installed)


@functools.cache
def _installed_places() -> list[Path]:
    return [Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib")]


@functools.cache
def _read_source(path: Path, stamp: tuple[int, int]) -> bytes:  # part of the key
    return path.read_bytes()


@functools.cache
def _find_imports(path: Path, stamp: tuple[int, int], name: str) -> list[str]:
    """Names of modules that the import statements of a file can mean; `name` is its own."""
    return list(_imported_names(_read_source(path, stamp), path, name))


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _imported_names(source: bytes, path: Path, name: str) -> Iterator[str]:
    # A package's own file stands in the package, not beside it.
    parts = [*name.split("."), *(["__init__"] if path.name == "__init__.py" else [])]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = parts[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


# --- Borrowing arrays ----------------------------------------------------------------------------


def borrow(array: A) -> A:
    """`array` without a count of its users, for use in a kernel that the owner outlives.

    Every slice of an ordinary array counts its owner's users up and down, atomically, and the
    compiler cannot drop that around calls of first-class functions. In game loops it cost a tenth
    of the time. Borrow in the very kernel that slices; do not return what is
    borrowed.
    """
    return array


@intrinsic  # type: ignore[untyped-decorator]  # Numba is untyped
def _without_owner(typing_context: Any, array: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), codegen


@overload(borrow)
def _borrow(array):  # type: ignore[no-untyped-def]  # compared by Numba
    return lambda array: _without_owner(array)
