"""The cache of a kernel, opened when it is first compiled, and doing without one."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import __version__ as numba_version

from hanabilab._jit.compiling import begin_compiling, tell_not_kept
from hanabilab._jit.digest import source_digest


@functools.cache
def tell_missing(what: str, consequence: str) -> None:
    """Say once what this release of Numba lacks, and what that costs."""
    warnings.warn(f"Numba {numba_version}: {what}; {consequence}", RuntimeWarning, stacklevel=3)


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
            from hanabilab._jit.disk_cache import DiskCache
        except ImportError as error:  # Numba has moved what it does not document
            tell_missing(str(error), "kernels are compiled anew in every process")
            return _NoCache()
        try:
            return DiskCache(self._function, source_digest(self._function))
        except RuntimeError:  # Numba: "cannot cache function: no locator available"
            tell_not_kept()
            return _NoCache()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled code that is kept; None if there is none, and it is to be compiled."""
        found = self._cache.load_overload(signature, context)
        if found is None:
            begin_compiling(self._function.__qualname__)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)
