"""`keen`: `smart` with foresight, and with more to be read from what a seat does not do.

Before it gives a hint it works out how the hint will be read, and what the next seat would discard
then. A hint is **fair** if what it will be read as is true, and if the next seat would not discard
a valuable card after it. Conventions, besides those of `smart`:

- Who hints at the next seat, and does not warn it, leaves it with a chop that is not valuable.
- Who discards, or gives a hint that makes no playable card known, has seen no pointing hint: the
  newest card in doubt of every other seat is not playable. Who hints at the next seat says that of
  this seat alone.
- Without tokens a seat acts by **routine**: it plays a card that all know to be playable; if there
  is none, it discards the oldest that all know to be useless, else its chop. Who does so says that
  the chop of the next seat is not valuable. Who discards another card says that it is. Nothing is
  said if all know that the others are playable or valuable.
- Who has just been warned gives a hint rather than discard the next card, which no one has seen to
  be safe.

It **stalls**, gives hints instead of discarding, where a discard would cost too much.

With the number `care` it acts with more care (`turn`), and an action says more (`reading`):

- Who has seen no pointing hint has seen no card that a hint could point at, newest or not.
- Who plays, and has tokens, has seen none either, if the deck is short and the next seat knew of no
  playable card, or else if the newest card in doubt of the next seat is its chop.

Each of these can be turned off by a number: `no_warning`, `safe_chop`, `no_pointer` with
`older_cards` and `play_says`, `by_routine`, `wait_if_warned`. It is then neither said nor read.

With the number `endgame` it looks at all that can follow in the end. What its actions say is read
as ever, though it may act for other reasons then: to read less into them would lose more.
"""

from __future__ import annotations

from hanabilab._jit import borrow, inlined_kernel, kernel, scratch
from hanabilab.agents.endgame.hidden_hand import OwnHand, improved_action, more_points_than
from hanabilab.agents.endgame.open_hands import can_look
from hanabilab.agents.policy import Memory, policy
from hanabilab.agents.smart.deciding import BURNS, HINTS, RESCUES, WARNS
from hanabilab.agents.smart.hints import last_hint
from hanabilab.agents.smart.keen.discarding import (
    DISCARDS_BY_ROUTINE,
    DISCARDS_SAFER,
    DISCARDS_SPARE,
    LEAVES_DRAWS,
    SAVES,
    SIGNALS,
    STALLS,
)
from hanabilab.agents.smart.keen.foresight import NO_WORTH, best_fair_hint
from hanabilab.agents.smart.keen.numbers import ENDGAME, NUMBERS, WAIT_IF_WARNED
from hanabilab.agents.smart.keen.public import MEMORY_SIZE, WARNED
from hanabilab.agents.smart.keen.reading import (
    IS_VALUABLE,
    NOT_VALUABLE,
    count_not_pointed,
    exclude_pointed_at,
    newest_in_doubt,
    observe,
    safe_slot,
    said_of_chop,
)
from hanabilab.agents.smart.keen.turn import decide_by_rules
from hanabilab.agents.smart.public import CHOP
from hanabilab.agents.smart.reading import POINTER, WARNING, find_twin, hint_meaning, take_hint
from hanabilab.agents.smart.telling import (
    Told,
    endangered_card,
    explain_rescue,
    explain_use,
    interpret_told,
)
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    action_slot,
    hint_offset,
    seat_after,
    seat_at,
)
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.copies import copies_unseen
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import fill_own, place_of
from hanabilab.randomness import Rng

# The branch of an action that makes more points than that of the rules.
_LOOKS_AHEAD = -1

# --- What it does --------------------------------------------------------------------------------


