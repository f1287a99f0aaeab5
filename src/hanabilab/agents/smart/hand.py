"""What a seat does with its own hand: which card it plays, gambles on, discards.

Choices are slots; NO_SLOT if none will do. `unseen` is `unseen_by_holder`, worked out once a turn.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.cards import (
    NO_SLOT,
    UNKNOWN_RANK,
    count_cards,
    first_card,
    is_named,
    is_surely,
    newest_slot,
    rank_of_all,
    slot_at,
    slots_by_age,
    take_copies,
)
from hanabilab.agents.smart.public import VALUABLE
from hanabilab.agents.smart.slots import place_of
from hanabilab.game.actions import seat_at
from hanabilab.game.cards import bit
from hanabilab.game.view import View

# Above every rank: cards that others do not know to be playable go first.
_SECRET = 100


@inlined_kernel
def unseen_by_holder(view: View, memory: Memory) -> int:
    """Bit set of the cards that an unnamed card of the own hand can be, by what its holder sees.

    As `knowledge.unseen.unseen_cards`, but named cards of the own hand count as seen.
    """
    one, two, three = int(view.left[0]), int(view.left[1]), int(view.left[2])
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size if seat != view.seat else 0):
            card = view.hands[seat, slot]
            one, two, three = take_copies(one, two, three, bit(card) if card >= 0 else 0)
    for slot in range(view.rules.hand_size):
        cards = memory[place_of(view.seat, slot)]
        one, two, three = take_copies(one, two, three, cards if is_named(cards) else 0)
    return one


@inlined_kernel
def seen_through(view: View, memory: Memory, slot: int, unseen: int) -> int:
    """What the own card in `slot` can be by all that its holder knows and sees."""
    cards = memory[place_of(view.seat, slot)]
    return cards if is_named(cards) or cards & unseen == 0 else cards & unseen


@inlined_kernel
def playable_slot(view: View, memory: Memory, unseen: int) -> int:
    """A card that is surely playable: first one that others cannot know of, then of unknown rank,
    then the lowest, then the oldest.
    """
    rules, order = view.rules, slots_by_age(view, view.seat)
    found, best = NO_SLOT, 0
    for place in range(rules.hand_size):
        slot = slot_at(order, place)
        cards = seen_through(view, memory, slot, unseen)
        if is_surely(cards, view.playable):
            urgency = rules.num_ranks - rank_of_all(rules, cards)
            if not is_surely(memory[place_of(view.seat, slot)], view.playable):
                urgency += _SECRET
            if urgency > best:
                found, best = slot, urgency
    return found


@inlined_kernel
def gamble_slot(view: View, memory: Memory, unseen: int) -> int:
    """The card most likely playable, all that it can be counting once; the newest on ties."""
    order = slots_by_age(view, view.seat)
    found, found_playable, found_count = NO_SLOT, 0, 1
    for place in range(view.rules.hand_size - 1, -1, -1):
        slot = slot_at(order, place)
        cards = seen_through(view, memory, slot, unseen)
        playable, count = count_cards(cards & view.playable), count_cards(cards)
        if playable * found_count > found_playable * count:
            found, found_playable, found_count = slot, playable, count
    return found


@inlined_kernel
def finesse_slot(view: View, memory: Memory) -> int:
    """A card that all know and know to be playable, with a twin: the newest card of just one other
    seat. Not the last copy; the oldest such card.
    """
    order = slots_by_age(view, view.seat)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards = memory[place_of(view.seat, slot)]
        known = is_named(cards) & (cards & view.playable & ~memory[VALUABLE] != 0)
        if known and _count_newest(view, cards) == 1:
            return slot
    return NO_SLOT


@inlined_kernel
def _count_newest(view: View, named: int) -> int:
    """How many other seats hold the one card of the set `named` as their newest."""
    card, count = first_card(named), 0
    for offset in range(1, view.rules.num_players):
        seat = seat_at(view, offset)
        # A hand without a newest card is empty in every slot, the last one too.
        count += view.hands[seat, newest_slot(view, seat)] == card
    return count


@inlined_kernel
def useless_slot(view: View, memory: Memory, unseen: int) -> int:
    """A card that is surely useless: by what all know the least likely so; the oldest on ties."""
    order = slots_by_age(view, view.seat)
    found, found_useless, found_count = NO_SLOT, 2, 1
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        if is_surely(seen_through(view, memory, slot, unseen), view.useless):
            cards = memory[place_of(view.seat, slot)]
            useless, count = count_cards(cards & view.useless), count_cards(cards)
            if useless * found_count < found_useless * count:
                found, found_useless, found_count = slot, useless, count
    return found


@inlined_kernel
def highest_slot(view: View, memory: Memory) -> int:
    """The card known to be of the highest rank, the oldest on ties."""
    order = slots_by_age(view, view.seat)
    found, best = NO_SLOT, UNKNOWN_RANK - 1
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        cards = memory[place_of(view.seat, slot)]
        rank = rank_of_all(view.rules, cards)
        if cards != 0 and rank > best:
            found, best = slot, rank
    return found
