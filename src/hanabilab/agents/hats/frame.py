"""What the hat agents share. Kernels on VIEW rows.

The frame (Cox et al. 2015): every seat has a number from 0 to M - 1 that follows from its hand and
from what all know. A hint sends the sum of the others' numbers modulo M. A receiver sees all other
hands, takes their numbers away, and what is left is its own.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.view import View

#: What a hint is about.
COLOR, RANK = range(2)


@kernel
def value_of(rules: RuleTables, card: int, attribute: int) -> int:
    """The hint value of a card's color or rank."""
    return rules.suit_of[card] if attribute == COLOR else rules.num_suits + rules.rank_of[card]


@kernel
def first_held(view: View, seat: int) -> int:
    """The lowest slot of `seat` with a card; -1 if its hand is empty."""
    for slot in range(view.rules.hand_size):
        if view.hands[seat, slot] != NO_CARD:
            return slot
    return -1


@kernel
def a_hand_is_empty(view: View) -> bool:
    """Whether some seat has no card left, as in the last round of games with one card in hand."""
    empty = False
    for seat in range(view.rules.num_players):
        empty |= first_held(view, seat) < 0
    return empty
