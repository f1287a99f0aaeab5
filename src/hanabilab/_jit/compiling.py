"""What is being compiled, and where compiled code is not kept, reported to whoever waits.

The command line listens. A program that imports the library gets only a warning, and only if
nothing can be kept.
"""

from __future__ import annotations

import functools
import gc
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Seconds of compilation before anything is told.
PATIENCE = 2.0

_PACKAGE = "hanabilab."
_listeners: list[Callable[[str], object]] = []
_inside = threading.local()


def listen(tell: Callable[[str], object]) -> None:
    """From now on `tell` is called with each line that there is to tell, on any thread."""
    _listeners[:] = [tell]


class _Compilation:
    """A compilation, if it comes to that: code that is kept is only loaded.

    Attributes:
        seconds: how long it took; 0 if nothing was compiled.
        is_begun: whether something is, or was.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name, self.seconds, self.is_begun = _name_of(function), 0.0, False
        self._timer: threading.Timer | None = None
        self._began, self._collects = 0.0, False

    def start(self) -> None:
        """Begin; the garbage collector waits, which would go through all of Numba's objects."""
        if self.is_begun:
            return
        self.is_begun, self._collects = True, gc.isenabled()
        self._began = time.perf_counter()
        gc.disable()
        self._timer = threading.Timer(PATIENCE, _tell, [f"compiling {self.name} ..."])
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Count the time, if it began."""
        if self._timer is None:
            return
        self._timer.cancel()
        if self._collects:
            gc.enable()
        self.seconds = time.perf_counter() - self._began


@contextmanager
def compiling(function: Callable[..., Any], place: Callable[[], str | None]) -> Iterator[None]:
    """While `function` is loaded, or compiled with all that it calls.

    Args:
        place: the folder in which the code is kept; None if it is not.
    """
    if getattr(_inside, "compilation", None):
        yield
        return
    _inside.compilation = compilation = _Compilation(function)
    try:
        yield
    finally:
        compilation.end()
        _inside.compilation = None
    if compilation.is_begun and compilation.seconds > PATIENCE:
        folder = place()
        kept = f"once; kept in {folder}" if folder else "and not kept"
        _tell(f"compiled {compilation.name} in {compilation.seconds:.0f} s, {kept}")


def begin_compiling() -> None:
    """What is asked for is not kept: from now on it is compiled."""
    if compilation := getattr(_inside, "compilation", None):
        compilation.start()


def _name_of(function: Callable[..., Any]) -> str:
    """A function of ours by its module, a user's by its file."""
    # At a prompt a function has no module.
    if (function.__module__ or "").startswith(_PACKAGE):
        return f"{function.__module__}.{function.__name__}".removeprefix(_PACKAGE)
    return f"{Path(function.__code__.co_filename).name}:{function.__name__}"


@functools.cache
def tell_not_kept() -> None:
    """Tell, once, that compiled code cannot be kept."""
    text = (
        "compiled code is not kept, and every run compiles it anew: neither the folder of this "
        "package nor that of your home can be written to; set NUMBA_CACHE_DIR to one that can"
    )
    if _listeners:
        _tell(text)
    else:
        warnings.warn(text, RuntimeWarning, stacklevel=2)


def _tell(text: str) -> None:
    for tell in _listeners:
        tell(text)
