"""What `hanabi adhoc` plays: sequences of games of all responders with each partner.

They are kept in the folder of a run, which can be resumed after a stop or a kill:

    DIR/parts/part-PLAN-NUMBER-DIGEST.npz    some finished sequences: which, and their scores

The sequences of a finished run are one part.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np

from hanabilab.agents.policy import Agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError, ResumeError
from hanabilab.runs.agents import kept_agent, require_different
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.teamplay.adaptive.agent import Adaptive
from hanabilab.teamplay.adaptive.identify import Identifier
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.adaptive.responders import RESPONDERS, held_out_partners
from hanabilab.teamplay.adaptive.sequences import Played, SequencePlan
from hanabilab.teamplay.pair_plan import PairsPlan

#: The command whose folders hold sequences.
ADHOC = "adhoc"


@dataclass(frozen=True, kw_only=True)
class AdhocPlan(JobPlan):
    """Who meets whom, and how often.

    Attributes:
        pool: the folder of the payoff matrix.
        partners: by name.

    Raises:
        AgentError: a number out of range, agents that cannot be met, or the seed of the payoff
            matrix.
        ResumeError: there is no payoff matrix, or none that can be read.
    """

    pool: str
    length: Annotated[int, Setting("Games of a sequence.", 1, 1_000_000)] = 10
    sequences: Annotated[int, Setting("Sequences with each partner.", 1, 1_000_000)] = 1
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 1
    oracle_games: Annotated[
        int,
        Setting(
            "Games of every member with a partner from outside the pool, of the seed after, to "
            "find what the oracle plays.",
            4,
        ),
    ] = 50
    partners: tuple[str, ...]
    command = ADHOC

    def __post_init__(self) -> None:
        check_settings(self, AgentError)
        if self.seed == self.payoffs.seed:
            raise AgentError(
                f"seed {self.seed} is that of the payoff matrix, which chose the responses; give "
                "another"
            )
        self.agents  # noqa: B018  # raises if there can be none
        if self.held_out:  # what the oracle will play, too
            members = self.payoffs.members
            PairsPlan(self.payoffs.rules, members, self.held_out, self.oracle_games, self.seed + 1)

    def as_json(self) -> dict[str, Any]:
        """All fields, and a digest of the payoff matrix."""
        return super().as_json() | {"playbook": self.payoffs.digest}

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> Self:
        """The plan of a manifest."""
        rest = {name: value for name, value in settings.items() if name != "playbook"}
        return super().from_json(rest, target)

    @cached_property
    def payoffs(self) -> PayoffMatrix:
        """What the members of the pool score with each other."""
        return PayoffMatrix.load(Path(self.pool))

    @cached_property
    def adaptive(self) -> Adaptive:
        """The agent of the pool that identifies its partner."""
        return Adaptive(self.pool, Identifier(self.payoffs))

    @cached_property
    def played(self) -> SequencePlan:
        """What is played."""
        names = self.partners
        return SequencePlan(self.payoffs.rules, names, self.length, self.sequences, self.seed)

    @cached_property
    def agents(self) -> list[Agent]:
        """The partners.

        Raises:
            AgentError: an unknown one, one that cannot play with two, or one that is there twice
                under two names.
        """
        agents = [kept_agent(name) for name in self.played.partners]
        require_different(dict(zip(self.played.partners, agents, strict=True)))
        for agent in agents:
            check_rules(agent, self.played.rules)
        return agents

    @property
    def held_out(self) -> tuple[str, ...]:
        """The partners that are not of the pool."""
        return held_out_partners(self.payoffs, self.partners)


class KeptSequences(Job[AdhocPlan, Played]):
    """A plan's sequences in the folder of a run."""

    kind, commands = AdhocPlan, (ADHOC,)

    @property
    def played(self) -> Played:
        """What earlier sessions have finished."""
        return _merged(self.done)

    def progress(self) -> str:
        """How many sequences have been played."""
        return f"{len(self.played):,} sequences"

    def pack(self, work: list[Played]) -> bytes:
        """Which sequences, and their scores."""
        played = _merged(work)
        scores = np.array(list(played.values()), np.int8)
        return pack_arrays({"items": np.array(list(played)), "scores": scores})

    def unpack(self, data: bytes, path: Path) -> Played:
        """The sequences of a part."""
        plan = self.plan.played
        most = (len(RESPONDERS), len(plan.partners), plan.sequences)
        rows = range(most[0] * most[1] * most[2] + 1)
        layouts = {
            "items": Layout(np.int64, (rows, 3)),
            "scores": Layout(np.int8, (rows, plan.length)),
        }
        arrays = read_arrays(data, layouts, path)
        items, scores = arrays["items"], arrays["scores"]
        within = len(items) == len(scores) and ((items >= 0) & (items < most)).all()
        if not within or not ((scores >= 0) & (scores <= plan.rules.max_score)).all():
            raise ResumeError(f"cannot read {path}: it has sequences that are not planned")
        keys = map(tuple, items.tolist())
        return dict(zip(keys, scores.tolist(), strict=True))


def _merged(parts: list[Played]) -> Played:
    """Sequences of several parts, each once."""
    return {item: scores for part in parts for item, scores in part.items()}
