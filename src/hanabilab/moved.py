"""Commands of `hanabi` that are studies now, beside the package in a checkout."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

#: By the name that runs of theirs are kept under, how each is called now.
STUDIES: Final = MappingProxyType(
    {
        "analyse": "python -m studies.diversity.analyze",
        "pool analyze": "python -m studies.diversity.analyze",
        "tiny report": "python -m studies.small_games.figures",
    }
)


def call_of(command: str) -> str:
    """How the command of a run is called now."""
    return STUDIES.get(command, f"hanabi {command}")
