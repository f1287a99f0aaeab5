"""The start of a game as kernels on a STATE row: decks, the deal, and cards that are drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.game.actions import (
    NO_ACTION,
)
from hanabilab.game.cards import NO_CARD, bit, dead_places
from hanabilab.game.rule_tables import RuleTables
from hanabilab.game.stacks import (
    NUM_STACKS,
    STACK_PLAYED,
    STACKS_UP,
    next_places,
    open_stacks,
    played_places,
)
from hanabilab.game.state import RUNNING, State
from hanabilab.randomness import DECK_STREAM, Rng, draw_below, seed_rng


@kernel
def shuffle(cards: NDArray[np.int16], count: int, rng: Rng) -> None:
    """Put the first `count` cards in random order (Fisher-Yates, from the front)."""
    for index in range(count - 1):
        other = index + draw_below(rng, count - index)
        cards[index], cards[other] = cards[other], cards[index]


@kernel
def fill_deck(deck: NDArray[np.int16], rules: RuleTables, seed: int, game: int, rng: Rng) -> None:
    """Write the deck of (seed, game index) into `deck`; `rng` is scratch.

    Args:
        deck: card ids in the order they are drawn; filled.
        rules: which cards there are.
        seed: of the run.
        game: index of the game.
        rng: scratch.
    """
    copy_into(deck, rules.sorted_deck)
    seed_rng(rng, seed, game, DECK_STREAM)
    shuffle(deck, rules.deck_size, rng)


@kernel
def deal(state: State) -> None:
    """Start the game of `state.rules` and `state.deck`: hands dealt seat by seat, seat 0 first."""
    rules = state.rules
    state.possible[:] = 0
    state.hinted[:] = 0
    state.deck_index[:] = -1
    state.hands[:] = NO_CARD
    state.discards[:] = 0
    state.fireworks[:] = 0
    copy_into(state.left, rules.left_at_start)
    state.playable = rules.playable_at_start
    state.useless = 0
    state.information_tokens = rules.max_information_tokens
    state.token_parts = 0
    state.barred_hints = 0
    state.life_tokens = rules.max_life_tokens
    state.points = 0
    state.turn = 0
    state.current_seat = rules.first_seat
    state.turns_left = 0 if rules.all_or_nothing else rules.num_players
    state.status = RUNNING
    state.last_seat = -1
    state.last_action = NO_ACTION
    clear_outcome(state)
    state.deck_drawn = 0
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            draw_card(rules, state, seat, slot)


@kernel
def deal_seeded(state: State, seed: int, game: int, rng: Rng) -> None:
    """Start the game with the deck of (seed, game index); `rng` is scratch."""
    fill_deck(state.deck, state.rules, seed, game, rng)
    deal(state)


@kernel
def count_cards(state: State) -> None:
    """Work `left`, `playable` and `useless` out from the fireworks and the discards."""
    rules = state.rules
    state.left[:] = 0
    state.playable = 0
    state.useless = 0
    for suit in range(rules.num_suits):
        stack, alive = int(state.fireworks[suit]), True
        played_set = played_places(rules, stack)
        for rank in range(rules.num_ranks):
            card = suit * rules.num_ranks + rank
            played = (played_set >> rank) & 1
            for more in range(rules.copies[card] - state.discards[card] - played):
                state.left[more] |= bit(card)
            if rank == stack:
                state.playable |= bit(card)
            if not played and state.discards[card] == rules.copies[card]:
                alive = False
            if played or not alive:
                state.useless |= bit(card)
        if rules.stack_kind != STACKS_UP:
            look_at_suit(rules, state, suit)


@kernel
def look_at_suit(rules: RuleTables, state: State, suit: int) -> None:
    """Work out `playable` and `useless` of a suit that goes up or down."""
    stack, first = int(state.fireworks[suit]), suit * rules.num_ranks
    every = bit(rules.num_ranks) - 1
    needed = _needed_places(stack, dead_places(state, suit))
    state.playable = (state.playable & ~(every << first)) | (next_places(stack) << first)
    state.useless = (state.useless & ~(every << first)) | ((every & ~needed) << first)


@kernel
def _needed_places(stack: int, dead: int) -> int:
    """The places that can still be played on a stack that goes up or down."""
    reached, needed = open_stacks(stack, dead), 0
    for after in range(stack, NUM_STACKS):
        if (reached >> after) & 1:
            needed |= STACK_PLAYED[after]
    return needed & ~STACK_PLAYED[stack]


@kernel
def draw_card(rules: RuleTables, state: State, seat: int, slot: int) -> None:
    """Move the next card of the deck into an empty slot."""
    index = int(state.deck_drawn)
    state.hands[seat, slot] = state.deck[index]
    state.possible[seat, slot] = bit(rules.num_cards) - 1
    state.hinted[seat, slot] = 0
    state.deck_index[seat, slot] = index
    state.deck_drawn = index + 1


@kernel
def share_deck_out(owners: NDArray[np.int8], rules: RuleTables) -> None:
    """Fill `owners` [deck_size] of a deck by seat: who draws each place, in turn after the deal."""
    dealt = rules.num_players * rules.hand_size
    for place in range(rules.deck_size):
        owners[place] = (place - dealt) % rules.num_players


@kernel
def bring_own_card(state: State, owners: NDArray[np.int8]) -> None:
    """Make the card that the seat to act draws the next one of the deck, where decks are by seat.

    That is the first card that it owns, or, if it owns none, the first that is left. Which place it
    is does not depend on cards that nobody has seen; so what is drawn is as random as the deck was.

    Args:
        state: STATE row; the cards that are left in its deck change places.
        owners: [deck_size] by place, changed with it.
    """
    first, last = int(state.deck_drawn), int(state.rules.deck_size)
    place = first
    while place < last and owners[place] != state.current_seat:
        place += 1
    if place == last:
        return
    card, owner = state.deck[place], owners[place]
    for index in range(place, first, -1):
        state.deck[index], owners[index] = state.deck[index - 1], owners[index - 1]
    state.deck[first], owners[first] = card, owner


@kernel
def clear_outcome(state: State) -> None:
    """Forget what the last action brought: no card, no touched slots, no point, no token."""
    state.last_card = NO_CARD
    state.last_touched = 0
    state.last_scored = 0
    state.last_gained_token = 0
