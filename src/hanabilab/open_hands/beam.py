"""The search for a perfect game when all cards are known: a beam over turns. Kernels.

All nodes of a layer have played the same number of turns. Of their children the beam keeps the best
by a guess, `width` at most. A beam that never had to drop a child has looked at every line that
matters. If it finds no perfect game, there is none.

Source: docs/compiler.md, "Winnability".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.open_hands.bounds import is_lost, slack
from hanabilab.open_hands.nodes import (
    Deal,
    Node,
    copies_held,
    fill_actions,
    is_needed,
    is_new,
    take,
)
from hanabilab.randomness import mix

_NO_ACTIONS = 2 * MAX_HAND + 1


class Layers(NamedTuple):
    """The arrays of a beam; T turns at most, W its width.

    Attributes:
        nodes: [2, W] the layer, and the one that is being made.
        parents: [T, W] which node of the layer before each comes from.
        actions: [T, W] and by which action.
        found: [N] children of a layer; N is W times the most children of a node.
        guesses: [N] how good each seems.
        origins: [N, 2] parent and action.
        marks: [N] a number for each position, to tell equal ones.
    """

    nodes: NDArray[Any]
    parents: NDArray[np.int32]
    actions: NDArray[np.int8]
    found: NDArray[Any]
    guesses: NDArray[np.float64]
    origins: NDArray[np.int32]
    marks: NDArray[np.uint64]


@kernel
def run_beam(layers: Layers, deal: Deal, seat: int, width: int) -> tuple[int, int, bool]:
    """Search for a perfect end of a game, from the position in `layers.nodes[0, 0]`.

    Args:
        seat: who is to act there.

    Returns:
        The turns of the game found and its node in the last layer, or -1 twice; and whether no
        child was ever dropped: then no game found means that there is none.
    """
    rules = deal.rules
    whole, size = True, 1
    if is_lost(layers.nodes[0, 0], deal):
        return -1, -1, True
    for turn in range(len(layers.parents)):
        count = _expand(layers, deal, turn, size, (seat + turn) % rules.num_players)
        if count == 0:
            return -1, -1, whole
        best = int(np.argmax(layers.guesses[:count]))
        if layers.found[best].points == rules.max_score:
            layers.parents[turn, 0] = layers.origins[best, 0]
            layers.actions[turn, 0] = layers.origins[best, 1]
            return turn + 1, 0, whole
        size, dropped = _select(layers, turn, count, width)
        whole = whole and not dropped
    return -1, -1, False


@kernel
def _expand(layers: Layers, deal: Deal, turn: int, size: int, seat: int) -> int:
    """Fill `found` with all children of a layer that are not lost; how many they are."""
    actions = np.zeros(_NO_ACTIONS, np.int8)
    nodes = layers.nodes[turn % 2]
    count = 0
    for index in range(size):
        num_actions = fill_actions(actions, nodes[index], deal, seat)
        for place in range(num_actions):
            child = layers.found[count]
            _copy(child, nodes[index])
            take(child, deal, seat, int(actions[place]))
            if child.turns_left == 0 and child.points < deal.rules.max_score:
                continue
            if child.points < deal.rules.max_score and is_lost(child, deal):
                continue
            layers.guesses[count] = _guess(child, deal)
            if child.points == deal.rules.max_score:
                layers.guesses[count] = np.inf
            layers.origins[count, 0], layers.origins[count, 1] = index, actions[place]
            layers.marks[count] = _mark(child, deal)
            count += 1
    return count


@kernel
def _copy(target: Node, source: Node) -> None:
    target.fireworks[:] = source.fireworks
    target.hands[:] = source.hands
    target.next = source.next
    target.tokens = source.tokens
    target.lives = source.lives
    target.turns_left = source.turns_left
    target.points = source.points


@kernel
def _select(layers: Layers, turn: int, count: int, width: int) -> tuple[int, bool]:
    """Keep the best children, equal ones once; how many, and whether others were dropped."""
    order = np.argsort(-layers.guesses[:count], kind="mergesort")
    table = np.zeros(4 * width, np.uint64)
    nodes, size = layers.nodes[(turn + 1) % 2], 0
    for rank in range(count):
        child = order[rank]
        if not is_new(table, layers.marks[child]):
            continue
        if size == width:
            return size, True
        _copy(nodes[size], layers.found[child])
        layers.parents[turn, size] = layers.origins[child, 0]
        layers.actions[turn, size] = layers.origins[child, 1]
        size += 1
    return size, False


@kernel
def _guess(node: Node, deal: Deal) -> float:
    """How good a node seems: points, discards to spare, tokens; less for lives lost and for hands
    whose every card must be kept.
    """
    rules = deal.rules
    stuck = 0
    for seat in range(rules.num_players):
        kept, cards = 0, 0
        for slot in range(rules.hand_size):
            card = node.hands[seat, slot]
            if card < 0:
                continue
            cards += 1
            if is_needed(node, deal, card) and deal.last_at[card] < node.next:
                waits = rules.rank_of[card] > node.fireworks[rules.suit_of[card]]
                kept += waits and copies_held(node, deal, card) == 1
        stuck += cards > 0 and kept == cards
    lost = rules.max_life_tokens - node.lives
    return float(node.points + slack(node, deal) + 0.55 * node.tokens - lost - stuck)


@kernel
def _mark(node: Node, deal: Deal) -> np.uint64:
    """A number that equal positions share: useless cards are alike, and order in a hand is none."""
    rules = deal.rules
    mark = np.uint64(node.next) * np.uint64(0x9E3779B97F4A7C15)
    small = np.uint64(node.tokens) | np.uint64(node.lives) << np.uint64(8)
    mark ^= mix(small | np.uint64(node.turns_left) << np.uint64(16))
    for suit in range(rules.num_suits):
        mark = mix(mark ^ np.uint64(node.fireworks[suit] + 1))
    for seat in range(rules.num_players):
        hand = np.uint64(0)
        for slot in range(rules.hand_size):
            card = node.hands[seat, slot]
            if card >= 0:
                shown = card + 2 if is_needed(node, deal, card) else 1
                hand += mix(np.uint64(shown))  # a sum: the order does not matter
        mark = mix(mark ^ hand)
    return mark
