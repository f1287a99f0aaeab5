"""A joint policy that a search has found: its value, and games played by it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.game.games import Game
from hanabilab.game.state import PublicTable
from hanabilab.game.view import View
from hanabilab.tiny.hanabi.belief_kernels import Memo, best_name, look_up_belief
from hanabilab.tiny.hanabi.graph import StateGraph
from hanabilab.tiny.hanabi.graph_kernels import GOES_ON, ILLEGAL
from hanabilab.tiny.hanabi.hashing import EMPTY

#: What everyone knows: the states that are possible, ids in ascending order.
Belief = NDArray[np.int32]


class MiniPolicy:
    """For every public belief on its way, an action for each hand that the actor may see.

    Args:
        graph: the states of the game.
        memo: of a search.
    """

    def __init__(self, graph: StateGraph, memo: Memo) -> None:
        self.graph = graph
        self._memo = memo

    @property
    def start(self) -> Belief:
        """What everyone knows after the deal."""
        return self.graph.roots

    def prescription(self, belief: Belief) -> dict[int, int]:
        """An action for each kind, that is each hand that the seat to act may see.

        See `StateGraph.kind_of`. Where nothing can be won any more, it is the first legal action.

        Raises:
            GameError: a belief without states.
        """
        actions = self._actions(belief)
        return dict(zip(self.graph.edges.kinds[belief].tolist(), actions.tolist(), strict=True))

    def _actions(self, belief: Belief) -> NDArray[np.int64]:
        """[states] what is done in each state of a belief."""
        if not len(belief):
            raise GameError("a belief without states; the game is over, or cannot have come here")
        edges, memo = self.graph.edges, self._memo
        index = self._look_up(belief)
        if index == EMPTY or memo.plans[index] == EMPTY:
            return np.argmax(edges.observed[belief] != ILLEGAL, axis=1)
        begin, end = memo.begins[index : index + 2]
        kinds = np.unique(edges.kinds[memo.members[begin:end]])  # of the renamed belief
        plan = memo.planned[memo.plans[index] :]
        name = int(best_name(edges, belief, len(belief)))
        images = edges.kinds[edges.images[name, belief]]
        return np.argsort(self.graph.renamed[name])[plan[np.searchsorted(kinds, images)]]

    def _look_up(self, belief: Belief) -> int:
        """The number of a belief in the memo, the same for all that are renamed from it."""
        return int(look_up_belief(self._memo, self.graph.edges, belief, len(belief)))

    def follow(self, belief: Belief, action: int, observed: int) -> Belief:
        """What everyone knows after an action, and what was seen of it.

        Args:
            belief: before.
            action: its id.
            observed: the card played or discarded, or the bit set of the slots touched.

        Raises:
            GameError: the policy does not take this action, or it cannot have been seen so.
        """
        actions = self._actions(belief)
        alike = self.graph.edges.observed[belief, action] == observed
        before = belief[(actions == action) & alike]
        if not len(before):
            raise GameError(
                f"the policy never comes to action {action} with {observed} seen of it; "
                "its prescriptions say which actions may follow"
            )
        return self._successors(before, action)

    def _successors(self, states: Belief, action: int) -> Belief:
        edges = self.graph.edges
        places = states.astype(np.int64) * edges.observed.shape[1] + action
        found = [edges.successors[edges.edges[place] : edges.edges[place + 1]] for place in places]
        return np.unique(np.concatenate(found))

    def value(self) -> Fraction:
        """The points of the policy, in the mean over all orders of the deck, by playing them."""
        worth: dict[int | bytes, int] = {}
        return Fraction(self._worth(self.start, worth), self.graph.num_orders)

    def _worth(self, belief: Belief, worth: dict[int | bytes, int]) -> int:
        index = self._look_up(belief)
        key = belief.tobytes() if index == EMPTY else index
        if key not in worth:
            actions = self._actions(belief)
            worth[key] = sum(
                self._worth_of(belief[actions == action], int(action), worth)
                for action in np.unique(actions)
            )
        return worth[key]

    def _worth_of(self, states: Belief, action: int, worth: dict[int | bytes, int]) -> int:
        """What follows if `action` is taken in `states`."""
        edges = self.graph.edges
        scores = edges.scores[states, action].astype(np.int64)
        over = scores != GOES_ON
        total = int((scores[over] * edges.orders[states[over]]).sum())
        states = states[~over]
        seen = edges.observed[states, action]
        return total + sum(
            self._worth(self._successors(states[seen == observed], action), worth)
            for observed in np.unique(seen)
        )

    def choose(self, belief: Belief, view: View) -> int:
        """The action of the seat that has this view, and knows what everyone knows."""
        return self.prescription(belief)[self.graph.kind_of(view.hands[1 - view.seat])]

    def play(self, deck: Sequence[int]) -> Game:
        """A game with this deck; each seat knows its view and what everyone knows, no more.

        Raises:
            RulesError: it is not the rules' deck.
        """
        game, belief = Game(self.graph.rules, deck=deck), self.start
        while not game.is_over:
            action = self.choose(belief, game.view())
            game.act(action)
            if not game.is_over:
                belief = self.follow(belief, action, _observed(game.state))
        return game


def _observed(table: PublicTable) -> int:
    """The card played or discarded; after a hint, which may touch nothing, the slots touched."""
    return int(table.last_card if table.last_card >= 0 else table.last_touched)
