"""Commands called as from the terminal: what they print, and the one line that a mistake gets."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hanabilab.cli import run
from hanabilab.cli.documents.registry import DOCUMENTS
from hanabilab.cli.documents.schemas import fits

__all__ = ["command_of", "document", "printed", "refusal"]


def printed(capsys, *arguments: object) -> str:
    """What a command prints; nothing is told beside it."""
    capsys.readouterr()
    assert run([*map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def document(capsys, *arguments: object):
    """What a command prints for programs, read; it is as its schema says."""
    capsys.readouterr()
    words = [*map(str, arguments)]
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert fits(command_of(words), found) == ""
    return found


def command_of(words: Sequence[str]) -> str:
    """The command that a line calls, as the table of commands names it."""
    return next(name for name in (" ".join(words[:2]), words[0]) if name in DOCUMENTS)


def refusal(capsys, *arguments: object, code: int = 2) -> str:
    """The one line on stderr that a command is refused with."""
    capsys.readouterr()
    assert run([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err
