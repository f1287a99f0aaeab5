"""The eight classes that `cox-information` sorts the possibilities of a card into. Kernels.

With N possibilities to tell apart, all played cards counted as one, the first S classes hold one
each, the others up to eight: S is the most for which S + 8 (8 - S) is at least N. Class 0 is the
played cards, if they are possible; then come the others by rank, then suit.

Source: Cox et al. 2015, section 4, and the authors' program HanSim for the order.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, played_cards

_CLASSES = 8
_LARGEST = 8


@kernel
def _num_alone(num_apart: int) -> int:
    """How many classes hold one possibility each, of `num_apart` to tell apart."""
    alone = _CLASSES
    while alone + _LARGEST * (_CLASSES - alone) < num_apart:
        alone -= 1
    return alone


@kernel
def class_members(view: View, possible: int, number: int) -> int:
    """Bit set of the cards of `possible` in class `number`."""
    rules = view.rules
    played = possible & played_cards(view)
    if played and number == 0:
        return played
    live = possible & ~played
    place = 1 if played else 0
    alone = _num_alone(count_cards(live) + place)
    members = 0
    for rank in range(rules.num_ranks):
        for suit in range(rules.num_suits):
            card = suit * rules.num_ranks + rank
            if live >> card & 1:
                # Past the classes of one, `place` counts on, eight places a class.
                if number == (place if place < alone else alone + (place - alone) // _LARGEST):
                    members |= bit(card)
                place += 1
    return members


@kernel
def class_of(view: View, possible: int, card: int) -> int:
    """The class that a card is in; 0 if it is not possible, because a partner sent nonsense."""
    for number in range(_CLASSES):
        if class_members(view, possible, number) >> card & 1:
            return number
    return 0
