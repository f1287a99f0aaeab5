"""Action ids, and which of them are legal.

Ids are HLE's: discards by slot, plays by slot, color hints by (target offset, color), rank hints
by (target offset, rank). An offset counts seats to the left of the actor, 1 to num_players - 1.
Kernels take a STATE or a VIEW row alike: the actor sees every hand that a hint could be for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD, Table
from hanabilab.game.rules import RuleTables

__all__ = [
    "COLOR_HINT",
    "DISCARD",
    "NO_ACTION",
    "PLAY",
    "RANK_HINT",
    "action_kind",
    "action_slot",
    "discard_action",
    "fill_legal",
    "hint_action",
    "hint_offset",
    "hint_value",
    "hint_values_for",
    "is_legal",
    "play_action",
    "seat_at",
]

#: Kinds of action, in the order of their ids.
DISCARD, PLAY, COLOR_HINT, RANK_HINT = range(4)
#: In place of an action id: none yet.
NO_ACTION = -1


@kernel
def discard_action(rules: RuleTables, slot: int) -> int:  # noqa: ARG001  # one form for all kinds
    """The id of discarding the card in `slot`."""
    return slot


@kernel
def play_action(rules: RuleTables, slot: int) -> int:
    """The id of playing the card in `slot`."""
    return rules.hand_size + slot


@kernel
def hint_action(rules: RuleTables, offset: int, value: int) -> int:
    """The id of hinting `value` (see `RuleTables`) to the seat `offset` to the left."""
    colors, ranks = rules.num_suits, rules.num_ranks
    first = 2 * rules.hand_size
    if value < colors:
        return first + (offset - 1) * colors + value
    return first + (rules.num_players - 1) * colors + (offset - 1) * ranks + value - colors


@kernel
def action_kind(rules: RuleTables, action: int) -> int:
    """DISCARD, PLAY, COLOR_HINT or RANK_HINT."""
    if action < rules.hand_size:
        return DISCARD
    if action < 2 * rules.hand_size:
        return PLAY
    if action < 2 * rules.hand_size + (rules.num_players - 1) * rules.num_suits:
        return COLOR_HINT
    return RANK_HINT


@kernel
def action_slot(rules: RuleTables, action: int) -> int:
    """The slot of a play or discard."""
    return action if action < rules.hand_size else action - rules.hand_size


@kernel
def hint_offset(rules: RuleTables, action: int) -> int:
    """Seats to the left of the actor that a hint goes to."""
    index = action - 2 * rules.hand_size
    num_color_hints = (rules.num_players - 1) * rules.num_suits
    if index < num_color_hints:
        return index // rules.num_suits + 1
    return (index - num_color_hints) // rules.num_ranks + 1


@kernel
def hint_value(rules: RuleTables, action: int) -> int:
    """What a hint says: 0..num_suits-1 a color, num_suits + rank - 1 a rank."""
    index = action - 2 * rules.hand_size
    num_color_hints = (rules.num_players - 1) * rules.num_suits
    if index < num_color_hints:
        return index % rules.num_suits
    return rules.num_suits + (index - num_color_hints) % rules.num_ranks


@kernel
def seat_at(table: Table, offset: int) -> int:
    """The absolute seat `offset` places to the left of the seat to act, 0 <= offset < players."""
    seat = table.current_seat + offset
    return seat - table.rules.num_players if seat >= table.rules.num_players else seat


@kernel
def hint_values_for(table: Table, target: int) -> int:
    """Bit set of the hint values that touch at least one card of seat `target`."""
    rules = table.rules
    values = 0
    for slot in range(rules.hand_size):
        card = table.hands[target, slot]
        if card != NO_CARD:
            values |= rules.touched_by[card]
    return values


@kernel
def is_legal(table: Table, action: int) -> bool:
    """Whether the seat to act may take `action`, any integer; the game must be running."""
    rules = table.rules
    if action < 0 or action >= rules.num_actions:
        return False
    kind = action_kind(rules, action)
    if kind <= PLAY:
        held = table.hands[table.current_seat, action_slot(rules, action)] != NO_CARD
        return held and (kind == PLAY or table.information_tokens < rules.max_information_tokens)
    if table.information_tokens == 0:
        return False
    target = seat_at(table, hint_offset(rules, action))
    return (hint_values_for(table, target) >> hint_value(rules, action)) & 1 != 0


@kernel
def fill_legal(legal: NDArray[np.bool_], table: Table) -> None:
    """Write into `legal` [num_actions] which actions the seat to act may take."""
    rules = table.rules
    legal[:] = False
    may_discard = table.information_tokens < rules.max_information_tokens
    for slot in range(rules.hand_size):
        if table.hands[table.current_seat, slot] != NO_CARD:
            legal[play_action(rules, slot)] = True
            legal[discard_action(rules, slot)] = may_discard
    if table.information_tokens == 0:
        return
    for offset in range(1, rules.num_players):
        values = hint_values_for(table, seat_at(table, offset))
        for value in range(rules.num_hint_values):
            if (values >> value) & 1:
                legal[hint_action(rules, offset, value)] = True
