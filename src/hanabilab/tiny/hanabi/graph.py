"""The state graph of a small game for two: plain arrays, and the symmetries of its rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules
from hanabilab.tiny.games.mini_hanabi import draw_cards
from hanabilab.tiny.hanabi.graph_kernels import (
    COUNTS,
    Growing,
    add_row,
    count_orders,
    expand,
    fill_full_information,
    find_rows,
    rehash,
    row_width,
)
from hanabilab.tiny.hanabi.hashing import EMPTY

Numbers: TypeAlias = NDArray[np.int64]

_SLICE = 512  # states taken in at once
_ZOBRIST_SEED = 2025


class Edges(NamedTuple):
    """What the solver's kernels read of a graph. S states, A actions, M edges, G renamings."""

    kinds: NDArray[np.int64]  # [S] what the actor sees, the partner's hand, as a number
    orders: NDArray[np.int64]  # [S] orders in which the rest of the deck can come
    observed: NDArray[np.int8]  # [S, A] what both see: the card used or the slots touched
    scores: NDArray[np.int8]  # [S, A] the score, if the game ends
    edges: NDArray[np.int32]  # [S * A + 1] where the successors of (state, action) begin
    successors: NDArray[np.int32]  # [M] one for each card that can be drawn
    gains: NDArray[np.int64]  # [S, A] worth with open hands, summed over the orders; -1 illegal
    images: NDArray[np.int32]  # [G, S] the state's name under each renaming, or EMPTY
    words: NDArray[np.uint64]  # [S] random: sets of states are hashed by sums of these


@dataclass(frozen=True)
class StateGraph:
    """Every state that some play of some deck reaches, as the seat to act sees the table.

    Hands are the actor's and the partner's, so that exchanging the seats is no symmetry left.

    Attributes:
        rules: the rules.
        edges: the arrays.
        roots: ids of the states after the deal, one for each pair of hands.
        renamed: [G, A] the name of each action under each renaming.
        rows: [S, width] the states themselves, see `graph_kernels`.
    """

    rules: Rules
    edges: Edges
    roots: NDArray[np.int32]
    renamed: NDArray[np.int64]
    rows: NDArray[np.int8]

    @property
    def num_states(self) -> int:
        """All states that can be reached."""
        return len(self.edges.kinds)

    @property
    def num_kinds(self) -> int:
        """Hands that the first to act can see; no later belief has more."""
        return len(np.unique(self.edges.kinds[self.roots]))

    @property
    def num_orders(self) -> int:
        """Orders of the whole deck; values are points summed over them."""
        return int(self.edges.orders[self.roots].sum())

    @property
    def full_information_bound(self) -> Fraction:
        """The value if all hands lay open, in points: no policy gets more."""
        best = self.edges.gains[self.roots].max(axis=1)
        return Fraction(int(best.sum()), self.num_orders)

    def kind_of(self, hand: Sequence[int]) -> int:
        """The number in `Edges.kinds` of a partner's hand: card ids, NO_CARD for empty slots."""
        return int(_kinds(self.rules, np.array(hand[: self.rules.hand_size])))


def build_graph(rules: Rules, max_states: int = 2_000_000) -> StateGraph:
    """Find all states of the game.

    Raises:
        GameError: more than `max_states`.
    """
    growing = _start(rules)
    num_roots = int(growing.counts.states)
    state, after = new_states(rules, 2)
    done = 0
    while done < growing.counts.states:
        growing = _ensure_room(growing, rules)
        last = min(done + _SLICE, int(growing.counts.states))
        expand(growing, state, after, done, last)
        done = last
        if done > max_states:
            raise GameError(
                f"too large to solve: more than {max_states:,} states; take fewer cards or tokens"
            )
    return _finish(rules, growing, num_roots)


def _start(rules: Rules) -> Growing:
    width, actions = row_width(rules.tables), rules.num_actions
    growing = Growing(
        np.zeros((0, width), np.int8),
        np.full(1, EMPTY, np.int32),
        np.zeros((0, actions), np.int8),
        np.zeros((0, actions), np.int8),
        np.zeros(1, np.int32),
        np.zeros(0, np.int32),
        np.zeros(1, COUNTS)[0],
        np.zeros(rules.max_score, np.int64),
    )
    hands = [dealt for dealt, _ in draw_cards(rules, 2 * rules.hand_size)]
    growing = _ensure_room(growing, rules, len(hands))
    for dealt in hands:
        row = growing.rows[growing.counts.states]
        row[:] = 0
        row[: len(dealt)] = dealt
        row[-3:] = rules.information_tokens, rules.life_tokens, rules.players
        add_row(growing)
    return growing


