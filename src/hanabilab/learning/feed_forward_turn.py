"""One turn of a feed-forward network, as kernels: what it sees, says and does.

The network's layers are those of `color_layers`. What it reads beside HLE's vector, if it does, is
what `networks.table_facts` says, computed here for one position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import add_weighed_rows, array_at, kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import NO_ACTION, fill_legal
from hanabilab.game.encoding import encode
from hanabilab.game.layout import LAYOUT
from hanabilab.game.rule_tables import RULE_TABLES, RuleTables
from hanabilab.game.view import View
from hanabilab.learning.color_layers import Network, is_of, network_at, predict
from hanabilab.learning.networks.table_facts import NUM_FACTS
from hanabilab.randomness import Rng


class Board(NamedTuple):
    """How `networks.table_facts` follow from HLE's vector; empty for a network that reads none.

    Attributes:
        hands: [seen x C] entries of cards in sight, C being the number of cards.
        possible: [slots x C] entries of what hints leave possible.
        rows: [N x W] what each entry of the vector adds to the four numbers of each card.
        biases: [W] of these numbers. W is 4 x C, filled up.
    """

    hands: NDArray[np.int64]
    possible: NDArray[np.int64]
    rows: NDArray[np.float32]
    biases: NDArray[np.float32]


class Known(NamedTuple):
    """What the agent knows. Its handles point into these arrays: keep them as long as it is asked.

    Attributes:
        rules: [1] RULE_TABLES rows, of the games that it has learned.
        layout: [1] LAYOUT rows of HLE's vector.
        order: [inputs] which entry of the vector and the facts stands where in an observation.
        board: of the facts.
        network: that is asked.
    """

    rules: NDArray[Any]
    layout: NDArray[Any]
    order: NDArray[np.int64]
    board: Board
    network: Network


#: Where what stands in the array whose handle opens the memory: for each array of `Known` its
#: handle, and then the number of its entries.
_RULES, _LAYOUT, _ORDER, _BOARD, _NETWORK, _WORDS = 0, 2, 4, 6, 14, 22
#: Bounds of what a legal action is worth: of huge weights nothing that is no number may come.
_MOST = np.finfo(np.float32).max
_FLOATS, _INTEGERS = np.dtype(np.float32), np.dtype(np.int64)


@kernel
def _read_board(words: NDArray[np.int64]) -> Board:
    at = _BOARD
    return Board(
        array_at(words[at], words[at + 1], _INTEGERS),
        array_at(words[at + 2], words[at + 3], _INTEGERS),
        array_at(words[at + 4], words[at + 5], _FLOATS),
        array_at(words[at + 6], words[at + 7], _FLOATS),
    )


@kernel
def _add_facts(vector: NDArray[np.float32], size: int, board: Board, rules: RuleTables) -> None:
    """Write chances over "possible", and facts after the vector; as `TableFacts`.

    Args:
        vector: [size + facts] of which the first `size` entries are HLE's vector.
    """
    cards = int(rules.num_suits * rules.num_ranks)
    slots, seen = len(board.possible) // cards, len(board.hands) // cards
    told = board.biases.copy()
    add_weighed_rows(told, vector[:size], board.rows, np.empty(size, np.int32))
    unseen, marks = told[:cards], told[cards:]
    for slot in range(seen):
        for card in range(cards):
            unseen[card] -= vector[board.hands[slot * cards + card]]
    for slot in range(slots):
        chances, total = np.empty(cards, np.float32), np.float32(0)
        for card in range(cards):
            left = max(unseen[card], np.float32(0))
            chances[card] = vector[board.possible[slot * cards + card]] * left
            total += chances[card]
        for card in range(cards):
            chances[card] /= max(total, np.float32(1e-6))
            vector[board.possible[slot * cards + card]] = chances[card]
        _mark(vector, size + slot * NUM_FACTS, chances, marks)
    for slot in range(seen):
        held = np.empty(cards, np.float32)
        for card in range(cards):
            held[card] = vector[board.hands[slot * cards + card]]
        _mark(vector, size + (slots + slot) * NUM_FACTS, held, marks)


@kernel
def _mark(
    vector: NDArray[np.float32], place: int, chances: NDArray[np.float32], marks: NDArray[Any]
) -> None:
    """Write how likely a card of these chances has each of the marks."""
    for fact in range(NUM_FACTS):
        total = np.float32(0)
        for card in range(len(chances)):
            mark = marks[fact * len(chances) + card]
            total += chances[card] * min(max(mark, np.float32(0)), np.float32(1))
        vector[place + fact] = total


@kernel
def think(worth: NDArray[np.float32], view: View, memory: Memory) -> bool:
    """Fill `worth` [A] with what the network says of actions, -inf of illegal ones.

    Returns:
        Whether these are its rules; if not, nothing is filled.
    """
    words = array_at(memory[0], _WORDS, _INTEGERS)
    if not is_of(view.rules, array_at(words[_RULES], 1, RULE_TABLES)[0]):
        return False
    layout = array_at(words[_LAYOUT], 1, LAYOUT)[0]
    order, size = array_at(words[_ORDER], words[_ORDER + 1], _INTEGERS), int(layout.length)
    vector = np.empty(max(len(order), size), np.float32)
    encode(vector[:size], view, layout)
    board = _read_board(words)
    if len(board.biases):
        _add_facts(vector, size, board, view.rules)
    observation = np.empty(len(order), np.float32)
    for entry in range(len(order)):
        observation[entry] = vector[order[entry]]
    network = network_at(words, _NETWORK, _FLOATS)
    predict(worth, observation, network, int(view.rules.num_suits))
    legal = np.empty(len(worth), np.bool_)
    fill_legal(legal, view)
    for action in range(len(worth)):
        if not legal[action]:
            worth[action] = -np.inf
        elif not worth[action] >= -_MOST:  # or no number
            worth[action] = -_MOST
        worth[action] = min(worth[action], _MOST)
    return True


def act(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """The legal action that the network finds best; the first of equals."""
    worth = np.empty(int(view.rules.num_actions), np.float32)
    return int(worth.argmax()) if think(worth, view, memory) else NO_ACTION


@kernel
def fill_chances(
    chances: NDArray[np.float64], views: NDArray[Any], memory: NDArray[np.int64]
) -> None:
    """Fill `chances` [G, A]: the softmax of what the network says."""
    worth = np.empty(chances.shape[1], np.float32)
    for row in range(len(views)):
        if think(worth, views[row], memory[row]):
            best, total = np.float64(worth.max()), 0.0
            for action in range(len(worth)):
                chances[row, action] = np.exp(np.float64(worth[action]) - best)
                total += chances[row, action]
            chances[row] /= total
