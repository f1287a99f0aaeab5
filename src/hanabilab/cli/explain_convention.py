"""`hanabi explain GAME --convention h-group`: a game read by conventions of people."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from hanabilab.agents.conventions.memory import USUAL_LEVEL
from hanabilab.cli.game_files import load_game, require_turn
from hanabilab.cli.grids import right
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import progress_bars
from hanabilab.cli.position import WRITTEN, as_written, outcome
from hanabilab.cli.replay import record_title
from hanabilab.cli.terminal import Console, report
from hanabilab.game.checks import check_seat
from hanabilab.notation import replay
from hanabilab.review.convention_turn import ConventionTurn, Verdict
from hanabilab.review.conventions import read_by_convention

#: Marks an action that breaks the conventions, and one that they do not cover.
_BROKEN, _OPEN = "\N{MULTIPLICATION SIGN}", "?"


class Shown(NamedTuple):
    """Which turns are shown: one of them, or those of one seat; None for all."""

    turn: int | None
    seat: int | None


def explain_by_convention(
    file: str,
    convention: str,
    level: int | None,
    shown: Shown,
    *,
    partial: bool,
    as_json: bool,
) -> int:
    """Print what the actions of a game say by a convention.

    Raises:
        AgentError: there is no such convention, or the level is not built.
        NotationError: the game cannot be read, or has no such turn.
        RulesError: a variant, or no such seat.
    """
    loaded = load_game(file, partial=partial)
    record = loaded.record
    if shown.turn is not None:
        require_turn(shown.turn, range(1, len(record.actions) + 1), file)
    if shown.seat is not None:
        check_seat(record.rules, shown.seat)
    depth = USUAL_LEVEL if level is None else level
    with progress_bars() as bars:
        task = bars.add_task(f"reading by {convention}", total=None)
        turns = read_by_convention(
            record,
            convention=convention,
            level=depth,
            progress=lambda total: bars.update(task, total=total, advance=1),
        )
    picked = [
        each
        for each in turns
        if shown.turn in (None, each.turn) and shown.seat in (None, each.seat)
    ]
    document = [each.as_json(record.rules) for each in picked]
    return report(document, lambda _: _print(loaded, picked, depth), as_json=as_json)


def _print(loaded: LoadedGame, turns: list[ConventionTurn], level: int) -> None:
    console = Console()
    console.print(record_title(loaded.record))
    console.print(_grid(loaded, turns))
    console.print(_sum(turns, level))
    console.print(WRITTEN, style="dim")


def _grid(loaded: LoadedGame, turns: list[ConventionTurn]) -> Table:
    """A row for each turn."""
    grid, events = turns_grid("what it says"), actions_told(loaded)
    for each in turns:
        mark = _BROKEN if each.kept is False else _OPEN if each.kept is None else ""
        words = Text(f"{mark} " if mark else "", "bold yellow").append(each.words, "default")
        words.append(f"\n{each.verdict}", "dim")
        grid.add_row(str(each.turn), str(each.seat), events[each.turn - 1], words)
    return grid


def turns_grid(*heads: str) -> Table:
    """A table with a row for each turn: its number, seat and action, and what is said of it."""
    columns = *right("turn", "seat"), Column("action", no_wrap=True)
    said = (Column(head, ratio=1) for head in heads)
    return Table(*columns, *said, box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)


def actions_told(loaded: LoadedGame) -> list[Text]:
    """Each action in words; below it what came of it, and the action as records write it."""
    return [
        Text(loaded.said(game))
        .append("\n  ")
        .append_text(outcome(game))
        .append(f"\n  {as_written(game)}", "dim")
        for game in replay(loaded.record)
        if game.actions
    ]


def _sum(turns: list[ConventionTurn], level: int) -> str:
    """How many actions keep the conventions, and how sure the readings are."""
    kept, sure = Counter(each.kept for each in turns), Counter(each.verdict for each in turns)
    return (
        f"Level {level}: {kept[True]} of {len(turns)} actions keep the conventions, {kept[False]} "
        f"break them ({_BROKEN}), of {kept[None]} they do not say ({_OPEN}). Readings: "
        f"{sure[Verdict.CLEAR]} clear, {sure[Verdict.SEVERAL]} several, "
        f"{sure[Verdict.NOT_COVERED]} not covered."
    )
