"""Commands called as from the terminal: what they print, and the one line that a mistake gets."""

from __future__ import annotations

import json

from hanabilab.cli import run

__all__ = ["document", "printed", "refusal"]


def printed(capsys, *arguments: object) -> str:
    """What a command prints; nothing is told beside it."""
    capsys.readouterr()
    assert run([*map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def document(capsys, *arguments: object):
    """What a command prints for programs, read."""
    capsys.readouterr()
    assert run([*map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys, *arguments: object, code: int = 2) -> str:
    """The one line on stderr that a command is refused with."""
    capsys.readouterr()
    assert run([*map(str, arguments)]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err
