"""A cross-play run in its folder, so that it can be taken up again after a stop or a kill.

    DIR/parts/settings.json                  the plan, and the sessions that worked on it
    DIR/parts/part-NUMBER-DIGEST.parquet     some finished games; see `arena.parts`

The plan is written before the first game, and the parts go away once results stand beside them.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from hanabilab.arena.folder import ResultsFolder, describe_session, now
from hanabilab.arena.parts import keep_part, part_paths, read_file, take_part
from hanabilab.errors import OutputError, ResumeError
from hanabilab.notation import format_rules, parse_rules
from hanabilab.teamplay.pairs import PairsPlan

__all__ = ["KeptPairs", "describe_plan"]

_PARTS = "parts"
_SETTINGS = "settings.json"


def describe_plan(plan: PairsPlan) -> dict[str, Any]:
    """The plan as results and unfinished runs tell it."""
    return {
        "rules": format_rules(plan.rules),
        "ones": list(plan.ones),
        "others": list(plan.others),
        "games": plan.games,
        "seed": plan.seed,
    }


@dataclass
class KeptPairs:
    """An unfinished run.

    Attributes:
        sessions: that worked on it, the present one last.
        damaged: parts that were dropped.
    """

    folder: ResultsFolder
    plan: PairsPlan
    sessions: list[dict[str, Any]] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)
    _count: int = 0

    @classmethod
    def begin(cls, path: Path, plan: PairsPlan) -> KeptPairs:
        """Make ready for a run in the folder `path`.

        Raises:
            OutputError: it cannot be written to, or holds an unfinished run.
        """
        folder = ResultsFolder(path)
        if (path / _PARTS / _SETTINGS).is_file() and part_paths(folder, _PARTS):
            raise OutputError(
                f"{path} holds an unfinished run; go on with --resume {path}, or name another"
            )
        kept = cls(folder, plan)
        kept._open_session()
        return kept

    @classmethod
    def find(cls, path: Path) -> KeptPairs:
        """Take up the unfinished run in the folder `path`.

        Raises:
            OutputError: it cannot be written to.
            ResumeError: there is none, or none that can be read.
        """
        kept = cls(ResultsFolder(path), *_read(path))
        kept._open_session()
        return kept

    @classmethod
    def take_up(cls, path: Path, plan: PairsPlan) -> KeptPairs:
        """The run of a plan in the folder `path`: the one that is there, or a new one.

        Raises:
            OutputError: it cannot be written to, or holds games of another plan.
            ResumeError: what is there cannot be read.
        """
        if not (path / _PARTS / _SETTINGS).is_file():
            return cls.begin(path, plan)
        kept = cls(ResultsFolder(path), *_read(path))
        if kept.plan != plan:
            raise OutputError(f"{path} holds games of other agents or settings; name another")
        kept._open_session()
        return kept

    def done(self) -> list[pl.DataFrame]:
        """What earlier sessions have finished; damaged parts are dropped.

        Raises:
            ResumeError: a part that cannot be read.
        """
        paths = part_paths(self.folder, _PARTS)
        self._count = len(paths)
        found = {path: take_part(path) for path in paths}
        self.damaged += [path for path, data in found.items() if data is None]
        return [_table_of(path, data) for path, data in found.items() if data is not None]

    def keep(self, games: pl.DataFrame) -> None:
        """Save finished games."""
        keep_part(self.folder, _PARTS, self._count, games)
        self._count += 1

    def clear(self) -> None:
        """Remove what a finished run does not need."""
        (self.folder.path / _PARTS / _SETTINGS).unlink(missing_ok=True)
        shutil.rmtree(self.folder.path / _PARTS, ignore_errors=True)

    def _open_session(self) -> None:
        self.sessions.append({**describe_session(), "began": now()})
        document = describe_plan(self.plan) | {"sessions": self.sessions}
        self.folder.write_json(f"{_PARTS}/{_SETTINGS}", document)


def _read(path: Path) -> tuple[PairsPlan, list[dict[str, Any]]]:
    """The plan of the unfinished run in a folder, and the sessions that worked on it."""
    settings = path / _PARTS / _SETTINGS
    if not settings.is_file():
        raise ResumeError(f"no unfinished cross-play in {path}; start one with --out {path}")
    try:
        found = json.loads(read_file(settings))
        plan = PairsPlan(
            rules=parse_rules(found["rules"]),
            ones=tuple(map(str, found["ones"])),
            others=tuple(map(str, found["others"])),
            games=int(found["games"]),
            seed=int(found["seed"]),
        )
        return plan, list(found["sessions"])
    except (ValueError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ResumeError(f"no cross-play can be read in {settings}: {reason}") from None


def _table_of(path: Path, data: bytes) -> pl.DataFrame:
    try:
        return pl.read_parquet(BytesIO(data))
    except pl.exceptions.PolarsError as error:
        raise ResumeError(f"{path} is damaged: {str(error).splitlines()[0]}") from None
