"""Positions of a search in which all cards are known: which actions there are, and what follows.

Kernels. Lines that do not matter are left out: discarding a needed card while a useless one is in
the hand, discarding a last copy, and misplaying while a discard is allowed. Each of these is no
better than a line that is kept.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import (
    DRAW_NEWEST,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_SUITS,
    RuleTables,
)
from hanabilab.game.state import State

#: An action of a node: a slot to play; with this bit, a slot to discard.
DISCARD_BIT = 8
#: An action of a node: any hint.
PASS = 16

#: A position in the search. `next` is the place in the deck that is drawn next.
NODE = np.dtype(
    (
        Record,
        np.dtype(
            [
                ("fireworks", np.int8, (MAX_SUITS,)),
                ("hands", np.int8, (MAX_PLAYERS, MAX_HAND)),
                ("next", np.int16),
                ("tokens", np.int8),
                ("lives", np.int8),
                ("turns_left", np.int8),
                ("points", np.int8),
            ],
            align=True,
        ),
    )
)


class Node(Protocol):
    """A NODE row."""

    fireworks: NDArray[np.int8]
    hands: NDArray[np.int8]
    next: int
    tokens: int
    lives: int
    turns_left: int
    points: int


class Deal(NamedTuple):
    """What stays the same in a search.

    Attributes:
        deck: [D] card ids in the order drawn.
        last_at: [C] the place of each card's last copy in the deck.
    """

    rules: RuleTables
    deck: NDArray[np.int16]
    last_at: NDArray[np.int16]


@kernel
def fill_node(node: Node, state: State) -> None:
    """The position in which a STATE row stands."""
    rules = state.rules
    node.fireworks[:] = 0
    node.hands[:] = NO_CARD
    for suit in range(rules.num_suits):
        node.fireworks[suit] = state.fireworks[suit]
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            node.hands[seat, slot] = state.hands[seat, slot]
    node.next = state.deck_drawn
    node.tokens = state.information_tokens
    node.lives = state.life_tokens
    node.turns_left = state.turns_left
    node.points = state.points


@kernel
def is_needed(node: Node, deal: Deal, card: int) -> bool:
    """Whether `card` has not been played: its firework does not reach its rank yet."""
    return deal.rules.rank_of[card] >= node.fireworks[deal.rules.suit_of[card]]


@kernel
def copies_held(node: Node, deal: Deal, card: int) -> int:
    """How many copies of `card` are in the hands of all seats."""
    held = 0
    for seat in range(deal.rules.num_players):
        for slot in range(deal.rules.hand_size):
            held += node.hands[seat, slot] == card
    return held


@kernel
def fill_actions(actions: NDArray[np.int8], node: Node, deal: Deal, seat: int) -> int:
    """Write the actions that matter into `actions`; how many they are."""
    rules, count = deal.rules, 0
    spare = -1  # a slot whose card nobody will miss
    for slot in range(rules.hand_size):
        card = node.hands[seat, slot]
        if card < 0:
            continue
        twin = False
        for other in range(slot):
            twin |= node.hands[seat, other] == card
        if twin or not is_needed(node, deal, card):
            spare = slot
        elif rules.rank_of[card] == node.fireworks[rules.suit_of[card]]:
            actions[count] = slot
            count += 1
    if node.tokens < rules.max_information_tokens or node.lives > 1:
        count = _fill_discards(actions, count, node, deal, seat, spare)
    if node.tokens > 0:
        actions[count] = PASS
        count += 1
    return count


@kernel
def _fill_discards(
    actions: NDArray[np.int8], count: int, node: Node, deal: Deal, seat: int, spare: int
) -> int:
    """Add the discards that matter; at most tokens, where they are misplays, the same."""
    if spare >= 0:
        actions[count] = DISCARD_BIT | spare
        return count + 1
    misplay = node.tokens == deal.rules.max_information_tokens
    for slot in range(deal.rules.hand_size):
        card = node.hands[seat, slot]
        if card < 0:
            continue
        playable = deal.rules.rank_of[card] == node.fireworks[deal.rules.suit_of[card]]
        another = deal.last_at[card] >= node.next or copies_held(node, deal, card) > 1
        if another and not (misplay and playable):
            actions[count] = DISCARD_BIT | slot
            count += 1
    return count


@kernel
def take(node: Node, deal: Deal, seat: int, action: int) -> None:
    """Take an action in a node."""
    rules = deal.rules
    out_of_cards = node.next == len(deal.deck)
    if action == PASS:
        node.tokens -= 1
    elif action & DISCARD_BIT:
        if node.tokens == rules.max_information_tokens:
            node.lives -= 1
        else:
            node.tokens += 1
        _use(node, deal, seat, action ^ DISCARD_BIT)
    else:
        card = node.hands[seat, action]
        node.fireworks[rules.suit_of[card]] += 1
        node.points += 1
        last_rank = rules.rank_of[card] == rules.num_ranks - 1
        node.tokens += last_rank and node.tokens < rules.max_information_tokens
        _use(node, deal, seat, action)
    node.turns_left -= out_of_cards


@kernel
def _use(node: Node, deal: Deal, seat: int, slot: int) -> None:
    """The card in a slot leaves the hand, and another is drawn, as `game.engine` has it."""
    if deal.rules.draw_slot == DRAW_NEWEST:
        last = deal.rules.hand_size - 1
        for place in range(slot, last):
            node.hands[seat, place] = node.hands[seat, place + 1]
        slot = last
    node.hands[seat, slot] = NO_CARD
    if node.next < len(deal.deck):
        node.hands[seat, slot] = deal.deck[node.next]
        node.next += 1


@kernel
def is_new(table: NDArray[np.uint64], mark: np.uint64) -> bool:
    """Whether a mark is not in a table of hashes yet, which it is from now on.

    Args:
        table: zeros at first, and longer than there are marks.
    """
    place = np.int64(mark >> np.uint64(1)) % len(table)
    while table[place] != 0:
        if table[place] == mark:
            return False
        place = (place + 1) % len(table)
    table[place] = mark
    return True
