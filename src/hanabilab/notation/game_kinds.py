"""What kind of game a name or a text is: the ending of a file says it, or how the text begins."""

from __future__ import annotations

from codecs import BOM_UTF8
from enum import StrEnum

import msgspec

from hanabilab.errors import NotationError
from hanabilab.notation.site.link import is_link

#: What the JSON of a game has in it; bytes that tell what a text is.
_EXPORTED = (b'"players"', b'"actions"')
_START = 4200


class Kind(StrEnum):
    """Kinds of files that hold a game, by their ending."""

    LANGUAGE = "game"
    EXPORT = "json"
    LINK = "link"
    RECORD = "hanabi"


def kind_of(name: str) -> Kind:
    """The kind of a file by its name.

    Raises:
        NotationError: an ending that no kind has.
    """
    ending = name.rpartition(".")[2].lower()
    if ending not in list(Kind):
        raise NotationError(
            f"cannot tell what kind of game {name[-60:]!r} is; "
            f"known endings are {', '.join(f'.{kind}' for kind in Kind)}"
        )
    return Kind(ending)


def without_mark(data: bytes) -> bytes:
    """The bytes of a text without the mark that some editors put before UTF-8."""
    return data.removeprefix(BOM_UTF8)


def kind_of_text(data: bytes) -> Kind:
    """The kind of a game that has no file, by how it begins."""
    start = data.lstrip()[:_START]
    if start.startswith((b"{", b"[")):
        return Kind.EXPORT
    if start.startswith(b"hanabilab-record"):
        return Kind.RECORD
    lines = start.decode(errors="replace").splitlines()
    return Kind.LINK if lines and is_link(lines[0].strip()) else Kind.LANGUAGE


def is_export(data: bytes) -> bool:
    """Whether JSON, as a folder may hold it for any purpose, is that of a game."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return all(name in data for name in _EXPORTED)  # a damaged one is told, not passed over
    return isinstance(found, dict) and isinstance(found.get("players"), list) and "actions" in found
