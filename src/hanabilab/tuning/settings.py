"""The settings of a tuning: everything that the numbers it finds depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from hanabilab.agents.numbers import Number, numbers_of, values_of, with_numbers
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import make_agent, names_with_numbers
from hanabilab.agents.traits import check_rules
from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import AgentError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.messages import did_you_mean
from hanabilab.runs.settings import Setting, check_settings, settings_as_json, settings_from_json

_ALL = "all"


def _words(text: str) -> tuple[str, ...]:
    words = tuple(part.strip() for part in text.split(","))
    return () if words == (_ALL,) else words


_RULES = Rules(players=2)
_CANDIDATES = Setting("Candidates of a generation.", 4, 1000)
_GAMES = Setting("Games of a candidate that stays in the race to its end.", 8, 10**6)
_SPREAD = Setting("How far the first candidates spread, in per cent of each range.", 1, 100)
_DROP = Setting("Standard errors by which a candidate is behind that drops out of the race.", 0, 99)
_ONLY = Setting(
    "Tune only these numbers, separated by commas; all if none is named.",
    read=_words,
    show=lambda names: ",".join(names) or _ALL,
)
_FINALS = Setting("Games that compare the numbers found with those given.", 2, 10**8)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a tuning is told to do: whose numbers, by which `rules`, and what each field says.

    Attributes:
        agent: a name; its numbers are where the search begins. It sits in all seats.

    Raises:
        AgentError: an agent that declares no numbers, or not those named; a value out of its range.
        RulesError: an impossible seed.
    """

    agent: str
    rules: Rules = _RULES
    seed: Annotated[int, Setting("Seed of decks, agents and candidates.", 0)] = 0
    candidates: Annotated[int, _CANDIDATES] = 16
    games: Annotated[int, _GAMES] = 400
    spread: Annotated[int, _SPREAD] = 20
    drop: Annotated[int, _DROP] = 2
    only: Annotated[tuple[str, ...], _ONLY] = ()
    finals: Annotated[int, _FINALS] = 20_000

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_settings(self, AgentError)
        object.__setattr__(self, "only", tuple(self.only))
        check_rules(self.policy, self.rules)
        # One agent has one name, whichever way it was written.
        object.__setattr__(self, "agent", self.policy.name)
        self.numbers  # noqa: B018  # raises if one that is named is not declared

    @cached_property
    def policy(self) -> CompiledPolicy:
        """The agent whose numbers are tuned."""
        agent = make_agent(self.agent)
        if not isinstance(agent, CompiledPolicy) or not numbers_of(agent):
            raise AgentError(
                f"agent {agent.name!r} declares no numbers, so there is nothing to tune; "
                f"{', '.join(names_with_numbers())} do, and agents of yours that say "
                "numbers=[Number(...)]"
            )
        return agent

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Those that are tuned, in the order in which they are declared."""
        known = {number.name: number for number in self.policy.numbers}
        for name in self.only:
            if name not in known:
                raise AgentError(
                    f"agent {self.agent!r} has no number {name!r}{did_you_mean(name, known)}; it "
                    f"has {', '.join(known)}"
                )
        return tuple(known[name] for name in known if name in self.only or not self.only)

    @property
    def start(self) -> list[int]:
        """What the tuned numbers are at first."""
        values = values_of(self.policy)
        return [values[number.name] for number in self.numbers]

    def agent_with(self, values: Sequence[int]) -> CompiledPolicy:
        """The agent with other values of the tuned numbers."""
        names = [number.name for number in self.numbers]
        return with_numbers(self.policy, dict(zip(names, map(int, values), strict=True)))

    def as_json(self) -> dict[str, Any]:
        """The settings by name, as JSON has them."""
        return settings_as_json(self)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Settings:
        """The settings that `as_json` gave.

        Raises:
            AgentError: a name too many or too few, a value that is none, or an agent that would run
                a file that the user has not named.
        """
        if isinstance(name := document.get("agent"), str):
            require_allowed_code(name)
        return settings_from_json(cls, document, AgentError)
