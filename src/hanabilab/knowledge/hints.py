"""Hints: whom one was given to, which values name a card, and what a hint leaves possible.

Kernels. A hint value is a color, 0 to num_suits - 1, or num_suits + rank - 1 (`RuleTables`). Which
cards a value touches is in `RuleTables.touches`, which slots in `game.actions.touched_slots`; the
engine takes hints to the letter into `view.possible`. What a hint says beyond that is an agent's
convention.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.game.actions import hint_offset
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.view import View

#: What a hint is about.
COLOR, RANK = range(2)


@inlined_kernel
def value_of(rules: RuleTables, card: int, attribute: int) -> int:
    """The hint value of a card's color or rank."""
    return rules.suit_of[card] if attribute == COLOR else rank_value(rules, card)


@inlined_kernel
def rank_value(rules: RuleTables, card: int) -> int:
    """The hint value of a card's rank."""
    return rules.num_suits + rules.rank_of[card]


@inlined_kernel
def hinted_seat(view: View) -> int:
    """The seat that the last action, a hint, was given to."""
    seat = view.last_seat + hint_offset(view.rules, view.last_action)
    return seat - view.rules.num_players if seat >= view.rules.num_players else seat


@inlined_kernel
def possible_after(rules: RuleTables, possible: int, value: int, is_touched: int) -> int:
    """What a card can be after a hint that touches it, or does not.

    Args:
        possible: bit set of what it could be before.
        value: the hint value.
        is_touched: whether the hint touches the card.
    """
    touches = rules.touches[value]
    return possible & (touches if is_touched else ~touches)


@inlined_kernel
def is_news(rules: RuleTables, possible: int, value: int) -> bool:
    """Whether a hint tells something new of a card that it touches and that could be `possible`."""
    return possible & ~rules.touches[value] != 0
