"""A rule agent as a guide: what it knows and what it would do, as inputs of a network.

    guide = Guided("smart", Rules(players=2))
    games = GuidedGames(guide, 512, seed=1)
    games.step(choose(games.observations, games.legal, games.proposals))

An observation is HLE's vector, the facts that the agent offers (`agents.facts`), and the action it
proposes as one-hot; the entries stand in color-major order, as symmetric networks read them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.facts import Facts, facts_of
from hanabilab.agents.policy import CompiledPolicy, new_memory
from hanabilab.beliefs.replay import Blueprint
from hanabilab.game.checks import check_seed
from hanabilab.game.layout import layout_of
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.learning import guide_kernels, stepping
from hanabilab.learning.checkpoints import (
    Checkpointed,
    Taken,
    copy_back,
    part_of,
    reopen_memory,
    require_same,
    require_trust,
    with_prefix,
)
from hanabilab.learning.symmetry import ColorMajor, ColorSymmetry, by_color, color_symmetry, joined
from hanabilab.learning.teachers import Teacher, fit_agent
from hanabilab.learning.vector_games import VectorGames, check_actions, new_batch


@dataclass(frozen=True)
class Guided:
    """A compiled agent under some rules, and the observations of games beside it.

    Args:
        name: of the agent.
        rules: of all games.

    Raises:
        AgentError: no such agent, or as `fit_agent` raises.
        RulesError: colors that differ in more than names.
    """

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        fit_agent(self.name, self.rules, "guide")
        color_symmetry(self.rules)

    @cached_property
    def agent(self) -> CompiledPolicy:
        """The agent."""
        return fit_agent(self.name, self.rules, "guide")

    @property
    def facts(self) -> Facts:
        """What the agent offers."""
        return facts_of(self.agent)

    @property
    def size(self) -> int:
        """Entries of an observation, N: 958 for `smart` with two players."""
        rules = self.rules
        return layout_of(rules).size + self.facts.size(rules) + rules.num_actions

    @cached_property
    def symmetry(self) -> ColorSymmetry:
        """How colors lie in observations before they are put in color-major order."""
        game, start = color_symmetry(self.rules), layout_of(self.rules).size
        parts = [game.observation, *self._fact_entries(start)]
        actions = game.actions
        start += self.facts.size(self.rules)
        parts.append(ColorMajor(actions.fixed + start, actions.moved + start))
        return ColorSymmetry(game.colors, joined(parts), actions)

    def _fact_entries(self, start: int) -> list[ColorMajor]:
        """The entries of the facts, which begin at `start`."""
        found = []
        shapes = self.facts.shapes(self.rules)
        for (_, axes), shape in zip(self.facts.sections, shapes, strict=True):
            entries = start + np.arange(np.prod(shape)).reshape(shape)
            start += entries.size
            found.append(by_color(entries, axes, self.rules.suits))
        return found

    @cached_property
    def natives(self) -> guide_kernels.Guide:
        """The agent's functions for kernels."""
        agent = self.agent
        blueprint = Blueprint(agent.native_act, agent.native_observe, agent.common)
        return guide_kernels.Guide(blueprint, self.facts.native)

    @property
    def reader(self) -> guide_kernels.Reader:
        """What turns a seat's view into an observation."""
        layout, order = layout_of(self.rules).row, self.symmetry.observation.order
        return guide_kernels.Reader(self.natives, layout, order)


