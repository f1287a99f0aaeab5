"""Kernels below HLE's states: the engine's game, in which chance deals one card at a time.

Python calls them for single moves, so they take arrays and numbers, which cost least.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel, record_in, scratch
from hanabilab.game.actions import fill_legal, hint_offset, hint_value, is_legal, seat_at
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import deal, draw_card
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_action
from hanabilab.game.layout import LayoutRow
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.state import STATE, State
from hanabilab.game.view import look

#: What `take` tells of the table after an action, a byte each.
STATUS, SEAT, TOKENS, LIVES, POINTS = range(5)
#: What it tells of the action, a byte each. The card is NOTHING after a hint; touched and newly
#: told slots are bit sets; WAITS says whether the player waits for a card.
PLAYER, CARD, SCORED, GAINED, TOUCHED, NEWS, WAITS = range(7)
NOTHING = 255
#: Instead of what the table is like: the action was illegal.
ILLEGAL = -1

#: No game here has more actions.
_MOST_ACTIONS = 64

#: What `describe` tells of each slot: the card (UNKNOWN_CARD, NO_CARD), the hinted color and rank
#: (-1 for none), bit sets of the colors and ranks that hints leave.
SLOT_CARD, SLOT_COLOR, SLOT_RANK, SLOT_COLORS, SLOT_RANKS = range(5)
SLOT_FACTS = 5


def lives_of(table: bytes) -> int:
    """Lives left, of the table; past the end of a game they may be below zero."""
    return (table[LIVES] + 128) % 256 - 128


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
def hand_out(memory: NDArray[np.uint8], what: int) -> int:
    """Deal a card.

    A card may be told in full, as if it had been hinted so: to HLE's seers.

    Args:
        memory: the bytes of a STATE row, changed in place. Bytes cost Python less than a record.
        what: ((card * 8 + seat) * 8 + slot) * 2 + whether it is told: each argument costs, too.

    Returns:
        The legal actions, see `_legal_bits`.
    """
    state = record_in(memory, STATE)
    _hand_out(state, what)
    return _legal_bits(state)


@kernel
def hand_out_all(memory: NDArray[np.uint8], cards: NDArray[np.int64]) -> int:
    """Deal several cards, each told as in `hand_out`: one call for the start of a game."""
    state = record_in(memory, STATE)
    for what in cards:
        _hand_out(state, what)
    return _legal_bits(state)


@kernel
def _hand_out(state: State, what: int) -> None:
    card, seat, slot = what >> 7, (what >> 4) & 7, (what >> 1) & 7
    state.deck[state.deck_drawn] = card
    draw_card(state.rules, state, seat, slot)
    if what & 1:
        state.possible[seat, slot] = 1 << card
        state.hinted[seat, slot] = state.rules.touched_by[card]


@kernel
def _legal_bits(state: State) -> int:
    """Bit set of the actions that the seat to act may take."""
    legal: Any = scratch(_MOST_ACTIONS)  # zeros and ones do as well as booleans
    fill_legal(legal, state)
    bits = 0
    for action in range(state.rules.num_actions):
        bits |= int(legal[action]) << action
    return bits


@kernel
def take(memory: NDArray[np.uint8], action: int) -> tuple[int, int, int]:
    """Take an action, and leave the slot of a card that is to be dealt empty.

    Args:
        memory: the bytes of a STATE row, changed in place.
        action: any number.

    Returns:
        The table, what was done, and the legal actions. The table is ILLEGAL if the action was, and
        then nothing has changed.
    """
    state = record_in(memory, STATE)
    news = int(_news(state, action)) if is_legal(state, action) else 0
    seat = int(state.current_seat)
    drawn = int(state.deck_drawn)
    if not apply_action(state, action):
        return ILLEGAL, 0, 0
    waits = 1 if state.deck_drawn > drawn else 0
    if waits:
        _empty(state, seat, state.rules.hand_size - 1)
        state.deck_drawn = drawn
    # To HLE, a discard gains its token as a completed color does.
    discards = state.rules.action_kind[action] == DISCARD
    gained = 1 if discards else int(state.last_gained_token)
    touched = int(state.last_touched)
    card = NOTHING if state.last_card == NO_CARD else int(state.last_card)
    done = _byte(PLAYER, seat) | _byte(CARD, card) | _byte(SCORED, int(state.last_scored))
    done |= _byte(GAINED, gained) | _byte(TOUCHED, touched) | _byte(NEWS, news & touched)
    return _table(state), done | _byte(WAITS, waits), _legal_bits(state)


@kernel
def read(memory: NDArray[np.uint8]) -> int:
    """The table of the bytes of a STATE row."""
    return _table(record_in(memory, STATE))


@kernel
def _table(state: State) -> int:
    """What the table is like."""
    # Past the end of a game lives may fall below zero; a byte has them modulo 256.
    tokens, lives, points = state.information_tokens, state.life_tokens & 255, state.points
    seen = _byte(STATUS, int(state.status)) | _byte(SEAT, int(state.current_seat))
    return seen | _byte(TOKENS, int(tokens)) | _byte(LIVES, int(lives)) | _byte(POINTS, int(points))


@kernel
def _byte(place: int, value: int) -> int:
    """`value` as the byte `place` of a number; NumPy's numbers are to be whole ones of Python."""
    return value << (8 * place)


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
