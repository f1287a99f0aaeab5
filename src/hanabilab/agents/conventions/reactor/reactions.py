"""Reactions: what the next seat does about a hint to the seat after it, and what that says.

The hint has an *anchor*: the rank from 1, or the color from 1. The next seat, the *reacter*, looks
at the hand of the hinted seat, the *receiver*, and chooses a card of it, the *target*. It answers
with its own card at the place for which place + place of the target = anchor, modulo the size of a
hand. So the receiver learns which of its cards is meant from the place, and what to do with it from
what the reacter does:

    hint     the reacter plays      the reacter discards
    rank     the receiver plays     the receiver discards
    color    the receiver discards  the receiver plays

Source: ReactorZero, as docs/conventions.md tells it.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.reactor.memory import slot_at_place
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.cards import bit, is_playable, is_useless
from hanabilab.game.rule_tables import DISCARD, MAX_HAND, PLAY, RuleTables
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import critical_cards
from hanabilab.knowledge.hands import NO_SLOT

#: What makes a card of the receiver a target.
PLAYABLE, ONE_AWAY, USELESS, COPY, SPARE, ANY = range(6)


@kernel
def anchor_of(rules: RuleTables, value: int) -> int:
    """The anchor of a hint value: the rank or the color, from 1."""
    return value + 1 if value < rules.num_suits else value - rules.num_suits + 1


@kernel
def partner_place(rules: RuleTables, anchor: int, place: int) -> int:
    """The other place: both add up to the anchor, modulo the size of a hand."""
    other = (anchor - place) % rules.hand_size
    return int(other) if other > 0 else int(rules.hand_size)


@kernel
def reaction(
    view: View, memory: Memory, reacter: int, receiver: int, anchor: int, by_rank: int
) -> tuple[int, int, int]:
    """What the reacter does, PLAY or DISCARD, with which slot, and the slot of the target.

    Who sees the receiver's hand comes to the same answer: of the reacter's hand it reads what all
    know. Without an answer, the slot is NO_SLOT.
    """
    if by_rank:
        for kind in range(PLAYABLE, ONE_AWAY + 1):
            slot, target = _search(view, memory, reacter, receiver, anchor, kind, True)
            if slot >= 0:
                return PLAY, slot, target
        for kind in range(USELESS, ANY + 1):
            slot, target = _search(view, memory, reacter, receiver, anchor, kind, False)
            if slot >= 0:
                return DISCARD, slot, target
        return DISCARD, NO_SLOT, NO_SLOT
    slot, target = _search(view, memory, reacter, receiver, anchor, PLAYABLE, False)
    if slot >= 0:
        return DISCARD, slot, target
    for kind in range(USELESS, ANY + 1):
        slot, target = _search(view, memory, reacter, receiver, anchor, kind, True)
        if slot >= 0:
            return PLAY, slot, target
    return PLAY, NO_SLOT, NO_SLOT


@kernel
def _search(
    view: View, memory: Memory, reacter: int, receiver: int, anchor: int, kind: int, plays: bool
) -> tuple[int, int]:
    """The reacter's slot and the target: the newest card of a kind whose answer is possible."""
    for place in range(1, view.rules.hand_size + 1):
        target = slot_at_place(view, receiver, place)
        if target < 0 or not _is_target(view, receiver, target, kind):
            continue
        slot = slot_at_place(view, reacter, partner_place(view.rules, anchor, place))
        if slot < 0:
            continue
        possible = possible_cards(view, memory, reacter, slot)
        wanted = view.playable
        if kind == ONE_AWAY:
            wanted = bit(view.hands[receiver, target] - 1)
        if plays and possible & wanted:
            return slot, target
        if not plays and possible & ~critical_cards(view):
            return slot, target
    return NO_SLOT, NO_SLOT


@kernel
def _is_target(view: View, receiver: int, slot: int, kind: int) -> bool:
    card = view.hands[receiver, slot]
    if kind == PLAYABLE:
        return is_playable(view, card)
    if kind == ONE_AWAY:
        return view.rules.rank_of[card] > 0 and is_playable(view, card - 1)
    if kind == USELESS:
        return is_useless(view, card)
    if kind == COPY:
        return _has_newer_copy(view, receiver, slot)
    return kind == ANY or not critical_cards(view) >> card & 1


@kernel
def _has_newer_copy(view: View, seat: int, slot: int) -> bool:
    found = False
    for other in range(MAX_HAND):
        same = view.hands[seat, other] == view.hands[seat, slot]
        newer = view.deck_index[seat, other] > view.deck_index[seat, slot]
        found = found or (same and newer)
    return found


@kernel
def answered(by_rank: int, kind: int) -> int:
    """What the receiver is called to do: 1 to play, -1 to discard."""
    return 1 if (kind == PLAY) == (by_rank == 1) else -1


@kernel
def target_slot(view: View, receiver: int, anchor: int, place: int) -> int:
    """The receiver's slot that an answer from a place means; NO_SLOT if there is none."""
    return slot_at_place(view, receiver, partner_place(view.rules, anchor, place))
