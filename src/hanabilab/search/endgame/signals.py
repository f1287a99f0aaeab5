"""What other seats do, who see the hand that a seat does not: their actions tell it what to do.

An action has an effect on the game, and it is one of several that have the same: another hint, or
another useless card. Which of them is taken can tell the seat something. Here each hand gets an
action so that the seat, which then answers each action in one way, does well in the sum: first one
action after another is given a meaning, then answers and actions are mended in turns (as Lloyd's
algorithm does with centers and points). No better ways are ruled out by that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import is_legal
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import COLOR_HINT
from hanabilab.game.state import RUNNING
from hanabilab.search.endgame.choices import Choices
from hanabilab.search.endgame.nodes import draws, quick_bounds, step
from hanabilab.search.endgame.open_hands import open_bounds
from hanabilab.search.endgame.seat_nodes import (
    Seat,
    load,
    open_value,
    tells_seat,
    ways_to_see,
)

_MENDINGS = 3
#: Up to this width of the search, only actions that cost nothing with open hands are signals.
_NARROW = 2


@kernel
def _response(at: Seat, depth: int, number: int) -> int:
    """The action id of a response of the seat at `depth`: its cards, then the first hint; or -1."""
    state = at.task.states[depth]
    rules = state.rules
    if number < 2 * rules.hand_size:
        return number if is_legal(state, number) else -1
    for action in range(2 * rules.hand_size, rules.num_actions):
        if rules.action_kind[action] >= COLOR_HINT and is_legal(state, action):
            return action
    return -1


@kernel
def _fill_values(
    values: NDArray[np.int64], at: Seat, depth: int, choices: Choices, cards: NDArray[np.int64]
) -> None:
    """What each hand, effect, draw and response is worth if all hands are open from then on.

    Args:
        values: [C, effects, draws, responses] filled; -1 where an effect is not to be had.
        at: the position, another seat to act.
        depth: of it.
        choices: what that seat can do.
        cards: [draws] that it may draw.
    """
    # If others act in between, only what costs nothing is a signal; at first in any case.
    any_effect = at.task.states[depth].rules.num_players == 2 and at.width > _NARROW
    for index in range(len(values)):
        actions = np.full(values.shape[1], -1)
        reached = np.full(values.shape[1], -1)
        for action in range(len(choices.effects)):
            effect = choices.effects[action]
            if choices.allowed[index, action] and actions[effect] < 0:
                actions[effect] = action
                reached[effect] = open_value(at, depth, index, action)[1]
        for effect in range(values.shape[1]):
            if actions[effect] < 0 or not (any_effect or reached[effect] == reached.max()):
                values[index, effect] = -1
                continue
            _fill_draws(values[index, effect], at, depth, index, actions[effect], cards)
            values[index, effect] *= at.ways[depth, index]


@kernel
def _fill_draws(
    values: NDArray[np.int64],
    at: Seat,
    depth: int,
    index: int,
    action: int,
    cards: NDArray[np.int64],
) -> None:
    """[draws, responses] after one action with one hand; the first draw if there is none."""
    load(at, depth, index)
    if not draws(at.task, depth, action):
        step(at.task, depth, action, NO_CARD)
        _fill_responses(values[0], at, depth + 1, 1)
        return
    for place in range(len(cards)):
        load(at, depth, index)
        ways = ways_to_see(at, depth, cards[place])
        if ways:
            step(at.task, depth, action, cards[place])
            _fill_responses(values[place], at, depth + 1, ways)


@kernel
def _fill_responses(values: NDArray[np.int64], at: Seat, depth: int, ways: int) -> None:
    """[responses] as often as `ways`, the seat being the next to act."""
    state = at.task.states[depth]
    if state.status != RUNNING:
        values[:] = ways * quick_bounds(at.task, depth)[0]
        return
    state.current_seat = at.seat
    for number in range(len(values)):
        action = _response(at, depth, number)
        if action >= 0:
            low, _ = open_bounds(at.task, depth, np.int64(action), np.int64(-1))  # type: ignore[arg-type]
            values[number] = ways * low


@kernel
def choose_signals(at: Seat, depth: int, choices: Choices) -> None:
    """Fill `actions` at `depth`: what the other seat does with each hand of the seat."""
    rules, count = at.task.states[depth].rules, len(choices.allowed)
    cards = np.flatnonzero(at.unseen[depth] > 0)
    shape = (count, 2 * rules.hand_size + 3, len(cards), 2 * rules.hand_size + 1)
    values = np.zeros(shape, np.int64)
    _fill_values(values, at, depth, choices, cards)
    answers = np.full((rules.num_actions, len(cards)), -1)
    while _give_meaning(answers, at, depth, values, choices):
        pass
    _assign(at.actions[depth], answers, values, choices)
    for _ in range(_MENDINGS):
        _answer(answers, at.actions[depth], values, choices)
        _assign(at.actions[depth], answers, values, choices)


@kernel
def _worth(values: NDArray[np.int64], answers: NDArray[np.int64]) -> int:
    """Of one hand and effect, [draws, responses], if each draw is answered so."""
    total = 0
    for place in range(len(answers)):
        total += int(values[place, answers[place]])
    return -1 if values[0, 0] < 0 else total


@kernel
def _give_meaning(
    answers: NDArray[np.int64],
    at: Seat,
    depth: int,
    values: NDArray[np.int64],
    choices: Choices,
) -> bool:
    """Give the action and answer a meaning that gain most; False if none gains."""
    allowed, effects = choices.allowed, choices.effects
    reached = np.full(len(values), -1)
    for index in range(len(values)):
        for action in range(len(answers)):
            if allowed[index, action] and answers[action, 0] >= 0:
                worth = _worth(values[index, effects[action]], answers[action])
                reached[index] = max(reached[index], worth)
    most, best, best_answer = 0, -1, -1
    for action in range(len(answers)):
        if answers[action, 0] >= 0 or _has_twin(answers, at, depth, effects, action):
            continue
        for answer in range(values.shape[3]):
            gain = 0
            for index in range(len(values)):
                if allowed[index, action] and values[index, effects[action], 0, 0] >= 0:
                    worth = int(values[index, effects[action], :, answer].sum())
                    gain += max(0, worth - reached[index])
            if gain > most:
                most, best, best_answer = gain, action, answer
    if best >= 0:
        answers[best] = best_answer
    return best >= 0


@kernel
def _has_twin(
    answers: NDArray[np.int64], at: Seat, depth: int, effects: NDArray[np.int64], action: int
) -> bool:
    """Whether an earlier action without a meaning does as well."""
    if effects[action] < 0:
        return True
    if tells_seat(at, depth, action):
        return False
    for other in range(action):
        twin = effects[other] == effects[action] and not tells_seat(at, depth, other)
        # Hints that may not be given are no twins: no token, or no such card.
        if twin and answers[other, 0] < 0 and is_legal(at.task.states[depth], other):
            return True
    return False


@kernel
def _assign(
    actions: NDArray[np.int64],
    answers: NDArray[np.int64],
    values: NDArray[np.int64],
    choices: Choices,
) -> None:
    """Let each hand have the action whose answers are best for it."""
    allowed, effects = choices.allowed, choices.effects
    for index in range(len(values)):
        most = -1
        for action in range(len(answers)):
            if allowed[index, action] and answers[action, 0] >= 0:
                worth = _worth(values[index, effects[action]], answers[action])
                if worth > most:
                    most, actions[index] = worth, action


@kernel
def _answer(
    answers: NDArray[np.int64],
    actions: NDArray[np.int64],
    values: NDArray[np.int64],
    choices: Choices,
) -> None:
    """Let each action have the answers that are best for the hands that have it."""
    for action in range(len(answers)):
        if answers[action, 0] < 0:
            continue
        for place in range(values.shape[2]):
            sums = np.zeros(values.shape[3], np.int64)
            for index in range(len(values)):
                if actions[index] == action:
                    sums += values[index, choices.effects[action], place]
            answers[action, place] = sums.argmax()
