"""The turn of `smart`: it takes the first of these that applies.

1. In the last round, **play** a card it knows to be playable, else **gamble**.
2. If the next seat is about to discard the last copy of a card that is needed, **rescue** it: the
   best hint to that seat, else the **warning**, the rank of that card.
3. **Finesse**: discard a card that all know and know to be playable, if its twin is the newest card
   of just one other seat.
4. **Play** a card it knows to be playable: first what its own eyes alone tell, then the lowest.
5. **Hint** at a playable card, by what tells most. With the number `short_deck` this goes before a
   play, if the deck is short and the next seat knows of no playable card.
6. **Gamble** on the card most likely playable, when the deck is as good as empty.
7. **Burn** a token where nothing may be discarded: the rank of the oldest card of the seat before.
8. **Discard** a card it knows to be useless, else its chop, else the highest.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.hints import best_hint, burn_hint, rank_hint
from hanabilab.agents.smart.numbers import (
    DRAWS_FOR_FINESSE,
    LAST_CARDS,
    LAST_CARDS_AT_RISK,
    SEAT_COST,
    SHORT_DECK,
    TOKENS_KEPT,
    WORTH_A_HINT,
)
from hanabilab.agents.smart.public import CHOP, VALUABLE, find_chop, knows_playable, spare_draws
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    common_rank,
    count_members,
    is_single,
    is_surely,
    lowest_member,
)
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, newest_slot, slot_at, slots_by_age
from hanabilab.knowledge.slot_memory import count_out_own, highest_slot, place_of

#: Why it acts: the branch of the list above.
(
    PLAYS,
    GAMBLES,
    RESCUES,
    WARNS,
    FINESSES,
    HINTS,
    BURNS,
    DISCARDS_USELESS,
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    AT_A_LOSS,
) = range(11)
NUM_BRANCHES = 11


@inlined_kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and the branch that it comes from."""
    rules, unseen = view.rules, count_out_own(view, memory)[0]
    if view.deck_drawn == rules.deck_size:
        action, branch = play_at_last(view, memory, unseen)
        if action != NO_ACTION:
            return action, branch
    if view.information_tokens > 0 and is_next_in_danger(view, memory):
        return _rescue(view, memory)
    if view.information_tokens < rules.max_information_tokens:
        slot = finesse_slot(view, memory)
        # No fewer than none: the default allows each finesse.
        if slot != NO_SLOT and max(spare_draws(view), 0) >= memory[DRAWS_FOR_FINESSE]:
            return discard_action(rules, slot), FINESSES
    slot = playable_slot(view, memory, unseen, 0)
    if view.information_tokens > memory[TOKENS_KEPT] and (
        slot == NO_SLOT or needs_plays(view, memory, memory[SHORT_DECK])
    ):
        action = _best_hint_of_all(view, memory)
        if action != NO_ACTION:
            return action, HINTS
    if slot != NO_SLOT:
        return play_action(rules, slot), PLAYS
    if _is_late(view, memory):
        slot = gamble_slot(view, memory, unseen)
        if slot != NO_SLOT:
            return play_action(rules, slot), GAMBLES
    if view.information_tokens == rules.max_information_tokens:
        return burn(view, memory, unseen)
    return _discard(view, memory, unseen)


