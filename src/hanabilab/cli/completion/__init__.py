"""What the TAB key completes, told without importing what is named.

A shell asks through the environment, by the scripts that `hanabi --install-completion` writes. The
answer must come in less time than it takes to import the game. So all words that depend on it are
kept in two files, which `completion.writing` makes: `words.json` and `variants.txt`.
"""

from __future__ import annotations

import os

#: The variable by which the shells' scripts ask, and the shells that are answered here.
ASKS = "_HANABI_COMPLETE"
_SHELLS = ("bash", "zsh", "fish")


def is_asked() -> bool:
    """Whether this process is to complete a command line."""
    return os.environ.get(ASKS) in {f"complete_{shell}" for shell in _SHELLS}


def answer() -> int:
    """Print what the shell asks for; the exit code."""
    from hanabilab.cli.completion.shells import SHELLS

    return SHELLS[os.environ[ASKS].removeprefix("complete_")]()
