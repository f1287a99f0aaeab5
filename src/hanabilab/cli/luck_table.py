"""Luck and skill of a game, as the terminal tells them."""

from __future__ import annotations

from heapq import nlargest

from rich.table import Table

from hanabilab.cli.grids import BARE, right
from hanabilab.review.luck import LuckReview, LuckTurn, Part

#: Turns that are shown: so many whose action or draw changed most.
_MOST = 8


def luck_line(found: LuckReview) -> str:
    """What was expected, and what became of it; of a game that goes on, what it is worth so far."""
    played = float(found.score).is_integer()
    became = f"Score {found.score:g}" if played else f"The last position is worth {found.score:.2f}"
    return (
        f"{became}, where {found.agent} gets {found.expectation.mean:.2f} on average: "
        "skill beside its own, and luck (± is one standard error):"
    )


def luck_sums(found: LuckReview) -> Table:
    """A row for the deal and one for each seat, and the sum."""
    grid = Table("", *right("skill", "luck"), **BARE)
    grid.add_row("the deal", "", _points(found.deal))
    for seat, (skill, luck) in enumerate(zip(found.skill, found.luck, strict=True)):
        grid.add_row(f"seat {seat}", _points(skill), _points(luck))
    grid.add_row("together", f"{found.total_skill:+.2f}", f"{found.total_luck:+.2f}")
    return grid


def luck_turns(found: LuckReview, words: list[str]) -> Table:
    """The turns whose action or draw changed most, in order.

    Args:
        words: [actions] each action of the game in words.
    """
    turn, *values = right("turn", "value before", "skill", "luck", no_wrap=True)
    grid = Table(turn, "action", *values, **BARE)
    shown = {each.turn for each in nlargest(_MOST, found.turns, key=_size)}
    for each in found.turns:
        if each.turn in shown:
            parts = _points(each.skill), _points(each.luck)
            grid.add_row(str(each.turn), words[each.turn - 1], f"{each.value:.2f}", *parts)
    return grid


def _size(turn: LuckTurn) -> float:
    return max(abs(turn.skill.mean), abs(turn.luck.mean))


def _points(part: Part) -> str:
    """Points with their error; nothing where nothing was changed."""
    return f"{part.mean:+.2f} ± {part.sem:.2f}" if part.mean or part.sem else "0"
