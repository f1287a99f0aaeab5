"""`intentional` and `full`: agents of two players that foresee what a hint makes the partner do.

An agent takes the first of these rules that applies:

1. (`full` alone) The partner's last action was a hint: *follow it*. Play the first card it touched
   that may be playable; else discard the first that may be played already.
2. Play a card proved playable: of several `intentional` plays the last, `full` the first.
3. Below the most tokens, discard a card proved to be played already; of several any one.
4. With a token, give the best *understood* hint.
5. Discard the card of least expected loss, the first of equals.
6. Where nothing may be discarded, hint the rank of the partner's first card, else play.

A hint is understood by rule 1: the partner is to play each touched card that may be playable, and
to discard any other that may be played already. It may be given if it tells something new of a
card that it touches, if some card is to be used, if all that are to be played are playable, and if
all that are to be discarded are played already or dispensable: not playable, not of the top rank,
no copy discarded. It is worth 3 for a play, 2 for the discard of a played card, 1 for that of a
dispensable one. Of equals the first: green, yellow, white, blue, red, then ranks from 1 up.

What a card may be is told by hints alone; cards in sight are not counted. The expected loss of a
discard is told at `_discard_value`. "First" is the lowest slot.

Source: Eger, Martens and Alfaro Cordoba 2017, and yawgmoth/pyhanabi for what its players do, where
rules 3 and 5 are these. There a discard is legal at all tokens; rule 6 is ours.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import (
    NO_ACTION,
    action_kind,
    discard_action,
    hint_action,
    play_action,
    seat_at,
    touched_slots,
)
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_SUITS, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.card_sets import (
    count_members,
    is_surely,
    lowest_member,
    played_cards,
    wide,
)
from hanabilab.knowledge.copies import copies_left, count_copies
from hanabilab.knowledge.hands import NO_SLOT
from hanabilab.knowledge.hints import is_news
from hanabilab.randomness import Rng, draw_below

#: The order of colors for hints and for terms of a sum: green first. The sixth is ours.
_COLOR_ORDER = (2, 1, 3, 4, 0, 5)
#: What a token is worth beside the cards that a discard loses.
_TOKEN_VALUE = 0.5
_PLAY_WORTH, _USELESS_WORTH, _DISPENSABLE_WORTH = 3, 2, 1

_FOLLOW_PLAY, _FOLLOW_DISCARD, _SURE_PLAY, _SURE_DISCARD, _HINT, _LOSS, _STUCK = range(7)
_REASONS = (
    "the hint touched it, and it may be playable",
    "the hint touched it, and it may be played already",
    "by its hints it is playable",
    "by its hints it is played already",
    "the partner will understand what to do, and it is right",
    "no hint is right, and this discard is expected to cost least",
    "no hint is right, and nothing may be discarded",
)


@kernel
def slots_surely(view: View, cards: int) -> int:
    """Bit set of the own slots that by their hints hold one of `cards`, whatever is in sight."""
    slots = 0
    for slot in range(view.rules.hand_size):
        slots |= int(is_surely(view.possible[view.seat, slot], cards)) << slot
    return slots


@inlined_kernel
def may_discard(view: View) -> bool:
    """Whether the seat to act may discard."""
    return view.information_tokens < view.rules.discards_below


@kernel
def draw_member(rng: Rng, members: int) -> int:
    """Any member of a bit set that is not empty, each as likely; draws nothing for a single one."""
    count = count_members(members)
    for _ in range(draw_below(rng, count) if count > 1 else 0):
        members &= members - 1
    return lowest_member(members)


@kernel
def _meant_slot(view: View, cards: int) -> int:
    """The first own slot that the last hint touched and that may hold one of `cards`; -1: none."""
    for slot in range(view.rules.hand_size):
        if view.last_touched >> slot & 1 and view.possible[view.seat, slot] & cards:
            return slot
    return NO_SLOT


@kernel
def _hint_worth(view: View, seat: int, value: int) -> int:
    """What a hint to `seat` is worth; 0 if it may not be given."""
    rules, played = view.rules, played_cards(view)
    touched, worth, news = touched_slots(view, seat, value), 0, False
    while touched:
        slot = lowest_member(touched)
        touched &= touched - 1
        card, before = view.hands[seat, slot], view.possible[seat, slot]
        after = before & rules.touches[value]
        news |= is_news(rules, before, value)
        if after & view.playable:
            if not view.playable >> card & 1:
                return 0
            worth += _PLAY_WORTH
        elif after & played:
            if played >> card & 1:
                worth += _USELESS_WORTH
            elif _is_dispensable(view, card):
                worth += _DISPENSABLE_WORTH
            else:
                return 0
    return worth if news else 0


@inlined_kernel
def _is_dispensable(view: View, card: int) -> bool:
    """Whether a card that is neither played nor playable is below the top rank, with all copies."""
    return (view.rules.rank_of[card] + 1 < view.rules.num_ranks) & (view.discards[card] == 0)


@kernel
def _best_hint(view: View) -> int:
    """The hint that is worth most, or NO_ACTION."""
    rules, seat = view.rules, seat_at(view, 1)
    best, best_worth = NO_ACTION, 0
    for place in range(MAX_SUITS + rules.num_ranks):
        is_color = place < MAX_SUITS
        value = _COLOR_ORDER[place] if is_color else rules.num_suits + place - MAX_SUITS
        if is_color and value >= rules.num_suits:
            continue
        worth = _hint_worth(view, seat, value)
        if worth > best_worth:
            best, best_worth = hint_action(rules, 1, value), worth
    return best


@kernel
def _discard_value(view: View, slot: int) -> float:
    """What the discard of a card of the own hand is expected to bring; negative for a loss.

    A card has the chance p of its copies that are neither played nor discarded, among those of all
    cards that its hints allow. If it is played, it brings half a token's worth, .5. Otherwise with
    r ranks it costs v = r + 1 - rank if it is the last copy, else p v / d**2, d the plays up to its
    turn; and .5 more for the top rank.
    """
    rules, copies, played = view.rules, copies_left(view), played_cards(view)
    possible = wide(view.possible[view.seat, slot])
    total, expected = count_copies(copies, possible), 0.0
    for place in range(MAX_SUITS):
        suit = _COLOR_ORDER[place]
        for rank in range(1, rules.num_ranks + 1 if suit < rules.num_suits else 1):
            card = suit * rules.num_ranks + rank - 1
            count = count_copies(copies, possible & bit(card))
            if count == 0:
                continue
            chance = count / total
            if played >> card & 1:
                expected += chance * _TOKEN_VALUE
                continue
            distance, loss = rank - view.fireworks[suit], float(rules.num_ranks + 1 - rank)
            if count > 1:
                loss = chance * loss / (distance * distance)
            if rank == rules.num_ranks:
                loss += _TOKEN_VALUE
            expected -= chance * loss
    return expected


@kernel
def _least_loss_slot(view: View) -> int:
    """The slot of rule 5; -1 for an empty hand."""
    best, best_value = NO_SLOT, 0.0
    for slot in range(view.rules.hand_size):
        if view.possible[view.seat, slot]:
            value = _discard_value(view, slot)
            if best == NO_SLOT or value > best_value:
                best, best_value = slot, value
    return best


@kernel
def _followed(view: View) -> tuple[int, int]:
    """The action of rule 1, or NO_ACTION, and its reason."""
    rules = view.rules
    # With two players a hint of the other one is a hint to this seat.
    if view.last_action < 0 or action_kind(rules, view.last_action) <= PLAY:
        return NO_ACTION, _STUCK
    slot = _meant_slot(view, view.playable)
    if slot >= 0:
        return play_action(rules, slot), _FOLLOW_PLAY
    slot = _meant_slot(view, played_cards(view))
    if slot >= 0 and may_discard(view):
        return discard_action(rules, slot), _FOLLOW_DISCARD
    return NO_ACTION, _STUCK


@kernel
def _decide(view: View, follows: bool) -> tuple[int, int]:
    """The action, by rule 3 that of the first card, and which of `_REASONS` it has."""
    rules = view.rules
    if follows:
        action, reason = _followed(view)
        if action != NO_ACTION:
            return action, reason
    slots = slots_surely(view, view.playable)
    if slots:
        # The last is what is left once each slot before it is taken out.
        while not follows and slots & (slots - 1):
            slots &= slots - 1
        return play_action(rules, lowest_member(slots)), _SURE_PLAY
    slots = slots_surely(view, played_cards(view))
    if slots and view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, lowest_member(slots)), _SURE_DISCARD
    if view.information_tokens > 0:
        hint = _best_hint(view)
        if hint != NO_ACTION:
            return hint, _HINT
    slot = _least_loss_slot(view)
    if slot >= 0 and may_discard(view):
        return discard_action(rules, slot), _LOSS
    return any_action(view), _STUCK


@kernel
def _act(view: View, rng: Rng, follows: bool) -> int:
    action, reason = _decide(view, follows)
    if reason == _SURE_DISCARD:
        return discard_action(view.rules, draw_member(rng, slots_surely(view, played_cards(view))))
    return action


def _explain(view: View, follows: bool) -> str:
    action, reason = _decide(view, follows)
    return f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"


def _explain_intentional(view: View, memory: Memory) -> str:  # noqa: ARG001  # the protocol
    return _explain(view, False)


def _explain_full(view: View, memory: Memory) -> str:  # noqa: ARG001  # the protocol
    return _explain(view, True)


_TWO = range(2, 3)


@policy("intentional", players=_TWO, explain=_explain_intentional)
def intentional(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Foresee what a hint makes the partner do, and give those that are right."""
    return _act(view, rng, False)


@policy("full", players=_TWO, explain=_explain_full)
def full(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """As `intentional`, and take hints in that way too."""
    return _act(view, rng, True)
