"""The question of a hint of `cox-information` to each seat: which card, and which class it is in.

Kernels. The card *in question* is the unidentified card that is most likely playable. For that,
each possible card counts by its copies that are not played, discarded or identified. Ties go to the
lowest slot; it is slot 0 if no card can be playable. A seat's number is the class that its card in
question is in.

The possibilities of a card are sorted into eight classes. Let N be the number of possibilities to
tell apart, with all played cards counted as one. The first S classes hold one possibility each, the
others up to eight: S is the most for which S + 8 (8 - S) is at least N. Class 0 is the played
cards, if they are possible; then come the others by rank, then suit.

Source: Cox et al. 2015, section 4, and the authors' program HanSim for the order of the classes.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.cox_code import NUM_CODES, sent_code
from hanabilab.agents.hats.public_cards import copies_unknown, possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_single, played_cards
from hanabilab.knowledge.copies import Copies, count_copies

_CLASSES = 8
_LARGEST = 8


# --- Classes -------------------------------------------------------------------------------------


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
    alone = _num_alone(count_members(live) + place)
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


# --- Questions -----------------------------------------------------------------------------------


@kernel
def _question(view: View, memory: Memory, copies: Copies, seat: int) -> int:
    """The slot of `seat` with its card in question."""
    best, best_playable, best_all = 0, 0, 1
    for slot in range(view.rules.hand_size):
        possible = possible_cards(view, memory, seat, slot)
        if not is_single(possible):
            playable = count_copies(copies, possible & view.playable)
            weight = count_copies(copies, possible)
            if playable * best_all > best_playable * weight:
                best, best_playable, best_all = slot, playable, weight
    return best


@kernel
def number_of(view: View, memory: Memory, copies: Copies, seat: int) -> int:
    """The number of `seat`, another than the viewer's; 0 if the slot in question is empty."""
    slot = _question(view, memory, copies, seat)
    card = view.hands[seat, slot]
    return class_of(view, possible_cards(view, memory, seat, slot), card) if card >= 0 else 0


@kernel
def read_hint(view: View, memory: Memory) -> None:
    """Take in the code of the last hint; memory asks the questions of before it."""
    copies = copies_unknown(view, memory)
    rest = int(sent_code(view))
    slots, numbers = 0, 0  # four bits a seat
    for seat in range(view.rules.num_players):
        slots |= _question(view, memory, copies, seat) << 4 * seat
        if seat not in (view.seat, view.last_seat):
            number = number_of(view, memory, copies, seat)
            numbers |= number << 4 * seat
            rest -= number
    if view.seat != view.last_seat:
        numbers |= rest % NUM_CODES << 4 * int(view.seat)
    for seat in range(view.rules.num_players):
        if seat != view.last_seat:
            _keep_class(view, memory, seat, slots >> 4 * seat & 15, numbers >> 4 * seat & 15)


@kernel
def _keep_class(view: View, memory: Memory, seat: int, slot: int, number: int) -> None:
    possible = possible_cards(view, memory, seat, slot)
    kept = class_members(view, possible, number)
    if kept:  # a partner off the convention may send the number of an empty class
        memory[view.deck_index[seat, slot]] |= possible & ~kept