class GuidedGames(Checkpointed):
    """Games in step beside a guide, each dealt anew when it ends.

    Row `r` plays games r, r + G, r + 2G and so on of the seed, as in `VectorGames`.

    Args:
        guide: the agent, and the rules.
        count: how many games, G.
        seed: of the decks.

    Attributes:
        observations: [G, N] float32, what the seat to act sees.
        legal: [G, A] what it may do.
        proposals: [G] what the guide would do.
        promises: [G] score that the guide would reach from here in all seats, under the true deck.
        rewards: [G] by how much the last action has changed the promise. Summed over a game this
            is its score less the guide's; an action that the guide proposed brings 0.
        ended: [G] whether the last action ended a game; then all else is of the next one.
        scores: [G] of the game that ended last in each row; -1 before the first.
        games: [G] index of the game that is played in each row.

    Raises:
        RulesError: no games.
    """

    def __init__(self, guide: Guided, count: int, *, seed: int = 0) -> None:
        rules, memory_size = guide.rules, guide.agent.memory_size
        self.guide = guide
        opening = new_memory(guide.agent, 1)[0]
        self._tables = guide_kernels.Tables(guide.reader, check_seed(seed), opening)
        observations = np.zeros((count, guide.size), np.float32)
        table = new_batch(rules, count, np.float32)._replace(observations=observations)
        self._batch = guide_kernels.GuidedBatch(
            table=table,
            proposals=np.zeros(count, np.int64),
            promises=np.zeros(count, np.int16),
            memory=np.zeros((count, rules.players, memory_size), np.int64),
            rngs=np.zeros((count, rules.players, 2), np.uint64),
        )
        self.observations, self.legal, self.rewards = observations, table.legal, table.rewards
        self.ended, self.scores, self.games = table.ended, table.scores, table.games
        self.proposals, self.promises = self._batch.proposals, self._batch.promises
        self._scratch = guide_kernels.Scratch(
            states=new_states(rules, 1),
            views=new_views(rules, rules.players),
            memory=np.zeros((rules.players, memory_size), np.int64),
            rngs=np.zeros((rules.players, 2), np.uint64),
            vector=np.zeros(guide.size, np.float32),
        )
        self._taken = Taken(count, rules)
        guide_kernels.start_all(self._batch, self._tables, self._scratch)
        require_unraised(guide.agent, self._scratch.views["raised"])

    def __len__(self) -> int:
        return len(self.games)

    def step(self, actions: ArrayLike) -> None:
        """Take one action [G] in every game, and fill all arrays.

        Raises:
            IllegalActionError: an action is illegal; then no game has moved.
        """
        chosen = check_actions(actions, self.legal)
        guide_kernels.step_all(self._batch, self._tables, self._scratch, chosen)
        require_unraised(self.guide.agent, self._scratch.views["raised"])
        self._taken.add(chosen, self.ended)

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for; the games are played again.

        Raises:
            KeyError, ValueError, IllegalActionError: it is not of such games.
            LearningError: it is of an older release, and folders are not trusted.
        """
        given = dict(arrays) | {"memory": arrays["memory"].copy()}
        reopen_memory(given["memory"], self.guide.agent)
        if taken := part_of(arrays, "taken."):
            self._taken.restore(taken)
            self._check_games(given)
        else:
            require_trust()
        copy_back(self._places(), given)

    def _check_games(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Do nothing if games and memories are what the actions so far have come to."""
        games = VectorGames(self.guide.rules, len(self), seed=self._tables.seed)
        teacher = Teacher(self.guide.agent, games)
        games.replay(arrays["games"], self._taken, teacher.watch)
        found = games.arrays() | {"memory": teacher.arrays()["memory"]}
        require_same(found, arrays, "states", "names", "legal", "seats", "memory")
        if stepping.find_illegal(games.legal, arrays["proposals"]) >= 0:
            raise ValueError("the guide's actions are illegal")

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Where it stands, to go on from with `restore`."""
        return super().arrays() | with_prefix("taken.", self._taken.arrays())

    def _places(self) -> dict[str, NDArray[Any]]:
        own = self._batch._asdict()
        table: stepping.Batch = own.pop("table")
        return own | table._asdict()

    def gains(
        self, rows: NDArray[np.int64], asked: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float32]:
        """[R, A] what each action would change of the promise, in the games `rows` [R].

        The action is taken in the true world, and the guide plays on in all seats. Illegal actions
        and the guide's own gain 0.

        Args:
            rows: numbers of games.
            asked: [R, A] the actions to try; others are told as 0. The default is all legal ones.
        """
        legal = self.legal[rows]
        tried = legal if asked is None else legal & asked
        found = np.empty((len(rows), self.guide.rules.num_actions), np.float32)
        guide = self.guide.natives
        guide_kernels.label_rows(found, rows, tried, self._batch, guide, self._scratch)
        return found
