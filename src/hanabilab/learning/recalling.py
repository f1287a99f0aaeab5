"""Kernels that play a game again as its seat to act saw it, for networks that remember.

A network's memory follows from what its seat has observed. So it is never stored with the game: it
is looked up under a key of the seat's history, or computed anew from the deal.

Shapes: G games, N entries of an observation, K turns of a seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, inlined_kernel, kernel
from hanabilab.game.actions import action_kind
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.dealing import deal
from hanabilab.game.encoding import encode
from hanabilab.game.engine import apply_action
from hanabilab.game.layout import LayoutRow
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.state import State
from hanabilab.game.view import View, look

_FIRST = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))
_TIMES = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFT = np.uint64(29)


class Waiting(NamedTuple):
    """Games that wait, as their seats to act know them; the arrays of `agents.policy.Turns`.

    Attributes:
        views: [G] VIEW rows.
        known_decks: [G, MAX_DECK].
        actions: [G, most turns].
    """

    views: NDArray[Any]
    known_decks: NDArray[np.int16]
    actions: NDArray[np.int16]


class Table(NamedTuple):
    """Room to play one game again: [1] STATE and [1] VIEW rows with the rules set."""

    states: NDArray[Any]
    views: NDArray[Any]


@inlined_kernel
def _stir(key: NDArray[np.uint64], event: int) -> None:
    """Take an event into a key of 128 bits: two streams of multiplication and shift."""
    for half in range(2):
        mixed = (key[half] ^ np.uint64(event + 1)) * _TIMES[half]
        key[half] = mixed ^ (mixed >> _SHIFT)


@inlined_kernel
def _fit_deck(state: State, view: View, known_deck: NDArray[np.int16]) -> None:
    """Write a deck under which all hints come out as they were.

    An own card may be any that the hints leave: hints of colors and ranks touch all of these alike.
    """
    copy_into(state.deck, known_deck)
    for index in range(state.rules.deck_size):
        if state.deck[index] == UNKNOWN_CARD:
            state.deck[index] = 0
    for slot in range(state.rules.hand_size):
        index, card = view.deck_index[view.seat, slot], 0
        if index >= 0:
            while (int(view.possible[view.seat, slot]) >> card) & 1 == 0:
                card += 1
            state.deck[index] = card


@inlined_kernel
def _take(key: NDArray[np.uint64], state: State, action: int, seat: int) -> None:
    """Take an action, and take what `seat` learns by it into its key."""
    actor, drawn = int(state.current_seat), int(state.deck_drawn)
    _stir(key, action)
    kind = action_kind(state.rules, action)
    apply_action(state, action)
    if kind <= PLAY:
        _stir(key, state.last_card)
        if actor != seat and state.deck_drawn > drawn:
            _stir(key, state.deck[drawn])
    else:  # of a hint to its own hand, a seat learns the slots; no card that it sees tells them
        _stir(key, state.last_touched)


@kernel
def fill_keys(keys: NDArray[np.uint64], waiting: Waiting, table: Table) -> None:
    """Fill `keys` [G, 2, 2]: of what each seat has observed up to its last turn, and up to now.

    The first is zero if the seat has not had a turn. Seats are told apart.
    """
    state = table.states[0]
    for row in range(len(keys)):
        view = waiting.views[row]
        seat, turns, key = int(view.seat), int(view.turn), keys[row, 1]
        players = state.rules.num_players
        _fit_deck(state, view, waiting.known_decks[row])
        deal(state)
        key[0], key[1] = _FIRST
        keys[row, 0] = 0
        _stir(key, seat)
        for other in range(players):
            for slot in range(state.rules.hand_size):
                if other != seat:
                    _stir(key, state.hands[other, slot])
        for turn in range(turns):
            if turn == turns - players:
                copy_into(keys[row, 0], key)
            _take(key, state, waiting.actions[row, turn], seat)


@kernel
def fill_now(observations: NDArray[Any], views: NDArray[Any], layout: LayoutRow) -> None:
    """Fill `observations` [G, N] with what each view observes."""
    for row in range(len(views)):
        encode(observations[row], views[row], layout)


@kernel
def fill_earlier(
    observations: NDArray[Any], waiting: Waiting, row: int, table: Table, layout: LayoutRow
) -> int:
    """Write what the seat of a game observed at its turns before this.

    Args:
        observations: [K, N] filled, the first turn first; there must be room for all.
        waiting: games that wait.
        row: which of them.
        table: room to play it again.
        layout: LAYOUT row of an observation.

    Returns:
        How many there were.
    """
    state, look_at, view = table.states[0], table.views[0], waiting.views[row]
    seat, count = int(view.seat), 0
    _fit_deck(state, view, waiting.known_decks[row])
    deal(state)
    for turn in range(int(view.turn)):
        if state.current_seat == seat:
            look(look_at, state, seat)
            encode(observations[count], look_at, layout)
            count += 1
        apply_action(state, waiting.actions[row, turn])
    return count
