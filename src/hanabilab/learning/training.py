"""A training run in its folder.

    DIR/manifest.json                      algorithm, settings, sessions
    DIR/state/part-PLAN-NUMBER-DIGEST.npz  the run after NUMBER updates: the last two states, or
                                           the last one of a finished run
    DIR/curve.csv                          a row for each evaluation so far
    DIR/weights.safetensors                the network, once the run is finished

A run that is killed goes on from its last state, and comes out the same to the bit on the same
machine. States hold arrays only, so reading one runs no code.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.errors import LearningError, RulesError
from hanabilab.learning.checkpoints import part_of, require_within
from hanabilab.learning.devices import CPU
from hanabilab.learning.learner import Learner
from hanabilab.learning.plan import TRAIN, TrainingPlan
from hanabilab.learning.settings import RunSettings
from hanabilab.learning.shipped import WEIGHTS
from hanabilab.learning.weight_files import beyond_files
from hanabilab.runs import RunFolder
from hanabilab.runs.agents import paths_told
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.parts import number_of
from hanabilab.runs.reading import Layout, read_arrays

#: Settings that say how much memory a run needs, where it has them.
_SIZES = (
    "num_envs",
    "num_steps",
    "worlds",
    "minibatch_size",
    "hidden",
    "replay_capacity",
    "fixed",
    "colors",
    "evaluate_games",
)
#: No number that is kept is larger, but in a curve.
_MOST = float(np.finfo(np.float32).max)
CURVE = "curve.csv"


class TrainingRun(Job[TrainingPlan, Learner[Any]]):
    """A run in its folder, wherever it has come to.

    Attributes:
        device: where the network learns; a run may go on where it has not begun.
        seconds: processor time so far.
        curve: a row for each evaluation.
        told: what the last update told.
    """

    kind, commands = TrainingPlan, (TRAIN,)
    home = "state"
    mended = "what it held is learned again"
    seconds_between = 60.0
    keeps_states = changes_in_place = True

    def __init__(self, plan: TrainingPlan, folder: RunFolder | None = None) -> None:
        super().__init__(plan, folder)
        self.device = CPU
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []
        self.told: dict[str, float] = {}

    @cached_property
    def learner(self) -> Learner[Any]:
        """What learns.

        Raises:
            LearningError: memory does not suffice, or the algorithm does not learn on the device.
            HanabiError: settings that do not go together.
        """
        with _enough_memory(self.plan.settings):
            return self.plan.begin(self.device)

    def prepare(self) -> None:
        """Refuse what cannot be learned."""
        named = self.plan.as_json().values() if self.is_kept else ()  # found, and not begun
        with paths_told([each for each in named if isinstance(each, str)], LearningError):
            self.learner  # noqa: B018  # raises if there can be none

    @property
    def finished(self) -> bool:
        """Whether all updates are done."""
        return self.learner.done >= self.plan.settings.updates

    def train(self, on_update: Callable[[dict[str, float]], None] = lambda _: None) -> None:
        """Update to the end, saving now and then.

        Args:
            on_update: called with what each update tells.

        Raises:
            LearningError: memory does not suffice; the last state stays.
            OutputError: a state cannot be written.
        """
        self.work(self.states(), lambda _: on_update(self.told))

    def states(self) -> Iterator[Learner[Any]]:
        """The learner after each update, up to the end; `told` says more."""
        settings = self.plan.settings
        began, before = time.process_time(), self.seconds
        while not self.finished:
            with _enough_memory(settings):
                told = self.learner.update()
                self.seconds = before + time.process_time() - began
                if self.learner.done % settings.evaluate_every == 0 or self.finished:
                    told |= self._evaluate(told)
            self.told = told
            yield self.learner

    def _evaluate(self, told: dict[str, float]) -> dict[str, float]:
        """Add a row to the curve; what it says beside what the update told."""
        learner, found = self.learner, self.learner.evaluation()
        row = {"updates": learner.done, "turns": learner.turns, "cpu_seconds": round(self.seconds)}
        self.curve.append({**row, **found, **told})
        self._write_curve()
        return found

    def table(self) -> pl.DataFrame:
        """The curve: updates, turns and processor time, what was scored, and what updates told."""
        return pl.DataFrame(self.curve, infer_schema_length=None)

    def _write_curve(self) -> None:
        self.folder.write(CURVE, self.table().write_csv)

    def finish(self) -> None:
        """Write the curve and the weights; then the run is finished.

        Raises:
            LearningError: training diverged, so that no file holds the weights.
            OutputError: one cannot be written.
        """
        self._write_curve()
        learner = self.learner
        if told := beyond_files(learner.shipped, learner.files):
            raise learner.descent.diverged(told)
        data = learner.weights(self._step())
        self.folder.write(WEIGHTS, lambda file: file.write(data))
        super().finish()

    def _step(self) -> dict[str, Any]:
        """How this run came to its weights, for their card."""
        settings = self.plan.settings
        row = self.learner.row_of_weights(self.curve) if self.curve else {}
        return {
            "algorithm": self.plan.algorithm,
            "turns": self.learner.turns,
            "cpu_hours": round(self.seconds / 3600, 3),
            "seed": settings.seed,
            **{name: row[name] for name in ("score", "nats", "agreement") if name in row},
            **self.learner.told_of_run(),
        }

    # --- States ----------------------------------------------------------------------------------

    def pack(self, work: list[Learner[Any]]) -> bytes:
        """All arrays of the run.

        Raises:
            LearningError: memory does not suffice.
        """
        (learner,) = work
        with _enough_memory(self.plan.settings):
            arrays: dict[str, Any] = learner.arrays()
            arrays["run.seconds"] = np.array(self.seconds)
            for name in dict.fromkeys(name for row in self.curve for name in row):
                arrays[f"curve.{name}"] = np.array([row.get(name, np.nan) for row in self.curve])
                # An update may find no number, which is not the same as not looking for one.
                arrays[f"told.{name}"] = np.array([name in row for row in self.curve])
            return pack_arrays(arrays, compressed=False)

    def unpack(self, data: bytes, path: Path) -> Learner[Any]:
        """The learner, gone back to where it was after as many updates as the part's number.

        Raises:
            ResumeError: a state that no such run can come to.
            LearningError: memory does not suffice.
        """
        settings = self.plan.settings
        rows = range(settings.updates // settings.evaluate_every + 2)
        with _enough_memory(settings):
            fixed, more = self._layouts()

            def layout_of(name: str) -> Layout | None:
                return more.get(name) or _of_curve(name, rows)

            with faults_told(path, passing=_is_of_memory):
                self._restore(read_arrays(data, fixed, path, layout_of), number_of(path))
        return self.learner

    def _layouts(self) -> tuple[dict[str, Layout], dict[str, Layout]]:
        """Of the arrays that each state has, and of those that a state may have."""
        later = self.learner.later_layouts()
        begun = {name: Layout.of(array) for name, array in self.learner.arrays().items()}
        fixed = {
            name: layout
            for name, layout in begun.items()
            if name not in later and not _came_later(name)
        }
        return fixed | {"run.seconds": Layout(np.float64)}, begun | later

    def _restore(self, arrays: Mapping[str, NDArray[Any]], done: int) -> None:
        """Go back to a state after `done` updates."""
        counts = arrays["done"].ravel()
        if counts[0] != done or not 0 <= done <= self.plan.settings.updates or (counts < 0).any():
            raise ValueError("its number of updates is out of range")
        for name, array in arrays.items():
            if array.dtype.kind == "f" and not name.startswith("curve."):
                require_within(name, array, -_MOST, _MOST)
        self.seconds = float(arrays["run.seconds"])
        self.curve = _rows_of(part_of(arrays, "curve."), part_of(arrays, "told."))
        self.learner.restore(arrays)


def _came_later(name: str) -> bool:
    """Whether states of older releases lack an array."""
    return "taken." in name or name == "games"


def _of_curve(name: str, rows: range) -> Layout | None:
    """The layout of a column of the curve; None if an array of this name is none."""
    prefix, _, column = name.partition(".")
    if prefix not in ("curve", "told") or not re.fullmatch(r"[a-z_]{1,60}", column):
        return None
    return Layout(np.float64, (rows,), np.int64) if prefix == "curve" else Layout(np.bool_, (rows,))


def _rows_of(
    curve: Mapping[str, NDArray[Any]], told: Mapping[str, NDArray[Any]]
) -> list[dict[str, float]]:
    """The rows of a curve, of its columns.

    Raises:
        ValueError: they are of different lengths.
    """
    lengths = {len(column) for column in (*curve.values(), *told.values())}
    if len(lengths) > 1 or (curve and "updates" not in curve):
        raise ValueError("the columns of its curve do not fit")
    return [
        {name: curve[name][row].item() for name in curve if name not in told or told[name][row]}
        for row in range(max(lengths, default=0))
    ]


@contextmanager
def _enough_memory(settings: RunSettings) -> Iterator[None]:
    """Tell in one line that memory does not suffice, and what would help."""
    try:
        yield
    except (MemoryError, RuntimeError, RulesError) as error:
        if not _is_of_memory(error):
            raise
        sizes = [name for name in _SIZES if type(getattr(settings, name, None)) is int]
        raise LearningError(
            f"not enough memory for {settings.size_in_words}; make {', '.join(sizes[:-1])} or "
            f"{sizes[-1]} smaller"
        ) from None


def _is_of_memory(error: Exception) -> bool:
    """Whether memory did not suffice. PyTorch has no class for it on a CPU; on a GPU, several."""
    told = str(error).lower()
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError | RulesError)  # of games side by side: `no_room`
        and any(
            words in told for words in ("allocate", "alloc_failed", "out of memory", "no memory")
        )
    )
