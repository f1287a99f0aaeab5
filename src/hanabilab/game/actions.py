"""Action ids, and which of them are legal.

Ids are HLE's: discards by slot, plays by slot, color hints by (target offset, color), rank hints
by (target offset, rank). An offset counts seats to the left of the actor, 1 to num_players - 1.
Kernels take a STATE or a VIEW row alike: the actor sees every hand that a hint could be for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.cards import NO_CARD, Table
from hanabilab.game.rule_tables import MAX_HAND, PLAY, RuleTables

#: In place of an action id: none yet.
NO_ACTION = -1
#: In place of an action id: give the game up. For agents whose originals end a game by an error.
FORFEIT = -2


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
    colors = rules.num_colors
    ranks = rules.num_hint_values - colors
    first = 2 * rules.hand_size
    if value < colors:
        return first + (offset - 1) * colors + value
    return first + (rules.num_players - 1) * colors + (offset - 1) * ranks + value - colors


@kernel
def action_kind(rules: RuleTables, action: int) -> int:
    """DISCARD, PLAY, COLOR_HINT or RANK_HINT."""
    return rules.action_kind[action]


@kernel
def action_slot(rules: RuleTables, action: int) -> int:
    """The slot of a play or discard; `hand_size` for a play from the deck."""
    return rules.action_place[action]


@kernel
def hint_offset(rules: RuleTables, action: int) -> int:
    """Seats to the left of the actor that a hint goes to."""
    return rules.action_place[action]


@kernel
def hint_value(rules: RuleTables, action: int) -> int:
    """What a hint says, see `RuleTables`."""
    return rules.action_value[action]


@kernel
def seat_at(table: Table, offset: int) -> int:
    """The absolute seat `offset` places to the left of the seat to act, 0 <= offset < players."""
    return seat_after(table.rules, table.current_seat, offset)


@inlined_kernel
def seat_after(rules: RuleTables, seat: int, offset: int) -> int:
    """The absolute seat `offset` places to the left of `seat`, 0 <= offset < players."""
    seat += offset
    return seat - rules.num_players if seat >= rules.num_players else seat


@kernel
def hint_values_for(table: Table, target: int) -> int:
    """Bit set of the hint values that may be told to seat `target`, if there is a token."""
    rules = table.rules
    values = int(rules.empty_hints)
    for slot in range(rules.hand_size):
        card = table.hands[target, slot]
        if card != NO_CARD:
            values |= rules.touched_by[card]
    return values & ~table.barred_hints


@kernel
def may_use(table: Table, kind: int, slot: int) -> bool:
    """Whether the seat to act may play or discard (`kind`) the card in `slot`."""
    return may_use_by(table.rules, table, kind, slot)


@inlined_kernel
def may_use_by(rules: RuleTables, table: Table, kind: int, slot: int) -> bool:
    """`may_use` by `rules`, which many tables may share."""
    if table.hands[table.current_seat, slot] == NO_CARD:
        return slot == rules.hand_size and table.deck_drawn == rules.deck_size - 1
    return kind == PLAY or table.information_tokens < rules.discards_below


@kernel
def touched_slots(table: Table, target: int, value: int) -> int:
    """Bit set of the slots of seat `target` that the hint `value` touches."""
    return touched_slots_by(table.rules, table, target, value)


@inlined_kernel
def touched_slots_by(rules: RuleTables, table: Table, target: int, value: int) -> int:
    """`touched_slots` by `rules`, which many tables may share."""
    touches = rules.touches[value]
    hand = table.hands[target]
    touched = 0
    for slot in range(MAX_HAND):
        # No branch: the low five bits of what is no card are above those of all cards.
        touched |= ((touches >> (hand[slot] & 31)) & 1) << slot
    return touched


@inlined_kernel
def may_hint_by(rules: RuleTables, table: Table, value: int, touched: int) -> bool:
    """Whether the seat to act may give a hint that touches these slots."""
    if table.information_tokens == 0 or (table.barred_hints >> value) & 1:
        return False
    return touched != 0 or (rules.empty_hints >> value) & 1 != 0


@kernel
def is_legal(table: Table, action: int) -> bool:
    """Whether the seat to act may take `action`, any integer; the game must be running."""
    return is_legal_by(table.rules, table, action)


@inlined_kernel
def is_legal_by(rules: RuleTables, table: Table, action: int) -> bool:
    """`is_legal` by `rules`, which many tables may share."""
    if action < 0 or action >= rules.num_actions:
        return False
    kind, place = rules.action_kind[action], rules.action_place[action]
    if kind <= PLAY:
        return may_use_by(rules, table, kind, place)
    if table.information_tokens == 0:
        return False
    target, value = seat_after(rules, table.current_seat, place), rules.action_value[action]
    return may_hint_by(rules, table, value, touched_slots_by(rules, table, target, value))


@kernel
def fill_legal(legal: NDArray[np.bool_], table: Table) -> None:
    """Write into `legal` [num_actions] which actions the seat to act may take."""
    rules = table.rules
    legal[:] = False
    may_discard = table.information_tokens < rules.discards_below
    for slot in range(rules.hand_size):
        if table.hands[table.current_seat, slot] != NO_CARD:
            legal[play_action(rules, slot)] = True
            legal[discard_action(rules, slot)] = may_discard
    last = rules.num_actions - 1
    if rules.action_kind[last] == PLAY:
        legal[last] = may_use(table, PLAY, rules.action_place[last])
    if table.information_tokens == 0:
        return
    for offset in range(1, rules.num_players):
        values = hint_values_for(table, seat_at(table, offset))
        for value in range(rules.num_hint_values):
            if (values >> value) & 1:
                legal[hint_action(rules, offset, value)] = True
