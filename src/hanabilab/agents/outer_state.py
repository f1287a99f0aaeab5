"""`outer-state`: plays what is sure, tells of playable cards, hints at random, and never guesses.

1. Play the first card that its hints prove playable.
2. Discard a card that its hints prove played already; of several any one.
3. With a token, hint a playable card of another seat: of those it has not told both color and rank
   of, the highest rank, then the first seat and slot. Color or rank at random, never one twice.
4. With a token, draw a card of each other seat, and hint the first of them that it has not told
   both of: color or rank at random, never one twice.
5. Discard any card.
6. Where nothing may be discarded, hint the rank of a first card, else play.

A hint tells of the one card that it was given for, even if it touches others. Which card that was
does not follow from the hint where rule 4 gave it. The original remembers; here, memory has to
follow from what the seat sees, so a card that rule 4 may have drawn is drawn again, with the chance
it had, by a hash of what was seen. So decks decide it, and not the seed; over many decks, actions
are as likely as the original's.

What a card may be is told by hints alone; cards in sight are not counted. Discards are drawn even
at all tokens where the rules allow them. `outer` is another agent, of Walton-Rivers et al. 2017.

Source: Eger, Martens and Alfaro Cordoba 2017, and yawgmoth/pyhanabi, "outer", for what it does.
Rule 6 is ours.
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.intentional import draw_member, may_discard, slots_surely
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    action_slot,
    discard_action,
    hint_action,
    hint_value,
    play_action,
)
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import COLOR_HINT, MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import lowest_member, played_cards
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.hints import COLOR, RANK, hinted_seat, value_of
from hanabilab.knowledge.slot_memory import slots_after
from hanabilab.randomness import Rng, mix

#: Memory: for each seat the slots whose color it was told, and those whose rank, as bit sets.
_KINDS = 2
_BOTH = 1 << COLOR | 1 << RANK
_NOBODY = -1


def _observe(view: View, memory: Memory) -> None:
    if view.last_action < 0:
        return
    if action_kind(view.rules, view.last_action) > PLAY:
        if view.last_seat == view.seat:
            _note_hint(view, memory)
        return
    used = action_slot(view.rules, view.last_action)
    for kind in range(_KINDS):
        place = view.last_seat * _KINDS + kind
        memory[place] = slots_after(view.rules, memory[place], used)


@kernel
def _note_hint(view: View, memory: Memory) -> None:
    """Take in which card the own last hint was given for."""
    rules, target = view.rules, hinted_seat(view)
    kind = COLOR if action_kind(rules, view.last_action) == COLOR_HINT else RANK
    seat, slot = _aim(view, memory)
    if seat == _NOBODY:
        slot = _drawn_again(view, memory, target, kind)
    elif seat != target or not _fits(view, memory, target, slot, kind):
        slot = NO_SLOT  # not what this agent does: somebody else acted in its seat
    if slot >= 0:
        memory[target * _KINDS + kind] |= np.int64(1) << slot


@inlined_kernel
def _fits(view: View, memory: Memory, seat: int, slot: int, kind: int) -> bool:
    """Whether the last hint, of `kind`, could have been given for a card."""
    card = view.hands[seat, slot]
    if card < 0 or value_of(view.rules, card, kind) != hint_value(view.rules, view.last_action):
        return False
    return _untold(memory, seat, slot) >> kind & 1 != 0


@kernel
def _drawn_again(view: View, memory: Memory, seat: int, kind: int) -> int:
    """A card that rule 4 may have given the last hint for, by the chances; -1 if there is none.

    A card with nothing else left to tell is twice as likely: the kind was not drawn.
    """
    word, weights = np.uint64(view.turn), 0
    for slot in range(view.rules.hand_size):
        word = mix(word ^ np.uint64(view.hands[seat, slot] + 1))
        weights += _weight(view, memory, seat, slot, kind)
    if weights == 0:
        return NO_SLOT
    left = np.int64(mix(word) % np.uint64(weights))
    for slot in range(view.rules.hand_size):
        left -= _weight(view, memory, seat, slot, kind)
        if left < 0:
            return slot
    return NO_SLOT


@inlined_kernel
def _weight(view: View, memory: Memory, seat: int, slot: int, kind: int) -> int:
    if not _fits(view, memory, seat, slot, kind):
        return 0
    return 1 if _untold(memory, seat, slot) == _BOTH else 2


@inlined_kernel
def _untold(memory: Memory, seat: int, slot: int) -> int:
    """Bit set of COLOR and RANK: what the seat has not told of a card."""
    colors, ranks = memory[seat * _KINDS + COLOR], memory[seat * _KINDS + RANK]
    return (~colors >> slot & 1) << COLOR | (~ranks >> slot & 1) << RANK


@kernel
def _aim(view: View, memory: Memory) -> tuple[int, int]:
    """The seat and the slot of the card of rule 3; -1 twice if there is none."""
    rules, found, found_slot, found_rank = view.rules, _NOBODY, NO_SLOT, -1
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size if seat != view.seat else 0):
            card = view.hands[seat, slot]
            if card < 0 or not view.playable >> card & 1 or not _untold(memory, seat, slot):
                continue
            if rules.rank_of[card] > found_rank:
                found, found_slot, found_rank = seat, slot, rules.rank_of[card]
    return found, found_slot


@kernel
def _hint_about(view: View, memory: Memory, rng: Rng, seat: int, slot: int) -> int:
    """A hint of what the seat has not told of a card; there is something."""
    kind = draw_member(rng, _untold(memory, seat, slot))
    offset = seat - view.seat + (view.rules.num_players if seat < view.seat else 0)
    return hint_action(view.rules, offset, value_of(view.rules, view.hands[seat, slot], kind))


@kernel
def _hint(view: View, memory: Memory, rng: Rng) -> int:
    """The hint of rule 3 or 4, or NO_ACTION."""
    seat, slot = _aim(view, memory)
    if seat != _NOBODY:
        return _hint_about(view, memory, rng, seat, slot)
    for seat in range(view.rules.num_players):
        cards = _held(view, seat) if seat != view.seat else 0
        if cards == 0:
            continue
        slot = draw_member(rng, cards)
        if _untold(memory, seat, slot):
            return _hint_about(view, memory, rng, seat, slot)
    return NO_ACTION


@inlined_kernel
def _held(view: View, seat: int) -> int:
    """Bit set of the slots of a hand that hold a card."""
    slots = 0
    for slot in range(view.rules.hand_size):
        slots |= int(view.hands[seat, slot] != NO_CARD) << slot
    return slots


@policy("outer-state", observe=_observe, memory_size=MAX_PLAYERS * _KINDS)
def outer_state(view: View, memory: Memory, rng: Rng) -> int:
    """Play what is sure, tell of playable cards, hint at random; never guess."""
    rules = view.rules
    slots = slots_surely(view, view.playable)
    if slots:
        return play_action(rules, lowest_member(slots))
    slots = slots_surely(view, played_cards(view))
    if slots and may_discard(view):
        return discard_action(rules, draw_member(rng, slots))
    if view.information_tokens > 0:
        hint = _hint(view, memory, rng)
        if hint != NO_ACTION:
            return hint
    slots = _held(view, view.seat)
    if slots and may_discard(view):
        return discard_action(rules, draw_member(rng, slots))
    return any_action(view)
