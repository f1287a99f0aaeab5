"""Runs of evolution by hand: elites are put into niches, no game is played for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hanabilab.evolution import CURVE, Evolution, EvolutionPlan, Individuals, Kept, Pool, Settings
from hanabilab.evolution.kernels import SCORE
from tests.evolution.small import tiny

__all__ = ["ELITES", "GRID", "INDIVIDUALS", "keep_run", "pool_of", "small_settings"]

GRID = (4, 4)
INDIVIDUALS = 8

#: Elites of two runs by niche: some draw lots (rules 22, 34, 39), and one list is in two niches of
#: a run, and in the same niche of both.
ELITES: tuple[dict[tuple[int, int], list[int]], ...] = (
    {
        (0, 0): [39, 1, 2, 3, 4, 5],
        (0, 3): [2, 8, 13, 38, 27, 39],
        (1, 3): [2, 8, 13, 38, 27, 39],
        (3, 1): [8, 38, 20, 22, 34, 0],
    },
    {
        (0, 3): [2, 8, 13, 38, 27, 39],
        (1, 3): [2, 8, 13, 38, 39, 27],
        (2, 2): [22, 34, 8, 13, 2, 1],
        (3, 1): [8, 38, 21, 22, 34, 0],
    },
)


def small_settings(run: int, **changes: object) -> Settings:
    """Settings of a run of nine cards or so, which does not need to be played."""
    return tiny(**{"grid": GRID, "seed": run + 1, **changes})


def evolution_of(elites: dict[tuple[int, int], list[int]], settings: Settings) -> Evolution:
    """The evolution that has come to these elites."""
    archive = Individuals.nobody(settings.niches.cells, settings.length)
    for number, (place, genes) in enumerate(elites.items()):
        cell = settings.niches.cell_at(place)
        archive.numbers[cell] = number
        archive.genes[cell] = genes
        archive.games[cell] = settings.games
        archive.results[cell, SCORE] = number + 1
    return Evolution(settings, INDIVIDUALS, archive, np.zeros((0, len(CURVE))))


def keep_run(path: Path, run: int, wanted: int = INDIVIDUALS, **changes: object) -> Path:
    """The folder of a run of `ELITES`."""
    settings = small_settings(run, **changes)
    kept = Kept(EvolutionPlan(settings, wanted)).begin(path)
    kept.keep_state(evolution_of(ELITES[run], settings))
    kept.folder.release()
    return path


def pool_of(run: int, **changes: object) -> Pool:
    """A run of `ELITES`, in no folder."""
    evolution = evolution_of(ELITES[run], small_settings(run, **changes))
    return Pool(Path(f"run-{run}"), evolution)
