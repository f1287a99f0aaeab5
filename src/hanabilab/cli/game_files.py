"""Files of games as commands name them: read whole, or refused in a line."""

from __future__ import annotations

import sys
from pathlib import Path

from hanabilab.errors import NotationError

__all__ = ["read_source"]

_MAX_BYTES = 1 << 20


def read_source(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-".

    Raises:
        NotationError: it cannot be read, or is larger than a game can be.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"cannot read {name}: {reason}") from None
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name} is larger than a game can be; at most {_MAX_BYTES:,} bytes")
    return data
