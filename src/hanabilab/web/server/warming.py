"""Compiled code loaded while the page is looked at: the first question need not wait for it.

Loading takes about a second. After an installation the code is compiled first, which takes minutes.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import aclosing, suppress
from typing import Any

from hanabilab.errors import HanabiError
from hanabilab.notation import parse_record
from hanabilab.web import analysis
from hanabilab.web.server.streams import Events

#: What a page shows before the first answer, as long as code is being loaded.
NOTICE = (
    "Getting ready. The first time after an installation, code is compiled: a minute or more. "
    "Later starts take seconds."
)


def warm_up(games: Iterable[dict[str, Any]]) -> threading.Event:
    """Ask what pages ask most, of the first document, in a thread; set once it is done."""
    ready = threading.Event()
    threading.Thread(target=_ask, args=([*games][:1], ready), daemon=True).start()
    return ready


def _ask(games: list[dict[str, Any]], ready: threading.Event) -> None:
    try:
        for game in games:
            record = parse_record(game["record"])
            turn = len(record.actions) // 2
            questions = (
                analysis.action_values(record, turn),
                analysis.agent_opinion(record, turn),
                analysis.card_chances(record, turn, 0),
            )
            for each in questions:
                with suppress(HanabiError):  # not every agent plays every variant
                    next(each)
    finally:
        ready.set()


async def announced(events: Events, ready: threading.Event) -> Events:
    """The events; before them a notice, if answers have to wait for code."""
    async with aclosing(events):
        if not ready.is_set():
            yield {"notice": NOTICE}
        async for event in events:
            yield event
