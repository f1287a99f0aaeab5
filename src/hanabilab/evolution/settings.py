"""The settings of an evolution: everything that its archive depends on.

The defaults are those of Canaan et al. 2019, Table I, except for `batch`: theirs is 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.rules.agent import rule_policy
from hanabilab.agents.rules.catalogue import base_of
from hanabilab.agents.traits import check_rules
from hanabilab.errors import EvolutionError
from hanabilab.evolution.niches import Niches
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.runs.settings import (
    Setting,
    check_settings,
    settings_as_json,
    settings_from_json,
)

#: Cells that parents come from: all, an empty one being a list of rules 0; or those filled.
Parents: TypeAlias = Literal["all", "filled"]
#: What elites play again, and what it does; see `evolution.insertion`.
Replays: TypeAlias = Literal["paper", "mean", "sampling"]

_MAX_LENGTH = 250
_RULES = Rules(players=2, draw_slot="vacated", bomb="keep")


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _grid(text: str) -> tuple[int, ...]:
    sizes = text.lower().split("x")
    if not all(size.isdecimal() and len(size) < 8 for size in sizes):
        raise EvolutionError(f"grid is {text!r}; write niches along each measure, such as 20x20")
    return tuple(int(size) for size in sizes)


_BASE = Setting("The base of rules that lists are made of.")
_MODE = Setting("compat, with the original's errors; skip, which goes on after them; or clean.")
_MEASURES = Setting(
    "Two or three measures of behavior, separated by commas.", read=_words, show=",".join
)
_GRID = Setting(
    "Niches along each measure.", read=_grid, show=lambda sizes: "x".join(map(str, sizes))
)
_REPLAYS = Setting(
    "Elites replay, and that alone counts (paper), or the mean of all games (mean), or all elites "
    "are placed anew each batch (sampling)."
)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an evolution is told to do: the `rules` of all games, and what each field says.

    Raises:
        EvolutionError: a value out of its range, or a name that is none.
        AgentError: no such base or mode, or players that it cannot play with.
        RulesError: an impossible seed.
    """

    rules: Rules = _RULES
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0
    random: Annotated[int, Setting("Random individuals at the beginning.", 1, 10**12)] = 10_000
    batch: Annotated[int, Setting("Individuals bred from the same archive.", 1, 10**6)] = 250
    games: Annotated[int, Setting("Games of an individual and of a replay.", 1, 10**6)] = 100
    length: Annotated[int, Setting("Rules in a list.", 1, _MAX_LENGTH)] = 15
    base: Annotated[str, _BASE] = "canaan2019"
    mode: Annotated[str, _MODE] = "compat"
    measures: Annotated[tuple[str, ...], _MEASURES] = ("communicativeness", "risk_aversion")
    grid: Annotated[tuple[int, ...], _GRID] = (20, 20)
    parents: Annotated[
        Parents, Setting("Draw parents from all cells, empty ones too, or from filled ones.")
    ] = "all"
    crossover: Annotated[float, Setting("Chance of a second parent.", 0, 1)] = 0.5
    mutation: Annotated[float, Setting("Chance of each rule to change.", 0, 1)] = 0.1
    replays: Annotated[Replays, _REPLAYS] = "paper"

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_settings(self, EvolutionError)
        if self.length > (most := len(base_of(self.base))):
            raise EvolutionError(f"length is {self.length}; a whole number from 1 to {most}")
        self._require_playable()
        object.__setattr__(self, "measures", tuple(self.measures))
        object.__setattr__(self, "grid", tuple(self.grid))
        self.niches  # noqa: B018  # raises if there can be none

    def _require_playable(self) -> None:
        policy = self.policy_of([0])
        if self.rules.players not in (able := policy.players):
            raise EvolutionError(
                f"mode {self.mode} plays with {able[0]} players, not {self.rules.players}; "
                "mode clean plays with 2 to 6"
            )
        check_rules(policy, self.rules)

    @cached_property
    def niches(self) -> Niches:
        """The grid."""
        return Niches(self.measures, self.grid)

    def policy_of(self, genes: list[int], name: str | None = None) -> CompiledPolicy:
        """The agent that an individual is."""
        return rule_policy(genes, base=self.base, mode=self.mode, name=name)

    def as_json(self) -> dict[str, Any]:
        """The settings by name, as JSON has them."""
        return settings_as_json(self)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Settings:
        """The settings that `as_json` gave.

        Raises:
            EvolutionError: a name too many or too few, or a value that is none.
        """
        return settings_from_json(cls, document, EvolutionError)
