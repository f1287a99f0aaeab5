"""A tuning in its folder.

    DIR/manifest.json                            settings, generations wanted, sessions
    DIR/generations/part-PLAN-NUMBER-DIGEST.npz  the tuning after NUMBER generations: the last two
                                                 states, or the last one of a finished run
    DIR/numbers.csv, numbers.png                 where candidates were drawn around, by generation
    DIR/tuning.json                              what was found, and the final comparison

If a state is damaged, it is dropped, and the tuning goes on from the one before or from its
beginning. It comes out the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import AgentError, ResumeError
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.parts import number_of
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.tuning.search import Tuning, replayed
from hanabilab.tuning.settings import Settings

#: The command whose folders hold a tuning.
TUNE = "tune"
#: Generations of a run at most.
MOST_GENERATIONS = 10_000
_ARRAYS = ("values", "order", "games", "points", "opening", "means", "deviations")
#: Beyond this a deviation says nothing more: a point is then folded back many times.
_WIDEST = 1e100


@dataclass(frozen=True)
class TuningPlan(JobPlan):
    """A tuning with these settings, of so many generations in all.

    Raises:
        AgentError: too few or too many generations.
    """

    settings: Settings
    generations: int
    command = TUNE
    grows = "generations"

    def __post_init__(self) -> None:
        if not 1 <= self.generations <= MOST_GENERATIONS:
            raise AgentError(
                f"generations is {self.generations}; a whole number from 1 to {MOST_GENERATIONS:,}"
            )

    def as_json(self) -> dict[str, Any]:
        """The settings."""
        return self.settings.as_json()

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> TuningPlan:
        """The plan that a manifest tells of."""
        return cls(Settings.from_json(settings), target[cls.grows])


class Kept(Job[TuningPlan, Tuning]):
    """A tuning in its folder."""

    kind, commands = TuningPlan, (TUNE,)
    home = "generations"
    mended = "what it held is tuned again"
    seconds_between = 5.0
    keeps_states = True

    @property
    def tuning(self) -> Tuning:
        """Wherever it has come to."""
        return self.done[0] if self.done else Tuning.begin(self.plan.settings)

    def pack(self, work: list[Tuning]) -> bytes:
        """All generations."""
        (tuning,) = work
        return pack_arrays({name: getattr(tuning, name) for name in _ARRAYS})

    def unpack(self, data: bytes, path: Path) -> Tuning:
        """The tuning after as many generations as the part's number.

        Raises:
            ResumeError: no tuning comes to it, or more generations are wanted and candidates of
                those before are not those that follow.
        """
        settings, done = self.plan.settings, number_of(path)
        if not 1 <= done <= self.plan.generations:
            raise ResumeError(f"cannot read {path}: the run has no {done} generations")
        arrays = read_arrays(data, _layouts(settings, done), path)
        if wrong := _wrong_array(arrays, settings):
            raise ResumeError(f"cannot read {path}: its {wrong} are out of range")
        tuning = Tuning(settings, **{name: arrays[name] for name in _ARRAYS})
        if done < self.plan.generations:
            replayed(tuning)  # before the folder is changed
        return tuning


def _layouts(settings: Settings, done: int) -> dict[str, Layout]:
    """What the arrays of a state are."""
    numbers, count = len(settings.numbers), settings.candidates
    return {
        "values": Layout(np.int64, (done, count, numbers)),
        **{name: Layout(np.int64, (done, count)) for name in ("order", "games", "points")},
        "opening": Layout(np.int64, (done, count)),
        **{name: Layout(np.float64, (done + 1, numbers)) for name in ("means", "deviations")},
    }


def _wrong_array(arrays: dict[str, NDArray[Any]], settings: Settings) -> str | None:
    """The first array that no tuning can have; None if there is none."""
    most = settings.games * settings.rules.max_score
    lows = np.array([number.low for number in settings.numbers])
    highs = np.array([number.high for number in settings.numbers])
    rows = np.arange(settings.candidates)
    right = {
        "values": ((arrays["values"] >= lows) & (arrays["values"] <= highs)).all(),
        "order": (np.sort(arrays["order"], axis=1) == rows).all(),
        "games": ((arrays["games"] >= 1) & (arrays["games"] <= settings.games)).all(),
        "points": ((arrays["points"] >= 0) & (arrays["points"] <= most)).all(),
        "opening": ((arrays["opening"] >= 0) & (arrays["opening"] <= most)).all(),
        # As far as half a cell beyond each end; not a number is not within.
        "means": ((arrays["means"] >= lows - 0.5) & (arrays["means"] <= highs + 0.5)).all(),
        "deviations": ((arrays["deviations"] >= 0) & (arrays["deviations"] < _WIDEST)).all(),
    }
    return next((name for name, is_right in right.items() if not is_right), None)
