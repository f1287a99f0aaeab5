"""`five-rule`: the first blueprint, five rules in a fixed order.

1. Play a card that hints and visible cards prove playable.
2. With a token, point at another seat's playable card: by the color or the rank that touches the
   fewest other cards and tells something new.
3. Discard a card that hints and visible cards prove useless.
4. With a token, give a hint that tells something new, about a card as near to its turn and as low
   as can be, and touching as many cards as can be.
5. Discard the oldest card never hinted, else the oldest.

A hint tells something new if it narrows down what a card it touches can be. Ties: the oldest card
of the own hand; among hints the nearest seat to the left, color before rank, lower before higher.

Source: docs/agents.md.
"""

from __future__ import annotations

import numpy as np

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import NO_ACTION, discard_action, hint_action, play_action, seat_at
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import lowest_member
from hanabilab.knowledge.hands import known_slot, oldest_slot, oldest_unhinted_slot
from hanabilab.knowledge.hints import is_news
from hanabilab.knowledge.unseen import unseen_cards
from hanabilab.randomness import Rng

# A hint's key is smaller the better it is; every hint of rule 2 is below every one of rule 4.
_RULE_4 = 1 << 10
_NO_KEY = 1 << 20

#: Why an action is taken, by the rule that acts; 6 where none of the five can.
_REASONS = {
    1: "rule 1: hints and visible cards prove that this card scores",
    2: "rule 2: points at a playable card, by what touches fewest cards",
    3: "rule 3: hints and visible cards prove that this card is useless",
    4: "rule 4: nothing to point at; tells of the card nearest to its turn",
    5: "rule 5: nothing to tell; discards the oldest card never hinted, else the oldest",
    6: "no rule: nothing to tell, and nothing may be discarded",
}


@inlined_kernel  # a call from `act` would cost 4 % of the games a second
def _decide(view: View) -> tuple[int, int]:
    """The action, and the rule that it follows."""
    rules = view.rules
    unseen = unseen_cards(view)
    slot = known_slot(view, unseen, view.playable)
    if slot >= 0:
        return play_action(rules, slot), 1
    hint, key = NO_ACTION, _NO_KEY
    if view.information_tokens > 0:
        hint, key = _best_hint(view)
        if key < _RULE_4:
            return hint, 2
    may_discard = view.information_tokens < rules.max_information_tokens
    if may_discard:
        slot = known_slot(view, unseen, view.useless)
        if slot >= 0:
            return discard_action(rules, slot), 3
    if hint != NO_ACTION:
        return hint, 4
    if may_discard:
        slot = oldest_unhinted_slot(view)
        slot = slot if slot >= 0 else oldest_slot(view)
        if slot >= 0:  # without a last round hands can be empty
            return discard_action(rules, slot), 5
    return any_action(view), 6


def _explain(view: View, memory: Memory) -> str:  # noqa: ARG001  # the protocol
    """Which rule acts, and what for."""
    return _REASONS[_decide(view)[1]]


@policy("five-rule", explain=_explain, plays_variants=True)
def five_rule(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Play what is sure, point at what is playable, discard what is useless, hint, discard."""
    return _decide(view)[0]


@kernel
def _best_hint(view: View) -> tuple[int, int]:
    """The best hint of rules 2 and 4 with its key; NO_ACTION if no hint tells anything new."""
    rules = view.rules
    best: int = _NO_KEY << 8
    for offset in range(1, rules.num_players):
        target = seat_at(view, offset)
        touched, new = _survey(view, target)
        place = offset << 4
        for slot in range(rules.hand_size):
            card = view.hands[target, slot]
            if card < 0:
                continue
            urgency = _urgency(view, card)
            later = min(1, urgency)  # 0 for rule 2, 1 for rule 4
            values = int(rules.touched_by[card]) & ~view.barred_hints
            while values:
                value = lowest_member(values)
                values &= values - 1
                count = (touched >> np.int64(4 * value)) & 15
                key = count + later * (_RULE_4 + 8 * urgency - 2 * count)
                key += ((new >> value) & 1 ^ 1) << 20
                # Ties go to the nearest seat, then to the lowest value: one number tells all.
                code = (key << 8) + place + value
                best = min(best, int(code))
    if best == _NO_KEY << 8:
        return NO_ACTION, _NO_KEY
    return hint_action(rules, best >> 4 & 15, best & 15), best >> 8


@kernel
def _survey(view: View, target: int) -> tuple[int, int]:
    """How many cards of `target` each hint value touches, and which values tell something new.

    Returns:
        The counts, four bits a value, and a bit set of values.
    """
    rules = view.rules
    touched, new = np.int64(0), np.int64(0)
    for slot in range(rules.hand_size):
        card = view.hands[target, slot]
        if card < 0:
            continue
        values = int(rules.touched_by[card])
        while values:
            value = lowest_member(values)
            values &= values - 1
            touched += np.int64(1) << np.int64(4 * value)
            new |= np.int64(is_news(rules, view.possible[target, slot], value)) << np.int64(value)
    return touched, new  # type: ignore[return-value]


@kernel
def _urgency(view: View, card: int) -> int:
    """0 for a playable card, then by plays before the card's turn, then by rank; useless last."""
    rules = view.rules
    rank = int(rules.rank_of[card])
    # Where suits go up or down there is no telling how far a card is; it is one play at least.
    distance = max(1, rank - int(view.fireworks[rules.suit_of[card]]))
    # Numbers instead of branches, which a processor would guess wrongly too often.
    distance += ((view.useless >> card) & 1) * (int(rules.num_ranks) - distance)
    return ((view.playable >> card) & 1 ^ 1) * (distance * int(rules.num_ranks) + rank)
