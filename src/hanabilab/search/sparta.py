"""`sparta(BLUEPRINT)`: one-ply Monte Carlo search over a blueprint, "SPARTA-lite".

For each legal action, rollouts from worlds sampled from the seat's view, all seats playing the
blueprint afterwards. The seat leaves the blueprint's action only for one whose mean is better by
at least `epsilon`. With one searching seat and enough rollouts this never plays worse than the
blueprint; with several, each still believes that the others do not search.

Source: Lerer et al. 2020, section 4.1, with beliefs from hints and counts only (no inference from
partners' choices) and a fixed number of rollouts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, CompiledPolicy, Turns, check_players
from hanabilab.beliefs.sampled import SCRATCH_SIZE
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.games import Game, check_seed, new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck, look
from hanabilab.notation.call import Call, Value
from hanabilab.randomness import SEAT_STREAM, seed_rng
from hanabilab.search.rollouts import FAILED, NOT_LEGAL, recall, rollout_scores

__all__ = ["Estimates", "Sparta", "evaluate", "search_lineup"]

_MAX_ROLLOUTS = 1_000_000


@dataclass(frozen=True)
class Estimates:
    """What a search found for one position. A actions, N rollouts.

    Attributes:
        scores: [N, A] final score of each rollout; NOT_LEGAL where the action is not legal.
        blueprint_action: what the blueprint would do.
        action: what the search does.
    """

    scores: NDArray[np.int16]
    blueprint_action: int
    action: int

    @property
    def legal(self) -> NDArray[np.int64]:
        """Ids of the legal actions, ascending."""
        return np.flatnonzero(self.scores[0] != NOT_LEGAL)

    @property
    def means(self) -> NDArray[np.float64]:
        """[A] mean score in points; NaN where not legal."""
        return _masked(self.scores, self.scores.mean(axis=0))

    @property
    def sems(self) -> NDArray[np.float64]:
        """[A] standard error of the mean, in points; NaN where not legal or N is 1."""
        return _masked(self.scores, _sem(self.scores.astype(np.float64)))

    @property
    def gains(self) -> NDArray[np.float64]:
        """[A] mean score over the blueprint's action, in points; NaN where not legal."""
        return self.means - self.means[self.blueprint_action]

    @property
    def gain_sems(self) -> NDArray[np.float64]:
        """[A] standard error of `gains`, paired over the worlds; NaN where not legal or N is 1."""
        scores = self.scores.astype(np.float64)
        return _masked(self.scores, _sem(scores - scores[:, [self.blueprint_action]]))


