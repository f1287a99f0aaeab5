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

With the number `care`, which is good with two players, this is different:

- Of cards to play, one that another seat holds the next of counts as four ranks lower.
- In place of its last card it gives any fair hint, if others need all draws that are left.
- A card that it has twice, or that another seat holds and keeps, is as good as useless.
- Other discards are chosen by what they are likely to cost (`discarding`).
- It stalls in place of a discard that costs much, or if the next seat would discard a needed card,
  the more readily the more tokens there are; and it discards a useless card though it was warned.
  After a warning, and where few cards can still be discarded, a hint must not be worth too little,
  whatever the discard costs.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.deciding import (
    DISCARDS_CHOP,
    DISCARDS_USELESS,
    FINESSES,
    GAMBLES,
    HINTS,
    PLAYS,
    RESCUES,
    WARNS,
    burn,
    finesse_slot,
    gamble_slot,
    is_next_in_danger,
    needs_plays,
    play_at_last,
    playable_slot,
    seen_through,
)
from hanabilab.agents.smart.hints import rank_hint
from hanabilab.agents.smart.keen.discarding import (
    DISCARDS_BY_ROUTINE,
    DISCARDS_SAFER,
    DISCARDS_SPARE,
    LEAVES_DRAWS,
    SAVES,
    SIGNALS,
    STALLS,
    Discard,
    cards_of,
    cards_of_others,
    discard,
    is_read_by_routine,
    signal_slot,
)
from hanabilab.agents.smart.keen.foresight import NO_WORTH, best_fair_hint, best_pointing_hint
from hanabilab.agents.smart.keen.numbers import (
    CARE,
    DEAR_COST,
    DRAWS_FOR_FINESSE,
    LAST_CARDS,
    LATE_DECK,
    SHORT_DECK,
    TOKENS_KEPT,
    TOKENS_KEPT_LATE,
    WAIT_IF_WARNED,
    WORTH_A_DISCARD,
    WORTH_A_RESCUE,
    WORTH_A_WAIT,
    WORTH_OF_TOKENS,
)
from hanabilab.agents.smart.keen.public import WARNED
from hanabilab.agents.smart.public import CHOP, spare_draws
from hanabilab.game.actions import NO_ACTION, discard_action, play_action, seat_at
from hanabilab.game.cards import is_playable
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, is_surely
from hanabilab.knowledge.copies import Copies
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.slot_memory import count_out_own

# More than any hint is worth.
_NEVER = -NO_WORTH


@inlined_kernel
def decide_by_rules(view: View, memory: Memory) -> tuple[int, int]:
    """What the rules say, whatever follows, and their branch."""
    rules, unseen = view.rules, count_out_own(view, memory)
    if view.deck_drawn == rules.deck_size:
        action, branch = play_at_last(view, memory, unseen[0])
        if action != NO_ACTION:
            return action, branch
    action, branch = _care_for_next(view, memory, unseen)
    if action != NO_ACTION:
        return action, branch
    leading = _leading_cards(view) if memory[CARE] else 0
    slot = playable_slot(view, memory, unseen[0], leading)
    if view.information_tokens > 0 and (slot == NO_SLOT or _is_hint_urgent(view, memory)):
        action = best_pointing_hint(view, memory, rules.num_players - 1)
        if action != NO_ACTION:
            return action, HINTS
    if slot != NO_SLOT:
        if memory[CARE] and _needs_draws_least(view, memory, unseen):
            action = best_fair_hint(view, memory, NO_WORTH)
            if action != NO_ACTION:
                return action, LEAVES_DRAWS
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
    if in_danger and is_read_by_routine(view, memory):
        return discard_action(rules, signal_slot(view, memory, unseen)), SIGNALS
    return NO_ACTION, SIGNALS


@inlined_kernel
def _is_hint_urgent(view: View, memory: Memory) -> bool:
    """Whether a pointing hint goes before a play."""
    seat, chop = seat_at(view, 1), memory[CHOP]
    if chop != NO_SLOT and is_playable(view, view.hands[seat, chop]):
        return True
    return needs_plays(view, memory, memory[SHORT_DECK])


# --- A card to play, with care -------------------------------------------------------------------


@inlined_kernel
def _leading_cards(view: View) -> int:
    """Bit set of the cards that other seats hold the next one of."""
    first_rank = view.rules.touches[view.rules.num_suits]
    return (cards_of_others(view) & ~first_rank) >> 1


@inlined_kernel
def _needs_draws_least(view: View, memory: Memory, unseen: Copies) -> bool:
    """Whether all draws that are left are for others, who have more to play than this seat.

    After the last draw each seat has a turn. So a seat needs a draw for each card that it plays but
    for the last one.
    """
    rules, left, mine, draws = view.rules, view.rules.deck_size - view.deck_drawn, 0, 0
    most = (rules.num_players - 1) * (rules.hand_size - 1)
    if left == 0 or left > most or view.information_tokens == 0:
        return False
    done = int(view.useless)
    for offset in range(1, rules.num_players):
        theirs = cards_of(view, seat_at(view, offset)) & ~done
        draws += max(int(count_members(theirs)) - 1, 0)
        done |= theirs
    for slot in range(rules.hand_size):
        mine += int(is_surely(seen_through(view, memory, slot, unseen[0]), ~view.useless))
    return draws >= left and mine <= 1


# --- Nothing to play or to point at --------------------------------------------------------------


@inlined_kernel
def _pass_turn(view: View, memory: Memory, unseen: Copies) -> tuple[int, int]:
    may_discard = view.information_tokens < view.rules.max_information_tokens
    planned = Discard(NO_ACTION, STALLS, 0, 1)
    if may_discard:
        planned = discard(view, memory, unseen)
    least = _least_worth(view, memory, planned)
    if view.information_tokens > 0 and least < _NEVER:
        hint = best_fair_hint(view, memory, least)
        if hint != NO_ACTION:
            return hint, STALLS
    if not may_discard:
        return burn(view, memory, unseen[0])
    return planned.action, planned.branch


@inlined_kernel
def _least_worth(view: View, memory: Memory, planned: Discard) -> int:
    """What a hint must be worth to be given in place of a discard; see `foresight`."""
    rules, tokens, care = view.rules, view.information_tokens, memory[CARE]
    branch = planned.branch
    is_late = rules.deck_size - view.deck_drawn <= memory[LATE_DECK]
    spared = tokens - memory[TOKENS_KEPT_LATE if is_late else TOKENS_KEPT]
    is_useless = branch in (DISCARDS_USELESS, DISCARDS_SPARE)
    is_warned = memory[WAIT_IF_WARNED] and memory[WARNED] and not (care and is_useless)
    if branch == STALLS:
        return NO_WORTH
    if is_warned or spare_draws(view) <= spared:
        return memory[WORTH_A_WAIT] if care else NO_WORTH
    if not care:
        is_dear = branch == DISCARDS_CHOP and _loses_next(view, memory)
        return memory[WORTH_A_DISCARD] if is_dear or branch == DISCARDS_SAFER else _NEVER
    if branch == DISCARDS_BY_ROUTINE:
        return _NEVER
    if _loses_next(view, memory) or planned.cost > memory[DEAR_COST] * planned.copies:
        return memory[WORTH_A_DISCARD] - memory[WORTH_OF_TOKENS] * (tokens - 4)
    return _NEVER


@inlined_kernel
def _loses_next(view: View, memory: Memory) -> bool:
    """Whether the next seat would discard a card that is still needed."""
    if memory[CHOP] == NO_SLOT:
        return False
    return (view.useless >> view.hands[seat_at(view, 1), memory[CHOP]]) & 1 == 0
