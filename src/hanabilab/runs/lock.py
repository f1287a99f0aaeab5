"""One process at a time works on a folder or file: a lock that the system releases when it dies.

The lock is on a hidden file, which names the process and goes away with it. A process that is
killed leaves the file, but not the lock.

Processes that work on shares of a run have the lock together, and leave the file: none of them
knows whether it is the last one.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from hanabilab.errors import OutputError
from hanabilab.runs.files import reason_of

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes are not kept apart
    fcntl = None  # type: ignore[assignment]

_NAME = ".hanabi-lock"
_FILE_ENDING = "-lock"
_SHARES = b"shares"
#: What a file system without locks says: two processes are not kept apart there.
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class FolderLock:
    """The lock of a folder, or of one file in a folder, taken; `with` gives it back.

    Attributes:
        shared: whether other processes may have it, too.
    """

    def __init__(self, path: Path, file: int, *, shared: bool) -> None:
        self.shared = shared
        self._path = path
        self._file = file

    @classmethod
    def take(cls, folder: Path, *, shared: bool = False) -> FolderLock:
        """Take the lock of `folder`, alone or beside others that take it `shared`.

        Raises:
            OutputError: another process has it, which is named; or the folder cannot be written to.
        """
        return cls._take(folder / _NAME, folder, shared=shared)

    @classmethod
    def take_file(cls, file: Path) -> FolderLock:
        """Take the lock of one file, which need not be there yet; others of its folder are free.

        Raises:
            OutputError: another process has it, which is named; or its folder cannot be written to.
        """
        file = file.resolve()  # a link to it is the same file
        return cls._take(file.parent / f".{file.name}{_FILE_ENDING}", file, shared=False)

    @classmethod
    def _take(cls, path: Path, locked: Path, *, shared: bool) -> FolderLock:
        try:
            while True:
                file = os.open(path, _FLAGS, 0o644)
                if not _try_lock(file, shared=shared):
                    raise _in_use(locked, file)
                if _is_still(path, file):
                    break
                os.close(file)  # the process that had it has just removed the file
            os.ftruncate(file, 0)
            os.write(file, _SHARES if shared else str(os.getpid()).encode())
        except OutputError:
            raise
        except OSError as error:
            raise OutputError(
                f"cannot write results to {path.parent}: {reason_of(error)}; name another with "
                "--out"
            ) from None
        return cls(path, file, shared=shared)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Give it back."""
        try:
            if not self.shared:
                with suppress(OSError):
                    self._path.unlink(missing_ok=True)
        finally:
            os.close(self._file)


def _try_lock(file: int, *, shared: bool) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _is_still(path: Path, file: int) -> bool:
    """Whether `path` is the open file, not gone nor another."""
    try:
        return os.path.samestat(path.stat(follow_symlinks=False), os.fstat(file))
    except FileNotFoundError:
        return False


def _in_use(locked: Path, file: int) -> OutputError:
    told = os.read(file, 20)
    os.close(file)
    if told == _SHARES:
        return OutputError(f"{locked} is in use: shares of its run are at work; wait for them")
    who = f"process {told.decode()}" if told.isdigit() else "another process"
    return OutputError(f"{locked} is in use by {who}; wait for it, or stop it")
