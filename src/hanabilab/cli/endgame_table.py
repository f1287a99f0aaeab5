"""Values near the end of a game, as the terminal tells them."""

from __future__ import annotations

from rich.table import Table

from hanabilab.cli.grids import BARE, right
from hanabilab.review.endgames import EndgameReview
from hanabilab.search.endgame import Bounds


def percent(bounds: Bounds) -> str:
    """The chance in percent, and as a fraction where it is exact and neither 0 nor 1."""
    if not bounds.exact:
        return f"{100 * float(bounds.lower):.1f} to {100 * float(bounds.upper):.1f} %"
    whole = bounds.lower.denominator == 1
    return f"{100 * float(bounds.lower):.1f} %" + ("" if whole else f" = {bounds.lower}")


def points(bounds: Bounds) -> str:
    """The expected score, or what it lies between."""
    if not bounds.exact:
        return f"{float(bounds.lower):.3f} to {float(bounds.upper):.3f}"
    return f"{float(bounds.lower):.3f}"


def endgame_line(found: EndgameReview) -> str:
    """Where the win was last to be had with open hands, and which action cost most."""
    if not found.turns:
        return "The game ended before the end that was asked for."
    last, worst = found.last_winnable, found.costliest
    won = f"up to action {last}" if last else "nowhere from there on"
    won += "" if found.is_decided else ", as far as is known"
    cost = f"action {worst.turn} cost most" if worst else "no action cost anything"
    return f"With open hands all points could be had {won}; {cost}:"


def endgame_table(found: EndgameReview, words: list[str]) -> Table:
    """A row for each action: its values, and in front of them the best ones.

    Args:
        words: [actions] each action of the game in words.
    """
    heads = ("turn", "best win", "win", "best score", "score")
    turn, *values = right(*heads, no_wrap=True)
    table = Table(turn, "action", *values, **BARE)
    for each in found.turns:
        wins = (percent(each.best_win), percent(each.win))
        scores = (points(each.best_score), points(each.score))
        style = "bold red" if each is found.costliest else None
        table.add_row(str(each.turn), words[each.turn - 1], *wins, *scores, style=style)
    return table
