"""An evolution in its folder.

    DIR/manifest.json                        settings, individuals wanted, sessions
    DIR/archive/part-PLAN-NUMBER-DIGEST.npz  the evolution after NUMBER individuals: the last two
                                             states, or the last one of a finished run

If a state is damaged, it is dropped, and the evolution goes on from the one before or from its
beginning. It comes out the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.rules.catalogue import base_of
from hanabilab.errors import ResumeError
from hanabilab.evolution.kernels import NUM_RESULTS, SCORE
from hanabilab.evolution.search import CURVE, CURVE_STEP, Evolution, check_individuals
from hanabilab.evolution.settings import Settings
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.parts import number_of
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays

#: The command whose folders hold an evolution.
EVOLVE = "evolve"
_OF_ELITES = ("numbers", "genes", "games", "results")
#: So that sums of two of them, and of fresh games, have room.
_MOST_RESULTS = 1 << 61


@dataclass(frozen=True)
class EvolutionPlan(JobPlan):
    """An evolution with these settings, of so many individuals in all.

    Raises:
        EvolutionError: individuals that are not whole batches.
    """

    settings: Settings
    individuals: int
    command = EVOLVE
    grows = "individuals"

    def __post_init__(self) -> None:
        check_individuals(self.settings, self.individuals)

    def as_json(self) -> dict[str, Any]:
        """The settings."""
        return self.settings.as_json()

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> EvolutionPlan:
        """The plan that a manifest tells of."""
        return cls(Settings.from_json(settings), target[cls.grows])


class Kept(Job[EvolutionPlan, Evolution]):
    """An evolution in its folder."""

    kind, commands = EvolutionPlan, (EVOLVE,)
    home = "archive"
    mended = "what it held is evolved again"
    seconds_between = 5.0
    keeps_states = True

    @property
    def evolution(self) -> Evolution:
        """Wherever it has come to."""
        return self.done[0] if self.done else Evolution.begin(self.plan.settings)

    def pack(self, work: list[Evolution]) -> bytes:
        """The archive and the curve."""
        (evolution,) = work
        archive, filled = evolution.archive, evolution.archive.filled
        elites = {name: getattr(archive, name)[filled] for name in _OF_ELITES}
        return pack_arrays({"cells": filled, **elites, "curve": evolution.curve})

    def unpack(self, data: bytes, path: Path) -> Evolution:
        """The evolution after as many individuals as the part's number."""
        settings, done = self.plan.settings, number_of(path)
        arrays = read_arrays(data, _layouts(self.plan), path)
        fault = "it is of more individuals than the run" if done > self.plan.individuals else None
        if fault := fault or _fault_of(arrays, settings, done):
            raise ResumeError(f"cannot read {path}: {fault}")
        empty = Evolution.begin(settings)
        for name in _OF_ELITES:
            getattr(empty.archive, name)[arrays["cells"]] = arrays[name]
        return Evolution(settings, done, empty.archive, arrays["curve"])


def read_evolution(path: Path) -> Evolution:
    """Where the evolution in a folder has come to; nothing is written.

    Raises:
        ResumeError: there is none, or none that can be read.
    """
    kept = Kept.find(path)
    kept.read()
    if kept.folder.damaged:
        raise ResumeError(
            f"{kept.folder.damaged[0]} is damaged; hanabi evolve --resume {path} mends it"
        )
    if not kept.done:
        raise ResumeError(f"the evolution in {path} has no archive yet; go on with --resume {path}")
    return kept.evolution


def _layouts(plan: EvolutionPlan) -> dict[str, Layout]:
    """What the arrays of a state are."""
    settings = plan.settings
    cells = range(settings.niches.cells + 1)
    rows = range(plan.individuals // CURVE_STEP + 1)
    return {
        "cells": Layout(np.int64, (cells,)),
        "numbers": Layout(np.int64, (cells,)),
        "genes": Layout(np.int64, (cells, settings.length)),
        "games": Layout(np.int64, (cells,)),
        "results": Layout(np.int64, (cells, NUM_RESULTS)),
        "curve": Layout(np.float64, (rows, len(CURVE))),
    }


def _fault_of(arrays: dict[str, NDArray[Any]], settings: Settings, done: int) -> str | None:
    """What no state after `done` individuals has; None if all is as it can be."""
    cells, games, results = arrays["cells"], arrays["games"], arrays["results"]
    if any(len(arrays[name]) != len(cells) for name in _OF_ELITES):
        return "its arrays are of different lengths"
    ranges = {
        "cells": (cells, 0, settings.niches.cells - 1),
        "numbers": (arrays["numbers"], 0, done - 1),
        "genes": (arrays["genes"], 0, len(base_of(settings.base)) - 1),
        "games": (games, 1, done * settings.games),
        "results": (results, 0, _MOST_RESULTS),
        "scores": (results[:, SCORE] / games.clip(1), 0, settings.rules.max_score),
        "curve": (arrays["curve"], 0, done * settings.rules.max_score),
    }
    wrong = [n for n, (values, low, high) in ranges.items() if not _within(values, low, high)]
    if done % settings.batch or (np.diff(cells) <= 0).any():
        wrong.append("cells")
    if len(arrays["curve"]) != min(done // CURVE_STEP, done // settings.batch):
        wrong.append("curve")
    return f"its {wrong[0]} are out of range" if wrong else None


def _within(values: NDArray[Any], low: int, high: int) -> bool:
    return bool(((values >= low) & (values <= high)).all())
