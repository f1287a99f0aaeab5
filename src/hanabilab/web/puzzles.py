"""Puzzles on a page: one file, which works from disk. What is asked and the answers are apart.

The board of a puzzle is made from the VIEW row of the seat to act, so what is asked cannot tell
that seat's own cards. They are among the answers, which the page unpacks when one is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hanabilab.game.games import Game
from hanabilab.game.position import LastAction
from hanabilab.game.words import parse_action
from hanabilab.notation import Record, replay
from hanabilab.puzzles.choosing import game_of
from hanabilab.puzzles.forms import Puzzle
from hanabilab.web.page import self_contained
from hanabilab.web.position import position, turns_drawn
from hanabilab.web.table import table


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
        "history": [_told(LastAction.of(each.state)) for each in replay(Record.of(game))][1:],
    }


def _told(last: LastAction | None) -> str:
    """An action of the past, as all saw it."""
    if last is None:
        return ""
    slots = "" if last.card else f" (slots {' '.join(map(str, last.touched)) or 'none'})"
    return f"seat {last.seat} {last.with_card}{slots}"


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
