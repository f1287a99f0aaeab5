"""What `hanabi adhoc` plays: sequences of games of all responders with each partner."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self

from hanabilab.agents.policy import Agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.runs.agents import kept_agent, require_different
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.teamplay.adaptive.agent import Adaptive
from hanabilab.teamplay.adaptive.identify import Identifier
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.adaptive.responders import held_out_partners
from hanabilab.teamplay.adaptive.sequences import SequencePlan
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
