"""What a partner's action tells about the own hand: the hands under which he would have acted so.

Kernels. The partner's policy is asked on every hand of a range; hands under which it acts otherwise
are dropped, or made unlikely where partners are believed to err.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.packed_hands import card_at
from hanabilab.game.cards import NO_CARD
from hanabilab.game.engine import apply_action, deal
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng


@kernel
def observe_all(memory: NDArray[np.int64], state: State, look_at: View, observe: Observe) -> None:
    """Let every seat's memory [P, M] take in what has just happened."""
    for seat in range(state.rules.num_players):
        look(look_at, state, seat)
        observe(look_at, memory[seat])


@kernel
def recall(
    past: State,
    memory: NDArray[np.int64],
    deck: NDArray[np.int16],
    actions: NDArray[np.int16],
    turn: int,
    look_at: View,
    observe: Observe,
) -> None:
    """Play a game's first `turn` actions again, as if its deck were `deck`.

    Args:
        past: STATE row with the rules set; filled with the position.
        memory: [P, M] as at the start of a game; filled with what each seat remembers.
        look_at: VIEW row with the rules set, scratch.
    """
    copy_into(past.deck, deck)
    deal(past)
    remembers = memory.shape[1] > 0
    if remembers:
        observe_all(memory, past, look_at, observe)
    for index in range(turn):
        apply_action(past, actions[index])
        if remembers:
            observe_all(memory, past, look_at, observe)


@kernel
def _would_act(view: View, memory: NDArray[np.int64], action: int, act: Act, rng: Rng) -> bool:
    """Whether the policy takes `action`; also True if it throws dice, which tell nothing."""
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
def _keep(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    kept: int,
    index: int,
    consistent: bool,
    error: float,
) -> int:
    """Keep hand `index` as number `kept` if it is consistent with the action; how many are kept."""
    if not consistent and error == 0.0:
        return kept
    packed_hands[kept] = packed_hands[index]
    if len(likelihood):
        likelihood[kept] = likelihood[index] * (error if not consistent else 1.0)
    return kept + 1


@kernel
def keep_consistent(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    view: View,
    memory: NDArray[np.int64],
    holder: int,
    moved_from: NDArray[np.int64],
    action: int,
    error: float,
    act: Act,
    rng: Rng,
) -> int:
    """Move the hands under which a partner would take `action` to the front; how many they are.

    Args:
        packed_hands: [N] hands of `holder` now.
        likelihood: [N], or [0] if `error` is 0.
        view: of the partner, before the action; the holder's hand in it is overwritten.
        memory: [M] of the partner, which does not depend on the hand.
        moved_from: [MAX_HAND] slots in the packed hand of the cards held at the time; -1 for a
            card known since, which stands in `view`.
        error: likelihood of the action under inconsistent hands, relative to consistent ones; 0
            drops them.
        rng: scratch.
    """
    kept = 0
    for index in range(len(packed_hands)):
        _hold(view, packed_hands[index], holder, moved_from)
        consistent = _would_act(view, memory, action, act, rng)
        kept = _keep(packed_hands, likelihood, kept, index, consistent, error)
    return kept


@kernel
def fill_moves(moved_from: NDArray[np.int64], past: State, holder: int, places: Any) -> None:
    """For each slot that `holder` has in `past`, the slot whose card it is at `places`, or -1."""
    for slot in range(MAX_HAND):
        moved_from[slot] = -1
        if past.hands[holder, slot] != NO_CARD:
            for place in range(MAX_HAND):
                if places[place] == past.deck_index[holder, slot]:
                    moved_from[slot] = place


@kernel
def keep_consistent_by_replay(
    packed_hands: NDArray[np.int32],
    likelihood: NDArray[np.float32],
    views: NDArray[Any],
    moves: NDArray[np.int64],
    remembered: NDArray[np.int64],
    memory: NDArray[np.int64],
    holder: int,
    action: int,
    error: float,
    act: Act,
    observe: Observe,
    rng: Rng,
) -> int:
    """As `keep_consistent`, for memory that depends on the hand: it is made up anew for each.

    Args:
        views: [T] of the partner, one a turn up to the action; the holder's hand is overwritten.
        moves: [T, MAX_HAND] as `moved_from`, for each view.
        remembered: [M] what the partner remembers before the first view, whatever the hand.
        memory: [M] scratch.
    """
    kept, last = 0, len(views) - 1
    for index in range(len(packed_hands)):
        copy_into(memory, remembered)
        for turn in range(len(views)):
            _hold(views[turn], packed_hands[index], holder, moves[turn])
            observe(views[turn], memory)
        consistent = _would_act(views[last], memory, action, act, rng)
        kept = _keep(packed_hands, likelihood, kept, index, consistent, error)
    return kept


@kernel
def remember_each(
    memory: NDArray[np.int64],
    packed_hands: NDArray[np.int32],
    views: NDArray[Any],
    moves: NDArray[np.int64],
    holder: int,
    observe: Observe,
) -> None:
    """Fill `memory` [N, M], as at the start of a game, with what a partner remembers for each hand.

    Args:
        packed_hands: [N] hands of `holder` now.
        views: [T] of the partner; the holder's hand is overwritten.
        moves: [T, MAX_HAND] as `moved_from` of `keep_consistent`, for each view.
    """
    for index in range(len(packed_hands)):
        for turn in range(len(views)):
            _hold(views[turn], packed_hands[index], holder, moves[turn])
            observe(views[turn], memory[index])


@kernel
def hold_each(
    views: NDArray[Any],
    known_decks: NDArray[np.int16],
    packed_hands: NDArray[np.int32],
    holder: int,
    moved_from: NDArray[np.int64],
    places: NDArray[np.int16],
) -> None:
    """Put each hand of `packed_hands` [N] into what a partner knows: `views` [N], `known_decks`
    [N].

    Args:
        moved_from: [MAX_HAND] as in `keep_consistent`.
        places: [MAX_HAND] in the deck, of the cards held now.
    """
    for index in range(len(packed_hands)):
        _hold(views[index], packed_hands[index], holder, moved_from)
        for slot in range(MAX_HAND):
            if moved_from[slot] >= 0:
                card = card_at(packed_hands[index], moved_from[slot])
                known_decks[index, places[moved_from[slot]]] = card


@kernel
def watch(
    views: NDArray[Any],
    moves: NDArray[np.int64],
    past: State,
    actions: NDArray[np.int16],
    viewer: int,
    holder: int,
    places: NDArray[np.int16],
) -> None:
    """Fill `views` [T] with what `viewer` sees of `past` and after each action that follows.

    Args:
        moves: [T, MAX_HAND] filled as by `fill_moves`.
        past: STATE row, which is played on.
        actions: [T - 1] action ids from there.
    """
    for turn in range(len(views)):
        look(views[turn], past, viewer)
        fill_moves(moves[turn], past, holder, places)
        if turn < len(actions):
            apply_action(past, actions[turn])


@kernel
def find_first_deviation(
    past: State,
    memory: NDArray[np.int64],
    actions: NDArray[np.int16],
    seat: int,
    look_at: View,
    act: Act,
    observe: Observe,
    rng: Rng,
) -> int:
    """The first of `actions` that is by `seat` and not its policy's; their number if none is.

    Args:
        past: STATE row after the deal, which is played on.
        memory: [M] as at the start of a game; changed.
    """
    for turn in range(len(actions)):
        look(look_at, past, seat)
        observe(look_at, memory)
        if past.current_seat == seat and act(look_at, memory, rng) != actions[turn]:
            return turn
        apply_action(past, actions[turn])
    return len(actions)