def _masked(scores: NDArray[np.int16], values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(scores[0] == NOT_LEGAL, np.nan, values)


def _sem(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    if len(samples) < 2:
        return np.full(samples.shape[1], np.nan)
    return np.asarray(samples.std(axis=0, ddof=1) / np.sqrt(len(samples)))


@dataclass(frozen=True)
class Sparta:
    """A seat that searches one ply ahead; a batched policy.

    Args:
        blueprint: what all seats are believed to play, and what is improved; compiled.
        rollouts: sampled worlds a move; each is played out once for every legal action.
        epsilon: points by which an action must beat the blueprint's to be preferred.
        games_at_once: games to be asked for in one call; few, so that a stop is quick.

    Raises:
        AgentError: options out of range.
    """

    blueprint: CompiledPolicy
    rollouts: int = 64
    epsilon: float = 0.2
    games_at_once: int = 4

    def __post_init__(self) -> None:
        if type(self.rollouts) is not int or not 1 <= self.rollouts <= _MAX_ROLLOUTS:
            raise AgentError(f"rollouts is {self.rollouts}; a number from 1 to {_MAX_ROLLOUTS}")
        number = type(self.epsilon) in (int, float)
        if not number or not 0 <= self.epsilon < float("inf"):
            raise AgentError(f"epsilon is {self.epsilon}; a number of points from 0 up")

    @property
    def name(self) -> str:
        """The call that makes this agent."""
        options: list[tuple[str, Value]] = []
        if self.rollouts != Sparta.rollouts:
            options.append(("rollouts", self.rollouts))
        if self.epsilon != Sparta.epsilon:
            options.append(("epsilon", float(self.epsilon)))
        return str(Call("sparta", (Call(self.blueprint.name),), tuple(options)))

    @property
    def players(self) -> range:
        """The numbers of players that the blueprint plays with."""
        return self.blueprint.players

    @property
    def memory_size(self) -> int:
        """The blueprint's: after its move the seat plays on as the blueprint."""
        return self.blueprint.memory_size

    @property
    def native_observe(self) -> Any:
        """The blueprint's memory is this agent's."""
        return self.blueprint.native_observe

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] the searched action of each game."""
        found = [self.search(turns, game).action for game in range(len(turns.views))]
        return np.array(found, np.int64)

    def search(self, turns: Turns, game: int) -> Estimates:
        """Search one of the waiting games, and tell every action's estimate.

        Raises:
            AgentError: the blueprint acts illegally, or the position cannot come from a game.
        """
        desk = _Desk.of(turns.rules, self.memory_size)
        scores = np.empty((self.rollouts, turns.rules.num_actions), np.int16)
        proposed = rollout_scores(
            scores,
            turns.views[game],
            turns.known_decks[game],
            turns.actions[game],
            turns.memory[game],
            self.blueprint.native_act,
            self.blueprint.native_observe,
            turns.rngs[game],
            desk.states,
            desk.views[0],
            desk.memory,
            desk.rngs,
            desk.scratch,
        )
        return self._decide(scores, proposed)

    def _decide(self, scores: NDArray[np.int16], proposed: int) -> Estimates:
        legal = 0 <= proposed < scores.shape[1] and scores[0, proposed] != NOT_LEGAL
        if not legal or (scores == FAILED).any():
            raise AgentError(
                f"{self.name}: the blueprint acts illegally, or no game can reach this position"
            )
        means = np.where(scores[0] == NOT_LEGAL, -np.inf, scores.mean(axis=0))
        best = int(means.argmax())
        gain = means[best] - means[proposed]
        leaves = gain > 0 and gain >= self.epsilon
        return Estimates(scores, proposed, best if leaves else proposed)


@dataclass(frozen=True)
class _Desk:
    """Scratch for one search."""

    states: NDArray[Any]
    views: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    scratch: NDArray[np.int64]

    @classmethod
    def of(cls, rules: Rules, memory_size: int) -> _Desk:
        return cls(
            states=new_states(rules, 3),
            views=new_views(rules, 1),
            memory=np.zeros((2, rules.players, memory_size), np.int64),
            rngs=np.zeros((rules.players, 2), np.uint64),
            scratch=np.zeros(SCRATCH_SIZE, np.int64),
        )


def evaluate(game: Game, search: Sparta, *, seed: int = 0) -> Estimates:
    """Search the position of `game` for the seat to act, and tell every action's estimate.

    Raises:
        AgentError: the blueprint cannot play this game, or the game is over.
    """
    check_players(search, game.rules.players)
    if game.is_over:
        raise AgentError(f"the game is over ({game.status}); there is nothing to search")
    return search.search(_turns_of(game, search, seed), 0)


def _turns_of(game: Game, search: Sparta, seed: int) -> Turns:
    """What the seat to act knows in `game`, as a batch of one."""
    rules, seat = game.rules, int(game.state.current_seat)
    desk = _Desk.of(rules, search.memory_size)
    actions = np.full((1, rules.max_turns), NO_ACTION, np.int16)
    actions[0, : len(game.actions)] = game.actions
    if search.memory_size:
        past, look_at = desk.states[0], desk.views[0]
        recall(desk.memory[0], game.state, past, look_at, actions[0], search.native_observe)
    turns = Turns(
        rules=rules,
        views=new_views(rules, 1),
        memory=desk.memory[0, [seat]],
        rngs=np.zeros((1, 2), np.uint64),
        known_decks=np.zeros((1, MAX_DECK), np.int16),
        actions=actions,
    )
    look(turns.views[0], game.state, seat)
    fill_known_deck(turns.known_decks[0], game.state, seat)
    seed_rng(turns.rngs[0], check_seed(seed), len(game.actions), SEAT_STREAM + seat)
    return turns


def search_lineup(
    blueprint: CompiledPolicy, players: int, seats: Iterable[int] = (0,), **options: Any
) -> list[Agent]:
    """A line-up in which `seats`, from 0, search and the others play the blueprint.

    Raises:
        AgentError: a seat that is not at the table, or wrong options.
    """
    searching = set(seats)
    if not searching <= set(range(players)):
        raise AgentError(f"seats {sorted(searching)} search; seats are 0 to {players - 1}")
    search = Sparta(blueprint, **options)
    agents: list[Agent] = [search if seat in searching else blueprint for seat in range(players)]
    return agents
