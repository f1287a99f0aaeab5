"""An evolution in its folder.

    DIR/manifest.json                        settings, individuals wanted, sessions
    DIR/archive/part-PLAN-NUMBER-DIGEST.npz  the evolution after NUMBER individuals: the last two
                                             states, or the last one of a finished run

If a state is damaged, it is dropped, and the evolution goes on from the one before or from its
beginning. It comes out the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.rules.catalogue import base_of
from hanabilab.errors import ResumeError
from hanabilab.evolution.kernels import NUM_RESULTS, SCORE
from hanabilab.evolution.search import CURVE, CURVE_STEP, Evolution, check_individuals
from hanabilab.evolution.settings import Settings
from hanabilab.runs import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.reading import Layout, read_arrays

#: The command whose folders hold an evolution.
EVOLVE = "evolve"
_HOME = "archive"
_TARGET = "individuals"
#: So that sums of two of them, and of fresh games, have room.
_MOST_RESULTS = 1 << 61


@dataclass(frozen=True)
class Kept:
    """An evolution in its folder.

    Attributes:
        individuals: that are wanted.
    """

    folder: RunFolder
    settings: Settings
    individuals: int

    @classmethod
    def begin(cls, path: Path, settings: Settings, individuals: int) -> Kept:
        """Begin an evolution in the folder `path`, new or empty, and hold it.

        Raises:
            OutputError: it cannot be written to, or holds something.
            EvolutionError: individuals that are not whole batches.
        """
        check_individuals(settings, individuals)
        folder = RunFolder.begin(path, EVOLVE, settings.as_json(), {_TARGET: individuals})
        return cls(folder, settings, individuals)

    @classmethod
    def find(cls, path: Path) -> Kept:
        """The evolution in the folder `path`; nothing is written.

        Raises:
            ResumeError: there is none, or none that can be read.
        """
        folder = RunFolder.find(path, EVOLVE)

        def read(told: dict[str, Any]) -> Kept:
            return cls(folder, Settings.from_json(told), folder.manifest.target[_TARGET])

        return folder.decode(read, lambda kept: kept.settings.as_json())

    def go_on(self, individuals: int) -> tuple[Kept, Evolution]:
        """Hold an evolution that was found, for `individuals` in all; where it has come to.

        Raises:
            OutputError: another process works on it, or it cannot be written to.
            ResumeError: a state that cannot be read.
            EvolutionError: individuals that are not whole batches.
        """
        check_individuals(self.settings, individuals)
        kept = replace(self, individuals=individuals)
        found = self.folder.go_on({_TARGET: individuals}, kept.last_state)
        return kept, found or Evolution.begin(self.settings)

    def keep(self, evolution: Evolution) -> None:
        """Save where the evolution has come to.

        Raises:
            OutputError: it cannot be written.
        """
        last = evolution.done >= self.individuals
        self.folder.keep_state(_HOME, evolution.done, _packed(evolution), last=last)

    def last_state(self) -> Evolution | None:
        """The last state that is whole; None if there is none.

        Raises:
            ResumeError: a state that cannot be read, or is of another run.
        """
        if not (found := self.folder.last_state(_HOME)):
            return None
        path, data = found
        return _unpacked(data, self.settings, self.individuals, path)


def read_evolution(path: Path) -> Evolution:
    """Where the evolution in a folder has come to; nothing is written.

    Raises:
        ResumeError: there is none, or none that can be read.
    """
    kept = Kept.find(path)
    found = kept.last_state()
    if kept.folder.damaged:
        raise ResumeError(
            f"{kept.folder.damaged[0]} is damaged; hanabi evolve --resume {path} mends it"
        )
    if not found:
        raise ResumeError(f"the evolution in {path} has no archive yet; go on with --resume {path}")
    return found


# --- A state as bytes ----------------------------------------------------------------------------


def _packed(evolution: Evolution) -> bytes:
    """The same bytes for the same state: NumPy dates what it packs 1980."""
    archive, filled = evolution.archive, evolution.archive.filled
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        cells=filled,
        numbers=archive.numbers[filled],
        genes=archive.genes[filled],
        games=archive.games[filled],
        results=archive.results[filled],
        curve=evolution.curve,
    )
    return buffer.getvalue()


def _unpacked(data: bytes, settings: Settings, individuals: int, path: Path) -> Evolution:
    done = number_of(path)
    cells = range(settings.niches.cells + 1)
    rows = range(individuals // CURVE_STEP + 1)
    layouts = {
        "cells": Layout(np.int64, (cells,)),
        "numbers": Layout(np.int64, (cells,)),
        "genes": Layout(np.int64, (cells, settings.length)),
        "games": Layout(np.int64, (cells,)),
        "results": Layout(np.int64, (cells, NUM_RESULTS)),
        "curve": Layout(np.float64, (rows, len(CURVE))),
    }
    arrays = read_arrays(data, layouts, path)
    fault = "it is of more individuals than the run" if done > individuals else None
    fault = fault or _fault_of(arrays, settings, done)
    if fault:
        raise ResumeError(f"cannot read {path}: {fault}")
    empty = Evolution.begin(settings)
    for name in ("numbers", "genes", "games", "results"):
        getattr(empty.archive, name)[arrays["cells"]] = arrays[name]
    return Evolution(settings, done, empty.archive, arrays["curve"])


def _fault_of(arrays: dict[str, NDArray[Any]], settings: Settings, done: int) -> str | None:
    """What no state after `done` individuals has; None if all is as it can be."""
    cells, games, results = arrays["cells"], arrays["games"], arrays["results"]
    if any(len(arrays[name]) != len(cells) for name in ("numbers", "genes", "games", "results")):
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
    return f"its {wrong[0]} are out of range" if wrong else None


def _within(values: NDArray[Any], low: int, high: int) -> bool:
    return bool(((values >= low) & (values <= high)).all())
