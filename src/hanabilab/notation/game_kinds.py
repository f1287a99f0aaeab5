"""What kind of game a name or a text is: the ending of a file says it, or how the text begins."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from hanabilab.errors import NotationError

#: An address that holds a game, and one that holds the number of a game alone.
_LINK = re.compile(r"^https?://|(?:shared-)?replay-json/")
_NUMBERED = re.compile(
    r"(?:((?:https?://)?[a-z0-9.:-]+\.[a-z]{2,}(?::[0-9]+)?)/)?"
    r"(?:shared-replay|replay|game|export|missing-scores)/([0-9]{1,15})(?:[/#?].*)?",
    re.IGNORECASE,
)
#: What the JSON of a game has in it.
_EXPORTED = (b'"players"', b'"actions"')


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


def kind_of_text(data: bytes) -> Kind:
    """The kind of a game that has no file, by how it begins."""
    start = data.lstrip()[:200]
    if start.startswith((b"{", b"[")):
        return Kind.EXPORT
    if start.startswith(b"hanabilab-record"):
        return Kind.RECORD
    return Kind.LINK if _LINK.search(start.decode(errors="replace")) else Kind.LANGUAGE


def is_link(name: str) -> bool:
    """Whether a name is an address and no file.

    Raises:
        NotationError: an address that has only the number of a game; says how to get the game.
    """
    if found := _NUMBERED.fullmatch(name):
        site, number = found[1] or "https://hanab.live", found[2]
        site = site if "://" in site else f"https://{site}"
        raise NotationError(
            f"{name} tells the number of a game, which only its site has; save the page "
            f"{site}/export/{number} as {number}.json, and name that file"
        )
    return bool(_LINK.search(name))


def is_export(data: bytes) -> bool:
    """Whether JSON, as a folder may hold it for any purpose, is that of a game."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return all(name in data for name in _EXPORTED)  # a damaged one is told, not passed over
    return isinstance(found, dict) and isinstance(found.get("players"), list) and "actions" in found
