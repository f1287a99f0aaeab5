"""A position near the end as kernels see it: states by depth, cards in the deck, values kept.

Nobody knows the order of the deck, and all orders are alike. So values are counted in orders: with
m cards in the deck there are m! of them, and a value is the sum over them, a whole number. That
keeps chances exact; `values` makes fractions of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.game.actions import is_legal
from hanabilab.game.cards import NO_CARD, is_playable, max_reachable_score
from hanabilab.game.engine import apply_action, score
from hanabilab.game.rule_tables import COLOR_HINT, PLAY
from hanabilab.game.state import COMPLETED, RUNNING
from hanabilab.randomness import mix

#: What is asked for: the chance of all points, or the expected score.
WIN, SCORE = range(2)
#: Cards in the deck at most: with more, sums over all orders of the deck do not fit 64 bits.
MOST_CARDS = 18
#: In place of an action: the best one.
BEST = -1
#: Places of `Task.used`.
NODES, KEPT = range(2)

_LANES = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))
_FACTORIALS = np.cumprod(np.maximum(np.arange(21), 1))


class Memo(NamedTuple):
    """Bounds of positions that were met, by a digest of 128 bits. N places, a power of two."""

    keys: NDArray[np.uint64]  # [N, 2]
    bounds: NDArray[np.int64]  # [N, 2] lower and upper, in orders of the deck; -1 where none are


class Task(NamedTuple):
    """What one search works on. D: the longest line, and one more."""

    states: NDArray[Any]  # [D] STATE rows: the position, and those that lead on from it
    deck: NDArray[np.int64]  # [D, MAX_CARDS] copies of each card in the deck
    objective: int  # WIN or SCORE
    kinds: NDArray[np.int64]  # [MAX_SUITS] equal numbers for suits that may change places
    merges: bool  # whether useless cards are all alike
    memo: Memo
    used: NDArray[np.int64]  # [2] positions looked into, and kept in the memo
    limit: int  # of positions looked into


@kernel
def cards_left(task: Task, depth: int) -> int:
    """Cards in the deck."""
    state = task.states[depth]
    return state.rules.deck_size - state.deck_drawn


@kernel
def quick_bounds(task: Task, depth: int) -> tuple[int, int]:
    """What can be said of a position without looking on: equal numbers where the game is over."""
    state, rules = task.states[depth], task.states[depth].rules
    orders = _FACTORIALS[cards_left(task, depth)]
    if state.status != RUNNING:
        won = int(state.status == COMPLETED)
        value = orders * (won if task.objective == WIN else score(state))
        return value, value
    most = max_reachable_score(state)
    if not rules.all_or_nothing:
        # Each action plays a card at most, and all but those of the last round draw one.
        most = min(most, state.points + cards_left(task, depth) + state.turns_left)
    if task.objective == WIN:
        return 0, orders * (most == rules.max_score)
    return orders * state.points * rules.bomb_keeps_points, orders * most


@kernel
def points_now(task: Task, depth: int) -> int:
    """The points of a position, with every order of the deck."""
    return int(_FACTORIALS[cards_left(task, depth)] * task.states[depth].points)


@kernel
def matters(task: Task, depth: int, action: int) -> bool:
    """Whether a legal action is the first of its kind: equal cards, and hints, are alike."""
    state = task.states[depth]
    rules, seat = state.rules, state.current_seat
    kind, slot = rules.action_kind[action], rules.action_place[action]
    if not is_legal(state, action):
        return False
    if kind > PLAY:
        return _is_first_hint(task, depth, action, kind)
    card = state.hands[seat, slot]
    for other in range(min(slot, rules.hand_size)):
        if card != NO_CARD and _alike(task, depth, card, state.hands[seat, other]):
            return False
    return True


@kernel
def _is_first_hint(task: Task, depth: int, action: int, kind: int) -> bool:
    """Hints differ only where the next one must be of another kind."""
    state = task.states[depth]
    rules = state.rules
    for other in range(2 * rules.hand_size, action):
        same = rules.action_kind[other] >= COLOR_HINT
        if rules.alternates_hints:
            same = rules.action_kind[other] == kind
        if same and is_legal(state, other):
            return False
    return True


@kernel
def _alike(task: Task, depth: int, card: int, other: int) -> bool:
    if card == other:
        return True
    useless = task.states[depth].useless
    both = other != NO_CARD and (useless >> card) & (useless >> other) & 1 != 0
    return task.merges and both


@kernel
def urgency(task: Task, depth: int, action: int) -> int:
    """How early to try an action: plays that fit (0), turns that cost no card (1), the rest (2).

    The sooner a good action is tried, the more of the others are cut off.
    """
    state = task.states[depth]
    kind, slot = state.rules.action_kind[action], state.rules.action_place[action]
    if kind > PLAY:
        return 1
    if slot == state.rules.hand_size:
        return 2
    card = int(state.hands[state.current_seat, slot])
    if kind == PLAY:
        return 0 if is_playable(state, card) else 2
    return 1 if (state.useless >> card) & 1 else 2


@kernel
def draws(task: Task, depth: int, action: int) -> bool:
    """Whether an action takes a card from the deck."""
    state = task.states[depth]
    return state.rules.action_kind[action] <= PLAY and state.deck_drawn < state.rules.deck_size


@kernel
def ways_to_draw(task: Task, depth: int, card: int) -> int:
    """Copies of `card` in the deck; all useless ones count with the first of them."""
    useless, deck = task.states[depth].useless, task.deck[depth]
    if not task.merges or not (useless >> card) & 1:
        return int(deck[card])
    ways = 0
    for other in range(task.states[depth].rules.num_cards):
        if (useless >> other) & 1 and deck[other] > 0:
            if other < card:
                return 0
            ways += deck[other]
    return ways if deck[card] > 0 else 0


@kernel
def step(task: Task, depth: int, action: int, card: int) -> None:
    """Take an action at `depth`; the position behind it, `card` drawn if any is, one deeper."""
    state, after = task.states[depth], task.states[depth + 1]
    copy_shared_fields(after, state)
    copy_into(task.deck[depth + 1], task.deck[depth])
    if card != NO_CARD:
        after.deck[after.deck_drawn] = card
        task.deck[depth + 1, card] -= 1
    apply_action(after, action)


# --- Positions that were met ----------------------------------------------------------------------


@kernel
def key_of(task: Task, depth: int) -> tuple[np.uint64, np.uint64]:
    """What equal positions share, as 128 bits.

    Equal are those that differ in the order of cards in a hand, in which useless cards there are,
    and in which of several suits that are alike is which. By chance two others may share a key,
    once in 10**24 positions.
    """
    return _lane(task, depth, _LANES[0]), _lane(task, depth, _LANES[1])


@kernel
def _lane(task: Task, depth: int, lane: np.uint64) -> np.uint64:
    state = task.states[depth]
    rules = state.rules
    word = lane ^ np.uint64(state.information_tokens) ^ np.uint64(state.life_tokens) << np.uint64(8)
    word ^= np.uint64(state.token_parts) << np.uint64(16) ^ np.uint64(state.points) << np.uint64(24)
    word ^= np.uint64(state.turns_left) << np.uint64(32)
    word ^= np.uint64(state.current_seat) << np.uint64(40)
    word = mix(word ^ np.uint64(state.deck_drawn) << np.uint64(48)) ^ np.uint64(state.barred_hints)
    for seat in range(rules.num_players):
        held = 0
        for slot in range(rules.hand_size):
            held += state.hands[seat, slot] != NO_CARD
        word = mix(word ^ np.uint64(held))
    total = np.uint64(0)  # a sum: suits that are alike may change places
    for suit in range(rules.num_suits):
        total += _of_suit(task, depth, suit, lane)
    return mix(word ^ total)


@kernel
def _of_suit(task: Task, depth: int, suit: int, lane: np.uint64) -> np.uint64:
    """Where the useful cards of a suit are: in the deck and in each hand."""
    state = task.states[depth]
    rules = state.rules
    word = mix(
        lane ^ np.uint64(task.kinds[suit]) ^ np.uint64(state.fireworks[suit]) << np.uint64(8)
    )
    for card in range(suit * rules.num_ranks, (suit + 1) * rules.num_ranks):
        if task.merges and (state.useless >> card) & 1:
            continue
        places = int(task.deck[depth, card])
        for seat in range(rules.num_players):
            held = 0
            for slot in range(rules.hand_size):
                held += state.hands[seat, slot] == card
            places = places << 2 | held
        word = mix(
            word ^ np.uint64(card - suit * rules.num_ranks) << np.uint64(32) ^ np.uint64(places)
        )
    return word


@kernel
def find(memo: Memo, key: tuple[np.uint64, np.uint64]) -> int:
    """The place of a key, or the empty place where it is to be put."""
    place = np.int64(key[0] & np.uint64(len(memo.bounds) - 1))
    while memo.bounds[place, 0] >= 0 and (
        memo.keys[place, 0] != key[0] or memo.keys[place, 1] != key[1]
    ):
        place = (place + 1) & (len(memo.bounds) - 1)
    return place  # type: ignore[return-value]


@kernel
def keep(task: Task, key: tuple[np.uint64, np.uint64], lower: int, upper: int) -> None:
    """Keep the bounds of a position, unless it is a new one and the memo is half full."""
    memo = task.memo
    place = find(memo, key)
    if memo.bounds[place, 0] < 0:
        if 2 * task.used[KEPT] >= len(memo.bounds):
            return
        task.used[KEPT] += 1
    memo.keys[place, 0], memo.keys[place, 1] = key
    memo.bounds[place, 0], memo.bounds[place, 1] = lower, upper


@kernel
def carry(memo: Memo, old: Memo) -> None:
    """Put all that `old` holds into `memo`, which has more places."""
    for place in range(len(old.bounds)):
        if old.bounds[place, 0] >= 0:
            key = old.keys[place, 0], old.keys[place, 1]
            at = find(memo, key)
            memo.keys[at, 0], memo.keys[at, 1] = key
            copy_into(memo.bounds[at], old.bounds[place])
