"""How a game was ended, as the site's files tell it: read whatever it is."""

from __future__ import annotations

from typing import Any

from hanabilab.notation.game_log import ENDS, LogAction, LogKind

#: The end that stands for one that we do not know.
_TERMINATED = {LogKind.END: 4, LogKind.VOTE_END: 10}


def read_end(kind: LogKind, target: int, value: Any, players: int) -> tuple[LogAction, str]:
    """The end, and a remark if it is told in no way that we know; else ""."""
    seat = target if target in range(players) else -1
    if type(value) is int and value in range(1, len(ENDS)):
        return LogAction(kind, seat, value), ""
    read_as = _TERMINATED[kind]
    remark = f"an end of value {str(value)[:20]!r} is read as {ENDS[read_as]!r}"
    return LogAction(kind, seat, read_as), remark
