"""How a range of hands changes when its holder uses a card and draws another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.beliefs import packed_hands as kernels
from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.packed_hands import NO_CARDS
from hanabilab.game.rule_tables import MAX_HAND


def empty_range(turn: int) -> HandRange:
    """The range before any card is dealt; actions before `turn` are conditioned on."""
    places = np.full(MAX_HAND, -1, np.int16)
    return HandRange(np.array([NO_CARDS], np.int32), np.zeros(0, np.float32), places, turn)


def after_own_action(
    hands: HandRange, known_deck: NDArray[np.int16], held: NDArray[np.int16]
) -> HandRange:
    """What the holder's action at `hands.turn` leaves; a card drawn is not dealt yet.

    Args:
        known_deck: [MAX_DECK] holds the card used, if one was.
        held: [MAX_HAND] places in the deck of the cards held afterwards; -1 for an empty slot.
    """
    old, turn = list(hands.places), hands.turn + 1
    gone = [slot for slot in range(MAX_HAND) if old[slot] >= 0 and old[slot] not in held]
    hands = replace(hands.owned(), turn=turn)
    if not gone:
        return hands
    moved_from = np.array([old.index(place) if place in old else -1 for place in held], np.int64)
    moved_from[held < 0] = -1
    card = int(known_deck[old[gone[0]]])
    kept = kernels.keep_slot(hands.packed_hands, hands.likelihood, gone[0], card, moved_from)
    places = np.where(moved_from >= 0, held, -1).astype(np.int16)
    return replace(hands, places=places).first(kept)


def deal_hands(
    begun: HandRange,
    held: NDArray[np.int16],
    possible: NDArray[np.int32],
    counts: NDArray[np.int64],
    max_hands: int,
) -> HandRange | None:
    """The hands that come of dealing cards to the slots that are held and have none yet.

    Args:
        begun: what is known of the other slots; its arrays are reused.
        held: [MAX_HAND] places in the deck; -1 for an empty slot.
        possible: [MAX_HAND] bit sets of the cards that hints allow.
        counts: [MAX_CARDS] copies unseen.
        max_hands: None is returned if there are more.
    """
    kept = kernels.keep_possible(begun.packed_hands, begun.likelihood, counts, possible)
    hands = begun.first(kept)
    for slot in np.flatnonzero(held != hands.places):
        allowed = int(possible[slot])
        count = kernels.count_children(hands.packed_hands, counts, allowed)
        if count > max_hands:
            return None
        packed_hands = np.empty(count, np.int32)
        likelihood = np.empty(count if len(hands.likelihood) else 0, np.float32)
        kernels.fill_children(
            packed_hands,
            likelihood,
            hands.packed_hands,
            hands.likelihood,
            int(slot),
            counts,
            allowed,
        )
        hands = replace(hands, packed_hands=packed_hands, likelihood=likelihood)
    return _in_order(replace(hands, places=held))


def _in_order(hands: HandRange) -> HandRange:
    """The same range, ascending: a card that fills a slot in the middle is dealt out of order."""
    ordered = bool((hands.packed_hands[1:] > hands.packed_hands[:-1]).all())
    return hands if ordered else hands.take(np.argsort(hands.packed_hands))
