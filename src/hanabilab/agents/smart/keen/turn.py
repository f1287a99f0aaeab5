"""The turn of `keen`: it takes the first of these that applies.

1. In the last round, **play** a card it knows to be playable, else **gamble**.
2. If the next seat is about to discard a valuable card, **rescue** it: by the best pointing hint to
   it, else by the best fair hint that keeps the card, else by the **warning**.
3. **Finesse**, as `smart` does, while many cards can still be discarded.
4. Without tokens, **signal** if the chop of the next seat is valuable: do not act by routine.
5. **Hint** before a play, if the next seat would discard a playable card, or if the deck is short
   and that seat knows of no playable card.
6. **Play** a card it knows to be playable.
7. **Hint** at a playable card, by what is worth most.
8. **Gamble** on the card most likely playable, when the deck is as good as empty.
9. **Stall** by the fair hint that is worth most: if it has just been warned, if nothing may be
   discarded, if there are more tokens than the table can still discard cards; or by one that is
   worth much, if its chop may be valuable or that of the next seat is needed.
10. **Burn** a token where nothing may be discarded.
11. **Discard** a card it knows to be useless, else the chop, or what is safer by its own eyes.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.deciding import (
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    DISCARDS_USELESS,
    FINESSES,
    GAMBLES,
    HINTS,
    NUM_BRANCHES,
    PLAYS,
    RESCUES,
    WARNS,
    burn,
    finesse_slot,
    gamble_slot,
    is_next_in_danger,
    play_at_last,
    playable_slot,
    seen_through,
    useless_slot,
)
from hanabilab.agents.smart.hints import rank_hint
from hanabilab.agents.smart.keen.foresight import (
    NO_WORTH,
    best_fair_hint,
    best_pointing_hint,
)
from hanabilab.agents.smart.keen.numbers import (
    DRAWS_FOR_FINESSE,
    LAST_CARDS,
    LATE_DECK,
    SHORT_DECK,
    TOKENS_KEPT,
    TOKENS_KEPT_LATE,
    WORTH_A_DISCARD,
    WORTH_A_RESCUE,
)
from hanabilab.agents.smart.keen.public import (
    ROUTINE,
    WARNED,
    knows_playable,
    may_signal,
    spare_draws,
)
from hanabilab.agents.smart.public import CHOP, VALUABLE, find_chop
from hanabilab.game.actions import NO_ACTION, discard_action, play_action, seat_at
from hanabilab.game.cards import is_playable
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import is_single
from hanabilab.knowledge.copies import Copies, count_copies
from hanabilab.knowledge.hands import ALL_SLOTS, NO_SLOT, slot_at, slots_by_age
from hanabilab.knowledge.slot_memory import count_out_own, highest_slot, place_of

#: Why it acts: the branches of `smart`, and five more.
SAVES, SIGNALS, STALLS, DISCARDS_BY_ROUTINE, DISCARDS_SAFER = range(NUM_BRANCHES, NUM_BRANCHES + 5)

# More than any hint is worth.
_NEVER = -NO_WORTH


@inlined_kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and the branch that it comes from."""
    rules, unseen = view.rules, count_out_own(view, memory)
    if view.deck_drawn == rules.deck_size:
        action, branch = play_at_last(view, memory, unseen[0])
        if action != NO_ACTION:
            return action, branch
    action, branch = _care_for_next(view, memory, unseen)
    if action != NO_ACTION:
        return action, branch
    slot = playable_slot(view, memory, unseen[0])
    if view.information_tokens > 0 and (slot == NO_SLOT or _is_hint_urgent(view, memory)):
        action = best_pointing_hint(view, memory, rules.num_players - 1)
        if action != NO_ACTION:
            return action, HINTS
    if slot != NO_SLOT:
        return play_action(rules, slot), PLAYS
    if rules.deck_size - view.deck_drawn <= memory[LAST_CARDS]:
        slot = gamble_slot(view, memory, unseen[0])
        if slot != NO_SLOT:
            return play_action(rules, slot), GAMBLES
    return _pass_turn(view, memory, unseen)


# --- The next seat -------------------------------------------------------------------------------


@inlined_kernel
def _care_for_next(view: View, memory: Memory, unseen: Copies) -> tuple[int, int]:
    """Save a valuable chop of the next seat, or finesse; NO_ACTION if there is no need."""
    rules, tokens = view.rules, view.information_tokens
    in_danger = is_next_in_danger(view, memory)
    if in_danger and tokens > 0:
        action = best_pointing_hint(view, memory, 1)
        if action != NO_ACTION:
            return action, RESCUES
        action = best_fair_hint(view, memory, memory[WORTH_A_RESCUE])
        if action != NO_ACTION:
            return action, SAVES
        return rank_hint(view, 1, memory[CHOP]), WARNS
    if tokens < rules.max_information_tokens and spare_draws(view) >= memory[DRAWS_FOR_FINESSE]:
        slot = finesse_slot(view, memory)
        if slot != NO_SLOT:
            return discard_action(rules, slot), FINESSES
    if in_danger and _is_read_by_routine(view, memory):
        return discard_action(rules, _signal_slot(view, memory, unseen)), SIGNALS
    return NO_ACTION, SIGNALS


