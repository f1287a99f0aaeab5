"""The best that a seat can do at several of its turns, if all others follow a blueprint."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.beliefs import HandRange, History
from hanabilab.beliefs.history import blueprint_of, new_rng
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.state import RUNNING
from hanabilab.search.endgame.replies import Worlds, fill_worlds, follow_reply, play_worlds
from hanabilab.search.rollouts import FAILED
from hanabilab.search.searching import make_position, make_workspace

#: Worlds that are followed, at most: each takes 1.5 kB for each turn.
_MOST_WORLDS = 20_000


class OutOfTimeError(Exception):
    """There was no time to look at all lines."""


class OwnTurns:
    """All worlds of a range, followed from one turn of the seat to the next.

    Args:
        history: what the seat has seen.
        policy: of all others, and of the seat once its own choices are over; no random numbers.
        hands: its range.
        turns: at which the seat chooses, the present one included.

    Raises, also later:
        AgentError: the policy acts illegally, or uses random numbers.
    """

    def __init__(
        self, history: History, policy: CompiledPolicy, hands: HandRange, turns: int
    ) -> None:
        self._rules, self._policy, self._turns = history.rules, policy, turns
        self._blueprint, self._rng = blueprint_of(policy), new_rng()
        self._workspace = make_workspace(history.rules, policy)
        self._look_at = new_views(history.rules, 1)[0]
        position = make_position(history, hands)
        given = hands.packed_hands, position, self._workspace, self._blueprint, self._rng
        #: How many there are; of those that are too many, one more than can be followed.
        self.count = fill_worlds(self._room(0), *given, _MOST_WORLDS)
        kept = self.count if self.count <= _MOST_WORLDS else 0
        self._levels = [self._room(kept)]
        fill_worlds(self._levels[0], *given, kept)
        self._follow(0, np.arange(0), 0)  # compiles
        self._played_out(0, np.arange(0))

    def _room(self, count: int) -> Worlds:
        memory = np.zeros((count, self._rules.players, self._policy.memory_size), np.int64)
        ways, seen = np.zeros(count, np.int64), np.zeros(count, np.uint64)
        return Worlds(new_states(self._rules, count), memory, ways, seen)

    def value_of(self, action: int, until: float) -> tuple[int, int]:
        """Wins and points, in ways, of an action and the best that the seat can do afterwards.

        Each is what the seat reaches that acts for it alone.

        Raises:
            OutOfTimeError: too many worlds, or it is later than `until` by the monotonic clock.
        """
        if self.count > _MOST_WORLDS:
            raise OutOfTimeError
        return self._value_of(0, np.arange(self.count), action, until)

    def _value_of(
        self, level: int, rows: NDArray[np.int64], action: int, until: float
    ) -> tuple[int, int]:
        """Of worlds that the seat cannot tell apart."""
        seen, wins, points = self._follow(level, rows, action).seen[: len(rows)], 0, 0
        order = np.argsort(seen, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(seen[order])) + 1):
            more_wins, more_points = self._best(level + 1, group, until)
            wins, points = wins + more_wins, points + more_points
        return wins, points

    def _best(self, level: int, rows: NDArray[np.int64], until: float) -> tuple[int, int]:
        """What the seat can reach in worlds that it cannot tell apart."""
        if time.monotonic() >= until:
            raise OutOfTimeError
        worlds = self._levels[level]
        first = worlds.states[rows[0]]
        if level == self._turns or first.status != RUNNING:
            return self._played_out(level, rows)
        legal = np.zeros(int(first.rules.num_actions), np.bool_)
        fill_legal(legal, first)
        found = [
            self._value_of(level, rows, int(action), until) for action in np.flatnonzero(legal)
        ]
        return max(wins for wins, _ in found), max(points for _, points in found)

    def _follow(self, level: int, rows: NDArray[np.int64], action: int) -> Worlds:
        """What worlds are at the next turn of the seat, after an action of it."""
        if level + 1 == len(self._levels):
            self._levels.append(self._room(len(self._levels[0].ways)))
        before, after = self._levels[level : level + 2]
        state = self._rng.copy()
        scratch = self._look_at, self._rng
        is_legal = follow_reply(after, before, rows, action, *scratch, self._blueprint)
        self._check(is_legal, state, self._rng)
        return after

    def _played_out(self, level: int, rows: NDArray[np.int64]) -> tuple[int, int]:
        """Wins and points, in ways, if the blueprint plays worlds to their end."""
        workspace = self._workspace
        state = workspace.rngs.copy()
        scratch = workspace.rollout, workspace.rollout_memory, self._look_at, workspace.rngs
        found = play_worlds(self._levels[level], rows, *scratch, self._blueprint)
        self._check(found[0] != FAILED, state, workspace.rngs)
        return found

    def _check(self, is_legal: bool, before: NDArray[np.uint64], after: NDArray[np.uint64]) -> None:
        """Do nothing if the blueprint has acted as it may; else raise AgentError."""
        raised = self._look_at.raised or self._workspace.look_at.raised
        require_unraised(self._policy, raised)
        if not is_legal:
            raise AgentError(f"{self._policy.name} acts illegally")
        if not np.array_equal(before, after):
            raise AgentError(
                f"{self._policy.name} uses random numbers; exact values are of agents that do not"
            )
