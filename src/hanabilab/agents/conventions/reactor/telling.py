"""What `reactor` says of a turn, in words: why it acts, and what an action has told everybody."""

from __future__ import annotations

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
    REACTER,
    call_of,
)
from hanabilab.agents.conventions.reactor.reactions import anchor_of, answered, reaction
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import hint_offset, hint_value, seat_after
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words

_REASONS = {
    CALLED: "it was called to be played",
    KNOWN_PLAY: "it is known to fit",
    TOLD_DISCARD: "it was called to be discarded",
    USELESS_CARD: "it is known to be useless",
    CHOP: "there is nothing better, and it is the newest card that no hint has touched",
    LAST: "its conventions leave it no better action",
}


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
