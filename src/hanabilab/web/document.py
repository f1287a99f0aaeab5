"""A whole game as the page is told it: the table, every position, and facts by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hanabilab.game.words import card_name
from hanabilab.notation import Record, format_record, replay
from hanabilab.notation.variants import Variant
from hanabilab.review.review import Review, review_record
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.table import table

#: What the page shows of a moment beside its position.
_SHOWN = ("pace", "got", "spent", "hints_left", "perfect", "efficiency", "needed")


class Ended(NamedTuple):
    """How a log says that its game ended, and the score that its site counts."""

    how: str
    counted: int


def document(
    record: Record,
    *,
    names: Sequence[str] = (),
    title: str = "",
    widths: Sequence[int] = (),
    notes: Sequence[Sequence[str]] = (),
    variant: Variant | None = None,
    ended: Ended | None = None,
) -> dict[str, Any]:
    """The document of a game.

    Args:
        names: who sits where; the default is Alice, Bob and so on.
        title: what the page calls the game.
        widths: of the beams that decide when the perfect score was lost, see `review_record`;
            without any, only what simple bounds prove is told.
        notes: [seat] what the seat noted, by the place of a card in the deck; see `GameLog`.
        variant: that of its log, whose names are told, and whose site counts slots otherwise.
        ended: how its log says that it ended.

    Raises:
        IllegalActionError: at the first impossible action: which, and why.
    """
    drawn = turns_drawn(record.rules.tables, list(record.actions))
    positions = [position(game.state, None, drawn) for game in replay(record)]
    return {
        "table": table(record.rules, names, site_slots=variant is not None, variant=variant),
        "title": title,
        "agents": list(record.agents),
        "source": record.source,
        "deck": [card_name(record.rules, card) for card in record.deck],
        "actions": list(record.actions),
        "positions": positions,
        "ended": ended and ended._asdict(),
        "card_notes": [list(each) for each in notes],
        "record": format_record(record),
        **facts(review_record(record, widths=widths)),
    }


def _shown(moment: dict[str, Any]) -> dict[str, Any]:
    """What the page shows of a moment; ratios to four digits."""
    told = {name: moment[name] for name in _SHOWN}
    return {name: round(v, 4) if isinstance(v, float) else v for name, v in told.items()}


def facts(review: Review) -> dict[str, Any]:
    """What a review says, turn by turn, and what lost the perfect score."""
    between = review.lost_between
    return {
        "facts": [_shown(moment.as_json()) for moment in review.moments],
        "lost_at": review.lost_at,
        "lost_between": list(between) if between else None,
    }
