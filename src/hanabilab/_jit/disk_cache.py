"""Compiled kernels on disk: Numba's cache, with a stamp of all sources and its files checked.

Built on classes of Numba that it does not document. `_jit.cache` opens it, and does without where a
release has none of them. Five things are ours:

- the stamp is a digest of all files that a kernel reaches (`_jit.digest`), not a time: code that
  is copied with its sources, into an image or a clone, is taken there;
- code with checked bounds has files of its own, for Numba's index does not tell the two apart;
- compiled code is taken only if it carries the stamp and the signature that the index promises. Two
  processes that compile the same function for two signatures give both files one name, and Numba
  alone would then run the one for the other;
- kernels of this package are loaded without all that Numba can compile being imported first (SciPy
  is a part of that): it takes longer than all else that a short program does;
- a module has entries of its own for each name that it goes by. Compiled code is kept with that
  name and imports it when it is loaded, but a file can be `__main__` in one process and `careful`
  in the next.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from numba import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.runtime import rtsys

from hanabilab._jit.digest import is_ours


class _Implementation(CompileResultCacheImpl):  # type: ignore[misc]  # Numba is untyped
    @property
    def filename_base(self) -> str:
        base: str = super().filename_base
        return f"{base}.checked" if config.BOUNDSCHECK else base


class _CheckedFile(IndexDataCacheFile):  # type: ignore[misc]  # Numba is untyped
    """An index and its files; each file says what it is before it is unpacked."""

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (self._source_stamp, key, self._dump(data)))

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (AttributeError, ImportError):
            return {}  # of sources in which a type that it names stood elsewhere

    def load(self, key: Any) -> Any:
        found = super().load(key)
        if not found or found[:2] != (self._source_stamp, key):
            return None
        return pickle.loads(found[2])  # noqa: S301  # as Numba reads its own files


class DiskCache(FunctionCache):  # type: ignore[misc]  # Numba is untyped
    """The cache of one function.

    Raises:
        RuntimeError: the function has no file to cache beside.
    """

    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any], digest: str) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFile(self._cache_path, self._impl.filename_base, digest)
        self._is_ours = is_ours(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code of a signature, or None.

        Code of ours needs no more of Numba than its runtime. A user's may need what only those
        imports make known to the linker, the hashes of texts for one.
        """
        if not self._is_ours:
            return super().load_overload(sig, target_context)
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return *super()._index_key(sig, codegen), self._py_func.__module__
