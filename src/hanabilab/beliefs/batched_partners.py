"""What partners would do under each hand of a range, asked for many hands at once.

For batched policies, and for everybody who wants to know what is chosen and not only whether.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.asking import ask_batch, ask_in, require_unraised, whole_answers
from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy, Observe, Turns, new_memory
from hanabilab.beliefs.hand_range import HandRange, card_at
from hanabilab.beliefs.history import History, new_rng
from hanabilab.beliefs.replay import Held, Placement, hold
from hanabilab.errors import AgentError
from hanabilab.game.rows import new_views
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import fill_known_deck, look

#: Hands that a policy is asked about in one call, at most.
_AT_ONCE = 8192


def choices_by_hand(hands: HandRange, history: History, policy: Agent) -> NDArray[np.int64]:
    """[N] the action that the seat to act would take now, for each hand of the seat of `history`.

    Args:
        hands: of a seat that is not to act, which sees less than the seat that is.
        history: of that seat, up to now.
        policy: of the seat to act.

    Raises:
        AgentError: the seat is to act itself.
    """
    if history.actor_at(history.turn) == history.seat:
        raise AgentError(f"seat {history.seat} is to act; its own hand tells it nothing")
    chosen = np.zeros(len(hands), np.int64)
    for start in range(0, len(hands), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        turns = _turns_of(hands.take(part), history, history.turn, history.seat, policy)
        if isinstance(policy, CompiledPolicy):
            chosen[part] = [ask_in(policy, turns, game) for game in range(len(turns.views))]
        else:
            chosen[part] = whole_answers(policy, policy.act_batch(turns), len(turns.views))
    return chosen


def consistent_by_batches(
    hands: HandRange, history: History, turn: int, holder: int, policy: BatchedPolicy
) -> NDArray[np.bool_]:
    """[N] under which hands of `holder` action number `turn` is the policy's, or drawn by lot."""
    consistent = np.zeros(len(hands), np.bool_)
    for start in range(0, len(hands), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        chosen, drew = ask_batch(policy, _turns_of(hands.take(part), history, turn, holder, policy))
        consistent[part] = (chosen == history.actions[turn]) | drew
    return consistent


def _turns_of(hands: HandRange, history: History, turn: int, holder: int, policy: Agent) -> Turns:
    """What the seat that acts at `turn` knows before, for each hand of `holder`."""
    count, actor, held = len(hands), history.actor_at(turn), Held(holder, hands.places)
    deck = history.deck_with(int(hands.packed_hands[0]), hands.places)
    past = history.replay(turn, deck)[0]
    views, known_decks = new_views(history.rules, count), np.zeros((count, MAX_DECK), np.int16)
    look(views[0], past, actor)
    fill_known_deck(known_decks[0], past, actor)
    views[1:], known_decks[1:] = views[0], known_decks[0]
    placement = history.placement(past, held)
    _hold_each(views, known_decks, hands.packed_hands, placement, hands.places)
    memory = new_memory(policy, count)
    if policy.memory_size:
        seen = history.watched(range(turn + 1), deck, held)
        _remember_each(memory, hands.packed_hands, *seen, policy.native_observe)
        require_unraised(policy, seen[0]["raised"])
    actions = np.tile(history.actions, (count, 1))
    return Turns(history.rules, views, memory, np.tile(new_rng(), (count, 1)), known_decks, actions)


@kernel
def _remember_each(
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
            hold(views[turn], packed_hands[index], placement.holder, placement.moved_from[turn])
            observe(views[turn], memory[index])


@kernel
def _hold_each(
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
        hold(views[index], packed_hands[index], placement.holder, moved_from)
        for slot in range(MAX_HAND):
            if moved_from[slot] >= 0:
                card = card_at(packed_hands[index], moved_from[slot])
                known_decks[index, places[moved_from[slot]]] = card
