"""How `h-group` decides. Kernels.

1. **Plays** a card that it is called for or knows to be playable; it gives a hint first if that
   rescues much that would be lost in the next round.
2. Else compares the best hint with a discard of its own, by what the next round brings
   (`foresight`), what a token is worth, and what its own chop may be worth.
   In the early game it rather tells of a two or a five than discards its chop.
3. Discards, in this order: a card known to be useless, its chop, the hinted card whose loss it
   expects to cost least. Where that is illegal it gives its best hint.
"""

from __future__ import annotations

from typing import NamedTuple

from hanabilab._jit import copy_into, copy_shared_fields, kernel, scratch, scratch_row
from hanabilab.agents.conventions.chains import R_CALL, R_WAITS, READING_SIZE, Reading
from hanabilab.agents.conventions.foresight import Outlook, look_ahead
from hanabilab.agents.conventions.imagining import imagine
from hanabilab.agents.conventions.memory import (
    EARLY,
    FIVE,
    FOCUS,
    LEVEL,
    NOTE,
    TRASH,
    TWO,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.numbers import (
    GAMBLE,
    LATE,
    NUMBERS,
    PLAYED,
    RISK,
    TOKEN,
    TOLD,
    URGENT,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.positions import chop_slot
from hanabilab.agents.conventions.reading import due_place, read_for
from hanabilab.agents.conventions.worth import card_value
from hanabilab.agents.fallback import any_action
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import (
    NO_ACTION,
    discard_action,
    hint_action,
    hint_values_for,
    is_legal,
    play_action,
    seat_at,
    touched_slots,
)
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import VIEW, View
from hanabilab.knowledge.card_sets import is_surely, lowest_member, wide
from hanabilab.knowledge.copies import copies_unseen, count_copies
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import place_of

#: `int64` entries of memory: the reader's, up to its level, and the numbers.
AGENT_SIZE = LEVEL + len(NUMBERS)

#: Why it acts.
CALLED, KNOWN_PLAY, RESCUES, HINTS_AT, USELESS, CHOP, CHEAPEST, GAMBLES, NOTHING_ELSE = range(9)

_NEVER = -(1 << 30)
#: Bit set of all values of hints.
_ANY_VALUE = -1
#: The level from which twos and fives are told of before the early game ends, unless that costs
#: more than so many hundredths of a point.
_OWES, _OWED_PRICE = 2, 80
#: Per cent of the number `token` that the last token, the one before it and so on cost.
_TOKEN_COSTS = (200, 140, 110, 100, 90, 80, 60, 30)


class Choice(NamedTuple):
    """An action, what it is worth, and why it is taken."""

    action: int
    worth: int
    danger: int
    why: int


@kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action of the seat to act, and why."""
    reading = scratch(READING_SIZE)
    read_for(reading, view, memory, view.seat)
    due = int(due_place(reading, view, memory))
    if due >= 0:
        play = _best_play(reading, view, memory, due)
        if view.information_tokens > 0 and play.danger >= memory[URGENT]:
            hint = _best_hint(view, memory, _ANY_VALUE)
            if play.danger - hint.danger >= memory[URGENT] and hint.action != NO_ACTION:
                return hint.action, RESCUES
        return play.action, play.why
    hint, discard = _best_hint(view, memory, _ANY_VALUE), _weigh_discard(reading, view, memory)
    best = hint if hint.worth > discard.worth else discard
    if best.why == CHOP and memory[EARLY] and memory[LEVEL] >= _OWES:
        owed = _best_hint(view, memory, _owed_values(view))
        best = owed if owed.worth > best.worth - _OWED_PRICE else best
    if view.deck_drawn == view.rules.deck_size:
        gamble = _gamble(reading, view, memory)
        best = gamble if gamble.worth > best.worth else best
    if best.action == NO_ACTION or not is_legal(view, best.action):
        return any_action(view), NOTHING_ELSE
    return best.action, best.why


@kernel
def _look(view: View, memory: Memory, action: int, slot: int, card: int, least: int) -> Outlook:
    """What the next round brings after an action.

    Args:
        slot: of the own hand that is taken to hold `card`; NO_SLOT for none.
        least: what it must bring to be looked at to the end.
    """
    ahead, after = scratch_row(VIEW), scratch(AGENT_SIZE)
    copy_shared_fields(ahead, view)
    copy_into(after, memory)
    if slot != NO_SLOT:
        ahead.hands[view.seat, slot] = card
    imagine(ahead, action)
    observe(ahead, after)
    if _misleads(ahead, after):
        return Outlook(_NEVER, 0)
    return look_ahead(ahead, after, int(view.seat), least)


@kernel
def _misleads(view: View, memory: Memory) -> bool:
    """Whether the last action was a hint whose focus is none of the cards that it tells of."""
    place = int(memory[FOCUS]) - 1
    if place < 0 or memory[place] & TRASH:
        return False
    card = int(view.hands[place // MAX_HAND, place % MAX_HAND])
    return card >= 0 and (note_of(memory, place) >> card) & 1 == 0


# --- Plays ---------------------------------------------------------------------------------------


@kernel
def _weigh_play(reading: Reading, view: View, memory: Memory, place: int) -> Choice:
    """The play of an own card, taken to be one that fits."""
    slot, note = place % MAX_HAND, reading[place] & NOTE
    card = lowest_member(note & view.playable or note or wide(1))
    action = play_action(view.rules, slot)
    outlook = _look(view, memory, action, slot, card, _NEVER)
    why = CALLED if reading[R_CALL] == place else KNOWN_PLAY
    worth = outlook.gain - outlook.danger + memory[PLAYED] - memory[TOLD]
    return Choice(action, worth, outlook.danger, why)


@kernel
def _best_play(reading: Reading, view: View, memory: Memory, due: int) -> Choice:
    """The play that is called for; else of the cards known to fit the one that brings most."""
    best = _weigh_play(reading, view, memory, due)
    if reading[R_CALL] >= 0:
        return best
    for slot in range(view.rules.hand_size):
        place = place_of(int(view.seat), slot)
        ready = is_surely(reading[place] & NOTE, wide(view.playable)) and memory[place] & TRASH == 0
        if place != due and ready and (reading[R_WAITS] >> place) & 1 == 0:
            ones = view.rules.rank_of[lowest_member(reading[place] & NOTE)] == 0
            play = _weigh_play(reading, view, memory, place)
            if play.worth > best.worth and not ones:
                best = play
    return best


@kernel
def _gamble(reading: Reading, view: View, memory: Memory) -> Choice:
    """In the last round, the play of the card that fits most likely."""
    copies, best = copies_unseen(view), Choice(NO_ACTION, _NEVER, 0, GAMBLES)
    if view.life_tokens < 2:
        return best
    likely = wide(memory[GAMBLE]) - 1
    for slot in range(view.rules.hand_size):
        place = place_of(int(view.seat), slot)
        note = reading[place] & NOTE
        total = count_copies(copies, note)
        chance = 100 * count_copies(copies, note & wide(view.playable)) // max(total, 1)
        if total > 0 and chance > likely:
            action, likely = play_action(view.rules, slot), chance
            outlook = _look(view, memory, action, slot, lowest_member(note & view.playable), _NEVER)
            worth = (outlook.gain - outlook.danger + memory[PLAYED]) * chance // 100
            best = Choice(action, worth, outlook.danger, GAMBLES)
    return best


# --- Hints ---------------------------------------------------------------------------------------


@kernel
def _best_hint(view: View, memory: Memory, wanted: int) -> Choice:
    """The hint after which the next round brings most.

    Args:
        wanted: bit set of the hint values that are looked at.
    """
    best = Choice(NO_ACTION, _NEVER, 0, HINTS_AT)
    if view.information_tokens == 0:
        return best
    cost = token_worth(view, memory, int(view.information_tokens))
    for offset in range(1, view.rules.num_players):
        values = int(hint_values_for(view, seat_at(view, offset))) & wanted
        for value in range(view.rules.num_hint_values):
            if (values >> value) & 1 and _may_tell(view, memory, int(seat_at(view, offset)), value):
                action = hint_action(view.rules, offset, value)
                outlook = _look(view, memory, action, NO_SLOT, 0, best.worth + cost)
                worth = outlook.gain - outlook.danger - cost
                if worth > best.worth:
                    best = Choice(action, worth, outlook.danger, HINTS_AT)
    return best


@kernel
def _owed_values(view: View) -> int:
    """The hints that are owed before the early game ends, as a bit set of values: twos, fives."""
    return wide(1 << TWO | 1 << FIVE) << int(view.rules.num_colors)


@kernel
def _may_tell(view: View, memory: Memory, target: int, value: int) -> bool:
    """Whether a hint touches a useful card, or one that was hinted."""
    touched = touched_slots(view, target, value)
    for slot in range(view.rules.hand_size):
        card, place = int(view.hands[target, slot]), place_of(target, slot)
        told = card >= 0 and ((int(view.useless) >> card) & 1 == 0 or stamp_of(memory, place) > 0)
        if (touched >> slot) & 1 and told:
            return True
    return False


@kernel
def token_worth(view: View, memory: Memory, token: int) -> int:
    """What the token of a number is worth, 1 for the last one."""
    left = wide(view.rules.deck_size - view.deck_drawn)
    cost = memory[TOKEN] * _TOKEN_COSTS[min(token, len(_TOKEN_COSTS)) - 1] // 100
    return cost * min(left, memory[LATE]) // memory[LATE]


# --- Discards ------------------------------------------------------------------------------------


@kernel
def _weigh_discard(reading: Reading, view: View, memory: Memory) -> Choice:
    """The discard of an own card that costs least."""
    slot, why = _slot_to_discard(reading, view, memory)
    if slot == NO_SLOT or not is_legal(view, discard_action(view.rules, slot)):
        return Choice(NO_ACTION, _NEVER, 0, why)
    place, action = place_of(int(view.seat), slot), discard_action(view.rules, slot)
    named, card = NO_SLOT, 0
    if stamp_of(memory, place) > 0:  # what it says depends on the card
        named, card = slot, lowest_member(reading[place] & NOTE)
    outlook = _look(view, memory, action, named, card, _NEVER)
    gained = token_worth(view, memory, int(view.information_tokens) + 1)
    risk = 0 if why == USELESS else _expected_loss(reading, view, place) * memory[RISK] // 100
    return Choice(action, outlook.gain - outlook.danger + gained - risk, outlook.danger, why)


@kernel
def _slot_to_discard(reading: Reading, view: View, memory: Memory) -> tuple[int, int]:
    """A useless card, else the chop, else what costs least; and why."""
    seat, found, least = int(view.seat), NO_SLOT, 1 << 30
    for slot in range(view.rules.hand_size):
        place = place_of(seat, slot)
        note = reading[place] & NOTE
        if note != 0 and (memory[place] & TRASH != 0 or is_surely(note, wide(view.useless))):
            return slot, USELESS
        if note != 0:
            loss = _expected_loss(reading, view, place)
            if loss < least:
                found, least = slot, loss
    chop = int(chop_slot(memory, seat))
    return (chop, CHOP) if chop != NO_SLOT else (found, CHEAPEST)


@kernel
def _expected_loss(reading: Reading, view: View, place: int) -> int:
    """What an own card is worth on average, over the copies that it may be."""
    copies, left = copies_unseen(view), reading[place] & NOTE
    total = weight = wide(0)
    while left:
        card = lowest_member(left)
        left &= left - 1
        count = count_copies(copies, wide(1) << card)
        total += count * card_value(view, card)
        weight += count
    return total // max(weight, 1)
