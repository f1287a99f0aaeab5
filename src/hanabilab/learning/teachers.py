"""Teachers: compiled agents that watch games of a learner and say what they would do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import Agent, CompiledPolicy, is_honest, new_memory
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules, may_forfeit
from hanabilab.beliefs.history import new_rng
from hanabilab.beliefs.replay import Blueprint
from hanabilab.errors import AgentError
from hanabilab.game.rows import new_views
from hanabilab.game.rules import Rules
from hanabilab.learning import teaching
from hanabilab.learning.checkpoints import Checkpointed, copy_back, reopen_memory, require_same
from hanabilab.learning.stepping import find_illegal
from hanabilab.learning.vector_games import VectorGames

#: Agents whose memory opens with the entries of `knowledge.slot_memory`, as bit sets of cards.
TELL_INFERENCES = ("smart",)

_KEPT = ("memory", "actions", "inferences")


def fit_agent(agent: Agent | str, rules: Rules, role: str) -> CompiledPolicy:
    """The agent, or that of the name, if it answers every turn with an action from what it sees.

    Args:
        agent: the agent, or its name.
        rules: of the games.
        role: what it is to do, for messages.

    Raises:
        AgentError: it is not compiled, it cheats, it may give a game up, or it cannot play by the
            rules.
    """
    made = as_agent(agent)
    if not isinstance(made, CompiledPolicy) or not is_honest(made):
        raise AgentError(f"agent {made.name!r} cannot {role}; a compiled agent that is honest can")
    if may_forfeit(made):
        raise AgentError(
            f"agent {made.name!r} cannot {role}: it may give a game up; an agent that always "
            "answers with an action can"
        )
    check_rules(made, rules)
    return made


class Teacher(Checkpointed):
    """An agent at every seat of games that others play.

    Args:
        agent: a compiled agent that sees no more than its seat, or its name.
        games: which it watches.

    Attributes:
        actions: [G] what it would do now.
        inferences: [G, slots of all hands] bit sets of what each slot can hold by its conventions,
            the slots of the seat to act first; None if it does not tell.

    Raises:
        AgentError: as `fit_agent` raises.
    """

    def __init__(self, agent: Agent | str, games: VectorGames) -> None:
        rules = games.rules
        made = fit_agent(agent, rules, "teach")
        self._games, self._agent = games, made
        blueprint = Blueprint(made.native_act, made.native_observe, made.common)
        openings = new_memory(made, rules.players)
        self._kernels = teaching.TeacherKernels(blueprint, openings, new_rng())
        self._lessons = teaching.Lessons(
            np.zeros((len(games), *openings.shape), np.int64),
            np.zeros(len(games), np.int64),
            np.zeros((len(games), rules.players * rules.hand_size), np.int64),
            new_views(rules, 1),
        )
        self.actions = self._lessons.actions
        told = made.name in TELL_INFERENCES
        self.inferences: NDArray[np.int64] | None = self._lessons.inferences if told else None
        self.watch(np.ones(len(games), np.bool_))

    def watch(self, started: NDArray[np.bool_]) -> None:
        """Take in the last action of every game.

        Args:
            started: [G] whether the game was dealt since; `VectorGames.ended`.
        """
        states = self._games.states
        teaching.teach(self._lessons, states, started, self._kernels)
        require_unraised(self._agent, self._lessons.views["raised"])
        if self.inferences is not None:
            teaching.fill_inferences(self._lessons, states)

    def show_seats(self, views: NDArray[Any], memory: NDArray[np.int64]) -> None:
        """Fill what seats to act see, VIEW rows [G], and what the agent remembers there [G, M]."""
        teaching.show_seats(views, memory, self._lessons, self._games.states)

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for; raises as `Checkpointed.restore`."""
        super().restore(arrays)
        reopen_memory(self._lessons.memory, self._agent)

    def restore_watched(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """`restore` of what may come from anybody, once the games were watched again.

        Raises:
            KeyError, ValueError: it does not follow from the games.
        """
        given = dict(arrays) | {"memory": arrays["memory"].copy()}
        reopen_memory(given["memory"], self._agent)
        require_same(self._places(), given, "memory", "inferences")
        if find_illegal(self._games.legal, arrays["actions"]) >= 0:
            raise ValueError("a teacher's actions are illegal")
        copy_back(self._places(), given)

    def _places(self) -> dict[str, NDArray[Any]]:
        lessons = {name: getattr(self._lessons, name) for name in _KEPT}
        return lessons | {"rng": self._kernels.rng}
