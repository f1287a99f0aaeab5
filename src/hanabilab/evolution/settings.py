"""What an evolution is told to do: everything that its archive depends on.

The defaults are those of Canaan et al. 2019, Table I, but for `batch`: theirs is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.rules.agent import rule_policy
from hanabilab.agents.rules.bases import base_of
from hanabilab.errors import EvolutionError
from hanabilab.evolution.niches import Niches
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules

#: Cells that parents come from: all, an empty one being a list of rules 0; or those filled.
Parents: TypeAlias = Literal["all", "filled"]
#: What elites play again, and what it does; see `evolution.insertion`.
Replays: TypeAlias = Literal["paper", "mean", "sampling"]

_MAX_LENGTH = 250
_RULES = Rules(players=2, draw_slot="vacated", bomb="keep")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an evolution is told to do.

    Args:
        rules: of all games.
        seed: of everything random.
        random: individuals, from number 0, that are random lists of distinct rules.
        batch: individuals whose parents are drawn from one and the same archive.
        games: that each individual plays with copies of itself, and each elite replays.
        length: rules of a list.
        base: the rules that there are; see `agents.rules.bases`.
        mode: "compat", with the original's errors; "skip", where the next rule is tried after
            one; or "clean".
        measures: what the axes of the grid measure; see `evolution.niches`.
        grid: niches along each axis.
        parents: cells that parents come from.
        crossover: chance of a second parent.
        mutation: chance of each rule to be drawn anew.
        replays: what elites play again.

    Raises:
        EvolutionError: a value out of its range, or a name that is none.
        AgentError: no such base or mode, or players that it cannot play with.
        RulesError: an impossible seed.
    """

    rules: Rules = _RULES
    seed: int = 0
    random: int = 10_000
    batch: int = 250
    games: int = 100
    length: int = 15
    base: str = "canaan2019"
    mode: str = "compat"
    measures: tuple[str, ...] = ("communicativeness", "risk_aversion")
    grid: tuple[int, ...] = (20, 20)
    parents: Parents = "all"
    crossover: float = 0.5
    mutation: float = 0.1
    replays: Replays = "paper"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name, low, high in (("random", 1, 10**12), ("batch", 1, 10**6), ("games", 1, 10**6)):
            _require_number(name, getattr(self, name), low, high)
        _require_number("length", self.length, 1, min(_MAX_LENGTH, len(base_of(self.base))))
        for name in ("crossover", "mutation"):
            if not 0 <= getattr(self, name) <= 1:
                raise EvolutionError(f"{name} is {getattr(self, name)}; a chance from 0 to 1")
        _require_choice("parents", self.parents, get_args(Parents))
        _require_choice("replays", self.replays, get_args(Replays))
        self._require_players()
        object.__setattr__(self, "measures", tuple(self.measures))
        object.__setattr__(self, "grid", tuple(self.grid))
        self.niches  # noqa: B018  # raises if there can be none

    def _require_players(self) -> None:
        able = self.policy_of([0]).players
        if self.rules.players not in able:
            raise EvolutionError(
                f"mode {self.mode} plays with {able[0]} players, not {self.rules.players}; "
                "mode clean plays with 2 to 6"
            )

    @cached_property
    def niches(self) -> Niches:
        """The grid."""
        return Niches(self.measures, self.grid)

    def policy_of(self, genes: list[int], name: str | None = None) -> CompiledPolicy:
        """The agent that an individual is."""
        return rule_policy(genes, base=self.base, mode=self.mode, name=name)

    def as_json(self) -> dict[str, Any]:
        """The settings by name, as JSON has them."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {
            "rules": format_rules(self.rules),
            "measures": list(self.measures),
            "grid": list(self.grid),
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Settings:
        """The settings that `as_json` gave.

        Raises:
            EvolutionError: a name too many or too few, or a value that is none.
        """
        names = {field.name for field in fields(cls)}
        if odd := sorted(names ^ set(document)):
            raise EvolutionError(f"settings that are missing or unknown: {', '.join(odd)}")
        return cls(**{**document, "rules": parse_rules(document["rules"])})


def _require_number(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise EvolutionError(f"{name} is {value!r}; a whole number from {low} to {high:,}")


def _require_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise EvolutionError(f"{name} is {value!r}; it is one of {', '.join(choices)}")
