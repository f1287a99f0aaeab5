"""What elites do in the states of each other's games.

States are those of self-play games of the elites. In every one each elite is asked what it would
do: it sees the view of the seat to act, and its memory has taken in the game so far. Three things
need a word:

- *Random rules* draw from a generator that is in the same state for all who are asked, so that
  equal lists always agree, and so do two that come to the same random rule.
- *Forfeits* of the original's errors are a choice as any other: two that both give up do the same.
- The state in which the player itself forfeits is the last of its game, and counts.

Shapes: A agents, S states, L rules of a list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import CompiledPolicy, new_memory
from hanabilab.agents.rules import policy_of_base
from hanabilab.arena.threads import count_threads, in_threads
from hanabilab.errors import AgentError
from hanabilab.evolution import Settings
from hanabilab.game.rows import new_states, new_views
from hanabilab.teamplay.adaptive.kernels import Native
from studies.diversity.choice_kernels import Answers, Scratch, ask_in_game

_Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Choices:
    """What A agents do in the states of each other's games.

    Attributes:
        actions: int8 [A, S] action ids, FORFEIT where an agent gives up.
        ends: [A] state `ends[a]` is the first after those of the games that agent `a` has played.
        legal: [S] how many actions were legal.
    """

    actions: NDArray[np.int8]
    ends: _Counts
    legal: _Counts

    def states_of(self, first: int, last: int) -> slice:
        """The states of the games of agents `first` to `last`, both included."""
        return slice(int(self.ends[first - 1]) if first else 0, int(self.ends[last]))


def ask_all(
    settings: Settings,
    genes: _Counts,
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Choices:
    """Ask lists of rules what they do in the states of their self-play games.

    Args:
        settings: of the evolution that they are of.
        genes: [A, L].
        games: that each of them plays, games 0 to `games` - 1 of `seed`.
        threads: at once; the default is all cores.
        progress: told whenever games of so many agents are finished.

    Raises:
        AgentError: fewer than one game, or thread.
    """
    if games < 1:
        raise AgentError(f"games for states is {games}; at least one is needed")
    agents = [settings.policy_of(rules) for rules in genes.tolist()]
    workspace = _Workspace(agents, settings, games, seed)
    workspace.ask(0, games=0)  # compiled before threads compete for the compiler
    found: dict[int, tuple[NDArray[np.int8], _Counts]] = {}
    for host, actions, legal in in_threads(
        workspace.ask, range(len(genes)), count_threads(threads), Event()
    ):
        found[host] = actions, legal
        if progress:
            progress(1)
    parts = [found[host] for host in range(len(genes))]
    actions = np.concatenate([part for part, _ in parts], axis=1)
    legal = np.concatenate([part for _, part in parts])
    return Choices(actions, np.cumsum([len(part) for _, part in parts]), legal)


class _Workspace:
    """Where agents are asked; it is shared by threads, and changes nothing of its own."""

    def __init__(
        self, agents: list[CompiledPolicy], settings: Settings, games: int, seed: int
    ) -> None:
        self._rules, self._games, self._seed = settings.rules, games, seed
        everyone = policy_of_base(settings.base, settings.mode)
        self._native = Native(everyone.native_act, everyone.native_observe)
        size = max(agent.memory_size for agent in agents)
        self._openings = np.zeros((len(agents), size), np.int64)
        for row, agent in zip(self._openings, agents, strict=True):
            row[: agent.memory_size] = new_memory(agent, 1)[0]

    def ask(self, host: int, games: int | None = None) -> tuple[int, NDArray[np.int8], _Counts]:
        """The host, actions [A, S] and numbers of legal actions [S] in the states of its games."""
        rules = self._rules
        games = self._games if games is None else games
        actions = np.empty((len(self._openings), max(games, 1) * rules.max_turns), np.int8)
        legal = np.empty(actions.shape[1], np.int64)
        scratch = Scratch(
            np.empty_like(self._openings),
            np.zeros((rules.players, 2), np.uint64),
            np.zeros(2, np.uint64),
            np.zeros(rules.num_actions, np.bool_),
            new_states(rules, 1)[0],
            new_views(rules, 1)[0],
        )
        count = 0
        for game in range(games):
            scratch.memory[:] = self._openings
            answers = Answers(actions[:, count:], legal[count:])
            count += ask_in_game(answers, host, (self._seed, game), scratch, self._native)
        return host, actions[:, :count].copy(), legal[:count].copy()
