"""Growing the tree: sample a world, walk down, add a node, play on, count the score. Kernels.

Shapes: A actions, P players, M size of the blueprint's memory.

Source: Cowling et al. 2012, algorithm 1; Goodman 2019 for what other seats do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, inlined_kernel, kernel
from hanabilab.agents.policy import Act, Observe
from hanabilab.beliefs.filters import observe_all, recall
from hanabilab.game.actions import fill_legal
from hanabilab.game.engine import apply_action, score
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.state import RUNNING, State
from hanabilab.game.view import View, look
from hanabilab.randomness import Rng
from hanabilab.search.ismcts.proposals import propose
from hanabilab.search.ismcts.tree import (
    NO_NODE,
    ROOT,
    add_child,
    back_up,
    best_child,
    draw_open,
    find_child,
    plant,
)
from hanabilab.search.ismcts.worlds import draw_world, imagine_card, redeal
from hanabilab.search.race import Position
from hanabilab.search.rollouts import observe_action

#: What other seats do in the tree: choose, knowing their cards by the outcome; choose, on cards
#: that they may believe in, for the action or from then on; or act as the blueprint.
PLAIN, RIS, MRIS, PREDICTOR = range(4)
#: Among bit sets of rules, the one that proposes what the blueprint would do.
BLUEPRINT_RULE = 1 << 30
#: In place of a result: the blueprint acts illegally, or no game can reach the position.
FAULT = -1


class Settings(NamedTuple):
    """How to search: the options of `agent.Ismcts`."""

    mode: int
    iterations: int
    depth: int
    turns: int
    exploration: float  # points
    rules: int  # bit set; 0 for every legal action
    memory_is_common: bool


class Workspace(NamedTuple):
    """Scratch for one search."""

    world: Any  # STATE row with the rules set
    past: Any  # STATE row, too
    look_at: Any  # VIEW row with the rules set
    memory: NDArray[np.int64]  # [P, M]
    opening: NDArray[np.int64]  # [P, M] memory at the start of a game
    path: NDArray[np.int64]  # [depth + 1] nodes from the root
    is_open: NDArray[np.bool_]  # [A]
    notes: NDArray[np.int64]  # [NOTES_SIZE]
    scratch: NDArray[np.int64]  # [SCRATCH_SIZE]


@kernel
def grow_tree(
    tree: NDArray[Any],
    workspace: Workspace,
    settings: Settings,
    position: Position,
    own_memory: NDArray[np.int64],
    act: Act,
    observe: Observe,
    rng: Rng,
) -> int:
    """Grow `tree` [iterations + 1] for the seat to act; returns the number of nodes, or FAULT.

    Args:
        own_memory: [M] of that seat.
        act: the blueprint, which plays on, and what PREDICTOR expects of others.
        observe: the update of its memory.
        rng: of the search, changed.
    """
    used = plant(tree)
    for _ in range(settings.iterations):
        if not _enter_world(workspace, settings, position, own_memory, observe, rng):
            return FAULT
        depth = _walk(tree, used, workspace, settings, position.seen.seat, act, observe, rng)
        if depth == FAULT:
            return FAULT
        copies = (
            1
            if settings.memory_is_common and _all_alike(workspace.memory)
            else len(workspace.memory)
        )
        memory = workspace.memory[:copies]
        points = _play_on(
            workspace.world, workspace.look_at, memory, settings.turns, act, observe, rng
        )
        if points == FAULT:
            return FAULT
        back_up(tree, workspace.path, depth, points)
        used = max(used, workspace.path[depth] + 1)
    return used


@kernel
def _enter_world(
    workspace: Workspace,
    settings: Settings,
    position: Position,
    own_memory: NDArray[np.int64],
    observe: Observe,
    rng: Rng,
) -> bool:
    """Draw `workspace.world` and its memory; False if no game can reach the position."""
    world, memory = workspace.world, workspace.memory
    if not draw_world(world, position, workspace.scratch, rng):
        return False
    if settings.memory_is_common:
        copy_into(memory, own_memory)
    elif memory.shape[1] > 0:
        past, look_at = workspace.past, workspace.look_at
        copy_into(memory, workspace.opening)
        recall(past, memory, world.deck, position.actions, world.turn, look_at, observe)
    return True


@kernel
def _walk(
    tree: NDArray[Any],
    used: int,
    workspace: Workspace,
    settings: Settings,
    searcher: int,
    act: Act,
    observe: Observe,
    rng: Rng,
) -> int:
    """Fill `workspace.path` up to a new node or the end of the world; the depth, or FAULT."""
    world, path = workspace.world, workspace.path
    depth = 0
    path[0] = ROOT
    while world.status == RUNNING and depth < settings.depth and path[depth] < used:
        parent = path[depth]
        depth += 1
        if world.current_seat == searcher:
            path[depth] = _choose(tree, used, parent, workspace, settings, act, rng)
        elif settings.mode == PREDICTOR:
            path[depth] = _predict(tree, used, parent, workspace, act, rng)
        else:
            path[depth] = _choose_for_other(tree, used, parent, workspace, settings, act, rng)
        if not apply_action(world, tree[path[depth]].action):
            return FAULT
        if workspace.memory.shape[1] > 0:
            observe_all(workspace.memory, world, workspace.look_at, observe)
    return depth


@kernel
def _choose(
    tree: NDArray[Any],
    used: int,
    parent: int,
    workspace: Workspace,
    settings: Settings,
    act: Act,
    rng: Rng,
) -> int:
    """A new child for a random action that has none yet; else the one that promises most."""
    look(workspace.look_at, workspace.world, workspace.world.current_seat)
    _open_actions(workspace, settings.rules, act, rng)
    best = best_child(tree, parent, workspace.is_open, settings.exploration)
    fresh = draw_open(workspace.is_open, rng)
    return best if fresh < 0 else add_child(tree, used, parent, fresh)


@kernel
def _open_actions(workspace: Workspace, rules: int, act: Act, rng: Rng) -> None:
    """Open what `rules` propose to the seat that looks; if nothing, all that is legal."""
    is_open = workspace.is_open
    is_open[:] = False
    if rules & ~BLUEPRINT_RULE:
        propose(is_open, workspace.look_at, rules, workspace.notes)
    if rules & BLUEPRINT_RULE:
        action = _ask(workspace, act, rng)
        if 0 <= action < len(is_open):
            is_open[action] = True
    if not is_open.any():
        fill_legal(is_open, workspace.look_at)


@kernel
def _ask(workspace: Workspace, act: Act, rng: Rng) -> int:
    """What the blueprint does in the place of the seat of `workspace.look_at`."""
    return act(workspace.look_at, workspace.memory[workspace.look_at.seat], rng)


@kernel
def _predict(
    tree: NDArray[Any], used: int, parent: int, workspace: Workspace, act: Act, rng: Rng
) -> int:
    """The child that the blueprint's action leads to, a new one if need be."""
    look(workspace.look_at, workspace.world, workspace.world.current_seat)
    action = _ask(workspace, act, rng)
    child = find_child(tree, parent, action)
    return add_child(tree, used, parent, action) if child == NO_NODE else child


