"""A tree and a policy as figures and text show them: what everyone knows, state by state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.policies import Policy, check_policy, history_values, picks_of, reach_of
from hanabilab.tiny.public_states import PublicBelief, public_belief
from hanabilab.tiny.public_tree import Belief, PublicState
from hanabilab.tiny.tree import GameTree, InformationState, in_words

#: Beliefs about a seat that is not to act are left out if there are more types.
_FEW = 12


def belief_tree(tree: GameTree, policy: Policy) -> tuple[PublicState, ...]:
    """The public states of a game under a policy, with beliefs, and what each type does.

    Beliefs are about what a seat sees alone: the seat to act first, then those of few types.

    Raises:
        GameError: not a policy of the tree.
    """
    check_policy(tree, policy)
    picks = picks_of(tree, policy)
    states = list(_bare_states(tree, policy))
    for public, state in enumerate(states):
        actor = int(tree.public_seat[public])
        if actor >= 0 and state.value is not None:
            found = public_belief(tree, policy, public)
            beliefs = (_of_actor(tree, found, actor, picks), *_of_others(tree, found, actor))
            states[public] = replace(state, beliefs=beliefs)
    return tuple(states if (tree.public_parent < 0).sum() == 1 else _under_chance(states))


def _bare_states(tree: GameTree, policy: Policy) -> Iterator[PublicState]:
    """Chances and values, no beliefs."""
    reach, count = reach_of(tree, policy), len(tree.public_parent)
    reached = np.bincount(tree.public, tree.chance * reach, count)
    worth = np.bincount(tree.public, history_values(tree, policy) * reach, count)
    for public, parent in enumerate(tree.public_parent.tolist()):
        seat = int(tree.public_seat[public])
        before = reached[parent] if parent >= 0 else 1.0
        yield PublicState(
            parent=parent,
            action=in_words(tree.public_seen[public]),
            chance=float(reached[public] / before) if before > 0 else 0.0,
            player=f"seat {seat}" if seat >= 0 else "",
            value=float(worth[public] / reached[public]) if reached[public] > 0 else None,
        )


def _under_chance(states: Sequence[PublicState]) -> list[PublicState]:
    """The states of a game with several public deals, under a root of chance."""
    deals = [state for state in states if state.parent < 0]
    value = sum(state.chance * (state.value or 0.0) for state in deals)
    moved = [replace(state, parent=state.parent + 1) for state in states]
    return [PublicState(-1, "", 1.0, "chance", value), *moved]


def _of_actor(tree: GameTree, found: PublicBelief, actor: int, picks: NDArray[np.int64]) -> Belief:
    known = found.of_actor()
    infosets = [tree.infosets[infoset] for infoset in known]
    actions = tuple(
        in_words(infoset.actions[picks[number]])
        for number, infoset in zip(known, infosets, strict=True)
    )
    types = _told_apart([infoset.information_state for infoset in infosets])
    return Belief(f"seat {actor} sees", types, tuple(known.values()), actions)


def _of_others(tree: GameTree, found: PublicBelief, actor: int) -> Iterator[Belief]:
    for seat in range(tree.game.seats):
        known = found.of_seat(seat)
        if seat != actor and 1 < len(known) <= _FEW:
            types = _told_apart([tree.information_states[number] for number in known])
            yield Belief(f"seat {seat} sees", types, tuple(known.values()))


def _told_apart(states: Sequence[InformationState]) -> tuple[str, ...]:
    """What each has seen alone last; all of it where that is the same."""
    last = [in_words(state.private) for state in states]
    if len(set(last)) == len(last):
        return tuple(last)
    return tuple(state.alone for state in states)