@inlined_kernel
def _decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action of the seat to act, and the branch that it comes from."""
    action, branch = decide_by_rules(view, memory)
    if can_look(view, memory[ENDGAME]):
        better = _look_ahead(view, memory, action)
        if better != action:
            return better, _LOOKS_AHEAD
    return action, branch


@kernel
def _look_ahead(view: View, memory: Memory, action: int) -> int:
    """`action`, or one that makes more points in the end; a hint is the fair one worth most."""
    rules, unseen, sets = view.rules, copies_unseen(view), scratch(MAX_HAND)
    fill_own(sets, view, memory, unseen[0])
    hint = NO_ACTION
    if view.information_tokens > 0:
        hint = best_fair_hint(view, memory, NO_WORTH)
    own = OwnHand(sets[: rules.hand_size], unseen, bit(rules.hand_size) - 1)
    return improved_action(view, own, action, hint)


# --- Why it acts ---------------------------------------------------------------------------------


def explain(view: View, memory: Memory) -> str:
    """Why the seat to act does what it does: the branch of `turn`, and the card it is about."""
    action, branch = _decide(view, memory)
    if branch == _LOOKS_AHEAD:
        usual = action_words(view, decide_by_rules(view, memory)[0], view.seat)
        return f"{action_words(view, action, view.seat)}: {more_points_than(usual)}"
    if branch in (RESCUES, WARNS):
        return explain_rescue(view, memory, int(branch))
    if branch in (HINTS, SAVES, STALLS, LEAVES_DRAWS):
        seat = int(seat_at(view, hint_offset(view.rules, action)))
        return _explain_hint(view, memory, seat, int(branch))
    if branch == BURNS:
        return "burns a token: no hint is fair, and nothing may be discarded"
    slot = int(action_slot(view.rules, action))
    if branch == DISCARDS_SPARE:
        return f"discards slot {slot}: there is another such card in a hand"
    if branch in (SIGNALS, DISCARDS_BY_ROUTINE, DISCARDS_SAFER):
        return f"discards slot {slot}, {_explain_discard(view, memory, int(branch))}"
    return explain_use(view, memory, slot, int(branch))


def _explain_hint(view: View, memory: Memory, seat: int, branch: int) -> str:
    if branch == HINTS:
        return f"points at a playable card of seat {seat}"
    if branch == SAVES:
        return f"hints at seat {seat}, so that it keeps {endangered_card(view, memory)}"
    stalls = f"stalls by a hint to seat {seat}"
    if branch == LEAVES_DRAWS:
        return f"{stalls}: the others need all cards that can be drawn"
    if memory[WARNED] and memory[WAIT_IF_WARNED]:
        return f"{stalls}: it was warned, and its next card may be valuable, too"
    return f"{stalls}: it tells much, or a discard would cost too much"


def _explain_discard(view: View, memory: Memory, branch: int) -> str:
    seat = int(seat_at(view, 1))
    if branch == DISCARDS_SAFER:
        return "less likely valuable than its chop, as it alone can see"
    if branch == DISCARDS_BY_ROUTINE:
        return f"as by routine: without tokens that says that the chop of seat {seat} is safe"
    return f"not as by routine: that warns seat {seat} of {endangered_card(view, memory)}"


# --- What an action has told ---------------------------------------------------------------------


def interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """What the last action has told by convention, and which cards are named since, by counting.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    if view.last_action < 0:
        return []
    moved, told = before.copy(), _told_of_chop(view, before)
    if action_kind(view.rules, view.last_action) <= PLAY:
        seat, slot = find_twin(view, before)
        if slot != NO_SLOT:
            told[int(seat), int(slot)] = "is the twin of the card discarded"
    else:
        told |= _told_by_hint(view, before, moved)
    return interpret_told(view, before, after, _not_pointed_at(view, before, moved) | told)


def _told_of_chop(view: View, before: Memory) -> Told:
    said, place = said_of_chop(view, before, before), (int(view.current_seat), int(before[CHOP]))
    if said == IS_VALUABLE:
        return {place: "is valuable: the seat before did not act by routine"}
    if said == NOT_VALUABLE:
        return {place: "is not valuable: it was not warned of"}
    return {}


def _told_by_hint(view: View, before: Memory, moved: Memory) -> Told:
    """What a hint has told; `moved`, a copy of `before`, takes it in."""
    hint = last_hint(view)
    meaning, slot = hint_meaning(view, before, hint)
    take_hint(view, moved, hint, meaning, slot)
    moved[WARNED] = int(meaning == WARNING)
    told: Told = {}
    if meaning == POINTER:
        told[hint.target, int(slot)] = "is playable"
    elif meaning == WARNING:
        told[hint.target, int(slot)] = "is valuable"
    slot = int(safe_slot(view, moved, hint))
    if slot != NO_SLOT:
        told[hint.target, slot] = "is not valuable: the hint would have been another"
    return told


def _not_pointed_at(view: View, before: Memory, moved: Memory) -> Told:
    """The cards that are not playable, for a hint would have pointed at them."""
    told: Told = {}
    for offset in range(1, int(count_not_pointed(view, moved, before)) + 1):
        seat = int(seat_after(view.rules, view.last_seat, offset))
        newest, known = int(newest_in_doubt(view, before, seat)), moved.copy()
        exclude_pointed_at(view, known, before, seat)
        for slot in range(view.rules.hand_size):
            if slot == newest or known[place_of(seat, slot)] != moved[place_of(seat, slot)]:
                what = "is not playable" if slot == newest else "is none that hints would show"
                told[seat, slot] = f"{what}: no hint pointed at it"
    return told


@policy(
    "keen",
    observe=observe,
    memory_size=MEMORY_SIZE,
    common=True,
    explain=explain,
    interpret=interpret,
    numbers=NUMBERS,
)
def keen(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """`smart` with foresight, that reads more from what a seat does not do."""
    return _decide(view, borrow(memory))[0]
