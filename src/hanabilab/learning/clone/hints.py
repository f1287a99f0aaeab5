"""What a model of people is told of each hint that it may give. Kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import hint_offset, hint_value, seat_at, touched_slots
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import (
    count_members,
    critical_cards,
    is_single,
    is_surely,
    lowest_rank_open,
)
from hanabilab.knowledge.hands import newest_slot, oldest_among, unhinted_slots
from hanabilab.knowledge.hints import possible_after
from hanabilab.learning.clone import columns as at

_FIVE = 4


@kernel
def describe_hint(row: NDArray[np.float32], view: View, action: int) -> None:
    """Fill the columns of a hint that touches a card.

    Args:
        row: [ACTION_COLUMNS] zeros.
        action: the hint.
    """
    rules = view.rules
    offset, value = hint_offset(rules, action), hint_value(rules, action)
    target = seat_at(view, offset)
    touched = touched_slots(view, target, value)
    _tell_touched(row, view, target, touched)
    _tell_ends(row, view, target, touched)
    for slot in range(rules.hand_size):
        if view.hands[target, slot] >= 0:
            _tell_learned(row, view, (target, slot), value, (touched >> slot) & 1)
    row[at.NO_NEWS] = row[at.TELLS] == 0
    row[at.TO_NEXT] = offset == 1
    row[at.TO_SECOND] = offset == 2
    row[at.TO_LATER] = offset > 2
    rank = value - int(rules.num_colors)
    if rank >= 0:
        row[at.RANK] = rank / 4
        row[at.RANK_ONE] = rank == 0
        row[at.RANK_FIVE] = rank == _FIVE
        row[at.LOWEST_RANK] = rank == lowest_rank_open(view)


@kernel
def _tell_touched(row: NDArray[np.float32], view: View, target: int, touched: int) -> None:
    """How many cards the hint touches, and what they are."""
    critical, fresh = critical_cards(view), touched & unhinted_slots(view, target)
    row[at.TOUCHES] = count_members(touched) / 5
    row[at.TOUCHES_ONE] = is_single(touched)
    row[at.TOUCHES_NEW] = count_members(fresh) / 5
    for slot in range(view.rules.hand_size):
        if (touched >> slot) & 1:
            card = int(view.hands[target, slot])
            playable = (view.playable >> card) & 1
            row[at.PLAYABLES] += playable / 2
            row[at.NEW_PLAYABLES] += playable * ((fresh >> slot) & 1) / 2
            row[at.USELESSES] += ((view.useless >> card) & 1) / 2
            row[at.CRITICALS] += ((critical >> card) & 1) / 2
            if _is_hinted_elsewhere(view, card, target, slot):
                row[at.IS_TWIN] = 1


@kernel
def _is_hinted_elsewhere(view: View, card: int, seat: int, slot: int) -> bool:
    """Whether a hint has touched another copy of a card that is seen."""
    for other in range(view.rules.num_players):
        for place in range(view.rules.hand_size):
            elsewhere = other != seat or place != slot
            if elsewhere and view.hands[other, place] == card and view.hinted[other, place] != 0:
                return True
    return False


@kernel
def _tell_ends(row: NDArray[np.float32], view: View, target: int, touched: int) -> None:
    """What the newest and the oldest touched card are, the newest untouched so far, the chop."""
    critical, free = critical_cards(view), unhinted_slots(view, target)
    newest = int(view.hands[target, newest_slot(view, target, touched)])
    row[at.NEWEST_PLAYABLE] = (view.playable >> newest) & 1
    row[at.NEWEST_USELESS] = (view.useless >> newest) & 1
    row[at.NEWEST_CRITICAL] = (critical >> newest) & 1
    oldest = int(view.hands[target, oldest_among(view, target, touched)])
    row[at.OLDEST_PLAYABLE] = (view.playable >> oldest) & 1
    row[at.OLDEST_USELESS] = (view.useless >> oldest) & 1
    row[at.OLDEST_CRITICAL] = (critical >> oldest) & 1
    if touched & free:
        fresh = int(view.hands[target, newest_slot(view, target, touched & free)])
        row[at.FRESH_PLAYABLE] = (view.playable >> fresh) & 1
        row[at.FRESH_USELESS] = (view.useless >> fresh) & 1
    chop = oldest_among(view, target, free)
    if chop >= 0 and (touched >> chop) & 1:
        card = int(view.hands[target, chop])
        row[at.TOUCHES_CHOP] = 1
        row[at.SAVES_CHOP] = (critical >> card) & 1
        row[at.PLAYS_CHOP] = (view.playable >> card) & 1


@kernel
def _tell_learned(
    row: NDArray[np.float32], view: View, place: tuple[int, int], value: int, is_touched: int
) -> None:
    """What the receiver learns of one card, by the letter."""
    before, playable = int(view.possible[place]), int(view.playable)
    after = possible_after(view.rules, before, value, is_touched)
    many, left = count_members(before), max(count_members(after), 1)
    row[at.TELLS] += (np.log2(many) - np.log2(left)) / 10
    knew = is_surely(before, playable)
    if knew:
        row[at.HAS_PLAY] = 1
    row[at.TELLS_PLAY] += 0.5 if is_surely(after, playable) and not knew else 0.0
    row[at.TELLS_CARD] += 0.5 if left == 1 < many else 0.0
    useless = int(view.useless)
    told = is_surely(after, useless) and not is_surely(before, useless)
    row[at.TELLS_USELESS] += 0.5 if told else 0.0
    if is_touched:
        row[at.KNEW_PLAY] += 0.5 if knew else 0.0
        looks = count_members(after & playable) / left
        right = (playable >> int(view.hands[place])) & 1
        row[at.LOOKS_RIGHT if right else at.LOOKS_WRONG] += looks
