"""The key of a candidate: read from the environment or a file, and shown nowhere."""

from __future__ import annotations

import hmac
import os
from pathlib import Path
from urllib.parse import quote

from hanabilab.errors import NotationError
from hanabilab.runs.reading import read_bytes

#: The variable that has the key.
VARIABLE = "AH2AC2_KEY"
_LONGEST = 1024
_SHOWN = "<key>"


class Key:
    """A key, which no message, trace or picture of the object shows.

    Args:
        text: visible ASCII characters.
        source: where it is from, for messages.

    Raises:
        NotationError: it is empty, too long, or has other characters.
    """

    def __init__(self, text: str, source: str) -> None:
        stripped = text.strip()
        if not stripped:
            raise NotationError(f"{source} has no key; it holds the key and nothing else")
        if len(stripped) > _LONGEST or not all("!" <= letter <= "~" for letter in stripped):
            raise NotationError(f"{source} is no key: one is a word of at most {_LONGEST} letters")
        self._text = stripped

    def __repr__(self) -> str:
        return _SHOWN

    def reveal(self) -> str:
        """The key itself, for an address."""
        return self._text

    def fits(self, other: str) -> bool:
        """Whether a word is this key; how long the comparison takes does not tell."""
        return hmac.compare_digest(self._text.encode(), other.encode(errors="replace"))

    def hidden(self, text: str) -> str:
        """A text of others, without the key, however an address may write it."""
        for written in {self._text, quote(self._text, safe=""), quote(self._text)}:
            text = text.replace(written, _SHOWN)
        return text


def read_key(path: Path | None = None) -> Key:
    """The key in a file, or in the variable AH2AC2_KEY.

    Raises:
        NotationError: there is none.
    """
    if path is not None:
        data = read_bytes(path, 2 * _LONGEST, NotationError)
        return Key(data.decode(errors="replace"), str(path))
    if (told := os.environ.get(VARIABLE)) is None:
        raise NotationError(f"no key: set {VARIABLE}, or name a file that holds it by --key-file")
    return Key(told, VARIABLE)
