"""That code is being compiled, or cannot be kept, reported once to whoever waits.

The command line listens. A program that imports the library gets only a warning, and only if
nothing can be kept.
"""

from __future__ import annotations

import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Seconds of compilation before anything is told.
PATIENCE = 2.0
NOT_KEPT = (
    "compiled code is not kept, and every run compiles it anew: neither the folder of this "
    "package nor that of your home can be written to; set NUMBA_CACHE_DIR to one that can"
)

_listeners: list[Callable[[str], object]] = []
_inside = threading.local()
#: Set once somebody has been told to wait, or that nothing is kept.
_told, _told_not_kept = threading.Event(), threading.Event()
#: The functions that this process has compiled for Python's calls; kept code is only loaded.
compiled: list[str] = []


def listen(tell: Callable[[str], object]) -> None:
    """From now on `tell` is called with each line that there is to tell, on any thread."""
    _listeners[:] = [tell]


class _Compilation:
    """A compilation, if it comes to that: code that is kept is only loaded.

    Args:
        place: the folder in which the code is kept; None if it is not.
    """

    def __init__(self, place: Callable[[], str | None]) -> None:
        self._place = place
        self._timer: threading.Timer | None = None
        self._collects = False

    def start(self) -> None:
        """Begin; the garbage collector waits, which would go through all of Numba's objects."""
        if self._timer:
            return
        self._collects = gc.isenabled()
        gc.disable()
        self._timer = threading.Timer(PATIENCE, _tell_waiting, [self._place])
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """It is over, if it began."""
        if self._timer is None:
            return
        self._timer.cancel()
        if self._collects:
            gc.enable()


@contextmanager
def compiling(place: Callable[[], str | None]) -> Iterator[None]:
    """While a function is loaded, or compiled with all that it calls.

    Args:
        place: the folder in which the code is kept; None if it is not.
    """
    if getattr(_inside, "compilation", None):
        yield
        return
    _inside.compilation = compilation = _Compilation(place)
    try:
        yield
    finally:
        compilation.end()
        _inside.compilation = None


def begin_compiling(name: str) -> None:
    """The code of a function is not kept: from now on it is compiled."""
    compiled.append(name)
    if compilation := getattr(_inside, "compilation", None):
        compilation.start()


def _tell_waiting(place: Callable[[], str | None]) -> None:
    """Tell, once in a process, why nothing seems to happen."""
    if not _told.is_set():
        _told.set()
        _tell(f"compiling{' once' if place() else ''}, about 15 s")


def is_kept() -> bool:
    """Whether compiled code can be kept, as far as anybody has tried."""
    return not _told_not_kept.is_set()


def tell_not_kept() -> None:
    """Tell, once, that compiled code cannot be kept."""
    if _told_not_kept.is_set():
        return
    _told_not_kept.set()
    if _listeners:
        _tell(NOT_KEPT)
    else:
        warnings.warn(NOT_KEPT, RuntimeWarning, stacklevel=2)


def _tell(text: str) -> None:
    for tell in _listeners:
        tell(text)
