"""Which sources compiled code rests on, as a digest. Code of another digest is not run.

Numba's own cache looks at one source file only. If a kernel that a cached kernel calls in *another*
file changes, the cached kernel becomes stale without notice (Numba issue 1833). Here every cached
kernel also carries a digest of its file and of all that this file imports, in this package or among
the user's files. Numba also freezes what globals and closures hold. In this package that follows
from the sources. In a user's file a number may come from a data file, so its value counts, too.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

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
    """SHA-256 over the sources of a function's file, of all that it imports, and of this room.

    For a function of a user, over the constants that it reads, too.
    """
    path = _path(function.__code__.co_filename)
    return _digest_of_ours(path) if is_ours(function) else _digest(path, constants_of(function))


@functools.cache
def _digest_of_ours(path: Path) -> str:
    """The digest of a file of this package: made once, for no process imports it a second time."""
    return _digest(path)


def _digest(start: Path, constants: bytes = b"") -> str:
    digest = hashlib.sha256(constants)
    compiler = set(_COMPILER.glob("*.py"))
    for path in sorted(reached_files(start) | compiler):
        digest.update(_read_source(path, _stamp(path)))
    INDEX.save()
    return digest.hexdigest()


def constants_of(function: Callable[..., Any]) -> bytes:
    """Numbers, texts, tuples and arrays that a user's function and those that it calls read.

    Each stands under the names that lead to it: two functions of a factory have one name.
    """
    found: list[bytes] = []
    waiting, seen = [("", function)], set[Any]()
    for path, each in waiting:  # which grows
        if each in seen or is_ours(each) or not _is_source(_path(each.__code__.co_filename)):
            continue
        seen.add(each)
        for name, value in sorted(_read_by(each).items()):
            if hasattr(called := getattr(value, "py_func", value), "__code__"):
                waiting.append((f"{path}.{name}", called))
            elif constant := _as_bytes(value):
                found.append(f"{path}.{name}=".encode() + constant)
    return b"".join(found)


def _read_by(function: Callable[..., Any]) -> dict[str, Any]:
    """What stands under each name that a function reads, of modules that it names as well."""
    code = function.__code__
    names, found, seen = _names(code), dict[str, Any](), set[int]()
    spaces = [("", function.__globals__)]
    while spaces:
        prefix, space = spaces.pop()
        seen.add(id(space))
        for name in names & space.keys():
            found[prefix + name] = value = space[name]
            if isinstance(value, ModuleType) and id(vars(value)) not in seen:
                spaces.append((f"{prefix}{name}.", vars(value)))
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # nothing is bound yet
            found[name] = cell.cell_contents
    return found


def _names(code: CodeType) -> set[str]:
    """Globals and attributes that code reads, with the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _as_bytes(value: Any) -> bytes:
    """What tells a constant from another; nothing where code takes in no value."""
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    if isinstance(value, tuple):
        return b"(" + b",".join(map(_as_bytes, value)) + b")"
    if isinstance(value, int | float | complex | str | bytes | np.generic):
        return repr(value).encode()
    return b""


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
