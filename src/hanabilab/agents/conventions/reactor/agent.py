"""`reactor`: plays ReactorZero with three players.

Source: docs/conventions.md.
"""

from __future__ import annotations

from hanabilab._jit import borrow, kernel
from hanabilab.agents.conventions.reactor.clues import NOTHING, TO_PLAY, meaning
from hanabilab.agents.conventions.reactor.deciding import (
    ANSWER,
    CALLED,
    CHOP,
    HINT,
    KNOWN_PLAY,
    LAST,
    TOLD_DISCARD,
    USELESS_CARD,
    decide,
)
from hanabilab.agents.conventions.reactor.memory import (
    ANCHOR,
    BY_RANK,
    CALLS,
    HINTED,
    MEMORY_SIZE,
    PLACES,
    REACTER,
    call_of,
    hinted_slots,
    places_of,
)
from hanabilab.agents.conventions.reactor.numbers import NUMBERS
from hanabilab.agents.conventions.reactor.reactions import (
    anchor_of,
    answered,
    reaction,
    target_slot,
)
from hanabilab.agents.hats.public_cards import possible_cards, rule_out, take_literally
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import action_kind, action_slot, hint_offset, hint_value, seat_after
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.card_sets import all_cards
from hanabilab.randomness import Rng

_REASONS = {
    CALLED: "it was called to be played",
    KNOWN_PLAY: "it is known to fit",
    TOLD_DISCARD: "it was called to be discarded",
    USELESS_CARD: "it is known to be useless",
    CHOP: "there is nothing better, and it is the newest card that no hint has touched",
    LAST: "its conventions leave it no better action",
}

# --- What everybody takes from an action ---------------------------------------------------------


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


# --- Why it acts ---------------------------------------------------------------------------------


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does."""
    action, why = decide(view, memory)
    seat = int(view.seat)
    words = action_words(view, int(action), seat)
    if why == ANSWER:
        receiver = int(seat_after(view.rules, seat, 1))
        due = (seat, receiver, int(memory[ANCHOR]), int(memory[BY_RANK]))
        kind, _, target = reaction(view, memory, *due)
        sign = answered(int(memory[BY_RANK]), kind)
        return f"{words}: so seat {receiver} is to {_verb(sign)} slot {target}"
    if why == HINT and hint_offset(view.rules, int(action)) > 1:
        return f"{words}: {_answer_words(view, memory, int(action))}"
    if why == HINT:
        return f"{words}: it says most to the next seat"
    return f"{words}: {_REASONS[int(why)]}"


def _answer_words(view: View, memory: Memory, action: int) -> str:
    """What the next two seats will do about a hint."""
    rules, seat = view.rules, int(view.seat)
    reacter, receiver = (int(seat_after(rules, seat, offset)) for offset in (1, 2))
    value = int(hint_value(rules, action))
    by_rank = int(value >= rules.num_suits)
    kind, slot, target = reaction(
        view, memory, reacter, receiver, int(anchor_of(rules, value)), by_rank
    )
    if slot < 0:
        return f"seat {reacter} has no answer"
    mine = "plays" if kind == PLAY else "discards"
    sign = answered(by_rank, kind)
    return (
        f"seat {reacter} {mine} slot {slot}, and seat {receiver} is to {_verb(sign)} slot {target}"
    )


def _verb(sign: int) -> str:
    return "play" if sign > 0 else "discard"


# --- What an action has told ---------------------------------------------------------------------


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """What the last action has told everybody: cards that were called, an answer that is due.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    lines = []
    for seat in range(view.rules.num_players):
        for slot in range(MAX_HAND):
            index, called = int(view.deck_index[seat, slot]), call_of(view, after, seat, slot)
            if called and called != before[CALLS + index]:
                lines.append(f"seat {seat} is to {_verb(called)} slot {slot}")
    if after[ANCHOR]:
        seat, anchor = int(after[REACTER]), int(after[ANCHOR])
        lines.append(f"seat {seat} is to answer: its place and the target's add up to {anchor}")
    return lines


# --- The agent -----------------------------------------------------------------------------------


def _observe(view: View, memory: Memory) -> None:
    observe(view, borrow(memory))


@policy(
    "reactor",
    observe=_observe,
    memory_size=MEMORY_SIZE,
    players=range(3, 4),
    common=True,
    explain=explain,
    interpret=interpret,
    numbers=NUMBERS,
)
def reactor(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Plays ReactorZero: a hint to the seat after the next makes both act."""
    return decide(view, borrow(memory))[0]
