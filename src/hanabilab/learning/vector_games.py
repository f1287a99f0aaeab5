"""The vector environment: thousands of games that a learner steps at once and that never stop.

    games = VectorGames(Rules(players=2), 1024, seed=1)
    while learning:
        actions = choose(games.observations, games.legal)
        games.step(actions)            # arrays are filled in place
        learn(games.rewards, games.ended)

Row `r` plays games r, r + G, r + 2G, ... of the seed, one after the other, so that what a row
plays does not depend on how fast other rows end. One thread; run several environments of other
seeds for more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from hanabilab.errors import IllegalActionError
from hanabilab.game.checks import (
    check_count,
    check_dtype,
    check_seed,
    checked_rules,
    no_room,
    whole_numbers,
)
from hanabilab.game.layout import layout_of
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.learning import stepping
from hanabilab.learning.checkpoints import (
    Checkpointed,
    Taken,
    copy_back,
    require_same,
    require_within,
)
from hanabilab.learning.symmetry import all_permutations, color_symmetry, last_action

#: Arrays that say where games stand; the others have been read already.
_KEPT = ("states", "games", "names", "observations", "legal", "seats", "ended", "scores")
#: Those of them that follow from the games and the actions so far.
_FOLLOW = ("states", "games", "names", "observations", "legal", "seats")


class VectorGames(Checkpointed):
    """Games in step, each dealt anew when it ends.

    Args:
        rules: of all games.
        count: how many games, G.
        seed: of the decks, and of the names of colors.
        other_play: whether seats see colors under names of their own, as Hu et al. 2020 train. In
            each game one seat keeps the true names and every other seat gets a random permutation;
            its observations, its legal actions and its actions are all under these names.
        tells_best: whether seats are also told what the last player's best action would have
            shown them, as in SAD (Hu & Foerster 2020); `step` must then be told the best actions.
        dtype: of observations; they are zeros and ones.

    Attributes:
        observations: [G, N] what the seat to act sees.
        legal: [G, A] what it may do.
        seats: [G] who it is.
        rewards: [G] points that the last action brought. An action that loses the game brings what
            was on the table, less than zero, where rules score lost games zero.
        ended: [G] whether the last action ended a game; then all else is of the next one.
        scores: [G] of the game that ended last in each row; -1 before the first.
        games: [G] index of the game that is played in each row.
        names: [G, P] which permutation each seat sees colors under, as `all_permutations` counts.
        best: [G, K] the entries of `symmetry.last_action`, as the seat to act would see them if the
            last player had taken its best action; zeros in a new game, no entries unless told.
        states: [G] STATE rows, for those who teach by what no seat may know.

    Raises:
        RulesError: rules that are none, no games, a type that kernels cannot fill, or colors that
            differ in more than names under Other-Play.
    """

    def __init__(
        self,
        rules: Rules,
        count: int,
        *,
        seed: int = 0,
        other_play: bool = False,
        tells_best: bool = False,
        dtype: DTypeLike = np.uint8,
    ) -> None:
        self.rules = checked_rules(rules)
        self._tables = tables_of(rules, check_seed(seed), other_play=other_play)
        self._batch = new_batch(rules, count, dtype)
        batch = self._batch
        self.observations, self.legal, self.seats = batch.observations, batch.legal, batch.seats
        self.rewards, self.ended, self.scores = batch.rewards, batch.ended, batch.scores
        self.games, self.names, self.states = batch.games, batch.names, batch.states
        self._scratch = new_scratch(rules, dtype)
        self.tells_best = tells_best
        entries = last_action(rules).order if tells_best else np.zeros(0, np.int64)
        self.best = np.zeros((count, len(entries)), dtype)
        self._preview = stepping.Preview(new_states(rules, 1), entries, self.best)
        stepping.start_all(self._batch, self._tables, self._scratch)

    @cached_property
    def card_names(self) -> NDArray[np.int64]:
        """[K, cards] under which id a card is seen, for each permutation of `names`."""
        hands = layout_of(self.rules).sections["hands"].indices()[0, 0].ravel()
        true_cards = self._tables.entries[:, hands] - hands[0]
        return true_cards.argsort(axis=1)

    def __len__(self) -> int:
        return len(self._batch.states)

    def step(self, actions: ArrayLike, best: ArrayLike | None = None) -> None:
        """Take one action in every game, and fill all arrays.

        Args:
            actions: [G] action ids, under the names of the seat to act.
            best: [G] what it would do without exploring, where games tell of it.

        Raises:
            IllegalActionError: an action is illegal; then no game has moved.
        """
        chosen = check_actions(actions, self.legal)
        if self.tells_best:
            shown = check_actions([] if best is None else best, self.legal)
            stepping.preview_all(self._batch, self._tables, self._scratch, shown, self._preview)
        stepping.step_all(self._batch, self._tables, self._scratch, chosen)
        self.best[self.ended] = 0

    def replay(
        self,
        numbers: NDArray[np.int64],
        taken: Taken,
        watch: Callable[[NDArray[np.bool_]], None] = lambda _: None,
    ) -> None:
        """Deal the games `numbers` [G], one for each row, and play them as they were played.

        All rows come to their last action at once, so that one that has fewer begins later.

        Args:
            numbers: of the games.
            taken: the actions so far.
            watch: called after the deal and after each action, with which rows have not begun.

        Raises:
            ValueError: numbers that these rows never play, or a game that has ended.
            IllegalActionError: an action that the rules forbid.
        """
        if (numbers < 0).any() or (numbers % len(self) != np.arange(len(self))).any():
            raise ValueError("numbers of games are out of range")
        self._batch.games[:] = numbers
        stepping.start_all(self._batch, self._tables, self._scratch)
        turns, chosen = taken.turns, np.zeros(len(self), np.int64)
        watch(np.ones(len(self), np.bool_))
        for left in range(int(turns.max(initial=0)), 0, -1):
            rows = np.flatnonzero(turns >= left)
            chosen[rows] = taken.actions[rows, turns[rows] - left]
            actions = check_actions(chosen, self.legal, rows)
            stepping.take_rows(self._batch, self._tables, self._scratch, actions, rows)
            watch(turns < left)
        if (self.states["status"] != RUNNING).any():
            raise ValueError("a game has ended")

    def restore_played(
        self,
        arrays: Mapping[str, NDArray[Any]],
        taken: Taken,
        watch: Callable[[NDArray[np.bool_]], None] = lambda _: None,
    ) -> None:
        """`restore` of what may come from anybody: the games are played again.

        Args:
            arrays: what `arrays` gave.
            taken: the actions so far.
            watch: as `replay` calls it.

        Raises:
            KeyError, ValueError, IllegalActionError: they are not of such games.
        """
        self.replay(arrays["games"], taken, watch)
        require_same(self._places(), arrays, *_FOLLOW)
        require_within("best", arrays["best"], 0, 1)
        rest = {name: place for name, place in self._places().items() if name not in _FOLLOW}
        copy_back(rest, arrays)

    def _places(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self._batch, name) for name in _KEPT} | {"best": self.best}


def new_batch(
    rules: Rules, count: int, dtype: DTypeLike, states: NDArray[Any] | None = None
) -> stepping.Batch:
    """Arrays for `count` games, not dealt, over `states` or over STATE rows of their own.

    Raises:
        RulesError: no games or more than there is memory for, or a type of observations that
            kernels cannot fill.
    """
    count, observed = check_count(count), check_dtype(dtype)
    states = new_states(rules, count) if states is None else states
    try:
        observations = np.zeros((count, layout_of(rules).size), observed)
    except MemoryError:
        raise no_room(count) from None
    return stepping.Batch(
        states=states,
        games=np.arange(count),
        names=np.zeros((count, rules.players), np.int32),
        observations=observations,
        legal=np.zeros((count, rules.num_actions), np.bool_),
        seats=np.zeros(count, np.int64),
        rewards=np.zeros(count, np.float32),
        ended=np.zeros(count, np.bool_),
        scores=np.full(count, -1, np.int16),
    )


def new_scratch(rules: Rules, dtype: DTypeLike) -> stepping.Scratch:
    """Room to work in."""
    return stepping.Scratch(
        views=new_views(rules, 1),
        vector=np.zeros(layout_of(rules).size, dtype),
        legal=np.zeros(rules.num_actions, np.bool_),
        rng=np.zeros(2, np.uint64),
    )


def check_actions(
    actions: ArrayLike, legal: NDArray[np.bool_], rows: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """`actions` [G] as numbers, if those of `rows`, or of all games, are legal.

    Raises:
        IllegalActionError: one is not, or there is not one for each game.
    """
    chosen = whole_numbers("actions", actions)
    if chosen.shape != (len(legal),):
        raise IllegalActionError(
            f"actions have shape {chosen.shape}; one for each of {len(legal)} games is needed"
        )
    asked = (legal, chosen) if rows is None else (legal[rows], chosen[rows])
    place = stepping.find_illegal(*asked)
    if place >= 0:
        row = place if rows is None else int(rows[place])
        raise IllegalActionError(
            f"game {row}: action {chosen[row]} is illegal; legal are "
            f"{', '.join(map(str, np.flatnonzero(legal[row])))}"
        )
    return chosen


def tables_of(rules: Rules, seed: int, *, other_play: bool) -> stepping.Tables:
    """What steps read: the layout, and names of colors for Other-Play.

    Raises:
        RulesError: colors that differ in more than names under Other-Play.
    """
    size, actions = layout_of(rules).size, rules.num_actions
    entries = np.arange(size, dtype=np.int32)[None]
    told = np.arange(actions, dtype=np.int16)[None]
    if other_play:
        symmetry = color_symmetry(rules)
        group = list(all_permutations(symmetry.colors))
        entries = np.array([symmetry.observation.permuted(p) for p in group], np.int32)
        told = np.array([symmetry.actions.permuted(p) for p in group], np.int16)
    return stepping.Tables(seed, layout_of(rules).row, entries, told)
