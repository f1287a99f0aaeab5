"""How likely each agent of a pool would have done what partners did. Kernels.

Shapes: B members of the pool, M memory of one, K worlds, P players, T actions so far.

What partners saw differs from world to world only by the hand of the observing seat. Worlds in
which it holds the same hand are *alike*: all cards that have left the hand are on the table, so the
partners saw the same from the deal on, and remember the same. Only the first of them is asked, for
all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, kernel
from hanabilab.agents.policy import Act, Memory, Observe
from hanabilab.beliefs.sampled_worlds import sample_world
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng


class Native(NamedTuple):
    """The code that members have in common; they differ in memory."""

    act: Act
    observe: Observe


class Members(NamedTuple):
    """Members of the pool in each world."""

    memories: NDArray[np.int64]  # [K, P, B, M] by world and seat
    worlds: NDArray[Any]  # [K] STATE rows
    firsts: NDArray[np.int64]  # [K] the first world that is alike each


class Evidence(NamedTuple):
    """What an observer has seen of a game."""

    observer: int  # its seat
    actions: NDArray[np.int16]  # [T] of all seats
    error: float  # probability with which a member takes any action, each as likely


class Scratch(NamedTuple):
    """For one look at a game."""

    look_at: Any  # VIEW row with the rules set
    rng: Rng  # for members that throw dice


@kernel
def draw_worlds(
    worlds: NDArray[Any],
    view: View,
    known_deck: NDArray[np.int16],
    scratch: NDArray[np.int64],
    rng: Rng,
) -> bool:
    """Fill `worlds` [K] with states that look to the seat of `view` as the real one does.

    Args:
        worlds: STATE rows with the rules set.
        known_deck: [MAX_DECK] as in `agents.policy.Turns`.
        scratch: [beliefs.sampled_worlds.SCRATCH_SIZE].

    Returns:
        False if no game can reach this position.
    """
    for index in range(len(worlds)):
        if not sample_world(worlds[index], view, known_deck, scratch, rng):
            return False
    return True


@kernel
def _same_hand(one: State, other: State, seat: int) -> bool:
    """Whether `seat` holds the same cards in the same slots in both."""
    for slot in range(one.rules.hand_size):
        if one.hands[seat, slot] != other.hands[seat, slot]:
            return False
    return True


@kernel
def _part_worlds(members: Members, seat: int) -> None:
    """Find the first world that is alike each. One that has become first of its kind takes over
    what members remember in the world that has been asked for it.
    """
    memories, worlds, firsts = members
    for index in range(len(worlds)):
        first = 0
        while not _same_hand(worlds[first], worlds[index], seat):
            first += 1
        if first == index != firsts[index]:
            copy_into(memories[index], memories[firsts[index]])
        firsts[index] = first


@kernel
def _observe_members(members: Members, seat: int, look_at: View, observe: Observe) -> None:
    """Let the memories of members in other seats take in what has just happened."""
    _part_worlds(members, seat)
    memories, worlds, firsts = borrow(members.memories), members.worlds, members.firsts
    for index in range(len(worlds)):
        for other in range(worlds[index].rules.num_players):
            if firsts[index] == index and other != seat:
                look(look_at, worlds[index], other)
                for member in range(memories.shape[2]):
                    observe(look_at, memories[index, other, member])


@kernel
def _count_same(scratch: Scratch, memory: Memory, action: int, times: int, act: Act) -> int:
    """How often a member, asked so many times in the view of `scratch`, would take `action`."""
    look_at, rng = scratch.look_at, scratch.rng
    first, second = rng[0], rng[1]
    same = 0
    for _ in range(times):
        same += act(look_at, memory, rng) == action
        if rng[0] == first and rng[1] == second:  # it drew no numbers: it will always do the same
            return same * times
    return same


@kernel
def _count_matches(
    matches: NDArray[np.int64], members: Members, action: int, scratch: Scratch, act: Act
) -> None:
    """Fill `matches` [B] with the number of worlds in which each member would take `action`."""
    memories, worlds, firsts = borrow(members.memories), members.worlds, members.firsts
    matches[:] = 0
    for index in range(len(worlds)):
        alike = int((firsts == index).sum())
        if alike:
            seat = int(worlds[index].current_seat)
            look(scratch.look_at, worlds[index], seat)
            for member in range(len(matches)):
                memory = memories[index, seat, member]
                matches[member] += _count_same(scratch, memory, action, alike, act)


@kernel
def add_log_likelihoods(
    logs: NDArray[np.float64],
    members: Members,
    evidence: Evidence,
    scratch: Scratch,
    native: Native,
) -> None:
    """Add to `logs` [B] the log-likelihood of what seats other than the observer did, by member.

    A member takes an action as often as it does over the worlds, but with probability
    `evidence.error` one of all action ids, each as likely.

    Args:
        logs: changed.
        members: as before the deal, in worlds drawn from what the observer knows now; the worlds
            are dealt again and played on, and `firsts` begins with zeros.
        evidence: the game so far.
        scratch: overwritten.
        native: the code of all members.
    """
    seat, actions, error = evidence
    worlds = members.worlds
    matches = np.zeros(len(logs), np.int64)
    slip = error / worlds[0].rules.num_actions
    for index in range(len(worlds)):
        deal(worlds[index])
    _observe_members(members, seat, scratch.look_at, native.observe)
    for turn in range(len(actions)):
        action = int(actions[turn])
        if worlds[0].current_seat != seat:
            _count_matches(matches, members, action, scratch, native.act)
            logs += np.log((1.0 - error) * matches / len(worlds) + slip)
        for index in range(len(worlds)):
            apply_action(worlds[index], action)
        _observe_members(members, seat, scratch.look_at, native.observe)
