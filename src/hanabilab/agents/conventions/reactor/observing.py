"""What everybody takes from an action: what cards are not, calls, and the reaction that is due."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.reactor.clues import NOTHING, TO_PLAY, meaning
from hanabilab.agents.conventions.reactor.memory import (
    ANCHOR,
    BY_RANK,
    CALLS,
    HINTED,
    PLACES,
    REACTER,
    hinted_slots,
    places_of,
)
from hanabilab.agents.conventions.reactor.reactions import anchor_of, answered, target_slot
from hanabilab.agents.hats.public_cards import possible_cards, rule_out, take_literally
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import (
    action_kind,
    action_slot,
    hint_offset,
    hint_value,
    seat_after,
)
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import all_cards


@kernel
def observe(view: View, memory: Memory) -> None:
    """Take in the last action, or the deal."""
    if view.last_action >= 0:
        if action_kind(view.rules, view.last_action) > PLAY:
            _take_hint(view, memory)
        else:
            _take_card(view, memory)
    take_literally(view, memory)
    rule_out(view, memory)
    for seat in range(view.rules.num_players):
        memory[HINTED + seat] = hinted_slots(view, seat)
        _believe_hints(view, memory, seat)


@kernel
def _believe_hints(view: View, memory: Memory, seat: int) -> None:
    """Forget what was said of a card that can be nothing: somebody kept no convention."""
    for slot in range(view.rules.hand_size):
        index = int(view.deck_index[seat, slot])
        if index >= 0 and possible_cards(view, memory, seat, slot) == 0:
            memory[CALLS + index] = 0
            memory[index] = all_cards(view.rules) & ~view.possible[seat, slot]


@kernel
def _take_hint(view: View, memory: Memory) -> None:
    rules, giver = view.rules, int(view.last_seat)
    value, offset = hint_value(rules, view.last_action), hint_offset(rules, view.last_action)
    memory[ANCHOR] = 0
    if offset > 1:
        reacter = int(seat_after(rules, giver, 1))
        memory[ANCHOR], memory[BY_RANK] = anchor_of(rules, value), value >= rules.num_suits
        memory[REACTER], memory[PLACES] = reacter, places_of(view, reacter)
        return
    seat = int(seat_after(rules, giver, offset))
    what, slot = meaning(view, memory, seat, value, int(view.last_touched))
    if what != NOTHING:
        call(view, memory, seat, slot, 1 if what == TO_PLAY else -1)


@kernel
def _take_card(view: View, memory: Memory) -> None:
    """A play or a discard: an answer, if one was due."""
    rules, anchor = view.rules, int(memory[ANCHOR])
    memory[ANCHOR] = 0
    if anchor == 0 or view.last_seat != memory[REACTER]:
        return
    slot = action_slot(rules, view.last_action)
    place = memory[PLACES] >> (4 * slot) & 15
    receiver = int(seat_after(rules, int(view.last_seat), 1))
    target = target_slot(view, receiver, anchor, place)
    if target >= 0:
        kind = action_kind(rules, view.last_action)
        call(view, memory, receiver, target, answered(int(memory[BY_RANK]), kind))


@kernel
def call(view: View, memory: Memory, seat: int, slot: int, sign: int) -> None:
    """A card is called to be played (`sign` 1) or discarded (-1): then all know what it is not."""
    index = int(view.deck_index[seat, slot])
    if memory[CALLS + index] <= 0 or sign < 0:
        memory[CALLS + index] = sign * (view.turn + 1)
    possible = possible_cards(view, memory, seat, slot)
    if sign > 0 and possible & view.playable:
        memory[index] |= all_cards(view.rules) & ~view.playable
