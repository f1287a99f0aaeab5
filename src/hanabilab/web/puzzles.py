"""Puzzles on a page: one file, which works from disk. What is asked and the answers are apart.

The board of a puzzle is made from the VIEW row of the seat to act, so what is asked cannot tell
that seat's own cards. They are among the answers, which the page unpacks when one is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hanabilab.game.games import Game
from hanabilab.game.words import parse_action
from hanabilab.notation import Record, replay
from hanabilab.puzzles.choosing import game_of
from hanabilab.puzzles.forms import Puzzle
from hanabilab.web.page import self_contained
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.table import table

#: What the page does not need of an action of the past.
_MADE_THERE = ("action", "text")


def puzzle_page(puzzles: Sequence[Puzzle], *, title: str = "Hanabi puzzles") -> str:
    """The page of puzzles, as HTML.

    Raises:
        HanabiError: the game of one cannot be played.
    """
    games = [game_of(each) for each in puzzles]
    asked = [question(*each) for each in zip(puzzles, games, strict=True)]
    answers = [answer(*each) for each in zip(puzzles, games, strict=True)]
    return self_contained(
        asked,
        title=title,
        entry="puzzles/page",
        styles=("analysis.css", "puzzles/puzzles.css"),
        beside={"answers": answers},
    )


def question(puzzle: Puzzle, game: Game) -> dict[str, Any]:
    """What a puzzle asks: nothing in it depends on cards that the seat to act does not see."""
    drawn = turns_drawn(game.rules.tables, list(game.actions))
    return {
        "id": puzzle.id,
        "grade": puzzle.grade,
        "plays_on": puzzle.view.plays_on,
        "help": puzzle.help,
        "table": table(game.rules, site_slots=puzzle.view.site_slots),
        "position": position(game.state, puzzle.view.seat, drawn),
        "history": [_told(each, puzzle.view.seat) for each in replay(Record.of(game))][1:],
    }


def _told(game: Game, viewer: int) -> dict[str, Any]:
    """The last action, as all saw it, and how many cards each seat holds since."""
    now = position(game.state, viewer)
    held = [sum(card is not None for card in hand) for hand in now["hands"]]
    last = {name: each for name, each in (now["last"] or {}).items() if name not in _MADE_THERE}
    return {"last": last, "held": held}


def answer(puzzle: Puzzle, game: Game) -> dict[str, Any]:
    """What is told afterwards; actions by their ids."""
    told = msgspec.to_builtins(puzzle.answer)

    def number(action: str) -> int | None:
        return parse_action(game.rules, action) if action else None

    kept = ("lead", "lead_sem", "exact", "range_size", "found_by", "missed_by", "hand", "source")
    return {
        **{name: told[name] for name in (*kept, "agents")},
        "best": number(told["best_action"]),
        "taken": number(told["action_taken"]),
        "values": [{**each, "id": number(each["action"])} for each in told["actions"]],
    }
