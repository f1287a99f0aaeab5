"""The turn of `smart`: it takes the first of these that applies.

1. In the last round, **play** a card it knows to be playable, else **gamble**.
2. If the next seat is about to discard the last copy of a card that is needed, **rescue** it: the
   best hint to that seat, else the **warning**, the rank of that card.
3. **Finesse**: discard a card that all know and know to be playable, if its twin is the newest card
   of just one other seat.
4. **Play** a card it knows to be playable: first what its own eyes alone tell, then the lowest.
5. **Hint** at a playable card, by what tells most.
6. **Gamble** on the card most likely playable, when the deck is as good as empty.
7. **Burn** a token where nothing may be discarded: the rank of the oldest card of the seat before.
8. **Discard** a card it knows to be useless, else its chop, else the highest.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel
from hanabilab.agents.policy import Memory
from hanabilab.agents.smart.burn import burn_hint, rank_hint
from hanabilab.agents.smart.cards import NO_SLOT, newest_slot
from hanabilab.agents.smart.hand import (
    finesse_slot,
    gamble_slot,
    highest_slot,
    playable_slot,
    unseen_by_holder,
    useless_slot,
)
from hanabilab.agents.smart.hints import best_hint, best_hint_of_all
from hanabilab.agents.smart.public import CHOP, VALUABLE, find_chop
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View

#: Why it acts: the branch of the list above.
(
    PLAYS,
    GAMBLES,
    RESCUES,
    WARNS,
    FINESSES,
    HINTS,
    BURNS,
    DISCARDS_USELESS,
    DISCARDS_CHOP,
    DISCARDS_HIGHEST,
    AT_A_LOSS,
) = range(11)


@inlined_kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and the branch that it comes from."""
    rules, unseen = view.rules, unseen_by_holder(view, memory)
    if view.deck_drawn == rules.deck_size:
        action, branch = _play_at_last(view, memory, unseen)
        if action != NO_ACTION:
            return action, branch
    if view.information_tokens > 0 and _is_next_in_danger(view, memory):
        return _rescue(view, memory)
    if view.information_tokens < rules.max_information_tokens:
        slot = finesse_slot(view, memory)
        if slot != NO_SLOT:
            return discard_action(rules, slot), FINESSES
    slot = playable_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return play_action(rules, slot), PLAYS
    if view.information_tokens > 0:
        action = best_hint_of_all(view, memory)
        if action != NO_ACTION:
            return action, HINTS
    if _is_late(view):
        slot = gamble_slot(view, memory, unseen)
        if slot != NO_SLOT:
            return play_action(rules, slot), GAMBLES
    if view.information_tokens == rules.max_information_tokens:
        return _burn(view, memory, unseen)
    return _discard(view, memory, unseen)


@inlined_kernel
def _play_at_last(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    """Play what may score, in the last round; NO_ACTION if nothing may."""
    slot = playable_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return play_action(view.rules, slot), PLAYS
    slot = gamble_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return play_action(view.rules, slot), GAMBLES
    return NO_ACTION, AT_A_LOSS


@inlined_kernel
def _is_late(view: View) -> bool:
    """Whether so few cards are left in the deck that a card is better risked than discarded."""
    left = view.rules.deck_size - view.deck_drawn
    return left <= (3 if view.life_tokens >= 3 else 1)


@inlined_kernel
def _is_next_in_danger(view: View, memory: Memory) -> bool:
    """Whether the chop of the next seat is in truth valuable."""
    if memory[CHOP] == NO_SLOT:
        return False
    card = view.hands[seat_at(view, 1), memory[CHOP]]
    return (memory[VALUABLE] >> card) & 1 != 0


@inlined_kernel
def _rescue(view: View, memory: Memory) -> tuple[int, int]:
    value, told = best_hint(view, memory, 1)
    if told > 0:
        return hint_action(view.rules, 1, value), RESCUES
    return rank_hint(view, 1, memory[CHOP]), WARNS


@inlined_kernel
def _burn(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    """Burn a token; where no hint can be given at all, nothing is left but to play."""
    action = burn_hint(view)
    if action != NO_ACTION:
        return action, BURNS
    slot = gamble_slot(view, memory, unseen)
    slot = newest_slot(view, view.seat) if slot == NO_SLOT else slot
    return play_action(view.rules, slot), AT_A_LOSS


@inlined_kernel
def _discard(view: View, memory: Memory, unseen: int) -> tuple[int, int]:
    slot = useless_slot(view, memory, unseen)
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS_USELESS
    slot = find_chop(view, memory, view.seat)
    if slot != NO_SLOT:
        return discard_action(view.rules, slot), DISCARDS_CHOP
    return discard_action(view.rules, highest_slot(view, memory)), DISCARDS_HIGHEST
