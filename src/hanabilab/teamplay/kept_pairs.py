"""Games of pairs in the folder of a run, so that the run can be resumed after a stop or a kill.

    DIR/HOME/part-PLAN-NUMBER-DIGEST.npz     some finished games: units, scores, counters

The games of a finished run are one part. HOME is `parts`, or a folder for each of several plans.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.errors import ResumeError
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.teamplay.pair_plan import CROSSPLAY, PairsPlan, PlayedPairs

# That were finished between two parts, at most.
_MOST_UNITS = 1 << 20


class KeptPairs(Job[PairsPlan, PlayedPairs]):
    """A plan's games in the folder of a run."""

    kind, commands = PairsPlan, (CROSSPLAY,)

    def prepare(self) -> None:
        """Refuse agents that are unknown, or cannot play with so many."""
        self.plan.agents()

    @property
    def count(self) -> int:
        """Games of all pairs so far."""
        return sum(map(len, self.done))

    @property
    def is_whole(self) -> bool:
        """Whether all games of all pairs are there."""
        return self.count >= self.plan.all_games

    def progress(self) -> str:
        """How many games have been played."""
        return f"{self.count:,} of {self.plan.all_games:,} games"

    def pack(self, work: list[PlayedPairs]) -> bytes:
        """Units, scores and counters, one after the other."""
        names = ("units", "scores", "counters")
        return pack_arrays(
            {name: np.concatenate([getattr(each, name) for each in work]) for name in names}
        )

    def unpack(self, data: bytes, path: Path) -> PlayedPairs:
        """The games of a part."""
        games = self.plan.all_games
        units = range(min(games, len(self.plan.ones) * len(self.plan.others) + _MOST_UNITS) + 1)
        layouts = {
            "units": Layout(np.int64, (units, 4)),
            "scores": Layout(np.int8, (range(games + 1),)),
            "counters": Layout(np.int64, (units, 2, KEPT_MEASURES)),
        }
        arrays = read_arrays(data, layouts, path)
        played = PlayedPairs(**arrays)
        fault = "its arrays do not fit" if len(played.counters) != len(played.units) else None
        if fault := fault or played.fault(self.plan):
            raise ResumeError(f"cannot read {path}: {fault}")
        return played
