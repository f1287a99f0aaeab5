"""What another seat can do with each hand that a seat may hold, and all ways to choose. Kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import PLAY, RANK_HINT
from hanabilab.search.endgame.seat_nodes import Seat, may_signal, open_value, tells_seat


class Choices(NamedTuple):
    """What another seat can do with each hand that the seat may hold. C hands, A actions."""

    allowed: NDArray[np.bool_]  # [C, A] which actions it can take
    effects: NDArray[np.int64]  # [A] equal for actions that differ by what they tell alone
    ceilings: NDArray[np.int64]  # [C, A] most that can be reached; none if not all are tried
    is_possible: bool  # whether there is an action for each hand
    all_tried: bool  # whether there are few enough ways to choose for all to be tried


@kernel
def effect_of(at: Seat, depth: int, action: int) -> int:
    """A number that two actions of another seat share if they differ by what they tell alone."""
    state = at.task.states[depth]
    rules, hand = state.rules, state.hands[state.current_seat]
    kind, slot, size = rules.action_kind[action], rules.action_place[action], int(rules.hand_size)
    if kind > PLAY:
        return 2 * size + int(rules.alternates_hints and kind == RANK_HINT)
    if slot == size:
        return 2 * size + 2
    for other in range(slot):
        same = hand[slot] == hand[other]
        if at.merges and hand[other] != NO_CARD:
            same |= (state.useless >> hand[slot]) & (state.useless >> hand[other]) & 1 != 0
        if same:
            return int(kind) * size + other
    return int(kind) * size + slot


@kernel
def effect_of_any(at: Seat, depth: int, action: int) -> int:
    """`effect_of`, also of actions that no hand allows; -1 for an empty slot."""
    state = at.task.states[depth]
    rules = state.rules
    slot = rules.action_place[action]
    used = rules.action_kind[action] <= PLAY and slot < rules.hand_size
    if used and state.hands[state.current_seat, slot] == NO_CARD:
        return -1
    return effect_of(at, depth, action)


@kernel
def choices_of(at: Seat, depth: int, count: int) -> Choices:
    """What the other seat can do at `depth` with each of so many hands."""
    num_actions = at.task.states[depth].rules.num_actions
    allowed = np.zeros((count, num_actions), np.bool_)
    effects = np.zeros(num_actions, np.int64)
    ways = 1
    for action in range(num_actions):
        effects[action] = effect_of_any(at, depth, action)
    for index in range(count):
        for action in range(num_actions):
            allowed[index, action] = effects[action] >= 0 and may_signal(at, depth, index, action)
        ways = min(at.tries + 1, ways * int(allowed[index].sum()))
    ceilings = np.zeros((count if ways <= at.tries else 0, num_actions), np.int64)
    for index in range(len(ceilings)):
        for action in range(num_actions):
            if allowed[index, action]:
                ceilings[index, action] = open_value(at, depth, index, action)[1]
    # With useless cards merged, a hint that touches those alone may be all that there is.
    return Choices(allowed, effects, ceilings, ways > 0, ways <= at.tries)


@kernel
def next_choice(at: Seat, depth: int, choices: Choices, tried: int, least: int) -> bool:
    """Fill `actions` at `depth` with the next of all ways to choose; False if none is left.

    Args:
        at: `actions` hold what was tried last.
        depth: of the position.
        choices: of it.
        tried: how many of them were tried; with 0, the first one is taken.
        least: a way that cannot bring more than that is left out.
    """
    actions, is_new = at.actions[depth], tried == 0
    if is_new:
        for index in range(len(choices.allowed)):
            actions[index] = choices.allowed[index].argmax()
    while is_new or _advance(actions, choices):
        is_new = False
        if _ceiling(actions, choices) > least and _is_first_of_twins(at, depth, choices):
            return True
    return False


@kernel
def _advance(actions: NDArray[np.int64], choices: Choices) -> bool:
    """The way to choose that comes next, as numbers are counted up; False after the last one."""
    for index in range(len(choices.allowed)):
        for action in range(actions[index] + 1, choices.allowed.shape[1]):
            if choices.allowed[index, action]:
                actions[index] = action
                return True
        actions[index] = choices.allowed[index].argmax()
    return False


@kernel
def _ceiling(actions: NDArray[np.int64], choices: Choices) -> int:
    total = 0
    for index in range(len(choices.ceilings)):
        total += int(choices.ceilings[index, actions[index]])
    return total


@kernel
def _is_first_of_twins(at: Seat, depth: int, choices: Choices) -> bool:
    """Whether of ways that differ by exchanging actions of one effect, this one comes first."""
    actions = at.actions[depth]
    for index in range(len(choices.allowed)):
        action = actions[index]
        if tells_seat(at, depth, action):
            continue
        for other in range(action):
            twin = choices.allowed[index, other] and not tells_seat(at, depth, other)
            if twin and choices.effects[other] == choices.effects[action]:
                used = False
                for earlier in range(index):
                    used |= actions[earlier] == other
                if not used:
                    return False
    return True
