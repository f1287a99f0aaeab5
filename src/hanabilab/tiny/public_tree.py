"""What everyone knows as a game goes on: a tree of public states with beliefs and prescriptions.

Made from a tree and a policy (`belief_tree`), pruned (`prune_states`), and told as text
(`format_states`); `plots` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny.policies import Policy, history_values, picks_of, reach_of
from hanabilab.tiny.public_beliefs import PublicBelief, public_beliefs
from hanabilab.tiny.tree import GameTree, InformationState, in_words

_BAR = 10
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class Belief:
    """What everyone believes about the one thing that a seat sees alone.

    Attributes:
        about: whose and what it is, such as "card of seat 0".
        types: what it may be.
        chances: of each type, 0 to 1; empty where nobody ever comes.
        actions: what the seat would do with each type, if it is to act; else empty.

    Raises:
        GameError: chances or actions that are not one for each type.
    """

    about: str
    types: tuple[str, ...]
    chances: tuple[float, ...] = ()
    actions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, found in (("chances", self.chances), ("actions", self.actions)):
            if len(found) not in (0, len(self.types)):
                raise GameError(
                    f"belief about {self.about}: {len(found)} {name} for {len(self.types)} types"
                )

    def chance(self, place: int) -> float:
        """The chance of a type; 0 where nobody ever comes."""
        return self.chances[place] if self.chances else 0.0


@dataclass(frozen=True)
class PublicState:
    """A node of the tree.

    Attributes:
        parent: index of the state before; -1 at the root.
        action: the public action, or what else everyone saw, that led here.
        chance: of coming here from the parent, 0 to 1.
        player: who is to act, such as "seat 0"; empty at an end.
        value: expected payoff from here on, in points; None where nobody ever comes.
        beliefs: about what each seat sees alone; may be left out.
        hidden: states after this one that have been left out.
    """

    parent: int
    action: str
    chance: float
    player: str
    value: float | None
    beliefs: tuple[Belief, ...] = ()
    hidden: int = 0

    @property
    def headline(self) -> str:
        """Who acts, and the value."""
        turn = f"{self.player} acts" if self.player else "end"
        return f"{turn}, {'never reached' if self.value is None else f'value {self.value:.4g}'}"


def percent(chance: float) -> str:
    """A chance in percent, in short."""
    return "< 1 %" if 0 < chance < 0.005 else f"{100 * chance:.0f} %"


def children_of(states: Sequence[PublicState]) -> list[list[int]]:
    """Indices of the states after each.

    Raises:
        GameError: not a tree with one root, which comes first, and parents before children.
    """
    if not states:
        raise GameError("a tree of public states needs its root")
    children: list[list[int]] = [[] for _ in states]
    for index, state in enumerate(states):
        if not (0 <= state.parent < index or (state.parent, index) == (-1, 0)):
            raise GameError(
                f"public state {index} has parent {state.parent}; the root comes first with -1, "
                "and parents come before children"
            )
        if index:
            children[state.parent].append(index)
    return children


def prune_states(
    states: Sequence[PublicState], *, max_depth: int | None = None, max_states: int | None = None
) -> tuple[PublicState, ...]:
    """The tree without what is deep or unlikely; what is left out is counted in `hidden`.

    Args:
        states: parents before children.
        max_depth: of states that stay; the root has 0.
        max_states: how many stay, the likeliest.

    Raises:
        GameError: no tree, or no place for the root.
    """
    children_of(states)
    if (max_depth or 0) < 0 or (max_states is not None and max_states < 1):
        raise GameError("a tree needs its root: max_depth is 0 or more, max_states 1 or more")
    depth, reach = [0], [1.0]
    for state in states[1:]:
        depth.append(depth[state.parent] + 1)
        reach.append(reach[state.parent] * min(state.chance, 1.0))
    shallow = [i for i in range(len(states)) if max_depth is None or depth[i] <= max_depth]
    # A parent is at least as likely as its children, and stands before them.
    kept = sorted(sorted(shallow, key=lambda index: -reach[index])[:max_states])
    return tuple(_renumber(states, kept))


def _renumber(states: Sequence[PublicState], kept: Sequence[int]) -> Iterator[PublicState]:
    """Those kept, with parents among them, and how many are hidden after each."""
    place = {old: new for new, old in enumerate(kept)}
    hidden = dict.fromkeys(kept, 0)
    shown_before = list(range(len(states)))
    for index, state in enumerate(states):
        if index not in place:
            shown_before[index] = shown_before[state.parent]
            hidden[shown_before[index]] += 1 + state.hidden
    for old in kept:
        state = states[old]
        parent = place[state.parent] if old else -1
        yield replace(state, parent=parent, hidden=state.hidden + hidden[old])


def format_states(states: Sequence[PublicState]) -> str:
    """The tree as indented text, with bars for beliefs and an arrow for what a type does.

    Raises:
        GameError: no tree.
    """
    return "\n".join(_lines(states, children_of(states), 0))


def _lines(states: Sequence[PublicState], children: list[list[int]], index: int) -> Iterator[str]:
    """A state and all after it; the first line is to stand after its branch."""
    state, after = states[index], children[index]
    led = f"{state.action} ({percent(state.chance)}): " if state.parent >= 0 else ""
    yield led + state.headline
    stem = "│" if after else " "
    for belief in state.beliefs:
        yield from (f"{stem}  {row}" for row in _rows(belief))
    if state.hidden:
        yield f"{stem}  + {state.hidden:,} states left out"
    for child in after:
        last = child == after[-1]
        first, *rest = _lines(states, children, child)
        yield ("└─ " if last else "├─ ") + first
        yield from (("   " if last else "│  ") + line for line in rest)


def _rows(belief: Belief) -> Iterator[str]:
    width = max(map(len, belief.types), default=0)
    for place, name in enumerate(belief.types):
        about = belief.about if place == 0 else " " * len(belief.about)
        chance = belief.chance(place)
        told = f"{_bar(chance)} {percent(chance):>5}" if belief.chances else ""
        action = f" → {belief.actions[place]}" if belief.actions else ""
        yield f"{about}  {name:<{width}} {told}{action}".rstrip()


def _bar(chance: float) -> str:
    """A bar of `_BAR` characters at most, to an eighth of one."""
    eighths = round(8 * _BAR * min(chance, 1.0))
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(_BAR)


#: Beliefs about a seat that is not to act are left out if there are more types.
_FEW = 12


def belief_tree(tree: GameTree, policy: Policy) -> tuple[PublicState, ...]:
    """The public states of a game under a policy, with beliefs, and what each type does.

    Beliefs are about what a seat sees alone: the seat to act first, then those of few types.

    Raises:
        GameError: not a policy of the tree.
    """
    found = list(public_beliefs(tree, policy))
    picks, states = picks_of(tree, policy), list[PublicState]()
    values = history_values(tree, policy) * reach_of(tree, policy)
    worth = np.bincount(tree.public, values, len(found))
    for public, (parent, belief) in enumerate(zip(tree.public_parent.tolist(), found, strict=True)):
        before, seat = found[parent] if parent >= 0 else None, int(tree.public_seat[public])
        state = PublicState(
            parent=parent,
            action=in_words(tree.public_seen[public]),
            chance=belief.reach / (before.reach if before else 1.0) if belief else 0.0,
            player=f"seat {seat}" if seat >= 0 else "",
            value=float(worth[public] / belief.reach) if belief else None,
        )
        if belief and seat >= 0:
            beliefs = (_of_actor(tree, belief, seat, picks), *_of_others(tree, belief, seat))
            state = replace(state, beliefs=beliefs)
        states.append(state)
    return tuple(states if (tree.public_parent < 0).sum() == 1 else _under_chance(states))


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
