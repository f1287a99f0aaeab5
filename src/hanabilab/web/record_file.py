"""The file of a table's record: one process writes it, and never over what another has written."""

from __future__ import annotations

from pathlib import Path

from hanabilab.errors import OutputError
from hanabilab.runs.files import PRIVATE, reason_of, write_bytes
from hanabilab.runs.lock import FolderLock
from hanabilab.web.setting import new_file


class RecordFile:
    """A file as it was when it was opened; it need not be there yet.

    The lock keeps other processes of ours out. Where there is none, what the file has is compared.

    Attributes:
        path: of the real file, if it was named by a link.

    Raises:
        OutputError: it is there, but cannot be read.
    """

    def __init__(self, path: Path, lock: FolderLock | None = None) -> None:
        self.path = path.resolve()
        self._lock = lock
        self._content = self._read()

    @classmethod
    def claim(cls, path: Path) -> RecordFile:
        """A file that no other process may claim until it is released.

        Raises:
            OutputError: another process has it, which is named; or its folder cannot be written to.
        """
        return cls(path, FolderLock.take_file(path))

    @classmethod
    def new(cls, folder: Path) -> RecordFile:
        """A name in `folder` that no game has, claimed; the folder is made.

        Raises:
            OutputError: the folder cannot be written to.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot write to {folder}: {reason_of(error)}") from None
        return cls.claim(new_file(folder))

    def release(self) -> None:
        """Let other processes claim it."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def write(self, data: bytes) -> None:
        """Write it anew, whole or not at all; other users of the machine may not read it.

        Raises:
            OutputError: it cannot be written, or another program has changed it.
        """
        if self._read() not in (None, self._content):
            raise OutputError(
                f"{self.path} has been changed by another program; nothing was done here. Stop "
                "this table, and open the file again"
            )
        write_bytes(self.path, data, mode=PRIVATE)
        self._content = data

    def _read(self) -> bytes | None:
        """What is in it now; None if it is not there."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OutputError(f"cannot read {self.path}: {reason_of(error)}") from None
