"""JSON that others wrote: read with what programs elsewhere put into it.

A null stands for a value that is missing, and a whole number may have a point, as JavaScript has
it. Both are taken as they are meant. What a value means is for its reader to say.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hanabilab.errors import NotationError

_LONGEST_REASON = 150


def read_json(data: bytes | str, kind: Any, what: str) -> Any:
    """A document as a value of a kind.

    Args:
        what: names the document in an error: "not a game in the site's JSON".

    Raises:
        NotationError: no JSON, or not of this kind; says where.
    """
    try:
        found = _as_meant(msgspec.json.decode(data))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _refusal(what, error) from None
    return as_kind(found, kind, what)


def as_kind(found: Any, kind: Any, what: str) -> Any:
    """What `read_json` has read, as a value of a kind.

    Raises:
        NotationError: it is not of this kind; says where.
    """
    try:
        return msgspec.convert(found, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _refusal(what, error) from None


def _as_meant(value: Any) -> Any:
    """Without fields that are null, and with whole numbers as such."""
    if isinstance(value, dict):
        return {name: _as_meant(each) for name, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_as_meant(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _refusal(what: str, error: Exception) -> NotationError:
    return NotationError(f"{what}: {' '.join(str(error).split())[:_LONGEST_REASON]}")
