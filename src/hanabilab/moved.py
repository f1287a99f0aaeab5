"""Commands of `hanabi` by other names: old ones, and short ones. All are understood."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

#: Commands by their old names. The manifest of a run keeps the name that its command had.
RENAMED: Final = MappingProxyType(
    {
        "agents": "list agents",
        "check": "log check",
        "convert": "log convert",
        "deck": "log deck",
        "deduce": "log deduce",
        "examples": "new examples",
        "gather": "run gather",
        "levers": "tiny levers",
        "likeness": "log likeness",
        "new-agent": "new agent",
        "pool show": "pool",
        "redeal": "log redeal",
        "rules": "list rules",
        "variants": "list variants",
        "winnable": "log winnable",
    }
)
#: Commands of groups that are called by their last word alone, too, and nothing is told of it.
SHORT: Final = MappingProxyType({"values": "log values"})
#: Commands that are studies now, beside the package in a checkout, and how each is called there.
STUDIES: Final = MappingProxyType(
    {
        "analyse": "python -m studies.diversity.analyze",
        "pool analyse": "python -m studies.diversity.analyze",
        "pool analyze": "python -m studies.diversity.analyze",
        "tiny report": "python -m studies.small_games.figures",
    }
)


def call_of(command: str) -> str:
    """How the command of a run is called now."""
    return STUDIES.get(command, f"hanabi {(RENAMED | SHORT).get(command, command)}")
