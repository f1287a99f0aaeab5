"""Kernels below HLE's states: the engine's game, in which chance deals one card at a time.

Python calls them for single moves, so they take arrays and numbers, which cost least.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import fill_legal, hint_offset, hint_value, is_legal, seat_at
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import deal, draw_card
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_action
from hanabilab.game.layout import LayoutRow
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.state import State
from hanabilab.game.view import look

#: What `take` tells of the table after an action, and of the action itself: `TOLD` numbers. A card
#: is NO_CARD after a hint; touched and newly told slots are bit sets.
STATUS, SEAT, TOKENS, LIVES, POINTS, WAITS, PLAYER, CARD, SCORED, GAINED, TOUCHED, NEWS = range(12)
TOLD = 12

#: What `describe` tells of each slot: the card (UNKNOWN_CARD, NO_CARD), the hinted color and rank
#: (-1 for none), bit sets of the colors and ranks that hints leave.
SLOT_CARD, SLOT_COLOR, SLOT_RANK, SLOT_COLORS, SLOT_RANKS = range(5)
SLOT_FACTS = 5


@kernel
def begin(states: NDArray[Any]) -> None:
    """The table before anything is dealt."""
    state = states[0]
    for index in range(state.rules.deck_size):
        state.deck[index] = state.rules.sorted_deck[index]
    deal(state)
    for seat in range(state.rules.num_players):
        for slot in range(state.rules.hand_size):
            _empty(state, seat, slot)
    state.deck_drawn = 0


@kernel
def hand_out(states: NDArray[Any], what: int, revealed: bool) -> None:
    """Deal a card; `revealed` as HLE's seers know it, as if it had been hinted in full.

    Args:
        states: [1], changed in place.
        what: (card * 8 + seat) * 8 + slot, one number, since each argument from Python costs.
        revealed: whether hints are to tell all of it.
    """
    state = states[0]
    card, seat, slot = what >> 6, (what >> 3) & 7, what & 7
    state.deck[state.deck_drawn] = card
    draw_card(state.rules, state, seat, slot)
    if revealed:
        state.possible[seat, slot] = 1 << card
        state.hinted[seat, slot] = state.rules.touched_by[card]


@kernel
def legal_bits(states: NDArray[Any], legal: NDArray[np.bool_]) -> int:
    """Bit set of the actions that the seat to act may take; `legal` [A] is scratch."""
    fill_legal(legal, states[0])
    bits = 0
    for action in range(len(legal)):
        bits |= int(legal[action]) << action
    return bits


@kernel
def may_take(states: NDArray[Any], action: int) -> bool:
    """Whether the seat to act may take `action`."""
    return is_legal(states[0], action)


@kernel
def take(states: NDArray[Any], action: int, told: NDArray[np.int64]) -> bool:
    """Take an action, leave the slot of a card that is to be dealt empty, and fill `told`.

    Returns:
        Whether the action was legal; else nothing has changed.
    """
    state = states[0]
    news = _news(state, action) if is_legal(state, action) else 0
    seat = int(state.current_seat)
    drawn = int(state.deck_drawn)
    if not apply_action(state, action):
        return False
    waits = state.deck_drawn > drawn
    if waits:
        _empty(state, seat, state.rules.hand_size - 1)
        state.deck_drawn = drawn
    _tell(told, state)
    told[WAITS], told[PLAYER], told[CARD] = waits, seat, state.last_card
    told[SCORED] = state.last_scored
    # To HLE, a discard gains its token as a completed color does.
    discards = state.rules.action_kind[action] == DISCARD
    told[GAINED] = 1 if discards else state.last_gained_token
    told[TOUCHED], told[NEWS] = state.last_touched, news & state.last_touched
    return True


@kernel
def _tell(told: NDArray[np.int64], state: State) -> None:
    told[STATUS], told[SEAT] = state.status, state.current_seat
    told[TOKENS], told[LIVES], told[POINTS] = (
        state.information_tokens,
        state.life_tokens,
        state.points,
    )


@kernel
def read(told: NDArray[np.int64], states: NDArray[Any]) -> None:
    """Fill `told` of a table on which nothing has been done."""
    told[:] = 0
    _tell(told, states[0])


@kernel
def _news(state: State, action: int) -> int:
    """Bit set of the slots of a hint's target that have not been hinted this value."""
    if state.rules.action_kind[action] <= PLAY:
        return 0
    target, value = (
        seat_at(state, hint_offset(state.rules, action)),
        hint_value(state.rules, action),
    )
    news = 0
    for slot in range(state.rules.hand_size):
        news |= (1 - ((state.hinted[target, slot] >> value) & 1)) << slot
    return news


@kernel
def _empty(state: State, seat: int, slot: int) -> None:
    state.hands[seat, slot] = NO_CARD
    state.possible[seat, slot] = 0
    state.hinted[seat, slot] = 0
    state.deck_index[seat, slot] = -1


@kernel
def see(views: NDArray[Any], states: NDArray[Any], seat: int) -> None:
    """Fill a VIEW row with what `seat` sees."""
    look(views[0], states[0], seat)


@kernel
def encode_one(vector: NDArray[np.int64], views: NDArray[Any], layouts: NDArray[Any]) -> None:
    """Fill `vector` [N] from a VIEW row and a LAYOUT row."""
    layout: LayoutRow = layouts[0]
    encode(vector, views[0], layout)


@kernel
def describe(facts: NDArray[np.int64], rows: NDArray[Any], first: int) -> None:
    """Fill `facts` [players, hand_size, 5] of a STATE or VIEW row, from the seat `first` on."""
    row = rows[0]
    rules = row.rules
    for offset in range(rules.num_players):
        seat = (first + offset) % rules.num_players
        for slot in range(rules.hand_size):
            _describe_card(facts[offset, slot], row, seat, slot)


@kernel
def _describe_card(fact: NDArray[np.int64], row: State, seat: int, slot: int) -> None:
    rules = row.rules
    suits, ranks = int(rules.num_suits), int(rules.num_ranks)
    hinted, possible = int(row.hinted[seat, slot]), int(row.possible[seat, slot])
    fact[SLOT_CARD] = row.hands[seat, slot]
    fact[SLOT_COLOR] = fact[SLOT_RANK] = -1
    fact[SLOT_COLORS] = fact[SLOT_RANKS] = 0
    for suit in range(suits):
        if (hinted >> suit) & 1:
            fact[SLOT_COLOR] = suit
        left = (possible >> (suit * ranks)) & ((1 << ranks) - 1)
        fact[SLOT_RANKS] |= left
        fact[SLOT_COLORS] |= (1 if left else 0) << suit
    for rank in range(ranks):
        if (hinted >> (suits + rank)) & 1:
            fact[SLOT_RANK] = rank
