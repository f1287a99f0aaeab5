"""Words that depend on the game, as they are kept in files, and what may stand where.

`words.json` has for each command the kind of each argument in order, and of each option's value.
A kind is null for an option without value, a list of words, or one of the names below; "" is
anything.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

#: The kinds that have a name: an agent, some of them separated by commas, rules of a game, a game's
#: file, any file or folder.
AGENT, LINEUP, RULES, GAME, PATH, ANYTHING = "agent", "lineup", "rules", "game", "path", ""

#: A kind as it stands in the file.
Kind: TypeAlias = "str | list[str] | None"

_HERE = Path(__file__).parent
WORDS: Final = _HERE / "words.json"
VARIANTS: Final = _HERE / "variants.txt"


@cache
def words() -> dict[str, Any]:
    """The file of words: `commands`, `agents`, `rules`."""
    found: dict[str, Any] = json.loads(WORDS.read_bytes())
    return found


@cache
def variants() -> list[str]:
    """The names of rules of the public site's variants."""
    return VARIANTS.read_text(encoding="ascii").split()
