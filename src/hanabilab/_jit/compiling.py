"""What is being compiled, and where compiled code is not kept, reported to whoever waits.

The command line listens. A program that imports the library gets only a warning, and only if
nothing can be kept.
"""

from __future__ import annotations

import functools
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


@contextmanager
def compiling(function: Callable[..., Any], place: Callable[[], str | None]) -> Iterator[None]:
    """While `function` is compiled, with all that it calls, or loaded.

    Args:
        place: the folder in which the code is kept; None if it is not.
    """
    if not _listeners or getattr(_inside, "busy", False):
        yield
        return
    name = _name_of(function)
    timer = threading.Timer(PATIENCE, _tell, [f"compiling {name} ..."])
    timer.daemon = True
    began = time.perf_counter()
    _inside.busy = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        _inside.busy = False
    if (seconds := time.perf_counter() - began) > PATIENCE:
        folder = place()
        kept = f"once; kept in {folder}" if folder else "and not kept"
        _tell(f"compiled {name} in {seconds:.0f} s, {kept}")


def _name_of(function: Callable[..., Any]) -> str:
    """A function of ours by its module, a user's by its file."""
    if function.__module__.startswith(_PACKAGE):
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
