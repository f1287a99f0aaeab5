"""Taking actions back at a table: the wish, and to which action a game goes back.

Seats act in turn, so the number of actions alone tells who did which.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab.game.rules import Rules


class UndoRequest(NamedTuple):
    """A wish to go back to before the last action of `seat`.

    Attributes:
        agreed: the seats of people who want it, `seat` among them.
        version: the table's when it was asked, which tells one wish from another.
    """

    seat: int
    agreed: frozenset[int]
    version: int


def undone_to(rules: Rules, seat: int, count: int) -> int | None:
    """How many of `count` actions come before the last one of `seat`; None if it has not acted."""
    turns = range((seat - rules.first_seat) % rules.players, count, rules.players)
    return turns[-1] if turns else None


def acted_since(rules: Rules, turn: int, count: int) -> list[int]:
    """The seats of the actions from `turn` to `count`; all seats if there is no such turn."""
    if not 0 <= turn <= count:
        return list(range(rules.players))
    return [(rules.first_seat + each) % rules.players for each in range(turn, count)]
