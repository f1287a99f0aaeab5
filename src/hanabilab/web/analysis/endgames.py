"""What actions near the end are worth, exactly, or between bounds that close in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanabilab.notation import Record
from hanabilab.search.endgame import (
    BlueprintValues,
    EndgameValues,
    HonestValues,
    blueprint_values,
    honest_values,
    open_values,
)
from hanabilab.web.analysis.positions import agent_named, running_at

#: Seconds of the first item, so that something is seen at once, and of what follows.
_FIRST, _SECONDS = 0.5, 5.0


def endgame_values(record: Record, turn: int, agent: str = "smart") -> Iterator[dict[str, Any]]:
    """Values with open hands, where an agent plays on in all seats, and for an honest seat.

    Yields:
        `open`, perhaps twice, the second time with closer bounds; then `blueprint`; then `honest`.
        All have `actions`, the best first, each with `id`, `win` and `score` as bounds, and
        `exact`; `blueprint` and `honest` also have `hands` and `basis` of the range.

    Raises:
        HanabiError: the game is over there, too many cards are in the deck, or the agent cannot be
            played out.
    """
    game = running_at(record, turn)
    for seconds in (_FIRST, _SECONDS):
        found = open_values(game, seconds=seconds)
        yield {"open": _told(found)}
        if found.exact:
            break
    played = blueprint_values(game, agent_named(agent), seconds=_SECONDS)
    yield {"blueprint": _told_over_hands(played)}
    honest = honest_values(game, blueprint=agent_named(agent), seconds=_SECONDS)
    yield {"honest": _told_over_hands(honest.at_least(played))}


def _told_over_hands(found: BlueprintValues | HonestValues) -> dict[str, Any]:
    return _told(found) | {"hands": found.hands, "basis": found.basis}


def _told(found: EndgameValues) -> dict[str, Any]:
    actions = [
        {"id": each.action, "win": each.win.document(), "score": each.score.document()}
        for each in found.actions
    ]
    return {"actions": actions, "exact": found.exact}
