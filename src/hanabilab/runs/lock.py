"""One process at a time works on a folder: a lock that the operating system releases when it dies.

The lock is on a hidden file, which names the process and goes away with it. A process that is
killed leaves the file, but not the lock.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from hanabilab.errors import OutputError
from hanabilab.runs.files import reason_of

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes are not kept apart
    fcntl = None  # type: ignore[assignment]

_NAME = ".hanabi-lock"
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


def take_folder(folder: Path) -> int:
    """Take the lock of `folder`; the open file that holds it.

    Raises:
        OutputError: another process has it, which is named; or the folder cannot be written to.
    """
    path = folder / _NAME
    try:
        while True:
            file = os.open(path, _FLAGS, 0o644)
            if not _try_lock(file):
                raise _in_use(folder, file)
            if _is_still(path, file):
                break
            os.close(file)  # the process that had it has just removed the file
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(
            f"cannot write results to {folder}: {reason_of(error)}; name another with --out"
        ) from None
    return file


def release_folder(folder: Path, file: int) -> None:
    """Give a lock back that `take_folder` took."""
    try:
        with suppress(OSError):
            (folder / _NAME).unlink(missing_ok=True)
    finally:
        os.close(file)


def _try_lock(file: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(path: Path, file: int) -> bool:
    """Whether `path` is the open file, not gone nor another."""
    try:
        return os.path.samestat(path.stat(follow_symlinks=False), os.fstat(file))
    except FileNotFoundError:
        return False


def _in_use(folder: Path, file: int) -> OutputError:
    told = os.read(file, 20).decode(errors="replace")
    os.close(file)
    who = f"process {told}" if told.isdecimal() else "another process"
    return OutputError(f"{folder} is in use by {who}; wait for it, or stop it")
