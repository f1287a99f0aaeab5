"""A race whose rollouts are played by a batched policy: networks, and whatever Python decides.

The same race as `search.race`, in rounds: all actions are played out in some worlds side by side,
so that the policy is asked for many games at once, and losers leave after each round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import BatchedPolicy, Turns
from hanabilab.game.games import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.randomness import Rng
from hanabilab.search.batched_rollouts import (
    branch,
    draw_worlds,
    score_all,
    show_waiting,
    take_actions,
)
from hanabilab.search.race import Position, Race, Workspace, add_score, drop_losers
from hanabilab.search.rollouts import FAILED


def run_batched_race(
    tallies: NDArray[np.float64],
    racing: NDArray[np.bool_],
    position: Position,
    race: Race,
    workspace: Workspace,
    policy: BatchedPolicy,
    rules: Rules,
    rollouts: int,
    rng: Rng,
) -> int:
    """Let actions race until one is left or `rollouts` are spent; how many were made, or FAILED.

    Args:
        tallies: [A, TALLIES] added to.
        racing: [A] which actions are in the race; losers are taken out.
        position: beliefs of the seat to act.
        workspace: scratch; the memory in the world must be set if it is fixed.
    """
    used, left = 0, int(racing.sum())
    while left > 1 and used + left <= rollouts:
        wanted = max(race.min_worlds, policy.games_at_once // left)
        worlds = _Games.of(rules, policy, min(wanted, (rollouts - used) // left))
        rollout_seeds, observe = np.zeros(len(worlds.states), np.int64), policy.native_observe
        drawn = draw_worlds(
            worlds.states, worlds.memory, rollout_seeds, position, race, workspace, observe, rng
        )
        if not drawn:
            return FAILED
        worlds.history[:] = position.actions
        scores = _play_out(worlds, rollout_seeds, np.flatnonzero(racing), workspace, policy)
        if (scores == FAILED).any():
            return FAILED
        _tally(tallies, scores, np.flatnonzero(racing), race)
        used += scores.size
        left = drop_losers(racing, tallies, race)
    return used


def _tally(
    tallies: NDArray[np.float64], scores: NDArray[np.int64], racing: NDArray[np.int64], race: Race
) -> None:
    """Add `scores` [left, W] of the actions `racing` [left]."""
    base = scores[np.searchsorted(racing, race.blueprint_action)]
    for action, row in zip(racing, scores, strict=True):
        for score, gain in zip(row, row - base, strict=True):
            add_score(tallies[action], score, gain)


@dataclass(frozen=True)
class _Games:
    """Games side by side; shapes as in `search.batched_rollouts`."""

    rules: Rules
    states: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    history: NDArray[np.int16]

    @classmethod
    def of(cls, rules: Rules, policy: BatchedPolicy, count: int) -> _Games:
        return cls(
            rules,
            new_states(rules, count),
            np.zeros((count, rules.players, policy.memory_size), np.int64),
            np.zeros((count, rules.players, 2), np.uint64),
            np.zeros((count, rules.max_turns), np.int16),
        )

    def repeated(self, times: int) -> _Games:
        """All games, `times` one after another."""
        return _Games(
            self.rules,
            np.tile(self.states, times).view(self.states.dtype),
            np.tile(self.memory, (times, 1, 1)),
            np.tile(self.rngs, (times, 1, 1)),
            np.tile(self.history, (times, 1)),
        )


def _play_out(
    worlds: _Games,
    rollout_seeds: NDArray[np.int64],
    actions: NDArray[np.int64],
    workspace: Workspace,
    policy: BatchedPolicy,
) -> NDArray[np.int64]:
    """[actions, W] scores; FAILED where the policy acts illegally."""
    games, observe = worlds.repeated(len(actions)), policy.native_observe
    scores = np.full((len(actions), len(rollout_seeds)), FAILED)
    for number, action in enumerate(actions):
        part = slice(number * len(rollout_seeds), (number + 1) * len(rollout_seeds))
        arrays = games.states[part], games.memory[part], games.rngs[part], games.history[part]
        if not branch(*arrays, rollout_seeds, action, workspace.look_at, observe):
            return scores
    if _play_on(games, workspace, policy):
        score_all(scores.ravel(), games.states)
    return scores


def _play_on(games: _Games, workspace: Workspace, policy: BatchedPolicy) -> bool:
    """Play all games to their end; False if the policy acts illegally."""
    most = max(1, policy.games_at_once)
    rows, known_decks = np.zeros(most, np.int64), np.zeros((most, MAX_DECK), np.int16)
    views = new_views(games.rules, most)
    while count := show_waiting(rows, views, known_decks, games.states):
        waiting = rows[:count]
        who = games.states["current_seat"][waiting]
        turns = Turns(
            games.rules,
            views[:count],
            games.memory[waiting, who],
            games.rngs[waiting, who],
            known_decks[:count],
            games.history[waiting],
        )
        actions = np.ascontiguousarray(policy.act_batch(turns), np.int64)
        games.rngs[waiting, who] = turns.rngs
        arrays = games.states, games.memory, games.history
        if not take_actions(waiting, actions, *arrays, workspace.look_at, policy.native_observe):
            return False
    return True
