"""`cox-information`: a hint tells all four others at once something about one card of theirs.

A seat's number says to which of eight classes its card in question belongs, the one that is most
likely playable (`cox_question`). After a hint everybody keeps that class alone, takes the hint
literally, and rules out what is used up.

On its turn a seat

a. plays the first card that must be playable, by all this and by what it sees;
b. while fewer than five cards are discarded, discards the first one that all know is played;
c. hints, if there is a token; of the ranks or colors that the code may name, it names the last one
   that all do not know yet;
d. discards the first card that all know is played; else is identified a second time in some hand;
   else is identified, with another copy left; else is not known to be a last copy; else any.

Source: Cox et al. 2015, section 4; ties, classes and the order of steps as in the authors' program
HanSim. HanSim allows to discard at eight tokens, the rules here do not.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.hats.cox_code import (
    NUM_CODES,
    PLAYERS,
    a_hand_is_empty,
    code_attribute,
    code_offset,
    code_target,
    sent_code,
)
from hanabilab.agents.hats.cox_question import number_of, read_hint
from hanabilab.agents.hats.public_cards import (
    copies_unknown,
    possible_cards,
    rule_out,
    take_literally,
)
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import action_kind, discard_action, hint_action, play_action
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_DECK, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words, card_words
from hanabilab.knowledge.card_sets import is_single, lowest_member, played_cards
from hanabilab.knowledge.copies import copies_unseen, without_copy
from hanabilab.knowledge.hands import first_held_slot
from hanabilab.knowledge.hints import COLOR, value_of
from hanabilab.randomness import Rng

_FEW_DISCARDS = 5

_CERTAIN, _EARLY, _HINT, _PASS, _STUCK, _PLAYED, _TWICE, _SPARE, _UNSURE, _LAST = range(10)
_REASONS = (
    "it must be playable",
    "all know that it is played already, and few cards are discarded",
    "there is a token",
    "a hand is empty, and hints send nothing",
    "nothing else may be done",
    "all know that it is played already",
    "it is identified, and so is another copy",
    "it is identified, and not the last copy",
    "it is not known to be a last copy",
    "every card is known to be a last copy",
)


# --- Sending and reading -------------------------------------------------------------------------


def _observe(view: View, memory: Memory) -> None:
    if view.last_action >= 0 and action_kind(view.rules, view.last_action) > PLAY:
        if not a_hand_is_empty(view):
            read_hint(view, memory)
        take_literally(view, memory)
    rule_out(view, memory)


@kernel
def _hint(view: View, memory: Memory) -> tuple[int, int]:
    """The hint that sends the sum of the others' numbers, and why."""
    if a_hand_is_empty(view):
        return any_action(view), _PASS
    copies = copies_unknown(view, memory)
    code = 0
    for seat in range(view.rules.num_players):
        if seat != view.seat:
            code += number_of(view, memory, copies, seat)
    code %= NUM_CODES
    target, attribute = code_target(view, code), code_attribute(code)
    slot = first_held_slot(view, target)
    for other in range(view.rules.hand_size):
        if _is_news(view, possible_cards(view, memory, target, other), attribute):
            slot = other
    value = value_of(view.rules, view.hands[target, slot], attribute)
    return hint_action(view.rules, code_offset(code), value), _HINT


@kernel
def _is_news(view: View, possible: int, attribute: int) -> bool:
    """Whether a card's color or rank is not known to all; an empty slot is no news."""
    rules = view.rules
    first = 0 if attribute == COLOR else rules.num_suits
    last = rules.num_suits if attribute == COLOR else rules.num_hint_values
    known = possible == 0
    for value in range(first, last):
        known |= possible & ~rules.touches[value] == 0
    return not known


# --- Acting --------------------------------------------------------------------------------------


@kernel
def _certain_slot(view: View, memory: Memory) -> int:
    """The first own slot that must be playable, by all that the seat knows; -1 if there is none."""
    copies = copies_unseen(view)
    identified, certain = 0, 0
    changed = True
    while changed:
        changed = False
        for slot in range(view.rules.hand_size):
            possible = possible_cards(view, memory, view.seat, slot)
            possible = possible if is_single(possible) else possible & copies[0]
            if possible == 0 or identified >> slot & 1:
                continue
            certain |= bit(slot) if possible & ~view.playable == 0 else 0
            if is_single(possible):
                copies = without_copy(copies, possible)
                identified |= bit(slot)
                changed = True
    return lowest_member(certain) if certain else -1


@kernel
def _played_slot(view: View, memory: Memory) -> int:
    """The first own slot that all know is played already; -1 if there is none."""
    played = played_cards(view)
    for slot in range(view.rules.hand_size):
        possible = possible_cards(view, memory, view.seat, slot)
        if possible and possible & ~played == 0:
            return slot
    return -1


@kernel
def _identified_twice(view: View, memory: Memory) -> int:
    """Bit set of the cards identified at least twice in hands."""
    once, twice = 0, 0
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            possible = possible_cards(view, memory, seat, slot)
            if is_single(possible):
                twice |= once & possible
                once |= possible
    return twice


@kernel
def _least_loss(view: View, memory: Memory) -> tuple[int, int]:
    """The slot to discard where none is known to be played, and why."""
    twice = _identified_twice(view, memory)
    one_left = view.left[0] & ~view.left[1]  # played or not
    best, best_reason = first_held_slot(view, view.seat), _LAST
    for slot in range(view.rules.hand_size):
        possible = possible_cards(view, memory, view.seat, slot)
        if possible == 0:
            continue
        if not is_single(possible):
            reason = _UNSURE
        elif possible & twice:
            reason = _TWICE
        else:
            reason = _LAST if possible & one_left else _SPARE
        if reason < best_reason:
            best, best_reason = slot, reason
    return best, best_reason


@kernel
def _decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and which of `_REASONS` it has."""
    rules = view.rules
    slot = _certain_slot(view, memory)
    if slot >= 0:
        return play_action(rules, slot), _CERTAIN
    may_discard = view.information_tokens < rules.max_information_tokens
    played = _played_slot(view, memory)
    if may_discard and played >= 0 and view.discards.sum() < _FEW_DISCARDS:
        return discard_action(rules, played), _EARLY
    if view.information_tokens > 0:
        return _hint(view, memory)
    if not may_discard:
        return any_action(view), _STUCK
    if played >= 0:
        return discard_action(rules, played), _PLAYED
    slot, reason = _least_loss(view, memory)
    return discard_action(rules, slot), reason


# --- Telling -------------------------------------------------------------------------------------


def _explain(view: View, memory: Memory) -> str:
    action, reason = _decide(view, memory)
    return f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"


def _interpret(view: View, before: Memory, after: Memory) -> list[str]:
    lines = []
    hinted = view.last_action >= 0 and action_kind(view.rules, view.last_action) > PLAY
    if hinted and not a_hand_is_empty(view):
        lines.append(f"code {int(sent_code(view))}")
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            now = possible_cards(view, after, seat, slot)
            if now != possible_cards(view, before, seat, slot):
                lines.append(f"seat {seat} slot {slot}: {card_words(view.rules, now)}")
    return lines


@policy(
    "cox-information",
    observe=_observe,
    memory_size=MAX_DECK,
    players=PLAYERS,
    common=True,
    explain=_explain,
    interpret=_interpret,
)
def cox_information(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # protocol
    """Hat guessing of Cox et al.: a hint tells each of the others what class one card is in."""
    return _decide(view, memory)[0]
