"""Changes of the file system below a folder, counted; at one of them a run is harmed.

A change is what Python tells to audit hooks: a file that is opened for writing, and what is
renamed, removed or made. The harm comes just before it, so nothing is tidied up.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.harness.children import run_command

__all__ = ["DISKS", "KILLED", "count_changes", "run_harmed"]

_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
KILLED = "killed"
_FULL = "full in the middle of a file"
#: What the system refuses from some change on, by what has become of the disk.
DISKS = MappingProxyType(
    {
        "full": errno.ENOSPC,
        _FULL: errno.ENOSPC,
        "read-only": errno.EROFS,
        "not ours any more": errno.EACCES,
        "broken": errno.EIO,
    }
)
#: A change that no run comes to.
_NEVER = 1 << 30


class Changes:
    """Counts the changes below a folder of this process, from now on until it ends.

    Attributes:
        seen: how many there were.
    """

    def __init__(self, place: Path, change: int = _NEVER, harm: str = KILLED) -> None:
        self.seen = 0
        self._inside, self._change, self._harm = str(place), change, harm
        sys.addaudithook(self._watch)
        if harm == _FULL:
            self._sync, os.fsync = os.fsync, self._refuse_sync

    def _watch(self, event: str, details: tuple[Any, ...]) -> None:
        if event != "open" and event not in _CHANGES:
            return
        if not str(details[0]).startswith(self._inside):
            return
        if event == "open" and not (isinstance(details[2], int) and details[2] & _WRITES):
            return
        if self.seen >= self._change:
            if self._harm == KILLED:
                os.kill(os.getpid(), signal.SIGKILL)
            if self._harm != _FULL:
                self._refuse(str(details[0]))
        self.seen += 1

    def _refuse_sync(self, file: int) -> None:
        """A file that was opened is written in part."""
        if self.seen > self._change:
            os.ftruncate(file, os.fstat(file).st_size // 2)
            self._refuse("a file")
        self._sync(file)

    def _refuse(self, path: str) -> None:
        number = DISKS[self._harm]
        raise OSError(number, os.strerror(number), path)


def run_harmed(arguments: list[str], place: Path, change: int, harm: str) -> dict[str, Any]:
    """In a child: run a command that is harmed at change number `change` below `place`."""
    changes = Changes(place, change, harm)
    return run_command(arguments) | {"changes": changes.seen}


def count_changes(arguments: list[str], place: Path) -> int:
    """In a child: run a command to its end; how often it changes something below `place`."""
    changes = Changes(place)
    run_command(arguments)
    return changes.seen
