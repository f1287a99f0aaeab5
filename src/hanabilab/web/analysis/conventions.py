"""What the actions of a game say by conventions of people, for the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanabilab.agents.conventions.memory import BUILT_LEVELS, USUAL_LEVEL
from hanabilab.notation import Record
from hanabilab.review.conventions import read_by_convention


def convention_turns(record: Record, level: int = USUAL_LEVEL) -> Iterator[dict[str, Any]]:
    """What every action of a record says by the conventions of the H-Group.

    Yields:
        `turns`, as `hanabi explain --convention h-group --json` tells them, with the `level`
        that they are read by, and all `levels`.

    Raises:
        AgentError: the level is not built.
        RulesError: a variant.
        IllegalActionError: the record holds an impossible action.
    """
    turns = read_by_convention(record, level=level)
    told = [each.as_json(record.rules) for each in turns]
    yield {"turns": told, "level": level, "levels": list(BUILT_LEVELS)}
