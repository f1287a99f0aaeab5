"""Games of open turns: private types dealt once, actions that all see, a last move, a payoff.

CAPI needs no more of a game, and this is much smaller than the tree. A public state is the actions
so far and, for each seat, the types that these actions leave possible.

Letters: T types of a seat, A actions of a turn, C sequences of open actions.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.tiny import GameTree, SmallGame, enumerate_game
from hanabilab.tiny.games import TradeComm

_MAX_TYPES = 30  # sets of types are bits of a word


@dataclass(frozen=True, eq=False)
class PublicModel:
    """A game of two seats whose types never change.

    Attributes:
        name: of the game.
        prior: [T0, T1] probability of each pair of types.
        seats: who acts in each open turn.
        actions: how many actions each open turn has.
        payoffs: [C, T0, T1, F0, F1] after the open actions, for these types and last moves. A seat
            that does not move last has one move.
    """

    name: str
    prior: NDArray[np.float64]
    seats: tuple[int, ...]
    actions: tuple[int, ...]
    payoffs: NDArray[np.float64]

    @property
    def last_moves(self) -> tuple[int, int]:
        """F0 and F1: how many last moves each seat has."""
        return int(self.payoffs.shape[3]), int(self.payoffs.shape[4])

    @property
    def num_features(self) -> int:
        """Numbers that describe a public state to a network."""
        return sum(self.prior.shape) + sum(self.actions)

    @property
    def largest_payoff(self) -> float:
        """The unit in which a network sees payoffs."""
        return float(np.abs(self._different).max()) or 1.0

    @cached_property
    def digest(self) -> str:
        """Of all that a run depends on: another model has another digest."""
        form = self.seats, self.actions, self.payoffs.shape
        digest = hashlib.sha256(repr(form).encode())
        for array in (self.prior, self._different):
            digest.update(np.ascontiguousarray(array).data)
        return digest.hexdigest()

    @property
    def _different(self) -> NDArray[np.float64]:
        """The payoffs, once where they are the same after all open actions."""
        return self.payoffs[:1] if self._repeats else self.payoffs

    @property
    def _repeats(self) -> bool:
        return self.payoffs.strides[0] == 0


def model_of(game: SmallGame) -> PublicModel:
    """The model of a game; Trade Comm's needs no tree.

    Raises:
        GameError: another form, or too many histories to enumerate.
    """
    if isinstance(game, TradeComm):
        return trade_model(game)
    return tree_model(enumerate_game(game))


def trade_model(game: TradeComm) -> PublicModel:
    """The model of Trade Comm: both speak, then both offer; what was said changes no payoff."""
    items, words = game.items, game.utterances
    one, other = np.divmod(np.arange(items**2), items)
    payoffs = np.zeros((items, items, items**2, items**2))
    payoffs[one, other, one * items + other, other * items + one] = 1
    return PublicModel(
        name=game.name,
        prior=np.full((items, items), 1 / items**2),
        seats=(0, 1),
        actions=(words, words),
        payoffs=np.broadcast_to(payoffs, (words**2, *payoffs.shape)),
    )


# --- From a tree ---------------------------------------------------------------------------------


def tree_model(tree: GameTree) -> PublicModel:
    """The model of an enumerated game.

    Raises:
        GameError: a game of another form: the line says in what it differs.
    """
    if tree.information_state.shape[1] != 2:
        raise _misfit(tree, f"has {tree.information_state.shape[1]} seats, not 2")
    levels = _levels(tree)
    if len(levels) == 1:
        raise _misfit(tree, "is over at the deal")
    seats, actions = zip(*(_turn(tree, level) for level in levels[:-1]), strict=True)
    hidden = len(levels) > 2 and not _is_open(tree, levels[-2]) and seats[-2] != seats[-1]
    num_open = len(seats) - (2 if hidden else 1)
    if not all(_is_open(tree, level) for level in levels[1 : num_open + 1]):
        raise _misfit(tree, "has a hidden action before the last move")
    nodes, prior = _deals(tree, levels[0])
    _check_types(tree, levels[:-1])
    children = _children(tree, max(actions))
    for count in actions:
        nodes = np.where(nodes[..., None] < 0, -1, children[nodes, :count])
    payoffs = np.where(nodes < 0, 0.0, tree.payoff[nodes]).reshape(
        *prior.shape, prod(actions[:num_open]), *actions[num_open:]
    )
    if not hidden:
        payoffs = np.expand_dims(payoffs, 4 if seats[-1] == 0 else 3)
    elif seats[-1] == 0:
        payoffs = payoffs.swapaxes(3, 4)
    return PublicModel(
        name=tree.game.name,
        prior=prior,
        seats=seats[:num_open],
        actions=actions[:num_open],
        payoffs=np.ascontiguousarray(np.moveaxis(payoffs, 2, 0)),
    )


def _misfit(tree: GameTree, what: str) -> GameError:
    return GameError(
        f"game {tree.game.name!r} {what}; CAPI is for two seats with a type each, open actions and "
        "a last move, as in Tiny Hanabi and Trade Comm"
    )


def _levels(tree: GameTree) -> list[NDArray[np.int64]]:
    """Histories of each length; only the longest may be over."""
    steps = [level.nodes for level in tree.levels]
    nodes = [slice(0, steps[0].start if steps else tree.size), *steps]
    levels = [np.arange(step.start, step.stop) for step in nodes]
    if any((tree.infoset[level] < 0).any() for level in levels[:-1]):
        raise _misfit(tree, "can end after different numbers of turns")
    return levels


def _turn(tree: GameTree, level: NDArray[np.int64]) -> tuple[int, int]:
    """The seat that acts at a level, and how many actions it has."""
    infosets = np.unique(tree.infoset[level])
    seats, counts = np.unique(tree.seat_of[infosets]), np.unique(tree.num_actions[infosets])
    if len(seats) > 1 or len(counts) > 1:
        raise _misfit(tree, "has turns of different seats, or numbers of actions, at one time")
    return int(seats[0]), int(counts[0])


def _is_open(tree: GameTree, level: NDArray[np.int64]) -> bool:
    """Whether everyone sees the action that led to a level."""
    action = tree.place[tree.choice[level]]
    publics = np.unique(tree.public[level])
    pairs = np.unique(np.stack([tree.public[tree.parent[level]], action]), axis=1)
    both = np.unique(np.stack([tree.public[level], action]), axis=1)
    return publics.size == pairs.shape[1] == both.shape[1]


def _deals(
    tree: GameTree, deals: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The deal [T0, T1] of each pair of types, -1 for none, and its probability."""
    kinds = [np.unique(tree.information_state[deals, seat], return_inverse=True) for seat in (0, 1)]
    shape = tuple(len(names) for names, _ in kinds)
    if max(shape) > _MAX_TYPES:
        raise _misfit(tree, f"has {max(shape)} types of a seat, more than {_MAX_TYPES}")
    nodes, prior = np.full(shape, -1), np.zeros(shape)
    places = kinds[0][1], kinds[1][1]
    nodes[places], prior[places] = deals, tree.chance[deals]
    if np.count_nonzero(nodes >= 0) < len(deals):
        raise _misfit(tree, "has deals that no seat can tell apart")
    return nodes, prior


def _check_types(tree: GameTree, levels: list[NDArray[np.int64]]) -> None:
    """Nothing if a seat knows its type and the public state, and no more."""
    kind = np.zeros((tree.size, 2), np.int64)
    for seat in (0, 1):
        _, kind[tree.parent < 0, seat] = np.unique(
            tree.information_state[tree.parent < 0, seat], return_inverse=True
        )
    for level in levels:
        if level is not levels[0]:
            kind[level] = kind[tree.parent[level]]
        seat = int(tree.seat_of[tree.infoset[level[0]]])
        known = np.unique(np.stack([kind[level, seat], tree.public[level]]), axis=1).shape[1]
        if known != len(np.unique(tree.infoset[level])):
            raise _misfit(tree, "shows a seat more than its type as it goes on")


def _children(tree: GameTree, width: int) -> NDArray[np.int64]:
    """[N, A] the history after each action; -1 where there is none."""
    children = np.full((tree.size, width), -1)
    later = np.flatnonzero(tree.parent >= 0)
    children[tree.parent[later], tree.place[tree.choice[later]]] = later
    if np.count_nonzero(children >= 0) < len(later):
        raise _misfit(tree, "has chance after the deal")
    return children
