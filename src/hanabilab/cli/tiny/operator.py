"""`hanabi tiny operator`: search over a blueprint, once or repeatedly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.table import Table

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import BlueprintOption, GameArgument
from hanabilab.errors import GameError
from hanabilab.randomness import MAX_SEED
from hanabilab.stats import estimate
from hanabilab.tiny import GameTree, Policy, enumerate_game, value_of
from hanabilab.tiny.blueprints import make_blueprint
from hanabilab.tiny.names import make_game
from hanabilab.tiny.operators import (
    Census,
    Searchers,
    improve,
    improve_random,
    improve_sampled,
    iterate,
    sampling_bound,
    searchers_of,
    take_census,
)
from hanabilab.tiny.sweeps import value_margin

# Searches by rollouts, unless another number is asked for.
_SEEDS = 100


@dataclass(frozen=True)
class _Over:
    """Over which policies the operators are applied, and how.

    Raises:
        GameError: in more than one way, or with an option that this way has no use for.
    """

    blueprint: BlueprintOption = None
    iterated: Annotated[
        bool, typer.Option("--iterate", help="Search over what search found, until it repeats.")
    ] = False
    all_blueprints: Annotated[
        bool, typer.Option("--all", help="Search over every deterministic policy of the game.")
    ] = False
    random: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            help="Search over this many random policies, for larger games.",
        ),
    ] = None
    rollouts: Annotated[
        int | None,
        typer.Option(
            min=1, help="Rollouts of each action, instead of exact values; shows the bound, too."
        ),
    ] = None
    seeds: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            show_default=str(_SEEDS),
            help="Searches by rollouts, each with its seed.",
        ),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MAX_SEED,
            show_default="0",
            help="First seed of rollouts, or of random policies.",
        ),
    ] = None

    def __post_init__(self) -> None:
        numbers = self.random is not None, self.rollouts is not None
        if sum((self.iterated, self.all_blueprints, *numbers)) > 1:
            raise GameError(
                "--iterate, --all, --random and --rollouts exclude each other; give one"
            )
        if self.blueprint is not None and self.many:
            raise GameError("--all and --random search over policies of their own, not --blueprint")
        if self.seeds is not None and self.rollouts is None:
            raise GameError("--seeds is a number of searches by rollouts; give --rollouts, too")
        if self.seed is not None and not any(numbers):
            raise GameError("--seed is that of --rollouts or --random; give one of them, too")

    @property
    def many(self) -> bool:
        """Whether they are policies other than a blueprint."""
        return self.all_blueprints or self.random is not None

    @property
    def rollout_seeds(self) -> range:
        """Of the searches by rollouts."""
        return range(self.first_seed, self.first_seed + (self.seeds or _SEEDS))

    @property
    def first_seed(self) -> int:
        """Of rollouts or random policies."""
        return self.seed or 0


def command(game: GameArgument, *, over: _Over, as_json: JsonOption = False) -> int:
    """Apply search operators to a blueprint: each seat alone, all independently, all jointly."""
    tree = enumerate_game(make_game(game))
    blueprint = "uniform" if over.blueprint is None else over.blueprint
    start = make_blueprint(tree, blueprint)
    margin = value_margin(tree.largest_payoff)
    found: dict[str, dict[str, Any]] = {}
    for searchers in searchers_of(tree):
        if over.all_blueprints:
            row = _over_all(take_census(tree, searchers), margin)
        elif over.random is not None:
            row = _counted(*improve_random(tree, searchers, over.random, over.first_seed), margin)
        elif over.rollouts is not None:
            row = _by_rollouts(tree, start, searchers, over.rollouts, over.rollout_seeds)
        elif over.iterated:
            row = _repeated(tree, start, searchers)
        else:
            row = {"value": value_of(tree, improve(tree, start, searchers))}
        found[str(searchers)] = row
    document = {
        "game": tree.game.name,
        "blueprint": None if over.many else blueprint,
        "value": None if over.many else value_of(tree, start),
        "searchers": found,
    }
    return report(document, _print, as_json=as_json)


def _repeated(tree: GameTree, start: Policy, searchers: Searchers) -> dict[str, Any]:
    """Values along the way, and where it ends."""
    found = iterate(tree, start, searchers)
    cycle = [float(found.values[place]) for place in found.cycle]
    return {
        "values": found.values.tolist(),
        "ends": "unknown" if found.back_to is None else "fixed" if found.settled else "cycle",
        "cycle": cycle if not found.settled else [],
    }


def _by_rollouts(
    tree: GameTree, start: Policy, searchers: Searchers, rollouts: int, seeds: range
) -> dict[str, Any]:
    """The mean over seeds, beside exact search and what theory promises."""
    values = [
        value_of(tree, improve_sampled(tree, start, searchers, rollouts=rollouts, seed=seed))
        for seed in seeds
    ]
    found = estimate(np.array(values))
    return {
        "mean": found.mean,
        "sem": found.sem,
        "ci95": found.ci95,
        "seeds": len(values),
        "exact_value": value_of(tree, improve(tree, start, searchers)),
        "bound": sampling_bound(tree, value_of(tree, start), rollouts),
    }


def _over_all(census: Census, margin: float) -> dict[str, Any]:
    """How many policies search betters, worsens, and makes cycle; where it leads."""
    cycling = census.cycling()
    best = census.values.max()
    ends = census.values[census.limits()]
    return {
        **_counted(census.values, census.searched, margin),
        "optimal_after_one": int((census.searched > best - margin).sum()),
        "optimal_in_the_end": int(((ends > best - margin) & ~cycling).sum()),
        "cycling": int(cycling.sum()),
    }


def _counted(
    before: NDArray[np.float64], after: NDArray[np.float64], margin: float
) -> dict[str, Any]:
    """What one search does to policies [P], from their values before and after.

    Args:
        margin: gains up to this are none.
    """
    gains = after - before
    return {
        "policies": len(gains),
        "mean_before": float(before.mean()),
        "mean_after": float(after.mean()),
        "better": int((gains > margin).sum()),
        "worse": int((gains < -margin).sum()),
        "most_lost": float(abs(min(gains.min(), 0.0))),
    }


def _print(document: dict[str, Any]) -> None:
    console = Console()
    rows: dict[str, dict[str, Any]] = document["searchers"]
    if document["value"] is None:
        console.print(f"{document['game']}: deterministic policies")
    else:
        told = f"{document['game']}: blueprint {document['blueprint']}"
        console.print(f"{told}, value {document['value']:.6f}")
    grid = Table("searchers", *rows)
    for name in next(iter(rows.values())):
        grid.add_row(name.replace("_", " "), *(_cell(row[name]) for row in rows.values()))
    console.print(grid)


def _cell(value: Any) -> str:
    match value:
        case None | []:
            return "-"
        case list():
            return " → ".join(f"{each:.4f}" for each in value)
        case float():
            return f"{value:.6f}"
        case int():
            return f"{value:,}"
    return str(value)
