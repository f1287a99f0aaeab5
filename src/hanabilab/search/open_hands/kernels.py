"""The search for a perfect game when all cards are known: beams over turns, and bounds. Kernels.

All nodes of a layer have played the same number of turns. From each come its children; of these the
best by a guess are kept, `width` at most. A beam that never had to drop a child has looked at every
line that matters: if it finds no perfect game, there is none.

Lines that do not matter: to discard a needed card while a useless one is in the hand; to discard a
last copy; to misplay while a discard is allowed. Each is no better than a line that is kept.

Two bounds prove a node lost, both by dealing out the rest of the deck with hands without limit:

- *pace*: to draw a card, another must have left a hand; what cannot have been played by then was
  discarded, and only so many cards can be discarded before turns are short.
- *storage*: cards that are needed, cannot be played yet and have no later copy all have to be held.

Source: docs/compiler.md, "Winnability".
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD
from hanabilab.game.rule_tables import (
    DRAW_NEWEST,
    MAX_CARDS,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_SUITS,
    RuleTables,
)

__all__ = ["DISCARD_BIT", "NODE", "PASS", "Deal", "Layers", "fill_root", "run_beam"]

#: An action of a node: a slot to play; with this bit, a slot to discard.
DISCARD_BIT = 8
#: An action of a node: any hint.
PASS = 16
_NO_ACTIONS = 2 * MAX_HAND + 1

#: A position in the search. `next` is the place in the deck that is drawn next.
NODE = np.dtype(
    (
        np.record,
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
def fill_root(node: Node, deal: Deal) -> None:
    """The position after the deal."""
    rules = deal.rules
    node.fireworks[:] = 0
    node.hands[:] = NO_CARD
    place = 0
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            node.hands[seat, slot] = deal.deck[place]
            place += 1
    node.next = place
    node.tokens = rules.max_information_tokens
    node.lives = rules.max_life_tokens
    node.turns_left = rules.num_players
    node.points = 0


# --- Bounds --------------------------------------------------------------------------------------


@kernel
def _slack(node: Node, deal: Deal) -> int:
    """How many more cards may be discarded before turns are short."""
    left = len(deal.deck) - node.next
    return left + node.turns_left - (deal.rules.max_score - node.points)


@kernel
def _is_lost(node: Node, deal: Deal) -> bool:
    """Whether a bound proves that no perfect game can be reached."""
    rules = deal.rules
    slack = _slack(node, deal)
    if slack < 0:
        return True
    reach = np.zeros(MAX_SUITS, np.int64)  # ranks playable by then, each suit
    for suit in range(rules.num_suits):
        reach[suit] = node.fireworks[suit]
    held = np.zeros(MAX_CARDS, np.bool_)
    bound = 0  # cards held that must be kept
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            card = node.hands[seat, slot]
            if card >= 0 and not held[card]:
                held[card] = True
                needed = rules.rank_of[card] >= node.fireworks[rules.suit_of[card]]
                bound += needed and deal.last_at[card] < node.next
    plays = 0
    for suit in range(rules.num_suits):
        gained, freed = _advance(reach, held, suit, int(node.next), deal)
        plays, bound = plays + gained, bound - freed
    room = rules.num_players * rules.hand_size
    for place in range(node.next, len(deal.deck)):
        if place - node.next + 1 - plays > slack or bound >= room:
            return True
        card = deal.deck[place]
        suit = rules.suit_of[card]
        if rules.rank_of[card] >= reach[suit]:
            held[card] = True
            bound += deal.last_at[card] == place
            gained, freed = _advance(reach, held, suit, place + 1, deal)
            plays, bound = plays + gained, bound - freed
    return False


@kernel
def _advance(
    reach: NDArray[np.int64], held: NDArray[np.bool_], suit: int, place: int, deal: Deal
) -> tuple[int, int]:
    """Play a suit as far as the cards held allow; how many plays, and how many were bound."""
    plays, freed, ranks = 0, 0, int(deal.rules.num_ranks)
    while reach[suit] < ranks and held[suit * ranks + reach[suit]]:
        freed += deal.last_at[suit * ranks + reach[suit]] < place
        reach[suit] += 1
        plays += 1
    return plays, freed


# --- Children ------------------------------------------------------------------------------------


@kernel
def _is_needed(node: Node, deal: Deal, card: int) -> bool:
    return deal.rules.rank_of[card] >= node.fireworks[deal.rules.suit_of[card]]


@kernel
def _copies_held(node: Node, deal: Deal, card: int) -> int:
    held = 0
    for seat in range(deal.rules.num_players):
        for slot in range(deal.rules.hand_size):
            held += node.hands[seat, slot] == card
    return held


@kernel
def _fill_actions(actions: NDArray[np.int8], node: Node, deal: Deal, seat: int) -> int:
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
        if twin or not _is_needed(node, deal, card):
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
        another = deal.last_at[card] >= node.next or _copies_held(node, deal, card) > 1
        if another and not (misplay and playable):
            actions[count] = DISCARD_BIT | slot
            count += 1
    return count


@kernel
def _take(node: Node, deal: Deal, seat: int, action: int) -> None:
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
            if _is_needed(node, deal, card) and deal.last_at[card] < node.next:
                waits = rules.rank_of[card] > node.fireworks[rules.suit_of[card]]
                kept += waits and _copies_held(node, deal, card) == 1
        stuck += cards > 0 and kept == cards
    lost = rules.max_life_tokens - node.lives
    return float(node.points + _slack(node, deal) + 0.55 * node.tokens - lost - stuck)


@kernel
def _mark(node: Node, deal: Deal) -> np.uint64:
    """A number that equal positions share: useless cards are alike, and order in a hand is none."""
    rules = deal.rules
    mark = np.uint64(node.next) * np.uint64(0x9E3779B97F4A7C15)
    small = np.uint64(node.tokens) | np.uint64(node.lives) << np.uint64(8)
    mark ^= _mixed(small | np.uint64(node.turns_left) << np.uint64(16))
    for suit in range(rules.num_suits):
        mark = _mixed(mark ^ np.uint64(node.fireworks[suit] + 1))
    for seat in range(rules.num_players):
        hand = np.uint64(0)
        for slot in range(rules.hand_size):
            card = node.hands[seat, slot]
            if card >= 0:
                shown = card + 2 if _is_needed(node, deal, card) else 1
                hand += _mixed(np.uint64(shown))  # a sum: the order does not matter
        mark = _mixed(mark ^ hand)
    return mark


@kernel
def _mixed(word: np.uint64) -> np.uint64:
    """The finalizer of splitmix64: every bit depends on every other."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


