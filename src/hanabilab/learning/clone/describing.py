"""What a model of people is told of a decision: numbers for each action, and for the position.

Nothing depends on which color is which, so that no color has to be learned apart. Numbers are
about one at most, so that no column outweighs the others. Kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import action_kind, fill_legal, seat_at
from hanabilab.game.rule_tables import MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, is_surely
from hanabilab.knowledge.hands import oldest_among, unhinted_slots
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.learning.clone import columns as at
from hanabilab.learning.clone.hints import describe_hint
from hanabilab.learning.clone.memory import DONE, FAILED, LAST
from hanabilab.learning.clone.own_cards import describe_own_cards


@kernel
def describe(
    actions: NDArray[np.float32],
    position: NDArray[np.float32],
    legal: NDArray[np.bool_],
    view: View,
    memory: Memory,
) -> None:
    """Fill the columns of every legal action and of the position, and which actions are legal.

    Args:
        actions: [A, ACTION_COLUMNS].
        position: [POSITION_COLUMNS].
        legal: [A].
        view: of the seat to act.
        memory: its memory.
    """
    actions[:] = 0
    position[:] = 0
    fill_legal(legal, view)
    _tell_table(position, view)
    describe_own_cards(actions, position, view, memory)
    _tell_others(position, view)
    _tell_past(position, view, memory)
    for action in range(int(view.rules.num_actions)):
        if not legal[action]:
            actions[action] = 0
            continue
        kind = action_kind(view.rules, action)
        actions[action, at.KIND + kind] = 1
        if kind > PLAY:
            describe_hint(actions[action], view, action)


@kernel
def describe_all(
    actions: NDArray[np.float32],
    positions: NDArray[np.float32],
    legal: NDArray[np.bool_],
    views: NDArray[Any],
    memory: NDArray[np.int64],
) -> None:
    """`describe` for [D] decisions: [D, A, ACTION_COLUMNS], [D, POSITION_COLUMNS], [D, A]."""
    for row in range(len(views)):
        describe(actions[row], positions[row], legal[row], views[row], memory[row])


@kernel
def _tell_table(position: NDArray[np.float32], view: View) -> None:
    """Tokens, lives, and how far the game is."""
    rules, tokens = view.rules, int(view.information_tokens)
    left = int(rules.deck_size) - int(view.deck_drawn)
    position[at.TOKENS] = tokens / 8
    position[at.NO_TOKEN] = tokens == 0
    position[at.ONE_TOKEN] = tokens == 1
    position[at.ALL_TOKENS] = tokens == rules.max_information_tokens
    position[at.ONE_LIFE] = view.life_tokens == 1
    position[at.TWO_LIVES] = view.life_tokens == 2
    position[at.DECK] = left / 50
    position[at.LAST_CARDS] = left <= 5
    position[at.LAST_ROUND] = left == 0
    position[at.POINTS] = view.points / 25
    position[at.TURN] = view.turn / 60


@kernel
def _tell_others(position: NDArray[np.float32], view: View) -> None:
    """What the others hold, and what the next player is about to do."""
    playable, useless, critical = int(view.playable), int(view.useless), critical_cards(view)
    for offset in range(1, int(view.rules.num_players)):
        seat = seat_at(view, offset)
        for slot in range(view.rules.hand_size):
            card = int(view.hands[seat, slot])
            if card < 0:
                continue
            fits = (playable >> card) & 1
            position[at.SEEN_PLAYABLE] += fits / 3
            position[at.SEEN_HINTED_PLAYABLE] += fits * (view.hinted[seat, slot] != 0) / 3
            position[at.SEEN_CRITICAL] += ((critical >> card) & 1) / 5
            if offset == 1:
                possible = int(view.possible[seat, slot])
                position[at.NEXT_PLAYS] += is_surely(possible, playable) / 3
                position[at.NEXT_USELESS] += is_surely(possible, useless) / 3
    following = seat_at(view, 1)
    chop = oldest_among(view, following, unhinted_slots(view, following))
    if chop >= 0:
        card = int(view.hands[following, chop])
        position[at.NEXT_CHOP_CRITICAL] = (critical >> card) & 1
        position[at.NEXT_CHOP_PLAYABLE] = (playable >> card) & 1
        position[at.NEXT_CHOP_USELESS] = (useless >> card) & 1


@kernel
def _tell_past(position: NDArray[np.float32], view: View, memory: Memory) -> None:
    """The last action, and what this seat and the one before it have done so far."""
    rules, seat = view.rules, int(view.seat)
    if view.turn > 0:
        kind = action_kind(rules, int(view.last_action))
        position[at.LAST_KIND + kind] = 1
        position[at.SCORED] = view.last_scored
        position[at.FAILED_NOW] = kind == PLAY and view.last_scored == 0
        if kind > PLAY:
            position[at.HINTED_ME] = hinted_seat(view) == seat
            position[at.TOUCHED_NOW] = count_members(int(view.last_touched)) / 5
    before = seat_at(view, int(rules.num_players) - 1)
    for kind in range(4):
        position[at.OWN_DONE + kind] = memory[DONE + kind * MAX_PLAYERS + seat] / 12
        position[at.BEFORE_DONE + kind] = memory[DONE + kind * MAX_PLAYERS + before] / 12
    position[at.OWN_FAILED] = memory[FAILED + seat] / 3
    position[at.BEFORE_FAILED] = memory[FAILED + before] / 3
    if memory[LAST + seat] > 0:
        position[at.OWN_LAST + memory[LAST + seat] - 1] = 1
