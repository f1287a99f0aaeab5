"""Every world that a seat may be in, played out by a blueprint: each hand, each order of the deck.

Worlds are counted, so sums are whole numbers. Copies of a card are told apart: a hand weighs as
many ways as there are to deal it, and an order of the deck as many as look alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, kernel
from hanabilab.agents.policy import Observe
from hanabilab.beliefs.hand_range import weigh
from hanabilab.beliefs.replay import recall
from hanabilab.beliefs.sampled_worlds import deal_world
from hanabilab.game.state import COMPLETED
from hanabilab.randomness import Rng, seed_rng
from hanabilab.search.rollouts import FAILED, Position, RolloutPolicy, Workspace, play_action

#: In place of a score: an agent has used its random numbers, so one game out of a world is no mean.
DICE = -3
_ALL = 1 << 62


@kernel
def next_order(cards: NDArray[np.int16]) -> bool:
    """Put cards into the order that comes next in a dictionary; False after the last one."""
    first = len(cards) - 2
    while first >= 0 and cards[first] >= cards[first + 1]:
        first -= 1
    if first < 0:
        return False
    other = len(cards) - 1
    while cards[other] <= cards[first]:
        other -= 1
    cards[first], cards[other] = cards[other], cards[first]
    low, high = first + 1, len(cards) - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low, high = low + 1, high - 1
    return True


@kernel
def sort_cards(cards: NDArray[np.int16]) -> int:
    """Put cards into the first order; how many orders look alike because cards are equal."""
    alike, run = 1, 1
    for place in range(1, len(cards)):
        other = place
        while other > 0 and cards[other - 1] > cards[other]:
            cards[other - 1], cards[other] = cards[other], cards[other - 1]
            other -= 1
    for place in range(1, len(cards)):
        run = run + 1 if cards[place] == cards[place - 1] else 1
        alike *= run
    return alike


@kernel
def deal_hand(
    packed: int, position: Position, workspace: Workspace, observe: Observe, rng: Rng
) -> int:
    """Deal a hand into `workspace.world`, with its deck in the first order.

    Args:
        packed: the hand.
        position: what the seat to act sees.
        workspace: its world and the memory in it are filled.
        observe: of whom the memory is.
        rng: scratch.

    Returns:
        In how many ways the hand and this order come; 0, and nothing is dealt, if the hand cannot.
    """
    world = workspace.world
    ways = int(weigh(packed, position.counts))
    if ways == 0:
        return 0
    deal_world(world, position.seen, position.known_deck, packed, workspace.scratch, rng)
    ways *= sort_cards(world.deck[world.deck_drawn : world.rules.deck_size])
    if workspace.world_memory.shape[1] > 0:
        copy_into(workspace.world_memory, workspace.opening)
        past, memory, look_at = workspace.past, workspace.world_memory, workspace.look_at
        recall(past, memory, world.deck, position.actions, look_at, observe)
    return ways


@kernel
def play_hand(
    sums: NDArray[np.int64],
    tried: NDArray[np.bool_],
    packed: int,
    position: Position,
    workspace: Workspace,
    policy: RolloutPolicy,
    rng: Rng,
) -> int:
    """Play every action out in all worlds of one hand.

    Args:
        sums: [A, 3] wins and points, each as often as there are ways to deal the world, and games
            played out; added to.
        tried: [A] actions to play out.
        packed: the hand.
        position: what the seat to act sees.
        workspace: scratch.
        policy: who plays on.
        rng: scratch.

    Returns:
        0; FAILED if the policy acts illegally; DICE if it uses random numbers.
    """
    ways = deal_hand(packed, position, workspace, policy.blueprint.observe, rng)
    return 0 if ways == 0 else min(0, play_orders(sums, tried, ways, _ALL, workspace, policy, rng))


@kernel
def play_orders(
    sums: NDArray[np.int64],
    tried: NDArray[np.bool_],
    ways: int,
    most: int,
    workspace: Workspace,
    policy: RolloutPolicy,
    rng: Rng,
) -> int:
    """Play every action out in the world that is dealt, and with the next orders of its deck.

    The first order that was not played is left in the world, so that another call goes on.

    Args:
        sums: as `play_hand`.
        tried: as `play_hand`.
        ways: in which each order comes.
        most: orders to play.
        workspace: its world is dealt (`deal_hand`); all else is scratch.
        policy: who plays on.
        rng: scratch.

    Returns:
        Orders that were played; FAILED or DICE, as `play_hand`.
    """
    world = workspace.world
    deck = world.deck[world.deck_drawn : world.rules.deck_size]
    for played in range(most):
        for action in range(len(tried)):
            if tried[action]:
                points = play_action(action, 0, workspace, policy)
                if points == FAILED:
                    return FAILED
                if _has_rolled(workspace, rng):
                    return DICE
                sums[action, 0] += ways * int(workspace.rollout.status == COMPLETED)
                sums[action, 1] += ways * points
                sums[action, 2] += 1
        if not next_order(deck):
            return played + 1
    return most


@kernel
def _has_rolled(workspace: Workspace, rng: Rng) -> bool:
    """Whether a generator of the rollout, seeded with 0, has given a number."""
    for seat in range(len(workspace.rngs)):
        seed_rng(rng, 0, 0, seat)
        if workspace.rngs[seat, 0] != rng[0] or workspace.rngs[seat, 1] != rng[1]:
            return True
    return False