@inlined_kernel
def _is_read_by_routine(view: View, memory: Memory) -> bool:
    """Whether the action will tell if the chop of the next seat is valuable; see `reading`."""
    if view.information_tokens > 0 or memory[CHOP] == NO_SLOT or memory[ROUTINE] == NO_SLOT:
        return False
    return view.deck_drawn < view.rules.deck_size and view.rules.max_information_tokens > 0


@inlined_kernel
def _signal_slot(view: View, memory: Memory, unseen: Copies) -> int:
    """The safest card to discard against the routine."""
    allowed = 0
    for slot in range(view.rules.hand_size):
        allowed |= int(may_signal(view, memory, memory[ROUTINE], slot)) << slot
    return _safest_slot(view, memory, unseen, allowed, NO_SLOT)


@inlined_kernel
def _is_hint_urgent(view: View, memory: Memory) -> bool:
    """Whether a pointing hint goes before a play."""
    seat, chop = seat_at(view, 1), memory[CHOP]
    if chop != NO_SLOT and is_playable(view, view.hands[seat, chop]):
        return True
    left = view.rules.deck_size - view.deck_drawn
    return left <= memory[SHORT_DECK] and not knows_playable(view, memory, seat)


# --- Nothing to play or to point at --------------------------------------------------------------


@inlined_kernel
def _pass_turn(view: View, memory: Memory, unseen: Copies) -> tuple[int, int]:
    may_discard = view.information_tokens < view.rules.max_information_tokens
    action, branch = NO_ACTION, STALLS
    if may_discard:
        action, branch = _discard(view, memory, unseen)
    least = _least_worth(view, memory, branch)
    if view.information_tokens > 0 and least < _NEVER:
        hint = best_fair_hint(view, memory, least)
        if hint != NO_ACTION:
            return hint, STALLS
    return (action, branch) if may_discard else burn(view, memory, unseen[0])


@inlined_kernel
def _least_worth(view: View, memory: Memory, branch: int) -> int:
    """What a hint must be worth to be given in place of a discard; see `foresight`."""
    rules, tokens = view.rules, view.information_tokens
    is_late = rules.deck_size - view.deck_drawn <= memory[LATE_DECK]
    spared = tokens - memory[TOKENS_KEPT_LATE if is_late else TOKENS_KEPT]
    if memory[WARNED] or branch == STALLS or spare_draws(view) <= spared:
        return NO_WORTH
    is_dear = branch == DISCARDS_SAFER or (branch == DISCARDS_CHOP and _loses_next(view, memory))
    return memory[WORTH_A_DISCARD] if is_dear else _NEVER


@inlined_kernel
def _loses_next(view: View, memory: Memory) -> bool:
    """Whether the next seat would discard a card that is still needed."""
    if memory[CHOP] == NO_SLOT:
        return False
    return (view.useless >> view.hands[seat_at(view, 1), memory[CHOP]]) & 1 == 0


@inlined_kernel
def _discard(view: View, memory: Memory, unseen: Copies) -> tuple[int, int]:
    if _is_read_by_routine(view, memory):
        return discard_action(view.rules, memory[ROUTINE]), DISCARDS_BY_ROUTINE
    slot = useless_slot(view, memory, unseen[0])
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS_USELESS
    chop = find_chop(view, memory, view.seat)
    if chop == NO_SLOT:
        return discard_action(view.rules, highest_slot(view, memory)), DISCARDS_HIGHEST
    slot = _safest_slot(view, memory, unseen, ALL_SLOTS, chop)
    return discard_action(view.rules, slot), DISCARDS_CHOP if slot == chop else DISCARDS_SAFER


@inlined_kernel
def _safest_slot(view: View, memory: Memory, unseen: Copies, slots: int, chop: int) -> int:
    """Of the cards in a bit set of slots the one least likely valuable, by the seat's own eyes.

    Args:
        chop: the card that it must be safer than, if any; NO_SLOT else.

    Returns:
        The oldest on ties; `chop` if there is none.
    """
    found, bad, count = chop, 2, 1
    if chop != NO_SLOT:
        bad, count = _risk(view, memory, unseen, chop)
    order = slots_by_age(view, view.seat)
    for place in range(view.rules.hand_size):
        slot = slot_at(order, place)
        if (slots >> slot) & 1 and memory[place_of(view.seat, slot)] != 0:
            its_bad, its_count = _risk(view, memory, unseen, slot)
            if its_bad * count < bad * its_count:
                found, bad, count = slot, its_bad, its_count
    return found


@inlined_kernel
def _risk(view: View, memory: Memory, unseen: Copies, slot: int) -> tuple[int, int]:
    """How many of the copies that an own card can be are valuable, and how many there are."""
    cards = seen_through(view, memory, slot, unseen[0])
    if is_single(cards) or cards & unseen[0] == 0:
        return int(cards & memory[VALUABLE] != 0), 1
    return count_copies(unseen, cards & memory[VALUABLE]), count_copies(unseen, cards)
