"""What must happen before the library is imported, if it runs as the command `hanabi`.

This module decides how a command is stopped. Ctrl-C or SIGTERM asks it to stop, by a
KeyboardInterrupt, and finished work is kept; the second one ends the process at once. The exit code
is 130 either way.

A thread watches for signals. The main thread hears of a signal only between two steps of Python,
and native code can take long. While modules are imported or kernels compiled on the main thread,
there is nothing to keep, and an exception would end in pages of other people's code. So the first
signal ends the process then.

Finished parts of a run are whole files at any moment, so nothing is lost if the process ends at
once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType

#: The exit code of what was stopped.
STOPPED = 130

#: Seconds after which the main thread is woken, then told of, and ended if it has not heard by then
#: of SIGTERM, which often comes only once.
_POKE, _PATIENCE, _GRACE = 0.2, 4.0, 6.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
#: Held by who ends the process.
_ENDING = threading.Lock()


#: The command that runs as plain Python: it plays one game, and compiling would take far longer.
_PLAIN = ["replay"]
#: What the path of a file of the compiler has in it.
_NUMBA = f"{os.sep}numba{os.sep}"
#: What a stream raises that nobody reads, that is closed, or that is being written to.
_UNWRITABLE = (OSError, ValueError, RuntimeError)


class _Stop:
    """Whether the main thread has heard that it is to stop, and how often it is woken for it."""

    heard = False
    pokes = 0


def is_command() -> bool:
    """Whether this process is `hanabi`, or `python -m hanabilab`."""
    name = os.path.basename(sys.argv[0]) if sys.argv else ""  # noqa: PTH119  # pathlib is slow
    return name in ("hanabi", "hanabi.exe") or sys.orig_argv[1:3] == ["-m", "hanabilab"]


def prepare() -> None:
    """Take signals in hand; run as plain Python with `--debug`, and what shows a single game."""
    if "--debug" in sys.argv or sys.argv[1:2] == _PLAIN:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    if signal.getsignal(signal.SIGTERM) is _ask:
        return
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    for number in _SIGNALS:
        signal.signal(number, _ask)
    threading.Thread(target=_watch, args=(readable,), name="signals", daemon=True).start()


def end(code: int, message: str = "") -> None:
    """End the process at once, whatever its threads are at; what was printed is printed."""
    if not _ENDING.acquire(blocking=False):
        time.sleep(1)  # another thread says it
        os._exit(code)
    with suppress(*_UNWRITABLE):
        if sys.stderr.isatty():
            sys.stderr.write("\x1b[?25h")  # a progress bar hides the cursor
        if message:
            sys.stderr.write(f"hanabi: {message}\n")
    for stream in (sys.stdout, sys.stderr):
        with suppress(*_UNWRITABLE):
            stream.flush()
    os._exit(code)


def _ask(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  # as `signal` calls it
    """Stop what the main thread is at."""
    if _is_preparing(frame):
        end(STOPPED, "stopped")
    if not _Stop.heard:  # and not woken besides
        _Stop.heard = True
        raise KeyboardInterrupt


def _is_preparing(frame: FrameType | None) -> bool:
    """Whether modules are imported or kernels compiled in this frame."""
    while frame is not None:
        name = frame.f_code.co_filename
        if "importlib._bootstrap" in name or _NUMBA in name:
            return True
        frame = frame.f_back
    return False


def _watch(readable: int) -> None:
    """Wait for signals, and see to it that they are followed."""
    main = threading.main_thread().ident or 0
    asked = False
    while True:
        numbers = os.read(readable, 1)
        if not numbers or numbers[0] not in _SIGNALS:
            continue
        if _Stop.pokes:
            _Stop.pokes -= 1
            continue
        if asked or _is_preparing(sys._current_frames().get(main)):  # noqa: SLF001
            end(STOPPED, "stopped")
        asked = True
        threading.Thread(target=_follow, args=(numbers[0], main), daemon=True).start()


def _follow(number: int, main: int) -> None:
    """Tell how to end what goes on all the same; SIGTERM is not said twice."""
    time.sleep(_POKE)
    if not _Stop.heard:  # polars takes SIGINT too, in a way that lets a waiting thread wait on
        _Stop.pokes += 1
        signal.pthread_kill(main, signal.SIGTERM)
    time.sleep(_PATIENCE)
    sys.stderr.write("hanabi: stopping; Ctrl-C once more ends at once\n")
    if number == signal.SIGTERM:
        time.sleep(_GRACE)
        if not _Stop.heard:
            end(STOPPED, "stopped")


if is_command():
    prepare()
