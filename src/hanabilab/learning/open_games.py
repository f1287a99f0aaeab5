"""Games in step that wait when they have ended, until each is started again: for adapters.

`VectorGames` deals a row anew in the very step that ends its game, which is what learners here
want. Other people's interfaces also show the end first, or leave the choice to their user.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from hanabilab.game import batch
from hanabilab.game.checks import check_seed
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.learning import stepping
from hanabilab.learning.vector_games import check_actions, new_batch, new_scratch, tables_of


class OpenGames:
    """Games in step, all of whose seats act from outside. They are dealt by `begin`.

    Args:
        rules: of all games.
        count: how many games, G.
        other_play: seats see colors under names of their own, see `VectorGames`.
        dtype: of observations; they are zeros and ones.

    Attributes:
        observations, legal, seats, rewards, ended, scores, games, states: as in `VectorGames`; but
            a row whose game has ended shows the end, as the next seat would see it, and nothing is
            legal there.

    Raises:
        RulesError: no games, a type that kernels cannot fill, or colors that differ in more than
            names under Other-Play.
    """

    def __init__(
        self,
        rules: Rules,
        count: int,
        *,
        other_play: bool = False,
        dtype: DTypeLike = np.uint8,
        states: NDArray[Any] | None = None,
    ) -> None:
        self.rules = rules
        self._tables = tables_of(rules, 0, other_play=other_play)
        self._batch = new_batch(rules, count, dtype, states)
        self._scratch = new_scratch(rules, dtype)
        self._all = np.arange(count)
        self._views = new_views(rules, count)
        rows = self._batch
        self.observations, self.legal, self.seats = rows.observations, rows.legal, rows.seats
        self.rewards, self.ended, self.scores = rows.rewards, rows.ended, rows.scores
        self.games, self.states = rows.games, rows.states

    def __len__(self) -> int:
        return len(self.states)

    def begin(self, seed: int) -> None:
        """Deal games 0 to G - 1 of `seed`, one in each row.

        Raises:
            RulesError: no seed.
        """
        self._tables = self._tables._replace(seed=check_seed(seed))
        self.scores[:] = -1
        self.games[:] = self._all
        self._clear()
        self._start(self._all)

    def start(self, rows: NDArray[np.int64]) -> None:
        """Deal the next game, by index G later, in each of `rows` [R]."""
        self.games[rows] += len(self)
        self.rewards[rows] = 0
        self.ended[rows] = False
        self._start(rows)

    def take(self, actions: ArrayLike, rows: NDArray[np.int64] | None = None) -> None:
        """Take an action in each of `rows` [R], all by default; other games stay as they are.

        Rewards and flags of ended games are those of these actions: other rows have none.

        Args:
            actions: [G] action ids; those of other rows are ignored.

        Raises:
            IllegalActionError: an action is illegal; then no game has moved.
        """
        chosen = check_actions(actions, self.legal, rows)
        self._clear()
        self._take(chosen, self._all if rows is None else rows)

    def observe(self, seats: ArrayLike) -> NDArray[Any]:
        """[G, N] what `seats` [G] see, under the true names of colors."""
        vectors, who = np.empty_like(self.observations), np.asarray(seats, np.int64)
        batch.encode_all(vectors, self.states, who, self._views, self._tables.layout)
        return vectors

    def _clear(self) -> None:
        self.rewards[:] = 0
        self.ended[:] = False

    def _start(self, rows: NDArray[np.int64]) -> None:
        stepping.start_rows(self._batch, self._tables, self._scratch, rows)

    def _take(self, actions: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        stepping.take_rows(self._batch, self._tables, self._scratch, actions, rows)
