"""Files that are written whole or not at all: under a temporary name first, then under their own.

Nobody can predict a temporary name, and it is never opened if something stands there already, so a
link that was planted there is not followed. Files that a killed process leaves behind are
recognized by their names.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import OutputError

#: Writes a document into a file that it is given.
Save: TypeAlias = Callable[[BinaryIO], object]

_PASSING = re.compile(r"\.hanabi-[0-9a-f]{32}\.tmp")
#: What others of the machine may do with a file that holds what a person did: nothing.
PRIVATE = 0o600
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def write_file(path: Path, save: Save) -> None:
    """Write what `save` writes to a file that a user has named; folders above it are made.

    A link of theirs is followed, and a device such as /dev/stdout is written to as it is.

    Raises:
        OutputError: it cannot be written; a file that was there before is there still.
    """
    data = bytes_of(save)
    if path.is_symlink() or (path.exists() and not path.is_file()):
        try:
            path.write_bytes(data)
        except OSError as error:
            raise OutputError(f"cannot write {path}: {reason_of(error)}") from None
    else:
        write_bytes(path, data)


def why_unwritable(path: Path) -> str:
    """Why nothing can be written at `path`, in words; "" if no reason is seen.

    It is for refusals before long work. Only writing tells for sure.
    """
    above = next(each for each in path.absolute().parents if each.exists())
    if not above.is_dir():
        return f"{above} is no folder"
    return "" if os.access(above, os.W_OK) else f"you may not write to {above}"


def bytes_of(save: Save) -> bytes:
    """What `save` writes."""
    buffer = BytesIO()
    save(buffer)
    return buffer.getvalue()


def pack_arrays(arrays: Mapping[str, NDArray[Any]], *, compressed: bool = True) -> bytes:
    """The npz file of arrays by name; the same bytes for the same arrays: NumPy dates them 1980."""
    save: Any = np.savez_compressed if compressed else np.savez
    return bytes_of(lambda file: save(file, **arrays))


def write_bytes(path: Path, data: bytes, *, beside: Path | None = None, mode: int = 0o666) -> None:
    """Write a file; folders above `path` are made.

    Args:
        beside: the folder that has the file in passing; the default is its own.
        mode: who may do what with the file; the process may allow less.

    Raises:
        OutputError: it cannot be written; what was there before is there still.
    """
    passing = (beside or path.parent) / f".hanabi-{secrets.token_hex(16)}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_new(passing, data, mode)
        passing.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason_of(error)}") from None
    finally:
        with suppress(OSError):  # nothing is left there unless writing failed or was stopped
            passing.unlink(missing_ok=True)


def create_bytes(path: Path, data: bytes, *, mode: int = 0o666) -> bool:
    """Write a file that is not there yet; False if it is, also if another process was quicker.

    Args:
        mode: as of `write_bytes`.

    Raises:
        OutputError: it cannot be written.
    """
    passing = path.parent / f".hanabi-{secrets.token_hex(16)}.tmp"
    try:
        _write_new(passing, data, mode)
        os.link(passing, path)
    except FileExistsError:
        return False
    except OSError as error:
        raise OutputError(f"cannot write {path}: {reason_of(error)}") from None
    finally:
        with suppress(OSError):
            passing.unlink(missing_ok=True)
    return True


def _write_new(passing: Path, data: bytes, mode: int) -> None:
    """Write a file in passing, down to the disk.

    Else a power cut may leave an empty file under the name that it gets next.
    """
    with os.fdopen(os.open(passing, _NEW_FILE, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def remove_passing(folder: Path) -> None:
    """Remove what killed processes have left in `folder` under temporary names."""
    for path in folder.glob(".hanabi-*.tmp"):
        if _PASSING.fullmatch(path.name):
            path.unlink(missing_ok=True)


def reason_of(error: OSError) -> str:
    """Why the system refused, in words: some libraries raise errors without them."""
    return error.strerror or " ".join(str(error).split()) or type(error).__name__
