"""The card in question of each seat of `cox-information`, and what a hint tells of it. Kernels.

It is the card, not yet identified, that is most likely playable, each possible card counted by its
copies not played, discarded or identified; ties go to the lowest slot; slot 0 if none can be
playable. A seat's number is the class (`hats.classes`) that its card in question is in.

Source: Cox et al. 2015, section 4.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.hats.classes import class_members, class_of
from hanabilab.agents.hats.cox_code import NUM_CODES, sent_code
from hanabilab.agents.hats.public_cards import copies_unknown, possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, is_single
from hanabilab.knowledge.copies import Copies


@kernel
def _question(view: View, memory: Memory, copies: Copies, seat: int) -> int:
    """The slot of `seat` with its card in question."""
    best, best_playable, best_all = 0, 0, 1
    for slot in range(view.rules.hand_size):
        possible = possible_cards(view, memory, seat, slot)
        if not is_single(possible):
            playable = _weigh(possible & view.playable, copies)
            weight = _weigh(possible, copies)
            if playable * best_all > best_playable * weight:
                best, best_playable, best_all = slot, playable, weight
    return best


@kernel
def _weigh(cards: int, copies: Copies) -> int:
    """How many copies of `cards` are left."""
    one, two, three = copies
    return count_cards(cards & one) + count_cards(cards & two) + count_cards(cards & three)


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
