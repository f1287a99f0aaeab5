"""Files of games as commands name them: read whole, or refused in a line."""

from __future__ import annotations

import sys
from pathlib import Path

from hanabilab.errors import NotationError
from hanabilab.notation.game_files import check_game, kind_of
from hanabilab.notation.game_log import GameLog

_MAX_BYTES = 1 << 20


def load_log(name: str) -> GameLog:
    """The game in a file, whose play may go wrong later.

    Raises:
        NotationError: it cannot be read; says where.
    """
    checked = check_game(read_source(name), kind_of(name))
    if checked.log is None:
        finding = checked.findings[0]
        raise NotationError(f"{name}:{finding.line}:{finding.column}: {finding.message}")
    return checked.log


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
