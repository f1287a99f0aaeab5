"""A race whose rollouts are played by a batched policy: a network, or anything decided in Python.

The same race as `search.rollouts`, but in rounds. All actions are played out in some worlds side by
side, so that the policy is asked for many games at once. Actions leave the race after each round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised, whole_answers
from hanabilab.agents.carrying import CarryingPolicy, Expecting
from hanabilab.agents.policy import BatchedPolicy, Turns
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.randomness import Rng
from hanabilab.search.batched_rollouts import (
    Games,
    branch,
    draw_worlds,
    score_all,
    show_waiting,
    take_actions,
)
from hanabilab.search.estimates import Race, Standings, count_world, drop_losers
from hanabilab.search.rollouts import FAILED, Position, Workspace

#: Games that a network plays side by side, in a round whose worlds are not yet few.
_ROUND = 256


def run_batched_race(
    standings: Standings,
    race: Race,
    position: Position,
    workspace: Workspace,
    blueprint: BatchedBlueprint,
    rollouts: int,
    rng: Rng,
) -> int:
    """As `rollouts.run_race`, for a batched policy; no action is watched."""
    racing, policy = standings.racing, blueprint.policy
    used, left = 0, int(racing.sum())
    while left > 1 and used + left <= rollouts:
        wanted = max(race.min_worlds, blueprint.round // left)
        worlds = blueprint.new_games(min(wanted, (rollouts - used) // left))
        if not draw_worlds(worlds, workspace, position, policy.native_observe, rng):
            return FAILED
        worlds.actions[:, : len(position.actions)] = position.actions
        scores = np.zeros((len(worlds.states), len(racing)))
        scores[:, racing] = blueprint.play_out(worlds, np.flatnonzero(racing)).T
        if (scores == FAILED).any():
            return FAILED
        for world in scores:
            count_world(standings, race, world)
        used += left * len(scores)
        left = drop_losers(standings, race)
    return used


def _repeated(games: Games, times: int) -> Games:
    """All games, `times` one after another."""
    return games._replace(
        states=np.tile(games.states, times).view(games.states.dtype),
        memory=np.tile(games.memory, (times, 1, 1)),
        rngs=np.tile(games.rngs, (times, 1, 1)),
        actions=np.tile(games.actions, (times, 1)),
        rollout_seeds=np.tile(games.rollout_seeds, times),
    )


def _part(games: Games, part: slice) -> Games:
    """Some of the games; the arrays are shared."""
    return Games(
        states=games.states[part],
        memory=games.memory[part],
        rngs=games.rngs[part],
        actions=games.actions[part],
        rollout_seeds=games.rollout_seeds[part],
        look_at=games.look_at,
    )


@dataclass(frozen=True)
class BatchedBlueprint:
    """A batched policy that plays rollouts of games of some rules.

    Attributes:
        turns: after so many a rollout is cut short; 0 plays it to its end.
    """

    policy: BatchedPolicy
    rules: Rules
    turns: int = 0

    @property
    def round(self) -> int:
        """Games that are played side by side."""
        return _ROUND if isinstance(self.policy, CarryingPolicy) else self.policy.games_at_once

    def new_games(self, count: int) -> Games:
        """So many games, empty."""
        rules = self.rules
        return Games(
            states=new_states(rules, count),
            memory=np.zeros((count, rules.players, self.policy.memory_size), np.int64),
            rngs=np.zeros((count, rules.players, 2), np.uint64),
            actions=np.full((count, rules.max_turns), NO_ACTION, np.int16),
            rollout_seeds=np.zeros(count, np.int64),
            look_at=new_views(rules, 1)[0],
        )

    def play_out(self, worlds: Games, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """[A, W] scores of A actions in W worlds; FAILED where the policy acts illegally."""
        games, count = _repeated(worlds, len(actions)), len(worlds.states)
        scores = np.full((len(actions), count), float(FAILED))
        for number, action in enumerate(actions):
            part = slice(number * count, (number + 1) * count)
            if not branch(_part(games, part), action, self.policy.native_observe):
                return scores
        self._play_on(scores.reshape(-1), games)
        require_unraised(self.policy, games.look_at.raised)
        return scores

    def _play_on(self, scores: NDArray[np.float64], games: Games) -> None:
        """Play all games to their end or cut them short, and fill `scores` [N]."""
        policy, observe = self.policy, self.policy.native_observe
        asked = _Asked(policy, self.rules.players, len(scores))
        carrying = isinstance(policy, CarryingPolicy)
        most = len(scores) if carrying else max(1, policy.games_at_once)
        rows, known_decks = np.zeros(most, np.int64), np.zeros((most, MAX_DECK), np.int16)
        views, played = new_views(self.rules, most), 0
        while count := show_waiting(rows, views, known_decks, games.states):
            waiting = rows[:count]
            who = games.states["current_seat"][waiting]
            turns = Turns(
                self.rules,
                views[:count],
                games.memory[waiting, who],
                games.rngs[waiting, who],
                known_decks[:count],
                games.actions[waiting],
            )
            if self.turns and played == self.turns:
                break
            actions = asked.act(turns, waiting)
            games.rngs[waiting, who] = turns.rngs
            if not take_actions(games, waiting, actions, observe):
                return
            played += 1
        ended = np.full(len(scores), FAILED)
        score_all(ended, games.states)
        scores[:] = ended
        if count:
            asked.finish(scores, turns, waiting)


class _Asked:
    """A batched policy that is asked for the games of one round, turn by turn.

    A network's memories are carried beside the games. Of games that are cut short a network says
    what score it expects.

    Args:
        policy: a network, whose memories are carried; or any other.
        players: at each table.
        count: games of the round.
    """

    def __init__(self, policy: BatchedPolicy, players: int, count: int) -> None:
        self.policy = policy
        if isinstance(policy, CarryingPolicy):
            self._carried = np.zeros((players, count, policy.carried_size), np.float32)
            self._recalled = np.zeros(players, np.bool_)

    def act(self, turns: Turns, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """[R] actions in the games `rows` [R], in which one and the same seat is to act."""
        if not isinstance(self.policy, CarryingPolicy):
            return whole_answers(self.policy, self.policy.act_batch(turns), len(rows))
        seat, before = self._recall(self.policy, turns, rows)
        actions, self._carried[seat, rows] = self.policy.act_carrying(turns, before)
        return np.ascontiguousarray(actions, np.int64)

    def finish(self, scores: NDArray[np.float64], turns: Turns, rows: NDArray[np.int64]) -> None:
        """Fill `scores` [N] of the games `rows` [R], which are cut short, with what it expects."""
        policy = self.policy
        if isinstance(policy, Expecting) and isinstance(policy, CarryingPolicy):
            scores[rows] = policy.expected_scores(turns, self._recall(policy, turns, rows)[1])

    def _recall(
        self, policy: CarryingPolicy, turns: Turns, rows: NDArray[np.int64]
    ) -> tuple[int, NDArray[np.float32]]:
        """Who acts, and [R, C] what it remembers; a seat that has not acted yet recalls it."""
        seat = int(turns.views["seat"][0])
        if not self._recalled[seat]:
            self._carried[seat, rows], self._recalled[seat] = policy.recall_batch(turns), True
        return seat, self._carried[seat, rows]
