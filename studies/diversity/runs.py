"""Runs of evolution side by side: which can be compared, and over which niches.

Runs can be compared if their settings are the same except for the seed; their lengths may differ. A
"niche" here is a filled cell of the grid. Its elite is named by its rules, so that a result stands
for the very agents that played, even if the run's folder changes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import EvolutionError
from hanabilab.evolution import Individuals, Kept, Pool

#: Fewer have no spread, and no pairs.
FEWEST_NICHES = 2


def load_runs(paths: Sequence[Path]) -> list[Pool]:
    """The pools of finished evolutions that can be compared.

    Raises:
        ResumeError: a folder without an evolution that can be read.
        EvolutionError: a folder twice, a run that is not finished or has fewer than two niches
            filled, or runs of different settings, or of one seed.
    """
    if len({path.resolve() for path in paths}) < len(paths):
        raise EvolutionError("a run is there twice; name each folder once")
    pools = [_finished(path) for path in paths]
    for pool in pools[1:]:
        _require_comparable(pools[0], pool)
    seeds = [pool.evolution.settings.seed for pool in pools]
    if len(set(seeds)) < len(seeds):
        raise EvolutionError(f"runs have seeds {seeds}; of each seed there is one run to compare")
    return pools


def _finished(path: Path) -> Pool:
    wanted = Kept.find(path).plan.individuals
    pool = Pool.load(path)
    done = pool.evolution.done
    if done < wanted:
        raise EvolutionError(
            f"the run in {path} is at {done:,} of {wanted:,} individuals; go on with "
            f"hanabi evolve --resume {path}"
        )
    if len(pool.evolution.archive.filled) < FEWEST_NICHES:
        raise EvolutionError(f"the run in {path} has fewer than {FEWEST_NICHES} niches filled")
    return pool


def _require_comparable(one: Pool, other: Pool) -> None:
    first, second = _settings(one), _settings(other)
    for name, value in first.items():
        if second[name] != value:
            raise EvolutionError(
                f"{one.path} and {other.path} have {name} {value} and {second[name]}; "
                "runs of the same settings are compared, each of a seed of its own"
            )


def _settings(pool: Pool) -> dict[str, Any]:
    settings = pool.evolution.settings.as_json()
    del settings["seed"]
    return settings


def common_cells(one: Pool, other: Pool) -> NDArray[np.int64]:
    """The cells that both runs have filled, ascending.

    Raises:
        EvolutionError: fewer than two.
    """
    cells = np.intersect1d(one.evolution.archive.filled, other.evolution.archive.filled)
    if len(cells) < FEWEST_NICHES:
        raise EvolutionError(
            f"{one.path} and {other.path} have {len(cells)} niches in common; "
            f"{FEWEST_NICHES} at least are compared"
        )
    return cells


def elites_of(pool: Pool) -> Individuals:
    """The elites of a run in order of niche."""
    archive = pool.evolution.archive
    return archive.take(archive.filled)


def names_of(pool: Pool) -> list[str]:
    """The elites as agents, by their rules, in order of niche; one can be in several niches."""
    settings = pool.evolution.settings
    return [settings.policy_of(genes).name for genes in elites_of(pool).genes.tolist()]
