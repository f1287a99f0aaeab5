"""Kernels of rules that propose actions worth expanding: nine hints, two plays, one discard.

Each rule proposes one action at most, judged by what the seat to act sees. A hint must tell its
holder something new. A holder has been *told* what hints alone say, without counting cards.

Source: Goodman 2019, the rules of the competition entry, reworded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import discard_action, hint_action, may_use, play_action, seat_at
from hanabilab.game.rule_tables import DISCARD, MAX_ACTIONS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import critical_cards, is_single, is_surely
from hanabilab.knowledge.copies import Copies, copies_unseen, count_copies
from hanabilab.knowledge.hints import is_news, possible_after

#: Rules by number, which is their place in bit sets of rules.
RULE_NAMES = (
    "tell-alone",  # touches one card, and it is playable
    "tell-most",  # tells of the most cards
    "tell-playable",  # tells of a playable card
    "tell-useless",  # tells of a useless card
    "tell-newest",  # the newest card that it touches is playable
    "complete-playable",  # after it, its holder knows that a playable card is
    "complete-useless",  # after it, its holder knows that a useless card is
    "complete-later",  # names a card fully that is neither, yet
    "tell-last",  # tells of the last copy of a card that is needed
    "play-likely",  # the likeliest card, from a chance of 0.7
    "play-late",  # the same from 0.4, with at most five cards in the deck
    "discard-unneeded",  # the card least likely to be the last copy of one that is needed
)
(
    _TELL_ALONE,
    _TELL_MOST,
    _TELL_PLAYABLE,
    _TELL_USELESS,
    _TELL_NEWEST,
    _COMPLETE_PLAYABLE,
    _COMPLETE_USELESS,
    _COMPLETE_LATER,
    _TELL_LAST,
    _PLAY_LIKELY,
    _PLAY_LATE,
    _DISCARD_UNNEEDED,
) = (1 << number for number in range(len(RULE_NAMES)))
#: Bit set of them all.
ALL_RULES = (1 << len(RULE_NAMES)) - 1

#: The first of them are about hints.
NUM_HINT_RULES = 9
_LIKELY, _LESS_LIKELY = 0.7, 0.4
_LATE = 5
# A hint's rank among those of a rule is smaller the better it is; its action breaks ties.
_NO_RANK = 1 << 40


@kernel
def propose(
    is_open: NDArray[np.bool_], view: View, rules: int, best_hints: NDArray[np.int64]
) -> None:
    """Open the actions that `rules`, a bit set, propose.

    Args:
        is_open: [A] changed where an action is proposed.
        view: of the seat to act.
        best_hints: [NUM_HINT_RULES] scratch.
    """
    if view.information_tokens > 0:
        _propose_hints(is_open, view, rules, best_hints)
    unseen = copies_unseen(view)
    _propose_play(is_open, view, rules, unseen)
    if rules & _DISCARD_UNNEEDED:
        _propose_discard(is_open, view, unseen)


@kernel
def _propose_hints(
    is_open: NDArray[np.bool_], view: View, rules: int, best: NDArray[np.int64]
) -> None:
    best[:] = _NO_RANK
    for offset in range(1, view.rules.num_players):
        for value in range(view.rules.num_hint_values):
            if (view.barred_hints >> value) & 1:
                continue
            fitting, num_told, num_touched = _survey(view, seat_at(view, offset), value)
            fitting &= rules
            if fitting == 0:
                continue
            action = hint_action(view.rules, offset, value)
            for rule in range(NUM_HINT_RULES):
                # The hint that tells of most cards; for other rules the nearest seat, fewest cards.
                rank = 16 - num_told if 1 << rule == _TELL_MOST else offset * 16 + num_touched
                if (fitting >> rule) & 1:
                    best[rule] = min(best[rule], rank * MAX_ACTIONS + action)
    for rule in range(NUM_HINT_RULES):
        if best[rule] < _NO_RANK:
            is_open[best[rule] % MAX_ACTIONS] = True


@kernel
def _survey(view: View, target: int, value: int) -> tuple[int, int, int]:
    """Bit set of the rules that a hint fits, and how many cards it tells of and touches.

    No rule is fitted by a hint that tells nothing new.
    """
    touches = view.rules.touches[value]
    fitting, num_told, num_touched = 0, 0, 0
    newest, newest_card = -1, 0
    for slot in range(view.rules.hand_size):
        card = view.hands[target, slot]
        if card < 0 or (touches >> card) & 1 == 0:
            continue
        num_touched += 1
        if view.deck_index[target, slot] > newest:
            newest, newest_card = view.deck_index[target, slot], card
        before = view.possible[target, slot]
        if is_news(view.rules, before, value):
            num_told += 1
            after = possible_after(view.rules, before, value, True)
            fitting |= _rules_fitted(view, card, before, after)
    if num_told == 0:
        return 0, 0, num_touched
    if (view.playable >> newest_card) & 1:
        fitting |= _TELL_NEWEST if num_touched > 1 else _TELL_NEWEST | _TELL_ALONE
    return fitting | _TELL_MOST, num_told, num_touched


@kernel
def _rules_fitted(view: View, card: int, before: int, after: int) -> int:
    """The rules that fit telling of `card`, as told by bit sets of cards `before` and `after`."""
    fitted = _TELL_LAST if (critical_cards(view) >> card) & 1 else 0
    if (view.playable >> card) & 1:
        completes = is_surely(after, view.playable) and not is_surely(before, view.playable)
        return fitted | (_TELL_PLAYABLE | _COMPLETE_PLAYABLE if completes else _TELL_PLAYABLE)
    if (view.useless >> card) & 1:
        completes = is_surely(after, view.useless) and not is_surely(before, view.useless)
        return fitted | (_TELL_USELESS | _COMPLETE_USELESS if completes else _TELL_USELESS)
    return fitted | _COMPLETE_LATER if is_single(after) else fitted


@kernel
def _propose_play(is_open: NDArray[np.bool_], view: View, rules: int, unseen: Copies) -> None:
    """Open the play of the card that is most probably playable, if that is likely enough."""
    limit = _LIKELY if rules & _PLAY_LIKELY else 2.0
    if rules & _PLAY_LATE and view.rules.deck_size - view.deck_drawn <= _LATE:
        limit = _LESS_LIKELY
    slot, unlikely = _least_likely(view, ~view.playable, unseen)
    if slot >= 0 and 1.0 - unlikely >= limit:
        is_open[play_action(view.rules, slot)] = True


@kernel
def _propose_discard(is_open: NDArray[np.bool_], view: View, unseen: Copies) -> None:
    slot, _ = _least_likely(view, critical_cards(view), unseen)
    if slot >= 0 and may_use(view, DISCARD, slot):
        is_open[discard_action(view.rules, slot)] = True


@kernel
def _least_likely(view: View, cards: int, unseen: Copies) -> tuple[int, float]:
    """The slot of the own hand least likely to hold one of `cards`, and how likely it does.

    By the copies unseen and by hints, slot by slot. Of equals the one with the
    oldest card; -1 for an empty hand.
    """
    found, found_age, lowest = -1, 0, 2.0
    for slot in range(view.rules.hand_size):
        age = view.deck_index[view.seat, slot]
        if age < 0:
            continue
        possible = int(view.possible[view.seat, slot])
        chance = count_copies(unseen, possible & cards) / max(count_copies(unseen, possible), 1)
        if chance < lowest or (chance == lowest and age < found_age):
            found, found_age, lowest = slot, age, chance
    return found, lowest
