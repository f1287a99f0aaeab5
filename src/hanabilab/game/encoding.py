"""HLE's canonical observation vector, written from a view, bit for bit.

Kernels; the vector may be of any number type. `game.games` encodes whole batches.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from hanabilab._jit import borrow, kernel
from hanabilab.game.actions import NO_ACTION, action_kind, action_slot, hint_offset, hint_value
from hanabilab.game.cards import NO_CARD
from hanabilab.game.layout import LayoutRow
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.view import View


@kernel
def encode(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    """Fill `vector` [layout.length] with zeros and ones: what `view.seat` observes."""
    # What knowledge fills to the last entry need not be cleared first.
    vector = borrow(vector)
    cleared = layout.possible if layout.shows_knowledge else layout.length
    vector[:cleared] = 0
    _encode_hands(vector, view, layout)
    _encode_board(vector, view, layout)
    _encode_discards(vector, view, layout)
    if view.last_action != NO_ACTION:
        _encode_last_action(vector, view, layout)
    if layout.shows_knowledge:
        _encode_knowledge(vector, view, layout)


@kernel
def _seat_from(view: View, offset: int) -> int:
    """The absolute seat `offset` places to the left of the observer."""
    seat = view.seat + offset
    return seat - view.rules.num_players if seat >= view.rules.num_players else seat


@kernel
def _offset_of(view: View, seat: int) -> int:
    """How many places to the left of the observer `seat` is."""
    return seat - view.seat if seat >= view.seat else seat - view.seat + view.rules.num_players


@kernel
def _encode_hands(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    rules = view.rules
    position = int(layout.hands)
    for offset in range(rules.num_players):
        seat = _seat_from(view, offset)
        for slot in range(rules.hand_size):
            card = view.hands[seat, slot]
            if card == NO_CARD:
                vector[layout.short_hands + offset] = 1
            elif offset > 0:
                vector[position + card] = 1
            if offset > 0:
                position += rules.num_cards


@kernel
def _fill_thermometer(vector: NDArray[Any], offset: int, count: int) -> None:
    for index in range(count):
        vector[offset + index] = 1


@kernel
def _encode_board(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    rules = view.rules
    _fill_thermometer(vector, layout.deck, rules.deck_size - view.deck_drawn)
    tokens = view.information_tokens * rules.discards_per_token + view.token_parts
    _fill_thermometer(vector, layout.information_tokens, tokens)
    _fill_thermometer(vector, layout.life_tokens, view.life_tokens)
    for suit in range(rules.num_suits):
        if view.fireworks[suit] > 0:
            stack = view.fireworks[suit] - 1
            vector[layout.fireworks + suit * layout.fireworks_stride + stack] = 1


@kernel
def _encode_discards(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    rules = view.rules
    for suit in range(rules.num_suits):
        position = int(layout.discards + suit * layout.discards_stride)
        for card in range(suit * rules.num_ranks, (suit + 1) * rules.num_ranks):
            _fill_thermometer(vector, position, view.discards[card])
            position += rules.copies[card]


@kernel
def _encode_last_action(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    rules = view.rules
    action = int(view.last_action)
    kind = action_kind(rules, action)
    actor = int(view.last_seat)
    vector[layout.last_seat + _offset_of(view, actor)] = 1
    if kind > PLAY:
        vector[layout.last_kind + kind] = 1
        target = (actor + hint_offset(rules, action)) % rules.num_players
        vector[layout.last_target + _offset_of(view, target)] = 1
        value = hint_value(rules, action)
        if value < rules.num_colors:
            vector[layout.last_color + value] = 1
        else:
            vector[layout.last_rank + value - rules.num_colors] = 1
        for slot in range(rules.hand_size):
            vector[layout.last_touched + slot] = (view.last_touched >> slot) & 1
        return
    # HLE's move types run play, discard; its action ids the other way round.
    vector[layout.last_kind + (1 if kind == DISCARD else 0)] = 1
    vector[layout.last_slot + action_slot(rules, action)] = 1
    vector[layout.last_card + view.last_card] = 1
    vector[layout.last_scored] = view.last_scored
    vector[layout.last_gained_token] = view.last_gained_token


@kernel
def _encode_knowledge(vector: NDArray[Any], view: View, layout: LayoutRow) -> None:
    """For each slot: cards that are possible, hinted colors, hinted ranks, one after another."""
    rules = view.rules
    stride, start = int(layout.knowledge_stride), int(layout.possible)
    for offset in range(rules.num_players):
        seat = _seat_from(view, offset)
        for slot in range(rules.hand_size):
            # An empty slot allows nothing and was told nothing: all zeros.
            hinted = int(view.hinted[seat, slot]) << int(rules.num_cards)
            bits = int(view.possible[seat, slot]) | hinted
            part = vector[start : start + stride]
            for entry in range(stride):
                part[entry] = (bits >> entry) & 1
            start += stride