@kernel
def _choose_for_other(
    tree: NDArray[Any],
    used: int,
    parent: int,
    workspace: Workspace,
    settings: Settings,
    act: Act,
    rng: Rng,
) -> int:
    """The child chosen for another seat, whose hand now holds the cards that it acts on."""
    world = workspace.world
    if settings.mode == MRIS:
        redeal(world, workspace.look_at, workspace.scratch, rng)
    child = _choose(tree, used, parent, workspace, settings, act, rng)
    action = tree[child].action
    # What comes of a hint does not depend on the own cards, and they would all be put back.
    if settings.mode == RIS and action >= 0 and world.rules.action_kind[action] <= PLAY:
        slot = world.rules.action_place[action]
        imagine_card(world, slot, workspace.look_at, workspace.scratch, rng)
    return child


@kernel
def _all_alike(memory: NDArray[np.int64]) -> bool:
    """Whether all copies [P, M] are the same: off the blueprint, seats can come to differ."""
    for seat in range(1, len(memory)):
        for index in range(memory.shape[1]):
            if memory[seat, index] != memory[0, index]:
                return False
    return True


@inlined_kernel
def _play_on(
    world: State,
    look_at: View,
    memory: NDArray[np.int64],
    turns: int,
    act: Act,
    observe: Observe,
    rng: Rng,
) -> int:
    """Play at most `turns` actions of the blueprint in all seats; the score then, or FAULT.

    The memory is [C, M], C being 1 where it is common and all copies are alike.
    """
    memory = borrow(memory)
    last_copy = len(memory) - 1
    while world.status == RUNNING and turns > 0:
        seat = int(world.current_seat)
        look(look_at, world, seat)
        if not apply_action(world, act(look_at, memory[min(seat, last_copy)], rng)):
            return FAULT
        if memory.shape[1] > 0:
            observe_action(memory, world, look_at, observe)
        turns -= 1
    return score(world)