def _ensure_room(growing: Growing, rules: Rules, more: int = 0) -> Growing:
    """The same graph, with capacity for what one slice can add."""
    more = more or _SLICE * rules.num_actions * rules.max_score
    states = _capacity(len(growing.rows), growing.counts.states + more + 1)
    edges = _capacity(len(growing.successors), growing.counts.edges + more)
    if states > len(growing.rows):
        growing = growing._replace(
            rows=enlarged(growing.rows, states),
            observed=enlarged(growing.observed, states),
            scores=enlarged(growing.scores, states),
            edges=enlarged(growing.edges, states * rules.num_actions + 1),
            table=np.full(1 << (2 * states - 1).bit_length(), EMPTY, np.int32),
        )
        rehash(growing)
    return growing._replace(successors=enlarged(growing.successors, edges))


def _capacity(now: int, needed: int) -> int:
    return now if now >= needed else max(int(needed), 2 * now)


def enlarged(array: NDArray[Any], length: int) -> NDArray[Any]:
    """The array with room for `length` entries, zeros beyond its own."""
    if length == len(array):
        return array
    larger = np.zeros((length, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def _finish(rules: Rules, growing: Growing, num_roots: int) -> StateGraph:
    count, num_edges = growing.counts.tolist()
    actions = rules.num_actions
    rows = growing.rows[:count].copy()
    orders = np.zeros(count, np.int64)
    count_orders(orders, growing, new_states(rules, 1)[0], count)
    gains = np.zeros((count, actions), np.int64)
    fill_full_information(gains, np.zeros(count, np.int64), growing, orders, _by_depth(rules, rows))
    renamings = list(_renamings(rules))
    images = np.zeros((len(renamings), count), np.int32)
    for image, (places, cards, _) in zip(images, renamings, strict=True):
        renamed = rows[:, places]
        hands = slice(0, 2 * rules.hand_size)
        renamed[:, hands] = cards[renamed[:, hands]]
        find_rows(image, growing, renamed)
    edges = Edges(
        _kinds(rules, rows[:, rules.hand_size : 2 * rules.hand_size]),
        orders,
        growing.observed[:count].copy(),
        growing.scores[:count].copy(),
        growing.edges[: count * actions + 1].copy(),
        growing.successors[:num_edges].copy(),
        gains,
        images,
        np.random.default_rng(_ZOBRIST_SEED).integers(1 << 64, size=count, dtype=np.uint64),
    )
    renamed_actions = np.array([actions for _, _, actions in renamings], np.int64)
    return StateGraph(rules, edges, np.arange(num_roots, dtype=np.int32), renamed_actions, rows)


def _by_depth(rules: Rules, rows: NDArray[np.int8]) -> NDArray[np.int64]:
    """States so that successors come first: an action uses up a card, or else a token."""
    begin = 2 * rules.hand_size
    used = rows[:, begin : begin + rules.suits + rules.max_score].sum(axis=1, dtype=np.int64)
    return np.argsort(rows[:, -3] - 2 * used, kind="stable")


def _kinds(rules: Rules, hands: NDArray[Any]) -> Numbers:
    """[...] hands [..., hand_size] of card ids as numbers in base (cards + 1)."""
    weights = (rules.max_score + 1) ** np.arange(rules.hand_size)[::-1]
    return np.asarray((hands.astype(np.int64) + 1) @ weights)


def _renamings(rules: Rules) -> Iterator[tuple[Numbers, Numbers, Numbers]]:
    """For each renaming of colors and slots: where rows' numbers come from, cards, actions."""
    size, suits, ranks = rules.hand_size, rules.suits, rules.ranks
    slots = list(itertools.permutations(range(size)))
    for colors in itertools.permutations(range(suits)):
        for own, other in itertools.product(slots, slots):
            cards = [colors[card // ranks] * ranks + card % ranks for card in range(suits * ranks)]
            goes = [*own, *(size + slot for slot in other)]
            goes += [2 * size + suit for suit in colors]
            goes += [2 * size + suits + card for card in cards]
            goes += range(len(goes), len(goes) + 3)
            actions = [*own, *(size + slot for slot in own)]
            actions += [2 * size + suit for suit in colors]
            actions += range(len(actions), len(actions) + ranks)
            yield np.argsort(goes), np.array([*cards, -1]), np.array(actions)
