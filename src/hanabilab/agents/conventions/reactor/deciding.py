"""What `reactor` does on its turn.

1. It answers, if a reaction is due.
2. It plays the card that was called first, or one that it knows to fit; but it gives a hint before
   that if the hint brings much more.
3. It gives the best hint, or discards: what it is called to discard, a card that it knows to be
   useless, else the newest card that no hint has touched.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.reactor.memory import (
    ANCHOR,
    BY_RANK,
    CALLS,
    REACTER,
    first_called,
    slot_at_place,
)
from hanabilab.agents.conventions.reactor.numbers import FIRST, PLAYED, RISK
from hanabilab.agents.conventions.reactor.reactions import reaction
from hanabilab.agents.conventions.reactor.worth import hint_worth, prices
from hanabilab.agents.fallback import any_action
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import (
    NO_ACTION,
    discard_action,
    hint_action,
    hint_values_for,
    may_use,
    play_action,
    seat_after,
    touched_slots,
)
from hanabilab.game.rule_tables import DISCARD, MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.unseen import unseen_cards

ANSWER, CALLED, KNOWN_PLAY, HINT, TOLD_DISCARD, USELESS_CARD, CHOP, LAST = range(8)
_WORST = -(1 << 30)


@kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and why."""
    rules, seat = view.rules, int(view.seat)
    if memory[ANCHOR] and memory[REACTER] == seat:
        receiver = int(seat_after(rules, seat, 1))
        kind, slot, _ = reaction(
            view, memory, seat, receiver, int(memory[ANCHOR]), int(memory[BY_RANK])
        )
        if slot >= 0 and may_use(view, kind, slot):
            action = play_action(rules, slot) if kind == PLAY else discard_action(rules, slot)
            return action, ANSWER
    price = prices(view, memory)
    play, why = play_slot(view, memory)
    hint, gain = best_hint(view, memory, price)
    if play >= 0:
        if hint != NO_ACTION and gain > memory[PLAYED] + memory[FIRST]:
            return hint, HINT
        return play_action(rules, play), why
    slot, why, worth = discard_slot(view, memory, price)
    if slot >= 0 and worth >= gain:
        return discard_action(rules, slot), why
    if hint != NO_ACTION:
        return hint, HINT
    return any_action(view), LAST


@kernel
def play_slot(view: View, memory: Memory) -> tuple[int, int]:
    """The card to play, and why: the one called first that may fit, else one known to fit."""
    seat, unseen = int(view.seat), unseen_cards(view)
    found, first, known = NO_SLOT, 1 << 20, NO_SLOT
    for slot in range(MAX_HAND):
        if view.deck_index[seat, slot] < 0:
            continue
        possible = possible_cards(view, memory, seat, slot) & unseen
        if possible & view.playable == 0:
            continue
        stamp = memory[CALLS + int(view.deck_index[seat, slot])]
        if 0 < stamp < first:
            found, first = slot, stamp
        if possible & ~view.playable == 0:
            known = slot
    return (found, CALLED) if found >= 0 else (known, KNOWN_PLAY)


@kernel
def best_hint(view: View, memory: Memory, price: tuple[int, int]) -> tuple[int, int]:
    """The hint that brings most, and what."""
    best, most = NO_ACTION, _WORST
    if view.information_tokens == 0:
        return best, most
    rules = view.rules
    for offset in range(1, 3):
        target = int(seat_after(rules, int(view.seat), offset))
        values = hint_values_for(view, target)
        for value in range(rules.num_hint_values):
            if values >> value & 1:
                touched = touched_slots(view, target, value)
                gain = int(hint_worth(view, memory, price, offset, value, touched))
                if gain > most:
                    best, most = hint_action(rules, offset, value), gain
    return best, most


@kernel
def discard_slot(view: View, memory: Memory, price: tuple[int, int]) -> tuple[int, int, int]:
    """The card to discard, why, and what that brings; NO_SLOT where none may be discarded."""
    seat, unseen, worth = int(view.seat), unseen_cards(view), price[0] - price[1]
    called = first_called(view, memory, seat, -1)
    chop = NO_SLOT
    for place in range(MAX_HAND, 0, -1):
        slot = slot_at_place(view, seat, place)
        if slot < 0 or not may_use(view, DISCARD, slot):
            continue
        if possible_cards(view, memory, seat, slot) & unseen & ~view.useless == 0:
            return slot, USELESS_CARD, worth
        if view.hinted[seat, slot] == 0:
            chop = slot
    if called >= 0 and may_use(view, DISCARD, called):
        return called, TOLD_DISCARD, worth
    return chop, CHOP, worth - int(memory[RISK])
