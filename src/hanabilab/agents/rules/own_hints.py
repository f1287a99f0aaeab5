"""Rules of our own that tell another seat of one of its cards. Off without tokens.

They look for a card that must not be lost, or for the newest that can be played.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules.discards import chop_of
from hanabilab.agents.rules.memory import PENDING, marks
from hanabilab.agents.rules.turn import (
    PLAYABLE,
    Turn,
    facts,
    hint_missing,
    incomplete,
    slots_with,
    touched_by,
)
from hanabilab.game.actions import NO_ACTION, hint_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import critical_cards
from hanabilab.knowledge.hands import newest_slot
from hanabilab.knowledge.hints import COLOR, RANK, value_of

#: What `tell_save` saves: last copies, top ranks, second ranks of which no other copy is in sight.
SAVE_LAST, SAVE_TOP, SAVE_SECOND = range(3)


@kernel
def tell_save(view: View, turn: Turn, offset: int, which: int) -> int:
    """Tell of the seat's chop, rank before color, if it must not be lost.

    Args:
        which: SAVE_LAST, SAVE_TOP or SAVE_SECOND.
    """
    rules, seat = view.rules, seat_at(view, offset)
    chop = chop_of(view, seat)
    if chop < 0:
        return NO_ACTION
    card = view.hands[seat, chop]
    rank = rules.rank_of[card]
    if which == SAVE_TOP:
        wanted = rank == rules.num_ranks - 1
    elif which == SAVE_SECOND:
        wanted = rank == 1 and _is_lone(view, int(card))
    else:
        wanted = critical_cards(view) >> card & 1 != 0
    needed = view.useless >> card & 1 == 0
    return hint_missing(view, turn, offset, chop, False) if wanted and needed else NO_ACTION


@inlined_kernel
def _is_lone(view: View, card: int) -> bool:
    """Whether no other copy of a card is in the hands that the seat to act sees."""
    count = 0
    for other in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            count += view.hands[other, slot] == card
    return count == 1


@kernel
def tell_chop_useful(view: View, turn: Turn, offset: int) -> int:
    """Tell of the seat's chop, rank before color, if it is playable."""
    chop = chop_of(view, seat_at(view, offset))
    playable = slots_with(facts(view, turn, offset), PLAYABLE)
    fires = chop >= 0 and playable >> chop & 1 != 0
    return hint_missing(view, turn, offset, chop, False) if fires else NO_ACTION


@kernel
def tell_newest_playable(view: View, turn: Turn, memory: Memory, offset: int, spoils: int) -> int:
    """The hint whose newest card is playable and has not been told so; ranks before colors.

    Unless it `spoils`, it may not touch another card that looks playable after it and is not.

    Args:
        view: of the seat to act.
        turn: what the rules of one turn share.
        memory: of the agent.
        offset: of the partner, in seats to the left.
        spoils: 1 allows hints that make another card look playable, 0 does not.
    """
    rules, seat, known = view.rules, seat_at(view, offset), facts(view, turn, offset)
    slots = slots_with(known, PLAYABLE) & incomplete(known) & ~marks(memory, seat, PENDING)
    best, best_age = NO_ACTION, 0
    for slot in range(rules.hand_size):
        if slots >> slot & 1 == 0:
            continue
        card, age = view.hands[seat, slot], int(view.deck_index[seat, slot])
        for attribute in (RANK, COLOR):
            value = int(value_of(rules, card, attribute))
            touched = touched_by(view, turn, offset, value)
            better = best == NO_ACTION or age < best_age
            if not better or newest_slot(view, seat, touched) != slot:
                continue
            if spoils or not _misleads(view, seat, touched & ~slots_with(known, PLAYABLE), value):
                best, best_age = hint_action(rules, offset, value), age
    return best


@inlined_kernel
def _misleads(view: View, seat: int, slots: int, value: int) -> bool:
    """Whether a hint leaves one of some cards, none of them playable, looking so."""
    looks = False
    for slot in range(view.rules.hand_size):
        possible = view.possible[seat, slot] & view.rules.touches[value] & view.left[0]
        looks |= slots >> slot & 1 != 0 and possible & view.playable != 0
    return looks
