"""A whole game as the page is told it: the table, every position, the log, and facts by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanabilab.errors import HanabiError
from hanabilab.game.words import card_name
from hanabilab.notation import Record, format_record, replay
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.site import format_link
from hanabilab.review.review import Review, review_record
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.table import table


def document(
    record: Record,
    *,
    names: Sequence[str] = (),
    title: str = "",
    widths: Sequence[int] = (),
    notes: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    """The document of a game.

    Args:
        names: who sits where; the default is Alice, Bob and so on.
        title: what the page calls the game.
        widths: of the beams that decide when the perfect score was lost, see `review_record`;
            without any, only what simple bounds prove is told.
        notes: [seat] what the seat noted, by the place of a card in the deck; see `GameLog`.

    Raises:
        IllegalActionError: at the first impossible action: which, and why.
    """
    drawn = turns_drawn(record.rules.tables, list(record.actions))
    positions = [position(game.state, None, drawn) for game in replay(record)]
    return {
        "table": table(record.rules, names),
        "title": title,
        "agents": list(record.agents),
        "source": record.source,
        "deck": [card_name(record.rules, card) for card in record.deck],
        "actions": list(record.actions),
        "positions": positions,
        "log": [log_line(each) for each in positions[1:]],
        "card_notes": [list(each) for each in notes],
        "site": _site_link(record),
        "record": format_record(record),
        **facts(review_record(record, widths=widths)),
    }


def log_line(after: dict[str, Any]) -> dict[str, Any]:
    """A line of the log, from the position after an action."""
    return {"turn": after["turn"], **after["last"]}


def facts(review: Review) -> dict[str, Any]:
    """What a review says, turn by turn, and what lost the perfect score."""
    between = review.lost_between
    return {
        "facts": [moment.as_json() for moment in review.moments],
        "lost_at": review.lost_at,
        "lost_between": list(between) if between else None,
    }


def _site_link(record: Record) -> str | None:
    """The game's address at the public site; None for what its links cannot hold."""
    rules = record.rules
    if rules.first_seat or rules.draw_slot != "newest" or not record.actions:
        return None
    try:
        log = log_of_record(record)
        return None if log.options else format_link(log)
    except HanabiError:
        return None
