"""What the action of a partner whose policy is batched tells about the own hand.

As `beliefs.filters` does for compiled policies: the policy is asked on every hand, many at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import BatchedPolicy, Turns, new_memory
from hanabilab.beliefs.filters import fill_moves, hold_each, remember_each, watch
from hanabilab.beliefs.hand_range import HandRange
from hanabilab.beliefs.history import History, new_rng
from hanabilab.game.games import new_views
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import fill_known_deck, look

#: Hands that the policy is asked about in one call, at most.
_AT_ONCE = 8192


def consistent_with_batched(
    hands: HandRange, history: History, turn: int, policy: BatchedPolicy, holder: int
) -> NDArray[np.bool_]:
    """[N] the hands of `holder` under which the partner would take action number `turn`.

    True everywhere if the policy throws dice: they tell nothing.
    """
    consistent = np.zeros(len(hands), np.bool_)
    for start in range(0, len(hands), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        turns = _turns_of(hands.take(part), history, turn, policy, holder)
        dice = turns.rngs.copy()
        chosen = np.asarray(policy.act_batch(turns))
        thrown = (turns.rngs != dice).any(axis=1)
        consistent[part] = (chosen == history.actions[turn]) | thrown
    return consistent


def _turns_of(
    hands: HandRange, history: History, turn: int, policy: BatchedPolicy, holder: int
) -> Turns:
    """What the partner knows before action number `turn`, for each hand that `holder` may hold."""
    count, rules = len(hands), history.rules
    deck = history.deck_with(int(hands.packed_hands[0]), hands.places)
    past = history.replay(turn, deck)[0]
    actor = int(past.current_seat)
    views, known_decks = new_views(rules, count), np.zeros((count, MAX_DECK), np.int16)
    look(views[0], past, actor)
    fill_known_deck(known_decks[0], past, actor)
    views[1:], known_decks[1:] = views[0], known_decks[0]
    moved_from = np.zeros(MAX_HAND, np.int64)
    fill_moves(moved_from, past, holder, hands.places)
    hold_each(views, known_decks, hands.packed_hands, holder, moved_from, hands.places)
    return Turns(
        rules,
        views,
        _memories(hands, history, deck, turn, policy, holder, actor),
        np.tile(new_rng(), (count, 1)),
        known_decks,
        np.tile(history.actions, (count, 1)),
    )


def _memories(
    hands: HandRange,
    history: History,
    deck: NDArray[np.int16],
    turn: int,
    policy: BatchedPolicy,
    holder: int,
    actor: int,
) -> NDArray[np.int64]:
    """[N, M] what the partner remembers, for each hand."""
    memory = new_memory(policy, len(hands))
    if policy.memory_size:
        views: Any = new_views(history.rules, turn + 1)
        moves = np.zeros((turn + 1, MAX_HAND), np.int64)
        start = history.replay(0, deck)[0]
        watch(views, moves, start, history.actions[:turn], actor, holder, hands.places)
        remember_each(memory, hands.packed_hands, views, moves, holder, policy.native_observe)
    return memory
