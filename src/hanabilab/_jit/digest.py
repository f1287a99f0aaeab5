"""Which sources compiled code rests on, as a digest. Code of another digest is not run.

Numba's own cache looks at one source file only. If a kernel that a cached kernel calls in *another*
file changes, the cached kernel becomes stale without notice (Numba issue 1833). Here every cached
kernel also carries a digest of its file and of all that this file imports, in this package or among
the user's files.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hanabilab._jit.imports import INDEX
from hanabilab._lazy import home_of

_COMPILER = Path(__file__).parent
#: The folder of this package.
PACKAGE = _COMPILER.parent


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function is of this package."""
    code = getattr(function, "__code__", None)
    return code is not None and _path(code.co_filename).is_relative_to(PACKAGE)


def source_digest(function: Callable[..., Any]) -> str:
    """SHA-256 over the sources of a function's file, of all that it imports, and of this room."""
    path = _path(function.__code__.co_filename)
    return _digest_of_ours(path) if is_ours(function) else _digest(path)


@functools.cache
def _digest_of_ours(path: Path) -> str:
    """The digest of a file of this package: made once, for no process imports it a second time."""
    return _digest(path)


def _digest(start: Path) -> str:
    digest = hashlib.sha256()
    compiler = set(_COMPILER.glob("*.py"))
    for path in sorted(reached_files(start) | compiler):
        digest.update(_read_source(path, _stamp(path)))
    INDEX.save()
    return digest.hexdigest()


def reached_files(start: Path) -> set[Path]:
    """`start` and the files it imports, transitively; no installed packages but ours."""
    names = {path: name for name, module in list(sys.modules.items()) if (path := _file(module))}
    files: set[Path] = set()
    waiting = {start}
    while waiting:
        path = waiting.pop()
        if path in files or not _is_source(path):
            continue
        files.add(path)
        for name in INDEX.imports_of(_read_source(path, _stamp(path)), path, names.get(path, "")):
            found = (_file(sys.modules.get(each)) for each in (name, home_of(name)))
            waiting.update(filter(None, found))
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
    return path.is_file() and (path.is_relative_to(PACKAGE) or not installed)


@functools.cache
def _installed_places() -> list[Path]:
    return [Path(sysconfig.get_path(kind)) for kind in ("stdlib", "purelib")]


@functools.cache
def _read_source(path: Path, stamp: tuple[int, int]) -> bytes:  # part of the key
    return path.read_bytes()


def _stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size
