"""What a model of people is told of its own cards, of plays and discards. Kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import discard_action, play_action
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, lowest_rank_open
from hanabilab.knowledge.hands import ALL_SLOTS, newest_slot, oldest_slot, oldest_unhinted_slot
from hanabilab.knowledge.unseen import count_unseen_copies
from hanabilab.learning.clone import columns as at
from hanabilab.learning.clone.memory import (
    BY_RANK,
    PART,
    TOUCHED,
    WAS_ALONE,
    WAS_CHOP,
    WAS_NEWEST,
    WAS_OLDEST,
)

_FIVE = 4
_SURE = 0.999


@kernel
def describe_own_cards(
    actions: NDArray[np.float32], position: NDArray[np.float32], view: View, memory: Memory
) -> None:
    """Fill the columns of plays and discards, and those of the own hand in the position.

    Args:
        actions: [A, ACTION_COLUMNS] zeros.
        position: [POSITION_COLUMNS].
    """
    rules, seat = view.rules, int(view.seat)
    for slot in range(rules.hand_size):
        if view.deck_index[seat, slot] < 0:
            continue
        row = actions[play_action(rules, slot)]
        _tell_place(row, view, slot)
        _tell_chances(row, view, slot)
        _tell_last_hint(row, view, memory, slot)
        position[at.OWN_PLAY] = max(position[at.OWN_PLAY], row[at.MAY_PLAY])
        position[at.OWN_USELESS] = max(position[at.OWN_USELESS], row[at.MAY_BE_USELESS])
        position[at.OWN_SURE_PLAYS] += row[at.SURE_PLAY] / 3
        position[at.OWN_SURELY_USELESS] += row[at.SURELY_USELESS] / 3
        position[at.OWN_HINTED] += row[at.HINTED] / 5
    for slot in range(rules.hand_size):
        if view.deck_index[seat, slot] >= 0:
            row = actions[play_action(rules, slot)]
            _compare(row, actions, position, view, slot)
            actions[discard_action(rules, slot)] = row


@kernel
def _tell_place(row: NDArray[np.float32], view: View, slot: int) -> None:
    """How old a card is, and which hints have touched it."""
    rules, seat = view.rules, int(view.seat)
    row[at.OLDEST] = slot == oldest_slot(view)
    row[at.NEWEST] = slot == newest_slot(view, seat, ALL_SLOTS)
    for other in range(rules.hand_size):
        older = 0 <= view.deck_index[seat, other] < view.deck_index[seat, slot]
        row[at.AGE] += 0.25 if older else 0.0
    row[at.ON_CHOP] = slot == oldest_unhinted_slot(view)
    hinted = int(view.hinted[seat, slot])
    ranks = hinted >> int(rules.num_colors)
    row[at.HINTED] = hinted != 0
    row[at.RANK_TOLD] = ranks != 0
    row[at.COLOR_TOLD] = hinted != ranks << int(rules.num_colors)
    row[at.HINTS] = count_members(hinted) / 3
    row[at.LOWEST_TOLD] = (ranks >> lowest_rank_open(view)) & 1
    row[at.FIVE_TOLD] = (ranks >> _FIVE) & 1


@kernel
def _tell_chances(row: NDArray[np.float32], view: View, slot: int) -> None:
    """What the card can be, by the letter of the hints and the copies in sight."""
    seat = int(view.seat)
    possible = int(view.possible[seat, slot])
    copies, playable = count_unseen_copies(view, seat, possible, int(view.playable))
    useless = count_unseen_copies(view, seat, possible, int(view.useless))[1]
    critical = count_unseen_copies(view, seat, possible, critical_cards(view))[1]
    copies = max(copies, 1)
    row[at.MAY_PLAY] = playable / copies
    row[at.MAY_BE_USELESS] = useless / copies
    row[at.MAY_BE_CRITICAL] = critical / copies
    row[at.SURE_PLAY] = row[at.MAY_PLAY] > _SURE
    row[at.SURELY_USELESS] = row[at.MAY_BE_USELESS] > _SURE
    row[at.WIDTH] = np.log2(max(count_members(possible), 1)) / 5


@kernel
def _tell_last_hint(row: NDArray[np.float32], view: View, memory: Memory, slot: int) -> None:
    """The last hint that touched a card."""
    seat = int(view.seat)
    card = int(view.deck_index[seat, slot])
    turn, part = int(memory[TOUCHED + card]), int(memory[PART + card])
    if turn == 0:
        return
    ago = int(view.turn) - turn
    row[at.THIS_ROUND] = ago < view.rules.num_players
    row[at.JUST_NOW] = ago == 0
    row[at.PART_NEWEST] = part & WAS_NEWEST != 0
    row[at.PART_OLDEST] = part & WAS_OLDEST != 0
    row[at.PART_CHOP] = part & WAS_CHOP != 0
    row[at.PART_ALONE] = part & WAS_ALONE != 0
    row[at.PART_BY_RANK] = part & BY_RANK != 0
    row[at.TURNS_AGO] = min(ago, 20) / 10
    for other in range(view.rules.hand_size):
        place = int(view.deck_index[seat, other])
        if place >= 0 and other != slot and memory[TOUCHED + place] == turn:
            row[at.TOUCHED_WITH] += 0.25


@kernel
def _compare(
    row: NDArray[np.float32],
    actions: NDArray[np.float32],
    position: NDArray[np.float32],
    view: View,
    slot: int,
) -> None:
    """The card beside the others of the hand."""
    rules, seat = view.rules, int(view.seat)
    row[at.BEST_PLAY] = row[at.MAY_PLAY] >= position[at.OWN_PLAY]
    row[at.BEHIND_BEST] = row[at.MAY_PLAY] - position[at.OWN_PLAY]
    row[at.BEST_DISCARD] = row[at.MAY_BE_USELESS] >= position[at.OWN_USELESS]
    for other in range(rules.hand_size):
        age = int(view.deck_index[seat, other])
        chance = actions[play_action(rules, other), at.MAY_PLAY]
        if other != slot and age >= 0 and chance == row[at.MAY_PLAY]:
            newer = age > view.deck_index[seat, slot]
            row[at.NEWER_ALIKE if newer else at.OLDER_ALIKE] += 0.25
