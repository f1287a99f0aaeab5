"""Re-determinization: another seat acts on cards that it may believe in. Kernels.

The searching seat sees the others' cards, so these are the same in every world that it draws. If a
tree lets a partner choose by the outcome in these worlds, the partner in effect knows its own hand.
With re-determinization a partner acts on cards that it may believe in, not on those that it has.

Source: Goodman 2019, "Re-determinizing MCTS in Hanabi", section III.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.beliefs.sampled_worlds import sample_hand, sample_world
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng, draw_below


@kernel
def redeal(world: State, look_at: View, scratch: NDArray[np.int64], rng: Rng) -> None:
    """Give the seat to act a hand that it may believe in, with a deck behind it."""
    look(look_at, world, world.current_seat)
    sample_world(world, look_at, world.deck, scratch, rng)


@kernel
def imagine_card(
    world: State, slot: int, look_at: View, scratch: NDArray[np.int64], rng: Rng
) -> None:
    """Let the seat to act have in `slot` a card that it may believe in; its other cards stay.

    The card is that of a whole hand, drawn as the seat would draw it. It changes places with one of
    its copies in the deck; or, if none is there, with the one that the seat holds in another slot.

    Args:
        world: STATE row, changed.
        slot: of the seat to act; it holds a card.
        look_at: VIEW row with the rules set; filled.
        scratch: [SCRATCH_SIZE] of `beliefs.sampled_worlds`.
        rng: of the search, changed.
    """
    look(look_at, world, world.current_seat)
    if not sample_hand(scratch, look_at, rng):
        return
    card = scratch[len(scratch) - MAX_HAND + slot]
    if card == world.hands[world.current_seat, slot]:
        return
    place = _draw_place(world, bit(card), rng)
    if place >= 0:
        _swap(world, slot, place)
    else:
        _swap_within(world, slot, card, rng)


@kernel
def _swap_within(world: State, slot: int, card: int, rng: Rng) -> None:
    """Exchange the card in `slot` for `card`, which the same hand has in another slot.

    If hints forbid it there, that slot takes a card of the deck; if there is none, nothing changes.
    """
    seat = world.current_seat
    other = 0
    while other == slot or world.hands[seat, other] != card:
        other += 1
    possible = world.possible[seat, other]
    place = -1
    if (possible >> world.hands[seat, slot]) & 1 == 0:
        place = _draw_place(world, possible, rng)
        if place < 0:
            return
    _swap(world, slot, world.deck_index[seat, other])
    world.hands[seat, other] = world.deck[world.deck_index[seat, other]]
    if place >= 0:
        _swap(world, other, place)


@kernel
def _swap(world: State, slot: int, place: int) -> None:
    """Exchange the card in `slot` of the seat to act with the one at `place` in the deck."""
    own = world.deck_index[world.current_seat, slot]
    world.deck[own], world.deck[place] = world.deck[place], world.deck[own]
    world.hands[world.current_seat, slot] = world.deck[own]


@kernel
def _draw_place(world: State, cards: int, rng: Rng) -> int:
    """A random place in the deck that holds one of `cards`, a bit set; -1 if none does.

    Not the first, so that a deck in random order stays so when the card is exchanged.
    """
    count = 0
    for place in range(world.deck_drawn, world.rules.deck_size):
        count += (cards >> world.deck[place]) & 1
    if count == 0:
        return -1
    skipped = draw_below(rng, count)
    place = int(world.deck_drawn)
    while True:
        if (cards >> world.deck[place]) & 1:
            if skipped == 0:
                return place
            skipped -= 1
        place += 1
