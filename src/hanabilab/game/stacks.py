"""How suits are played: upward from the first card, or up or down from one of three.

A suit's *stack* is a number, 0 for none played. Where suits go up (`STACKS_UP`) it counts the cards
played. Where a suit goes up or down it numbers one of 20 ways that a suit can stand: it begins with
the 1 and goes up, with the 5 and goes down, or with a START card and then goes on with 2 or 4.
Places 0 to 4 are the ranks 1 to 5, place 5 is START.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hanabilab._jit import kernel

if TYPE_CHECKING:
    from hanabilab.game.rule_tables import RuleTables

#: `RuleTables.stack_kind`: every suit is played from its first place to its last.
STACKS_UP = 0
#: `RuleTables.stack_kind`: every suit goes up or down.
STACKS_UP_OR_DOWN = 1

_START = 5
_UP, _DOWN = (0, 1, 2, 3, 4), (4, 3, 2, 1, 0)


#: Every order in which a suit can be completed, as places.
_WAYS = (_UP, _DOWN, (_START, *_UP[1:]), (_START, *_DOWN[1:]))
# The places played in each stack, in order; a stack comes after those it grows from.
_BEGUN = {way[:count] for way in _WAYS for count in range(6)}
_PLAYED = sorted(_BEGUN, key=lambda places: (len(places), places))
NUM_STACKS = len(_PLAYED)

#: [stack, place] the stack that it becomes when that card is played; 0 where it does not fit.
STACK_AFTER = np.zeros((NUM_STACKS, 6), np.int64)
#: [stack] how many cards are played.
STACK_POINTS = np.array([len(places) for places in _PLAYED], np.int64)
#: [stack] bit set of the places played.
STACK_PLAYED = np.array([sum(1 << place for place in places) for places in _PLAYED], np.int64)
for _stack, _places in enumerate(_PLAYED[1:], start=1):
    STACK_AFTER[_PLAYED.index(_places[:-1]), _places[-1]] = _stack


def stack_places(kind: int, stack: int) -> tuple[int, ...]:
    """The places played in a stack, in the order in which they were."""
    return tuple(range(stack)) if kind == STACKS_UP else _PLAYED[stack]


def fits_first(kind: int, place: int) -> bool:
    """Whether a suit of this kind may be begun with the card of `place`."""
    return place == 0 if kind == STACKS_UP else bool(STACK_AFTER[0, place])


@kernel
def played_places(rules: RuleTables, stack: int) -> int:
    """Bit set of the places that are played in a stack."""
    if rules.stack_kind == STACKS_UP:
        return (1 << int(stack)) - 1
    return STACK_PLAYED[stack]


@kernel
def next_places(stack: int) -> int:
    """Bit set of the places that fit on a stack that goes up or down."""
    found = 0
    for place in range(STACK_AFTER.shape[1]):
        found |= (STACK_AFTER[stack, place] != 0) << place
    return found


@kernel
def open_stacks(stack: int, dead: int) -> int:
    """Bit set of the stacks that one that goes up or down can still become, itself included.

    Args:
        dead: bit set of the places whose every copy is discarded.
    """
    reached = 1 << int(stack)
    for before in range(stack, NUM_STACKS):
        if (reached >> before) & 1:
            for place in range(STACK_AFTER.shape[1]):
                after = STACK_AFTER[before, place]
                if after != 0 and not (dead >> place) & 1:
                    reached |= 1 << after
    return reached