# --- The beam ------------------------------------------------------------------------------------


@kernel
def run_beam(layers: Layers, deal: Deal, width: int) -> tuple[int, int, bool]:
    """Search for a perfect game.

    Returns:
        The turns of the game found and its node in the last layer, or -1 twice; and whether no
        child was ever dropped: then no game found means that there is none.
    """
    rules = deal.rules
    fill_root(layers.nodes[0, 0], deal)
    whole, size = True, 1
    if _is_lost(layers.nodes[0, 0], deal):
        return -1, -1, True
    for turn in range(len(layers.parents)):
        seat = (rules.first_seat + turn) % rules.num_players
        count = _expand(layers, deal, turn, size, seat)
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
        num_actions = _fill_actions(actions, nodes[index], deal, seat)
        for place in range(num_actions):
            child = layers.found[count]
            _copy(child, nodes[index])
            _take(child, deal, seat, int(actions[place]))
            if child.turns_left == 0 and child.points < deal.rules.max_score:
                continue
            if child.points < deal.rules.max_score and _is_lost(child, deal):
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
        if not _is_new(table, layers.marks[child]):
            continue
        if size == width:
            return size, True
        _copy(nodes[size], layers.found[child])
        layers.parents[turn, size] = layers.origins[child, 0]
        layers.actions[turn, size] = layers.origins[child, 1]
        size += 1
    return size, False


@kernel
def _is_new(table: NDArray[np.uint64], mark: np.uint64) -> bool:
    """Whether a mark is not in the table yet, which it is from now on."""
    place = np.int64(mark >> np.uint64(1)) % len(table)
    while table[place] != 0:
        if table[place] == mark:
            return False
        place = (place + 1) % len(table)
    table[place] = mark
    return True
