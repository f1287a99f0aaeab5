"""A position as a seat knows it that does not see its hand: all hands that it may hold. Kernels.

The seat knows how often it has come to its position with each hand, in *ways*: cards that look
alike are told apart here, so all ways are equally likely, and times the orders of the deck they are
all worlds.

Useless cards can be merged: the seat then makes no use of which they are, nor of which slots a hint
has touched. What it reaches that way it can reach in any case.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.beliefs.hand_range import EMPTY, card_at, with_card
from hanabilab.game.actions import is_legal, seat_after
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_HAND, PLAY
from hanabilab.search.endgame.nodes import Task, cards_left, draws, step, ways_to_draw
from hanabilab.search.endgame.open_hands import open_bounds

#: Places of `Seat.used`: hands of positions looked into; whether any choice was left out.
LOOKED, CUT = range(2)


class Seat(NamedTuple):
    """What one search for a seat works on. D: the longest line, and one more; N: hands at most."""

    task: Task  # the same position with open hands
    merges: bool  # whether the seat takes useless cards to be all alike
    may_wait: bool  # whether the seats can keep their points, if they play no card any more
    seat: int  # who does not see its hand
    packed: NDArray[np.int64]  # [D, N] hands that the seat may hold, packed
    ways: NDArray[np.int64]  # [D, N] in which the seat has come to hold each
    actions: NDArray[np.int64]  # [D, N] what the seat to act does if it is held
    unseen: NDArray[np.int64]  # [D, MAX_CARDS] copies in the deck and the hand of the seat
    ceilings: NDArray[np.int64]  # [D, A] what each action may be worth, of the seat
    width: int  # actions of the seat that are looked into, at most, at each later turn
    tries: int  # ways to let the others' actions depend on the hand that are all tried, at most
    limit: int  # of hands of positions looked into
    used: NDArray[np.int64]  # [2]


@kernel
def load(at: Seat, depth: int, index: int) -> None:
    """Put a hand of the seat into the position, and what is left of its cards into the deck."""
    hand, deck = at.task.states[depth].hands[at.seat], at.task.deck[depth]
    copy_into(deck, at.unseen[depth])
    for slot in range(MAX_HAND):
        card = card_at(at.packed[depth, index], slot)
        hand[slot] = NO_CARD if card == EMPTY else card
        if card != EMPTY:
            deck[card] -= 1


@kernel
def open_value(at: Seat, depth: int, index: int, action: int) -> tuple[int, int]:
    """Bounds on what an action is worth if the seat holds a hand and all hands are open now.

    As often as there are ways; `action` may be BEST.
    """
    load(at, depth, index)
    ways = at.ways[depth, index]
    low, high = open_bounds(at.task, depth, np.int64(action), np.int64(-1))  # type: ignore[arg-type]
    return ways * low, ways * high


@kernel
def acts_again(at: Seat, depth: int) -> bool:
    """Whether the seat may still have a turn: else nothing that it learns can matter."""
    state = at.task.states[depth]
    rules = state.rules
    if rules.all_or_nothing or cards_left(at.task, depth) > 0:
        return True
    turns = (at.seat - state.current_seat) % rules.num_players
    return bool(turns < state.turns_left)


@kernel
def acts_afterwards(at: Seat, depth: int) -> bool:
    """Whether the seat, which is to act, may have another turn after this one."""
    return at.task.states[depth].rules.all_or_nothing or cards_left(at.task, depth) > 0


@kernel
def may_signal(at: Seat, depth: int, index: int, action: int) -> bool:
    """Whether another seat can take an action if the seat holds a hand.

    With useless cards merged, a hint for the seat needs a useful card: the others may not be there.
    """
    load(at, depth, index)
    state = at.task.states[depth]
    if not is_legal(state, action):
        return False
    if not at.merges or not tells_seat(at, depth, action):
        return True
    value = state.rules.action_value[action]
    touched = (state.rules.empty_hints >> value) & 1 != 0
    for slot in range(state.rules.hand_size):
        card = card_at(at.packed[depth, index], slot)
        if card != EMPTY and not (state.useless >> card) & 1:
            touched |= (state.rules.touches[value] >> card) & 1 != 0
    return touched


@kernel
def tells_seat(at: Seat, depth: int, action: int) -> bool:
    """Whether an action is a hint for the seat."""
    state = at.task.states[depth]
    rules = state.rules
    if rules.action_kind[action] <= PLAY:
        return False
    return bool(seat_after(rules, state.current_seat, rules.action_place[action]) == at.seat)


# --- What the seat sees of an action --------------------------------------------------------------


@kernel
def uses_own(at: Seat, depth: int, action: int) -> bool:
    """Whether an action shows the seat a card of its own hand."""
    state = at.task.states[depth]
    rules = state.rules
    own = state.current_seat == at.seat and rules.action_kind[action] <= PLAY
    return bool(own and rules.action_place[action] < rules.hand_size)


@kernel
def shows_draw(at: Seat, depth: int, action: int) -> bool:
    """Whether the seat sees the card that leaves the deck."""
    return draws(at.task, depth, action) and not uses_own(at, depth, action)


@kernel
def mark_of(at: Seat, depth: int, index: int, action: int) -> int:
    """What an action shows the seat of its hand: the card, or the slots touched; else 0."""
    state, packed = at.task.states[depth], at.packed[depth, index]
    if uses_own(at, depth, action):
        card = card_at(packed, int(state.rules.action_place[action]))
        merged = at.merges and (state.useless >> card) & 1 != 0
        return _useless_unseen(at, depth, 0, 1) if merged else card
    if at.merges or not tells_seat(at, depth, action):
        return 0
    touched = 0
    for slot in range(state.rules.hand_size):
        card = card_at(packed, slot)
        touches = state.rules.touches[state.rules.action_value[action]]
        touched |= int(card != EMPTY and (touches >> card) & 1 != 0) << slot
    return touched


@kernel
def marks_of(at: Seat, depth: int, count: int, action: int) -> np.uint64:
    """Bit set of all that an action may show the seat of its hand."""
    marks = np.uint64(0)
    for index in range(count):
        if at.actions[depth, index] == action:
            marks |= np.uint64(1) << np.uint64(mark_of(at, depth, index, action))
    return marks


@kernel
def _useless_unseen(at: Seat, depth: int, start: int, by: int) -> int:
    """The first useless card, from `start` on, of which a copy is unseen."""
    useless, card = at.task.states[depth].useless, start
    while not (useless >> card) & 1 or at.unseen[depth, card] <= 0:
        card += by
    return card


@kernel
def ways_to_see(at: Seat, depth: int, card: int) -> int:
    """Copies of `card` in the deck of the hand loaded; merged ones count with the last of them."""
    useless = at.task.states[depth].useless
    if not at.merges or not (useless >> card) & 1:
        return int(at.task.deck[depth, card])
    ways = 0
    for other in range(at.task.states[depth].rules.num_cards):
        if (useless >> other) & 1:
            if other > card and at.unseen[depth, other] > 0:
                return 0
            ways += at.task.deck[depth, other]
    return ways if at.unseen[depth, card] > 0 else 0


@kernel
def follow(at: Seat, depth: int, count: int, action: int, mark: int, drawn: int) -> int:
    """The position after an action that shows the seat `mark` and `drawn`, one deeper.

    Args:
        at: changed one deeper.
        depth: of the position before.
        count: hands there; those for which `actions` has another action are left out.
        action: that is taken.
        mark: of `mark_of`.
        drawn: the card that the seat sees leave the deck; NO_CARD if it sees none.

    Returns:
        How many hands are possible there; 0 if none is; -1 if there are more than fit.
    """
    first, kept = -1, 0
    for index in range(count):
        if at.actions[depth, index] == action and mark_of(at, depth, index, action) == mark:
            load(at, depth, index)
            ways = 1 if drawn == NO_CARD else ways_to_see(at, depth, drawn)
            if ways > 0:
                first = index if first < 0 else first
                kept = _add_hands(at, depth, index, action, ways, kept)
            if kept < 0:
                return -1
    if kept:
        _step_as(at, depth, first, action, mark, drawn)
        _merge_useless(at, depth + 1, kept)
    return kept


@kernel
def _add_hands(at: Seat, depth: int, index: int, action: int, ways: int, kept: int) -> int:
    """Add what becomes of the hand loaded, one deeper; how many hands are there then, or -1."""
    packed, ways = at.packed[depth, index], ways * at.ways[depth, index]
    own = uses_own(at, depth, action)
    unknown = own and draws(at.task, depth, action)
    state = at.task.states[depth]
    for card in range(state.rules.num_cards if unknown else 1):
        more = _ways_to_get(at, depth, card) if unknown else 1
        if more == 0:
            continue
        if kept == at.packed.shape[1]:
            return -1
        new = int(packed)
        if own:
            new = _without(at, depth, new, action, card if unknown else EMPTY)
        at.packed[depth + 1, kept] = new
        at.ways[depth + 1, kept] = ways * more
        kept += 1
    return kept


@kernel
def _ways_to_get(at: Seat, depth: int, card: int) -> int:
    """Copies of `card` in the deck of the hand loaded; merged ones count with the first of them."""
    if at.merges:
        return ways_to_draw(at.task, depth, card)
    return int(at.task.deck[depth, card])


@kernel
def _without(at: Seat, depth: int, packed: int, action: int, card: int) -> int:
    """A hand after a card of it is used, and `card` drawn, or EMPTY, as the engine moves cards."""
    rules = at.task.states[depth].rules
    slot, last = int(rules.action_place[action]), int(rules.hand_size) - 1
    if rules.draw_slot == DRAW_NEWEST:
        for place in range(slot, last):
            packed = with_card(packed, place, card_at(packed, place + 1))
        slot = last
    return with_card(packed, slot, card)


@kernel
def _step_as(at: Seat, depth: int, index: int, action: int, mark: int, drawn: int) -> None:
    """Let the game go on with one of the hands; what everybody sees is the same with each."""
    task, state = at.task, at.task.states[depth]
    load(at, depth, index)
    copy_into(at.unseen[depth + 1], at.unseen[depth])
    card = drawn
    if uses_own(at, depth, action):
        state.hands[at.seat, state.rules.action_place[action]] = mark
        at.unseen[depth + 1, mark] -= 1
        if draws(task, depth, action):
            card = 0
            while task.deck[depth, card] <= 0:
                card += 1
    if drawn != NO_CARD:
        at.unseen[depth + 1, drawn] -= 1
    step(task, depth, action, card)


@kernel
def _merge_useless(at: Seat, depth: int, count: int) -> None:
    """Let hands that differ in useless cards alone have the same: the first ones, in order."""
    if not at.merges:
        return
    useless = at.task.states[depth].useless
    for index in range(count):
        packed, card, used = int(at.packed[depth, index]), -1, 0
        for slot in range(at.task.states[depth].rules.hand_size):
            held = card_at(packed, slot)
            if held == EMPTY or not (useless >> held) & 1:
                continue
            if card < 0 or used == at.unseen[depth, card]:
                card, used = _useless_unseen(at, depth, card + 1, 1), 0
            packed, used = with_card(packed, slot, card), used + 1
        at.packed[depth, index] = packed


@kernel
def merge_useless(at: Seat, count: int) -> None:
    """`_merge_useless` of the first position."""
    _merge_useless(at, 0, count)