@inlined_kernel
def play_at_last(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    """Play what may score, in the last round; NO_ACTION if nothing may."""
    slot = playable_slot(view, memory, unseen, 0)
    if slot != NO_SLOT:
        return play_action(view.rules, slot), PLAYS
    slot = gamble_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return play_action(view.rules, slot), GAMBLES
    return NO_ACTION, AT_A_LOSS


@inlined_kernel
def needs_plays(view: View, memory: Memory, short_deck: int) -> bool:
    """Whether the deck is short, and the next seat knows of no playable card.

    Args:
        short_deck: cards left in the deck from which it is short.
    """
    left, seat = view.rules.deck_size - view.deck_drawn, seat_at(view, 1)
    return left <= short_deck and not knows_playable(view, memory, seat, view.playable)


@inlined_kernel
def _is_late(view: View, memory: Memory) -> bool:
    """Whether so few cards are left in the deck that a card is better risked than discarded."""
    left = view.rules.deck_size - view.deck_drawn
    return left <= memory[LAST_CARDS if view.life_tokens >= 3 else LAST_CARDS_AT_RISK]


@inlined_kernel
def _best_hint_of_all(view: View, memory: Memory) -> int:
    """The best hint to the seat to which it tells most, the nearest on ties; NO_ACTION if none.

    What it tells is less by a cost for each seat between, and must be enough.
    """
    action, most = NO_ACTION, memory[WORTH_A_HINT] - 1
    for offset in range(1, view.rules.num_players):
        value, told = best_hint(view, memory, offset)
        told -= int(told > 0) * (offset - 1) * memory[SEAT_COST]
        if told > most:
            action, most = hint_action(view.rules, offset, value), told
    return action


@inlined_kernel
def is_next_in_danger(view: View, memory: Memory) -> bool:
    """Whether the chop of the next seat is in truth valuable."""
    if memory[CHOP] == NO_SLOT:
        return False
    card = view.hands[seat_at(view, 1), memory[CHOP]]
    return (memory[VALUABLE] >> card) & 1 != 0


@inlined_kernel
def _rescue(view: View, memory: Memory) -> tuple[int, int]:
    value, told = best_hint(view, memory, 1)
    if told > 0:
        return hint_action(view.rules, 1, value), RESCUES
    return rank_hint(view, 1, memory[CHOP]), WARNS


@inlined_kernel
def burn(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    """Burn a token; where no hint can be given at all, nothing is left but to play."""
    action = burn_hint(view)
    if action != NO_ACTION:
        return action, BURNS
    slot = gamble_slot(view, memory, unseen)
    slot = newest_slot(view, view.seat, ALL_SLOTS) if slot == NO_SLOT else slot
    return play_action(view.rules, slot), AT_A_LOSS


@inlined_kernel
def _discard(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    slot = useless_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS_USELESS
    slot = find_chop(view, memory, view.seat)
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS_CHOP
    return discard_action(view.rules, highest_slot(view, memory)), DISCARDS_HIGHEST


# --- The own hand --------------------------------------------------------------------------------
# Choices are slots; NO_SLOT if none will do. `unseen` is the bit set of the cards that an unnamed
# card of the own hand can be, by what its holder sees and by named cards: worked out once a turn.


# Above every rank: cards that others do not know to be playable go first.
_SECRET = 100
# In ranks: cards that another seat can go on from.
_LEADS = 4


@inlined_kernel
def seen_through(view: View, memory: Memory, slot: int, unseen: int) -> int:
    """What the own card in `slot` can be by all that its holder knows and sees."""
    cards = memory[place_of(view.seat, slot)]
    return cards if is_single(cards) or cards & unseen == 0 else cards & unseen


@inlined_kernel
def playable_slot(view: View, memory: Memory, unseen: int, leading: int) -> int:
    """A card that is surely playable: first one that others cannot know of, then of unknown rank,
    then the lowest, then the oldest.

    Args:
        leading: bit set of cards that go as early as if they were some ranks lower.
    """
    rules, order = view.rules, slots_by_age(view, view.seat)
    found, best = NO_SLOT, 0
    for place in range(rules.hand_size):
        slot = slot_at(order, place)
        cards = seen_through(view, memory, slot, unseen)
        if is_surely(cards, view.playable):
            urgency = rules.num_ranks - common_rank(rules, cards)
            urgency += _LEADS * int(is_single(cards) and cards & leading != 0)
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
        playable, count = count_members(cards & view.playable), count_members(cards)
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
        known = is_single(cards) & (cards & view.playable & ~memory[VALUABLE] != 0)
        if known and _count_newest(view, cards) == 1:
            return slot
    return NO_SLOT


@inlined_kernel
def _count_newest(view: View, named: int) -> int:
    """How many other seats hold the one card of the set `named` as their newest."""
    card, count = lowest_member(named), 0
    for offset in range(1, view.rules.num_players):
        seat = seat_at(view, offset)
        # A hand without a newest card is empty in every slot, the last one too.
        count += view.hands[seat, newest_slot(view, seat, ALL_SLOTS)] == card
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
            useless, count = count_members(cards & view.useless), count_members(cards)
            if useless * found_count < found_useless * count:
                found, found_useless, found_count = slot, useless, count
    return found
