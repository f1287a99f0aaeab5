"""The best last moves of a seat that sees its own hand. Kernels."""

from __future__ import annotations

import numpy as np

from hanabilab._jit import kernel
from hanabilab.agents.endgame.open_hands import (
    BUDGET,
    CARDS,
    DECK,
    EQUAL,
    PASS,
    SCRATCH_SIZE,
    SPARE,
    Scratch,
    hold,
    moves_of,
    position_of,
    table_of,
    value_of,
)
from hanabilab.agents.fallback import any_action
from hanabilab.game.actions import action_kind, action_slot, discard_action, play_action
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, wide
from hanabilab.knowledge.copies import copies_left, without_copy

#: Positions looked at for one action at most; a standard game needs about 3,000.
_MOST_POSITIONS = 20_000


@kernel
def improved_action(view: View, action: int) -> int:
    """`action`, or one that makes more points; `action` too where that takes too long to tell."""
    table, position = table_of(view), position_of(view, view.information_tokens)
    scratch = _fill_scratch(view, table.needed)
    best_move = _move_of(view, table.needed, action)
    best = value_of(scratch, table, position, best_move, -1.0)
    moves = moves_of(scratch, table, position) & ~best_move
    while moves and best < count_members(table.needed):
        move = moves & -moves
        moves ^= move
        value = value_of(scratch, table, position, move, best)
        if value > best + EQUAL:
            best, best_move = value, move
    if scratch[BUDGET] < 0 or best_move == _move_of(view, table.needed, action):
        return action
    return _action_of(view, table.needed, best_move)


@kernel
def _fill_scratch(view: View, needed: int) -> Scratch:
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    scratch[BUDGET] = _MOST_POSITIONS
    copies = copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            if view.hands[seat, slot] >= 0:
                hold(scratch, needed, seat, view.hands[seat, slot])
                copies = without_copy(copies, bit(view.hands[seat, slot]))
    place = DECK
    for left in copies:
        for card in range(view.rules.num_cards):
            if left >> card & 1:
                scratch[place] = card
                place += 1
    return scratch


@kernel
def _is_spare(view: View, needed: int, slot: int) -> bool:
    """Whether an own card is not needed, or another copy is in a lower slot."""
    card = view.hands[view.seat, slot]
    for lower in range(slot):
        if view.hands[view.seat, lower] == card:
            return True
    return not needed >> card & 1


@kernel
def _move_of(view: View, needed: int, action: int) -> int:
    """The move that an action is; 0 for a play that does not score."""
    kind = action_kind(view.rules, action)
    if kind > PLAY:
        return PASS
    slot = action_slot(view.rules, action)
    card = int(view.hands[view.seat, slot])
    if kind == PLAY:
        return wide(bit(card) & view.playable & needed)
    if view.deck_drawn == view.rules.deck_size:
        return PASS
    return SPARE if _is_spare(view, needed, slot) else wide(1) << (CARDS + card)


@kernel
def _action_of(view: View, needed: int, move: int) -> int:
    """An action that is the move."""
    rules = view.rules
    for slot in range(rules.hand_size):
        if view.hands[view.seat, slot] < 0 or move == PASS:
            continue
        if _move_of(view, needed, play_action(rules, slot)) == move:
            return play_action(rules, slot)
        if _move_of(view, needed, discard_action(rules, slot)) == move:
            return discard_action(rules, slot)
    return any_action(view)
