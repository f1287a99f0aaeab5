"""Games of pairs in the folder of a run, so that the run can be resumed after a stop or a kill.

    DIR/HOME/part-PLAN-NUMBER-DIGEST.npz     some finished games: units, scores, counters

The games of a finished run are one part. HOME is `parts`, or a folder for each of several plans.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from hanabilab.arena.measure_kernels import NUM_MEASURES
from hanabilab.errors import ResumeError
from hanabilab.notation import parse_rules
from hanabilab.runs import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.runs.shares import join_run
from hanabilab.teamplay.pair_plan import Pairs, PairsPlan, PlayedPairs

#: The command whose folders hold a matrix.
CROSSPLAY = "crossplay"
_GAMES = "games"
_PARTS = "parts"
# That were finished between two parts, at most.
_MOST_UNITS = 1 << 20


@dataclass(frozen=True)
class KeptPairs:
    """A plan's games in the folder of a run.

    Attributes:
        home: the folder in it that has the parts.
    """

    folder: RunFolder
    plan: PairsPlan
    home: str = _PARTS

    @classmethod
    def begin(cls, path: Path, plan: PairsPlan) -> KeptPairs:
        """Begin a cross-play in the folder `path`, new or empty, and hold it.

        Raises:
            OutputError: it cannot be written to, or holds something.
        """
        return cls(RunFolder.begin(path, CROSSPLAY, plan.settings, {_GAMES: plan.games}), plan)

    @classmethod
    def join_run(cls, path: Path, plan: PairsPlan) -> KeptPairs:
        """Work on a share of a cross-play in the folder `path`, beside other processes.

        Raises:
            OutputError, ResumeError: as `runs.shares.join_run`.
        """
        return cls(join_run(path, CROSSPLAY, plan.settings, {_GAMES: plan.games}), plan)

    @classmethod
    def find(cls, path: Path) -> KeptPairs:
        """The cross-play in the folder `path`, finished or not; nothing is written.

        Raises:
            ResumeError: there is none, or none that can be read.
        """
        folder = RunFolder.find(path, CROSSPLAY)

        def plan_of(settings: dict[str, Any]) -> PairsPlan:
            return PairsPlan(
                rules=parse_rules(settings["rules"]),
                ones=tuple(settings["ones"]),
                others=tuple(settings["others"]),
                games=folder.manifest.target[_GAMES],
                seed=settings["seed"],
            )

        return cls(folder, folder.decode(plan_of, lambda plan: plan.settings))

    def go_on(self, games: int) -> tuple[KeptPairs, list[PlayedPairs]]:
        """Hold a cross-play that was found, to play `games` in all; what is finished already.

        Raises:
            OutputError: another process works on it, or it cannot be written to.
            ResumeError: a part that cannot be read.
        """
        kept = replace(self, plan=replace(self.plan, games=games))
        return kept, self.folder.go_on({_GAMES: games}, kept.done)

    def done(self) -> list[PlayedPairs]:
        """What earlier sessions have finished; damaged parts are noted.

        Raises:
            ResumeError: a part that cannot be read, or is of another run.
        """
        parts = self.folder.parts(self.home)
        return [played for path in parts if (played := self._read(path)) is not None]

    def keep(self, played: PlayedPairs) -> None:
        """Save finished games.

        Raises:
            OutputError: they cannot be written.
        """
        parts = self.folder.parts(self.home)
        self._write(number_of(parts[-1]) + 1 if parts else 0, played)

    def join(self, pairs: Pairs) -> None:
        """Once all games are played: they become one part.

        Raises:
            OutputError: it cannot be written.
        """
        whole = self._write(0, PlayedPairs.join(pairs))
        self.folder.drop(path for path in self.folder.parts(self.home) if path != whole)

    def _write(self, number: int, played: PlayedPairs) -> Path:
        buffer = BytesIO()
        np.savez_compressed(
            buffer, units=played.units, scores=played.scores, counters=played.counters
        )
        return self.folder.keep(self.home, number, buffer.getvalue(), "npz")

    def _read(self, path: Path) -> PlayedPairs | None:
        """The games of a part; None if it is damaged."""
        if (data := self.folder.read(path)) is None:
            return None
        games = self.plan.all_games
        units = range(min(games, len(self.plan.ones) * len(self.plan.others) + _MOST_UNITS) + 1)
        layouts = {
            "units": Layout(np.int64, (units, 4)),
            "scores": Layout(np.int8, (range(games + 1),)),
            "counters": Layout(np.int64, (units, 2, NUM_MEASURES)),
        }
        arrays = read_arrays(data, layouts, path)
        played = PlayedPairs(**arrays)
        fault = "its arrays do not fit" if len(played.counters) != len(played.units) else None
        if fault := fault or played.fault(self.plan):
            raise ResumeError(f"cannot read {path}: {fault}")
        return played
