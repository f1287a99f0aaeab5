"""Sequences in the folder of a run, so that the run can be resumed after a stop or a kill.

    DIR/parts/part-PLAN-NUMBER-DIGEST.npz    some finished sequences: which, and their scores

The sequences of a finished run are one part.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import numpy as np

from hanabilab.errors import ResumeError
from hanabilab.runs import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.teamplay.adaptive.sequences import Played, SequencePlan

_HOME = "parts"
SECONDS_BETWEEN_PARTS = 10.0


@dataclass
class KeptSequences:
    """A plan's sequences in the folder of a run.

    Attributes:
        responders: so many meet each partner.
    """

    folder: RunFolder
    plan: SequencePlan
    responders: int
    _waiting: Played = field(default_factory=dict)
    _last: float = field(default_factory=time.monotonic)

    def done(self) -> Played:
        """What earlier sessions have finished; damaged parts are noted.

        Raises:
            ResumeError: a part that cannot be read, or is of another run.
        """
        found: Played = {}
        for path in self.folder.parts(_HOME):
            if (data := self.folder.read(path)) is not None:
                found |= self._unpacked(data, path)
        return found

    def keep(self, played: Played) -> None:
        """Save finished sequences, some seconds later.

        Raises:
            OutputError: they cannot be written.
        """
        self._waiting |= played
        if time.monotonic() - self._last > SECONDS_BETWEEN_PARTS:
            self.hand_on()

    def hand_on(self) -> None:
        """Save what waits.

        Raises:
            OutputError: it cannot be written.
        """
        if self._waiting:
            parts = self.folder.parts(_HOME)
            self._write(number_of(parts[-1]) + 1 if parts else 0, self._waiting)
        self._waiting, self._last = {}, time.monotonic()

    def join(self, played: Played) -> None:
        """Once all are played: they become one part.

        Raises:
            OutputError: it cannot be written.
        """
        self._waiting = {}
        whole = self._write(0, dict(sorted(played.items())))
        self.folder.drop(path for path in self.folder.parts(_HOME) if path != whole)

    def _write(self, number: int, played: Played) -> Path:
        buffer = BytesIO()
        items, scores = np.array(list(played)), np.array(list(played.values()), np.int8)
        np.savez_compressed(buffer, items=items, scores=scores)
        return self.folder.keep(_HOME, number, buffer.getvalue(), "npz")

    def _unpacked(self, data: bytes, path: Path) -> Played:
        plan = self.plan
        most = (self.responders, len(plan.partners), plan.sequences)
        rows = range(most[0] * most[1] * most[2] + 1)
        layouts = {
            "items": Layout(np.int64, (rows, 3)),
            "scores": Layout(np.int8, (rows, plan.length)),
        }
        arrays = read_arrays(data, layouts, path)
        items, scores = arrays["items"], arrays["scores"]
        within = len(items) == len(scores) and ((items >= 0) & (items < most)).all()
        if not within or not ((scores >= 0) & (scores <= plan.rules.max_score)).all():
            raise ResumeError(f"cannot read {path}: it has sequences that are not planned")
        keys = map(tuple, items.tolist())
        return dict(zip(keys, scores.tolist(), strict=True))
