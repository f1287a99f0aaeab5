"""Our own rules on chops and newest cards: plays and hints by convention, saves, discards.

The *chop* is the oldest card that no hint has touched, the next to be discarded; a hint that
touches several cards is about the *newest* of them.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.rules.choosing import is_sure, likeliest_slot
from hanabilab.agents.rules.discards import last_copies
from hanabilab.agents.rules.hints import incomplete
from hanabilab.agents.rules.memory import PENDING, SAVED, SLOTS, TOLD, marks
from hanabilab.agents.rules.turn import (
    PLAYABLE,
    Turn,
    counted,
    facts,
    hint_missing,
    own_counts,
    own_playable,
    own_total,
    slots_with,
    touched_by,
)
from hanabilab.game.actions import (
    NO_ACTION,
    discard_action,
    hint_action,
    play_action,
    seat_at,
)
from hanabilab.game.view import View
from hanabilab.knowledge.hands import newest_slot

#: Which marks `play_told` follows: those of the last hints, those as long as cards are held, and
#: those of the last hints that did not touch the chop.
TOLD_NOW, TOLD_EVER, TOLD_NOT_SAVED = range(3)
#: What `tell_save` saves: last copies, top ranks, second ranks of which no other copy is in sight.
SAVE_LAST, SAVE_TOP, SAVE_SECOND = range(3)


@kernel
def unhinted_slots(view: View, seat: int) -> int:
    """The cards of a seat that no hint has touched."""
    slots = 0
    for slot in range(view.rules.hand_size):
        untouched = view.hinted[seat, slot] == 0 and view.deck_index[seat, slot] >= 0
        slots |= int(untouched) << slot
    return slots


@kernel
def chop_of(view: View, seat: int) -> int:
    """The slot of a seat's chop; -1 if it has none."""
    slots, chop = unhinted_slots(view, seat), -1
    for slot in range(view.rules.hand_size):
        older = chop < 0 or view.deck_index[seat, slot] < view.deck_index[seat, chop]
        if slots >> slot & 1 and older:
            chop = slot
    return chop


@kernel
def play_told(
    view: View, turn: Turn, memory: Memory, which: int, more_lives_than: int, percent: int
) -> int:
    """The newest of the cards that hints told to play, of those that may be playable."""
    seat = int(view.seat)
    slots = marks(memory, seat, PENDING if which == TOLD_EVER else TOLD)
    slots &= ~marks(memory, seat, SAVED) if which == TOLD_NOT_SAVED else SLOTS
    if slots == 0 or view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    for slot in range(view.rules.hand_size):
        if counted(playable, slot) == 0 or not is_sure(playable, total, slot, percent):
            slots &= ~(1 << slot)
    slot = newest_slot(view, seat, slots)
    return play_action(view.rules, slot) if slot >= 0 else NO_ACTION


@kernel
def play_hinted(view: View, turn: Turn, percent: int, more_lives_than: int) -> int:
    """The likeliest playable of the cards that hints have touched, if likely by `percent`."""
    if view.life_tokens <= more_lives_than:
        return NO_ACTION
    playable, total = own_playable(view, turn), own_total(view, turn)
    slots = ~unhinted_slots(view, int(view.seat)) & SLOTS
    slot = likeliest_slot(view, playable, total, slots)
    fires = slot >= 0 and is_sure(playable, total, slot, percent)
    return play_action(view.rules, slot) if fires else NO_ACTION


@kernel
def discard_chop(view: View, turn: Turn, percent: int, fewer_tokens_than: int) -> int:
    """The chop, if it is a last copy still needed with `percent` or less, while tokens are few."""
    chop = chop_of(view, int(view.seat))
    if chop < 0 or view.information_tokens >= fewer_tokens_than:
        return NO_ACTION
    if percent < 100:
        total = own_total(view, turn)
        spare = total - own_counts(view, turn, last_copies(view))
        if not is_sure(spare, total, chop, 100 - percent):
            return NO_ACTION
    return discard_action(view.rules, chop)


@kernel
def discard_newest_unhinted(view: View) -> int:
    """The newest card that no hint has touched."""
    slot = newest_slot(view, view.seat, unhinted_slots(view, int(view.seat)))
    return discard_action(view.rules, slot) if slot >= 0 else NO_ACTION


@kernel
def tell_newest_playable(view: View, turn: Turn, memory: Memory, offset: int, spoils: int) -> int:
    """The hint whose newest card is playable and has not been told so; ranks before colors.

    Unless it `spoils`, it may not touch another card that looks playable after it and is not.
    """
    rules, seat, known = view.rules, seat_at(view, offset), facts(view, turn, offset)
    slots = slots_with(known, PLAYABLE) & incomplete(known) & ~marks(memory, seat, PENDING)
    best, best_age = NO_ACTION, 0
    for slot in range(rules.hand_size):
        if slots >> slot & 1 == 0:
            continue
        card, age = view.hands[seat, slot], view.deck_index[seat, slot]
        for attribute in range(2):
            value = rules.suit_of[card] if attribute else rules.num_suits + rules.rank_of[card]
            touched = touched_by(view, turn, offset, value)
            better = best == NO_ACTION or age < best_age
            if not better or newest_slot(view, seat, touched) != slot:
                continue
            if spoils or not _misleads(view, seat, touched & ~slots_with(known, PLAYABLE), value):
                best, best_age = hint_action(rules, offset, value), age
    return best


@kernel
def _misleads(view: View, seat: int, slots: int, value: int) -> bool:
    """Whether a hint leaves one of some cards, none of them playable, looking so."""
    looks = False
    for slot in range(view.rules.hand_size):
        possible = view.possible[seat, slot] & view.rules.touches[value] & view.left[0]
        looks |= slots >> slot & 1 != 0 and possible & view.playable != 0
    return looks


@kernel
def tell_save(view: View, turn: Turn, offset: int, which: int) -> int:
    """Tell of the seat's chop, rank before color, if it must not be lost."""
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
        wanted = last_copies(view) >> card & 1 != 0
    needed = view.useless >> card & 1 == 0
    return hint_missing(view, turn, offset, chop, False) if wanted and needed else NO_ACTION


@kernel
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
