"""What an action changes in the memory that all share. Kernels; none of them looks at a hand.

A hint is taken in these steps: what it tells to the letter, its focus, whether it repairs a wrong
note, which cards the focus may be as a save and as a play. A play or a discard answers promises,
or lets them pass. After every action cards that can only be useless, or that others are known to
be, are taken out of notes.

Source: docs/conventions.md.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.answering import answer_promises
from hanabilab.agents.conventions.chop_moves import read_order
from hanabilab.agents.conventions.good_touch import settle
from hanabilab.agents.conventions.hinting import observe_hint
from hanabilab.agents.conventions.memory import (
    COUNT,
    EARLY,
    FOCUS,
    KIND,
    LEVEL,
    NO_HINT,
    P_RECEIVER,
    P_TOUCHED,
    TRASH,
    at,
    begin,
    note_of,
    set_note,
    stamp_of,
    use_card,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import action_kind, action_slot
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.slot_memory import place_of, slots_after


@kernel
def observe(view: View, memory: Memory) -> None:
    """Take in the deal, or the last action. `memory[LEVEL]` is the level to read by."""
    memory[KIND], memory[FOCUS] = NO_HINT, 0
    if view.last_action < 0:
        begin(view, memory)
    elif action_kind(view.rules, view.last_action) <= PLAY:
        _observe_use(view, memory)
    else:
        observe_hint(view, memory)
    settle(view, memory)


# --- Plays and discards --------------------------------------------------------------------------


@kernel
def _observe_use(view: View, memory: Memory) -> None:
    """Take in a play or a discard."""
    rules, seat = view.rules, int(view.last_seat)
    slot = int(action_slot(rules, view.last_action))
    if slot >= rules.hand_size:  # a play from the deck
        return
    place, is_play = place_of(seat, slot), action_kind(rules, view.last_action) == PLAY
    hinted = stamp_of(memory, place) > 0
    if not is_play and not hinted and memory[place] & TRASH == 0:
        memory[EARLY] = 0
    answer_promises(view, memory, slot, is_play)
    if is_play and memory[LEVEL] >= 4:
        read_order(view, memory, seat, slot)
    passes = not is_play and hinted and memory[LEVEL] >= 3
    use_card(view, memory, seat, slot)
    for index in range(memory[COUNT]):
        if memory[at(index, P_RECEIVER)] == seat:
            touched = memory[at(index, P_TOUCHED)]
            memory[at(index, P_TOUCHED)] = slots_after(rules, touched, slot)
    if passes and (int(view.useless) >> int(view.last_card)) & 1 == 0:
        _read_passed_on(view, memory, seat)


@kernel
def _read_passed_on(view: View, memory: Memory, seat: int) -> None:
    """A hinted, useful card was discarded: if one hinted card alone may be its copy, it is."""
    card, found = int(view.last_card), -1
    for other in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            place = place_of(other, slot)
            may_be = (note_of(memory, place) & wide(view.possible[other, slot])) >> card & 1
            if other == seat or stamp_of(memory, place) == 0 or not may_be:
                continue
            if found >= 0:
                return
            found = place
    if found >= 0:
        set_note(memory, found, wide(bit(card)))
