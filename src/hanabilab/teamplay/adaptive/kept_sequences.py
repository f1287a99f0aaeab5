"""Sequences in the folder of a run, so that the run can be resumed after a stop or a kill.

    DIR/parts/part-PLAN-NUMBER-DIGEST.npz    some finished sequences: which, and their scores

The sequences of a finished run are one part.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hanabilab.errors import ResumeError
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.teamplay.adaptive.adhoc_plan import ADHOC, AdhocPlan
from hanabilab.teamplay.adaptive.responders import RESPONDERS
from hanabilab.teamplay.adaptive.sequences import Played


class KeptSequences(Job[AdhocPlan, Played]):
    """A plan's sequences in the folder of a run."""

    kind, commands = AdhocPlan, (ADHOC,)

    @property
    def played(self) -> Played:
        """What earlier sessions have finished."""
        return _merged(self.done)

    def progress(self) -> str:
        """How many sequences have been played."""
        return f"{len(self.played):,} sequences"

    def pack(self, work: list[Played]) -> bytes:
        """Which sequences, and their scores."""
        played = _merged(work)
        scores = np.array(list(played.values()), np.int8)
        return pack_arrays({"items": np.array(list(played)), "scores": scores})

    def unpack(self, data: bytes, path: Path) -> Played:
        """The sequences of a part."""
        plan = self.plan.played
        most = (len(RESPONDERS), len(plan.partners), plan.sequences)
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


def _merged(parts: list[Played]) -> Played:
    """Sequences of several parts, each once."""
    return {item: scores for part in parts for item, scores in part.items()}
