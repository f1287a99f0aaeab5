"""Worlds drawn from what one seat knows: its own hand, and the deck behind it.

A world is a STATE row that the seat cannot tell from the real one. Its own hand comes from the
exact joint distribution given counts and hints: every way to deal unseen copies to the slots that
no hint forbids is equally likely. Partners' choices are not used here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.beliefs.hand_range import (
    EMPTY,
    NO_CARDS,
    PackedHands,
    card_at,
    weigh,
    weight_of,
    with_card,
)
from hanabilab.game.cards import NO_CARD
from hanabilab.game.dealing import shuffle
from hanabilab.game.rule_tables import MAX_CARDS, MAX_HAND
from hanabilab.game.state import State
from hanabilab.game.view import View
from hanabilab.knowledge.unseen import count_unseen
from hanabilab.randomness import Rng, draw_below, draw_unit

#: Length of the scratch array that sampling works in: counts, then slots in order, then the hand.
SCRATCH_SIZE = MAX_CARDS + 2 * MAX_HAND
_MAX_TRIES = 1_000_000
#: Packed hands whose weights are summed together, so that drawing one is quick.
BLOCK = 512


@kernel
def sample_hand(scratch: NDArray[np.int64], view: View, rng: Rng) -> bool:
    """Draw the own hand of `view.seat` into `scratch[-MAX_HAND:]`, slot by slot.

    Slots are filled one after another, each with a random unseen copy that its hints allow, and the
    hand is kept with probability (product of the copies that were left to choose from) over
    (product of the copies at first), which makes all deals equally likely. The scarcest slots come
    first: the copies they compete for are few, and few tries are lost.

    Returns:
        False if no hand was found: the view is one that no game can reach.
    """
    counts, order = scratch[:MAX_CARDS], scratch[MAX_CARDS : MAX_CARDS + MAX_HAND]
    num_slots = _order_slots(order, counts, view)
    tries = 0
    while not _try_hand(scratch, order, num_slots, view, rng):
        tries += 1
        if tries == _MAX_TRIES:
            return False
    return True


@kernel
def _copies_allowed(counts: NDArray[np.int64], view: View, slot: int) -> int:
    """How many of the copies counted may be in a slot of the own hand."""
    possible = view.possible[view.seat, slot]
    copies = 0
    for card in range(view.rules.num_cards):
        copies += counts[card] * ((possible >> card) & 1)
    return copies


@kernel
def _order_slots(order: NDArray[np.int64], counts: NDArray[np.int64], view: View) -> int:
    """Write the held slots of the own hand into `order`, fewest copies first; return how many."""
    count_unseen(counts, view)
    num_slots = 0
    for slot in range(view.rules.hand_size):
        if view.hands[view.seat, slot] == NO_CARD:
            continue
        copies = _copies_allowed(counts, view, slot)
        place = num_slots
        while place > 0 and _copies_allowed(counts, view, order[place - 1]) > copies:
            order[place] = order[place - 1]
            place -= 1
        order[place] = slot
        num_slots += 1
    return num_slots


@kernel
def _try_hand(
    scratch: NDArray[np.int64], order: NDArray[np.int64], num_slots: int, view: View, rng: Rng
) -> bool:
    """One proposal; True if it is to be kept. `scratch[:MAX_CARDS]` is left as it was found."""
    counts, hand = scratch[:MAX_CARDS], scratch[MAX_CARDS + MAX_HAND :]
    hand[:] = NO_CARD
    kept, filled = True, 0
    while kept and filled < num_slots:
        slot = order[filled]
        first = _copies_allowed(counts, view, slot)
        for earlier in range(filled):
            first += (view.possible[view.seat, slot] >> hand[order[earlier]]) & 1
        copies = _copies_allowed(counts, view, slot)
        # Keep with probability copies / first: one draw among `first` decides, and picks the copy.
        choice = draw_below(rng, first) if first > 0 else 0
        kept = choice < copies
        if kept:
            hand[slot] = _nth_copy(counts, view, slot, choice)
            counts[hand[slot]] -= 1
            filled += 1
    for index in range(filled):
        counts[hand[order[index]]] += 1
    return kept


@kernel
def _nth_copy(counts: NDArray[np.int64], view: View, slot: int, choice: int) -> int:
    """The card of copy number `choice` among those that may be in `slot`."""
    possible = view.possible[view.seat, slot]
    card = 0
    while True:
        if (possible >> card) & 1:
            choice -= counts[card]
            if choice < 0:
                return card
        card += 1


@kernel
def sample_world(
    world: State,
    view: View,
    known_deck: NDArray[np.int16],
    scratch: NDArray[np.int64],
    rng: Rng,
) -> bool:
    """Fill `world` with a state that `view.seat` cannot tell from the real one.

    Args:
        world: STATE row; its rules must be set.
        view: what the seat sees.
        known_deck: [MAX_DECK] the deck as the seat knows it, see `agents.policy.Turns`.
        scratch: [SCRATCH_SIZE].
        rng: changed.

    Returns:
        False if there is no such state.
    """
    if not sample_hand(scratch, view, rng):
        return False
    _fill_world(world, view, known_deck, scratch, rng)
    return True


@kernel
def deal_world(
    world: State,
    view: View,
    known_deck: NDArray[np.int16],
    packed: int,
    scratch: NDArray[np.int64],
    rng: Rng,
) -> None:
    """As `sample_world`, with `packed` as the own hand, which must be possible.

    Args:
        world: STATE row; its rules must be set.
        view: what the seat sees.
        known_deck: [MAX_DECK] the deck as the seat knows it.
        packed: a packed hand.
        scratch: [SCRATCH_SIZE].
        rng: changed.
    """
    count_unseen(scratch[:MAX_CARDS], view)
    for slot in range(MAX_HAND):
        card = card_at(packed, slot)
        scratch[MAX_CARDS + MAX_HAND + slot] = card if card != EMPTY else NO_CARD
    _fill_world(world, view, known_deck, scratch, rng)


@kernel
def sample_packed_hands(
    packed_hands: NDArray[np.int32], view: View, scratch: NDArray[np.int64], rng: Rng
) -> bool:
    """Fill `packed_hands` [N] with hands drawn as by `sample_hand`; False if there is none."""
    for index in range(len(packed_hands)):
        if not sample_hand(scratch, view, rng):
            return False
        packed = NO_CARDS
        for slot in range(MAX_HAND):
            card = scratch[MAX_CARDS + MAX_HAND + slot]
            packed = packed if card == NO_CARD else with_card(packed, slot, card)
        packed_hands[index] = packed
    return True


@kernel
def _fill_world(
    world: State,
    view: View,
    known_deck: NDArray[np.int16],
    scratch: NDArray[np.int64],
    rng: Rng,
) -> None:
    """Fill `world` with the hand in `scratch[-MAX_HAND:]` and a shuffled deck behind it.

    Args:
        scratch: [SCRATCH_SIZE] as `sample_hand` leaves it: `counts` of the copies unseen, which are
            changed, and the hand.
    """
    counts, hand = scratch[:MAX_CARDS], scratch[MAX_CARDS + MAX_HAND :]
    copy_shared_fields(world, view)
    copy_into(world.deck, known_deck)
    for slot in range(view.rules.hand_size):
        card = hand[slot]
        world.hands[view.seat, slot] = card
        if card != NO_CARD:
            world.deck[view.deck_index[view.seat, slot]] = card
            counts[card] -= 1
    drawn = int(view.deck_drawn)
    place = drawn
    for card in range(view.rules.num_cards):
        for _ in range(counts[card]):
            world.deck[place] = card
            place += 1
    shuffle(world.deck[drawn:], place - drawn, rng)


# --- Hands of a range -----------------------------------------------------------------------------


@kernel
def sum_blocks(sums: NDArray[np.float64], hands: PackedHands, counts: NDArray[np.int64]) -> float:
    """Fill `sums` [blocks of BLOCK hands] with running sums of weights, and return the total."""
    total = 0.0
    for index in range(len(hands.packed)):
        total += weight_of(hands, counts, index)
        sums[index // BLOCK] = total
    return total


@kernel
def _first_above(sums: NDArray[np.float64], wanted: float) -> int:
    """The first place whose sum is above `wanted`; `np.searchsorted` takes long to compile."""
    low, high = 0, len(sums)
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def draw_packed_hand(
    hands: PackedHands, counts: NDArray[np.int64], sums: NDArray[np.float64], rng: Rng
) -> int:
    """Draw a packed hand by weight, `sums` as `sum_blocks` filled it; -1 if none has a weight."""
    if not sums[-1] > 0:
        return -1
    wanted = draw_unit(rng) * sums[-1]
    block = min(_first_above(sums, wanted), len(sums) - 1)
    reached = sums[block - 1] if block > 0 else 0.0
    last = min((block + 1) * BLOCK, len(hands.packed)) - 1
    for index in range(block * BLOCK, last):
        reached += weight_of(hands, counts, index)
        if wanted < reached:
            return hands.packed[index]
    return hands.packed[last]


@kernel
def most_ways(counts: NDArray[np.int64]) -> int:
    """A bound on `weigh`: ways to deal the hand that can be dealt in most ways."""
    left = counts.copy()
    ways = 1
    for _ in range(MAX_HAND):
        card = 0
        for other in range(len(left)):
            card = other if left[other] > left[card] else card
        ways *= max(left[card], 1)
        left[card] -= 1
    return ways


@kernel
def draw_packed_hand_by_trial(
    hands: PackedHands, counts: NDArray[np.int64], most: int, rng: Rng
) -> int:
    """Draw a packed hand by weight, all likelihoods alike, without sums; -1 if none was found.

    A packed hand drawn evenly is kept with probability weight / `most`, see `most_ways`: for
    ranges that are asked a few hundred times, and too large to be summed for that.
    """
    for _ in range(_MAX_TRIES):
        packed = hands.packed[draw_below(rng, len(hands.packed))]
        if draw_below(rng, most) < weigh(packed, counts):
            return packed
    return -1
