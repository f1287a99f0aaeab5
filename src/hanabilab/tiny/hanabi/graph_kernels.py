"""The states of a small game for two, found by playing every action with every card to draw.

A state is kept as a *row*: the actor's hand, the partner's, fireworks, discards, information and
life tokens, turns left. The rest of the game depends on nothing else, because hints change only
what the players believe. The engine makes all rules: a row becomes a STATE, and the STATE after an
action becomes a row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_shared_fields, kernel
from hanabilab.game.actions import is_legal
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import count_cards
from hanabilab.game.engine import apply_action, score
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import PLAY, RuleTables
from hanabilab.game.state import RUNNING, State
from hanabilab.tiny.hanabi.hashing import EMPTY, first_slot, hash_row, next_slot

#: How many states and edges there are.
COUNTS = np.dtype((Record, np.dtype([("states", np.int64), ("edges", np.int64)])))
#: In `observed`: the action is illegal in this state.
ILLEGAL = -1
#: In `scores`: the action does not end the game.
GOES_ON = -1


class Growing(NamedTuple):
    """The graph while it grows; capacities are larger than what is used."""

    rows: NDArray[np.int8]  # [state, width]
    table: NDArray[np.int32]  # rows by content, see `hashing`
    observed: NDArray[np.int8]  # [state, action] what both see of it, or ILLEGAL
    scores: NDArray[np.int8]  # [state, action] the final score, or GOES_ON
    edges: NDArray[np.int32]  # [state * actions + action] where its successors begin
    successors: NDArray[np.int32]  # [edge] state id
    counts: Any  # COUNTS record
    rest: NDArray[np.int64]  # [card] scratch: copies in the deck


@kernel
def row_width(rules: RuleTables) -> int:
    """Length of a row."""
    return 2 * rules.hand_size + rules.num_suits + rules.num_cards + 3


@kernel
def _store(row: NDArray[np.int8], state: State) -> None:
    rules = state.rules
    place = 0
    for offset in range(2):
        seat = state.current_seat ^ offset
        for slot in range(rules.hand_size):
            row[place] = state.hands[seat, slot]
            place += 1
    for suit in range(rules.num_suits):
        row[place] = state.fireworks[suit]
        place += 1
    for card in range(rules.num_cards):
        row[place] = state.discards[card]
        place += 1
    row[place] = state.information_tokens
    row[place + 1] = state.life_tokens
    row[place + 2] = state.turns_left


@kernel
def _load(state: State, row: NDArray[np.int8], rest: NDArray[np.int64]) -> None:
    """Make `state` the state of `row` with seat 0 to act, and `rest` the copies undrawn."""
    rules = state.rules
    size = int(rules.hand_size)
    place = 2 * size
    state.current_seat = 0
    state.status = RUNNING
    state.points = 0
    for suit in range(rules.num_suits):
        state.fireworks[suit] = row[place]
        state.points += state.fireworks[suit]
        place += 1
    drawn = int(state.points)
    for card in range(rules.num_cards):
        state.discards[card] = row[place]
        played = state.fireworks[rules.suit_of[card]] > rules.rank_of[card]
        rest[card] = rules.copies[card] - row[place] - played
        drawn += row[place]
        place += 1
    for index in range(2 * size):
        card = int(row[index])
        state.hands[index // size, index % size] = card
        if card != NO_CARD:
            rest[card] -= 1
            drawn += 1
    state.deck_drawn = drawn
    state.information_tokens = row[place]
    state.life_tokens = row[place + 1]
    state.turns_left = row[place + 2]
    count_cards(state)


@kernel
def _find_slot(growing: Growing, row: NDArray[np.int8]) -> int:
    """The slot of the table that holds `row`, or where it should be put."""
    slot = first_slot(growing.table, hash_row(row))
    while growing.table[slot] != EMPTY:
        if _is_row(growing, growing.table[slot], row):
            break
        slot = next_slot(growing.table, slot)
    return slot


@kernel
def _is_row(growing: Growing, index: int, row: NDArray[np.int8]) -> bool:
    for place in range(row.size):  # noqa: SIM110  # Numba has no generators here
        if growing.rows[index, place] != row[place]:
            return False
    return True


@kernel
def add_row(growing: Growing) -> int:
    """The id of the row written behind the last state: an old state's, or a new one's."""
    index = growing.counts.states
    slot = _find_slot(growing, growing.rows[index])
    if growing.table[slot] == EMPTY:
        growing.table[slot] = index
        growing.counts.states += 1
    return growing.table[slot]


@kernel
def rehash(growing: Growing) -> None:
    """Fill the empty table with all rows."""
    for index in range(growing.counts.states):
        growing.table[_find_slot(growing, growing.rows[index])] = index


@kernel
def expand(growing: Growing, state: State, after: State, first: int, last: int) -> None:
    """Take every action in the states `first` to `last` - 1; the next to be taken in is `first`.

    `state` and `after` are scratch with their rules filled in. The capacity must hold all that
    can come: for every state and action as many successors as there are cards.

    Args:
        growing: the graph; changed.
        state: STATE row, scratch.
        after: STATE row, scratch.
        first: number of a state.
        last: number of the state after the last one.
    """
    actions = int(state.rules.num_actions)
    for index in range(first, last):
        _load(state, growing.rows[index], growing.rest)
        for action in range(actions):
            growing.edges[index * actions + action] = growing.counts.edges
            growing.observed[index, action] = ILLEGAL
            growing.scores[index, action] = GOES_ON
            if is_legal(state, action):
                _follow(growing, state, after, index, action)
        growing.edges[(index + 1) * actions] = growing.counts.edges


@kernel
def _follow(growing: Growing, state: State, after: State, index: int, action: int) -> None:
    """Take a legal action, once for each card that may be drawn then."""
    rules = state.rules
    uses = rules.action_kind[action] <= PLAY
    draws = uses and state.deck_drawn < rules.deck_size
    for card in range(rules.num_cards if draws else 1):
        if draws:
            if growing.rest[card] == 0:
                continue
            state.deck[state.deck_drawn] = card
        copy_shared_fields(after, state)
        apply_action(after, action)
        growing.observed[index, action] = after.last_card if uses else after.last_touched
        if after.status != RUNNING:
            growing.scores[index, action] = score(after)
            return
        _store(growing.rows[growing.counts.states], after)
        growing.successors[growing.counts.edges] = add_row(growing)
        growing.counts.edges += 1


@kernel
def count_orders(orders: NDArray[np.int64], growing: Growing, state: State, count: int) -> None:
    """Fill `orders` [state]: in how many orders the cards of the deck can still come."""
    for index in range(count):
        _load(state, growing.rows[index], growing.rest)
        ways, cards = 1, 0
        for card in range(state.rules.num_cards):
            for copy in range(growing.rest[card]):
                cards += 1
                ways = ways * cards // (copy + 1)
        orders[index] = ways


@kernel
def fill_full_information(
    gains: NDArray[np.int64],
    best: NDArray[np.int64],
    growing: Growing,
    orders: NDArray[np.int64],
    by_depth: NDArray[np.int64],
) -> None:
    """What each action and state is worth if all hands lie open from now on.

    Args:
        gains: [state, action] points, summed over the orders of the deck; -1 if illegal.
        best: [state] the largest of them.
        growing: the whole graph.
        orders: [state] from `count_orders`.
        by_depth: states in an order in which successors come first.
    """
    actions = gains.shape[1]
    for index in by_depth:
        best[index] = 0
        for action in range(actions):
            gains[index, action] = -1
            if growing.observed[index, action] == ILLEGAL:
                continue
            gain = 0
            if growing.scores[index, action] != GOES_ON:
                gain = orders[index] * growing.scores[index, action]
            edge = index * actions + action
            for place in range(growing.edges[edge], growing.edges[edge + 1]):
                gain += best[growing.successors[place]]
            gains[index, action] = gain
            best[index] = max(best[index], gain)


@kernel
def find_rows(ids: NDArray[np.int32], growing: Growing, rows: NDArray[np.int8]) -> None:
    """Fill `ids` with the states of `rows` [row, width]; EMPTY where there is no such state."""
    for index in range(rows.shape[0]):
        ids[index] = growing.table[_find_slot(growing, rows[index])]
