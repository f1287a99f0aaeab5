"""Growing the tree: sample a world, walk down, add a node, play on, count the score. Kernels.

Shapes: A actions, M size of the blueprint's memory.

Source: Cowling et al. 2012, algorithm 1; Goodman 2019 for what other seats do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, copy_shared_fields, kernel
from hanabilab.beliefs.replay import Blueprint, observe_all
from hanabilab.game.actions import fill_legal
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.state import RUNNING
from hanabilab.game.view import look
from hanabilab.randomness import Rng
from hanabilab.search.ismcts.nodes import (
    NO_NODE,
    ROOT,
    add_child,
    back_up,
    best_child,
    draw_open,
    find_child,
    plant,
)
from hanabilab.search.ismcts.proposals import propose
from hanabilab.search.ismcts.redeterminize import imagine_card, redeal
from hanabilab.search.rollouts import (
    FAILED,
    Position,
    Workspace,
    count_memories,
    draw_world,
    play_out,
)

#: What other seats do in the tree: choose, knowing their cards by the outcome; choose, on cards
#: that they may believe in, for the action or from then on; or act as the blueprint.
PLAIN, RIS, MRIS, PREDICTOR = range(4)
#: Among bit sets of rules, the one that proposes what the blueprint would do.
BLUEPRINT_RULE = 1 << 30


class Settings(NamedTuple):
    """How to search: the options of `agent.Ismcts`."""

    mode: int
    iterations: int
    depth: int
    turns: int
    exploration: float  # points
    rules: int  # bit set; 0 for every legal action
    blueprint: Blueprint  # plays on, and is what PREDICTOR expects of others


class Growth(NamedTuple):
    """The tree that grows, and scratch for it."""

    nodes: NDArray[Any]  # [iterations + 1] NODE rows
    path: NDArray[np.int64]  # [depth + 1] nodes from the root
    is_open: NDArray[np.bool_]  # [A]
    best_hints: NDArray[np.int64]  # [NUM_HINT_RULES] scratch of `proposals`
    rng: Rng  # of the search


class Place(NamedTuple):
    """Where a node is looked for, or added."""

    parent: int
    used: int  # the nodes of the tree so far; a new one gets this number


@kernel
def grow_tree(growth: Growth, settings: Settings, position: Position, workspace: Workspace) -> int:
    """Grow the tree for the seat to act; returns the number of nodes, or FAILED.

    Args:
        growth: filled.
        settings: how to search.
        position: beliefs of the seat to act.
        workspace: scratch; the memory in the world must be set if it is fixed.
    """
    blueprint, rng = settings.blueprint, growth.rng
    used = plant(growth.nodes)
    for _ in range(settings.iterations):
        if not draw_world(workspace, position, blueprint.observe, rng):
            return FAILED
        depth = _walk(growth, used, settings, position, workspace)
        if depth == FAILED:
            return FAILED
        rollout, look_at, memory = workspace.rollout, workspace.look_at, workspace.rollout_memory
        memory, rngs = memory[: count_memories(memory, blueprint)], rng.reshape(1, 2)
        points = play_out(rollout, look_at, memory, rngs, settings.turns, blueprint)
        if points == FAILED:
            return FAILED
        back_up(growth.nodes, growth.path, depth, points)
        used = max(used, growth.path[depth] + 1)
    return used


@kernel
def _walk(
    growth: Growth, used: int, settings: Settings, position: Position, workspace: Workspace
) -> int:
    """Play from the world to a new node or an end, and fill `growth.path`; the depth, or FAILED."""
    state, memory, path = workspace.rollout, workspace.rollout_memory, growth.path
    copy_shared_fields(state, workspace.world)
    copy_into(memory, workspace.world_memory)
    depth = 0
    path[0] = ROOT
    while state.status == RUNNING and depth < settings.depth and path[depth] < used:
        place = Place(path[depth], used)
        depth += 1
        look(workspace.look_at, state, state.current_seat)
        if state.current_seat == position.seen.seat:
            path[depth] = _choose(growth, place, settings, workspace)
        elif settings.mode == PREDICTOR:
            path[depth] = _predict(growth, place, settings, workspace)
        else:
            path[depth] = _choose_for_other(growth, place, settings, workspace)
        if not apply_action(state, growth.nodes[path[depth]].action):
            return FAILED
        if memory.shape[1] > 0:
            observe_all(memory, state, workspace.look_at, settings.blueprint.observe)
    return depth


@kernel
def _choose(growth: Growth, place: Place, settings: Settings, workspace: Workspace) -> int:
    """A new child for a random action that has none yet; else the one that promises most."""
    _open_actions(growth, settings, workspace)
    best = best_child(growth.nodes, place.parent, growth.is_open, settings.exploration)
    fresh = draw_open(growth.is_open, growth.rng)
    return best if fresh < 0 else add_child(growth.nodes, place.used, place.parent, fresh)


@kernel
def _open_actions(growth: Growth, settings: Settings, workspace: Workspace) -> None:
    """Open what the rules propose to the seat that looks; if nothing, all that is legal."""
    is_open, look_at, rules = growth.is_open, workspace.look_at, settings.rules
    is_open[:] = False
    if rules & ~BLUEPRINT_RULE:
        propose(is_open, look_at, rules, growth.best_hints)
    if rules & BLUEPRINT_RULE:
        action = _ask(workspace, settings, growth.rng)
        if 0 <= action < len(is_open):
            is_open[action] = True
    if not is_open.any():
        fill_legal(is_open, look_at)


@kernel
def _ask(workspace: Workspace, settings: Settings, rng: Rng) -> int:
    """What the blueprint does in the place of the seat that looks."""
    act = settings.blueprint.act
    return act(workspace.look_at, workspace.rollout_memory[workspace.look_at.seat], rng)


@kernel
def _predict(growth: Growth, place: Place, settings: Settings, workspace: Workspace) -> int:
    """The child that the blueprint's action leads to, a new one if need be."""
    action = _ask(workspace, settings, growth.rng)
    child = find_child(growth.nodes, place.parent, action)
    if child != NO_NODE:
        return child
    return add_child(growth.nodes, place.used, place.parent, action)


@kernel
def _choose_for_other(
    growth: Growth, place: Place, settings: Settings, workspace: Workspace
) -> int:
    """The child chosen for another seat, whose hand now holds the cards that it acts on."""
    state, look_at, scratch = workspace.rollout, workspace.look_at, workspace.scratch
    if settings.mode == MRIS:
        redeal(state, look_at, scratch, growth.rng)  # its holder sees what it saw
    child = _choose(growth, place, settings, workspace)
    action = growth.nodes[child].action
    # What comes of a hint does not depend on the own cards, and they would all be put back.
    if settings.mode == RIS and action >= 0 and state.rules.action_kind[action] <= PLAY:
        imagine_card(state, state.rules.action_place[action], look_at, scratch, growth.rng)
    return child
