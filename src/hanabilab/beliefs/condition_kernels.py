"""Which hands are consistent with an action: the partner's policy is asked on each. Kernels.

Hands under which the policy acts otherwise are dropped. If partners are believed to err, these
hands only become unlikely.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.packed_hands import PackedHands, card_at, keep_as
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.randomness import Rng


class Placement(NamedTuple):
    """Where the cards of a hand were in a view of an earlier turn, or in T views.

    A card that has been used since stands in the view already: its slot there is -1.
    """

    holder: int
    moved_from: NDArray[np.int64]  # [MAX_HAND] or [T, MAX_HAND] slots in the packed hand, or -1


class Evidence(NamedTuple):
    """What a partner did."""

    action: int
    error: float  # likelihood under inconsistent hands, relative to consistent ones; 0 drops them


class Partner(NamedTuple):
    """The seat that acted, before its action."""

    views: Any  # VIEW row, or [T] one a turn; the holder's hand in them is overwritten
    memory: NDArray[np.int64]  # [M], or [2, M]: before the first view, whatever the hand; scratch
    blueprint: Blueprint
    rng: Rng  # scratch


@kernel
def _would_act(view: View, memory: NDArray[np.int64], action: int, act: Act, rng: Rng) -> bool:
    """Whether the policy takes `action`; also True if it draws random numbers."""
    first, second = rng[0], rng[1]
    chosen = act(view, memory, rng)
    return chosen == action or rng[0] != first or rng[1] != second


@kernel
def _hold(view: View, packed: int, holder: int, moved_from: NDArray[np.int64]) -> None:
    """Put the cards of `packed` into the hand of `holder`; slots with -1 in `moved_from` stay."""
    for slot in range(view.rules.hand_size):
        if moved_from[slot] >= 0:
            view.hands[holder, slot] = card_at(packed, moved_from[slot])


@kernel
def _keep(hands: PackedHands, kept: int, index: int, consistent: bool, error: float) -> int:
    """Keep hand `index` as number `kept` if it is consistent, or may be; how many are kept then."""
    if not consistent and error == 0.0:
        return kept
    return keep_as(hands, kept, index, hands.packed[index], 1.0 if consistent else error)


@kernel
def keep_consistent(
    hands: PackedHands, partner: Partner, placement: Placement, evidence: Evidence
) -> int:
    """Move the hands under which a partner would act so to the front; how many they are.

    Args:
        hands: of the holder now; likelihoods may be left out if the error is 0.
        partner: with one view, and memory [M] that does not depend on the hand.
        placement: [MAX_HAND] of the hands in the view.
        evidence: what the partner did.
    """
    # What is taken out of a tuple in the loop would be counted again for each hand.
    hands = PackedHands(borrow(hands.packed), borrow(hands.likelihood))
    holder, moved_from = placement.holder, borrow(placement.moved_from)
    view, memory, rng = partner.views, borrow(partner.memory), borrow(partner.rng)
    act, kept = partner.blueprint.act, 0
    for index in range(len(hands.packed)):
        _hold(view, hands.packed[index], holder, moved_from)
        consistent = _would_act(view, memory, evidence.action, act, rng)
        kept = _keep(hands, kept, index, consistent, evidence.error)
    return kept


@kernel
def keep_consistent_by_replay(
    hands: PackedHands, partner: Partner, placement: Placement, evidence: Evidence
) -> int:
    """As `keep_consistent`, for memory that depends on the hand: it is rebuilt for each hand.

    Args:
        hands: of the holder now; likelihoods may be left out if the error is 0.
        partner: with views [T], one a turn up to the action, and memory [2, M].
        placement: [T, MAX_HAND] of the hands in the views.
        evidence: what the partner did.
    """
    act, observe = partner.blueprint.act, partner.blueprint.observe
    views, rng = partner.views, borrow(partner.rng)
    hands = PackedHands(borrow(hands.packed), borrow(hands.likelihood))
    holder, moves, memory = placement.holder, borrow(placement.moved_from), borrow(partner.memory)
    kept, last, opening, now = 0, len(views) - 1, memory[0], memory[1]
    for index in range(len(hands.packed)):
        copy_into(now, opening)
        for turn in range(len(views)):
            _hold(views[turn], hands.packed[index], holder, moves[turn])
            observe(views[turn], now)
        consistent = _would_act(views[last], now, evidence.action, act, rng)
        kept = _keep(hands, kept, index, consistent, evidence.error)
    return kept


@kernel
def remember_each(
    memory: NDArray[np.int64],
    packed_hands: NDArray[np.int32],
    views: NDArray[Any],
    placement: Placement,
    observe: Observe,
) -> None:
    """Fill `memory` [N, M], as at the start of a game, with what a partner remembers for each hand.

    Args:
        packed_hands: [N] of the holder now.
        views: [T] of the partner; the holder's hand is overwritten.
        placement: [T, MAX_HAND] of the hands in the views.
    """
    for index in range(len(packed_hands)):
        for turn in range(len(views)):
            _hold(views[turn], packed_hands[index], placement.holder, placement.moved_from[turn])
            observe(views[turn], memory[index])


@kernel
def hold_each(
    views: NDArray[Any],
    known_decks: NDArray[np.int16],
    packed_hands: NDArray[np.int32],
    placement: Placement,
    places: NDArray[np.int8],
) -> None:
    """Put each hand [N] into what a partner knows: `views` [N] and `known_decks` [N].

    Args:
        placement: [MAX_HAND] of the hands in the views.
        places: [MAX_HAND] in the deck, of the cards held now.
    """
    moved_from = placement.moved_from
    for index in range(len(packed_hands)):
        _hold(views[index], packed_hands[index], placement.holder, moved_from)
        for slot in range(MAX_HAND):
            if moved_from[slot] >= 0:
                card = card_at(packed_hands[index], moved_from[slot])
                known_decks[index, places[moved_from[slot]]] = card
