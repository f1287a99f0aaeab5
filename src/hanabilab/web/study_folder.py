"""The folder of a study: which study it is of, who took part, and the tables of all.

    DIR/study.json              the study, and each session that worked on it
    DIR/participant-001/        all about a person; see `participant`
    DIR/turns.csv, games.csv, answers.csv
                                the same as tables: put together when the folder is opened, and
                                appended to while people play

A folder goes on with its own study alone. Else what was collected would be told as something else.
"""

from __future__ import annotations

import json
import os
import re
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from hanabilab.errors import HanabiError, OutputError, ResumeError
from hanabilab.messages import one_line
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import PRIVATE, reason_of, remove_passing, write_bytes
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.reading import read_json
from hanabilab.runs.session import describe_session
from hanabilab.web.participant import Participant, participant
from hanabilab.web.study import Study
from hanabilab.web.study_tables import ANSWERS, GAMES, TURNS, Row, csv_bytes, write_rows

STUDY = "study.json"
TABLES = MappingProxyType({"turns.csv": TURNS, "games.csv": GAMES, "answers.csv": ANSWERS})
_SCHEMA = 1
_PERSON = re.compile(r"participant-([0-9]{3,6})")


class StudyFolder:
    """A folder of a study, which no other process has.

    Attributes:
        people: who takes part, those of earlier sessions among them.
    """

    def __init__(self, study: Study, path: Path, count: int) -> None:
        """Open a folder for `count` people, or begin it.

        Raises:
            ResumeError: it has another study, or a file that is not of this one.
            OutputError: another process has it, or it cannot be written to.
        """
        self.path = path
        self.people: tuple[Participant, ...] = ()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot write to {path}: {reason_of(error)}") from None
        self._lock = FolderLock.take(path)
        try:
            sessions = _require_same(study, path)
            numbers = [*range(count), *_numbers(path)]
            self.people = tuple(participant(study, each, path) for each in sorted({*numbers}))
            for each in self.people:
                if each.folder.is_dir():
                    with faults_told(each.folder, HanabiError):
                        each.require_own()
            for place in (path, *(each.folder for each in self.people)):
                remove_passing(place)
            _write_manifest(study, path, [*sessions, describe_session()])
            untimed = write_tables(path, self.people)
        except BaseException:
            self._lock.release()
            raise
        if untimed:
            _tell(f"{path / 'turns.csv'} lacks think_seconds, as after a kill: {untimed}")
        self._writer = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.shutdown()
        self._lock.release()

    def append(self, table: str, rows: list[Row]) -> Future[None]:
        """Append rows to a table, in a thread of its own."""
        return self._writer.submit(_append, self.path / table, rows)


def write_tables(folder: Path, people: tuple[Participant, ...] | list[Participant]) -> int:
    """Put the tables together from what participants have done.

    Returns:
        How many actions of people have no think time.
    """
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    for each in people:
        if not each.folder.is_dir():
            continue
        rows["games.csv"] += [each.result(game) for game in range(each.finished)]
        for game in range(each.study.games):
            rows["turns.csv"] += each.turns(game)
            rows["answers.csv"] += each.answers(game)
    for name, head in TABLES.items():
        write_rows(folder / name, head, rows[name])
    return sum(by == "person" and not seconds for *_, by, _, seconds, _ in rows["turns.csv"])


def _append(file: Path, rows: list[Row]) -> None:
    """What cannot be appended is in the participants' folders, and is told of."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW), "ab") as table:
            table.write(csv_bytes(rows))
    except OSError as error:
        _tell(f"cannot append to {file}: {reason_of(error)}; the next start mends it")


def _tell(words: str) -> None:
    print(one_line(f"hanabi: {words}"), file=sys.stderr)  # noqa: T201  # the terminal's


def _require_same(study: Study, path: Path) -> list[Any]:
    """The sessions that worked on a folder; none if it is begun, or is of an older release.

    Raises:
        ResumeError: it has another study, or things that a study would overwrite.
    """
    if (path / MANIFEST).exists():
        raise ResumeError(f"{path} has a run; name another folder with --out")
    file = path / STUDY
    if not file.exists():
        strange = [name for name in TABLES if (path / name).exists()]
        if strange and not _numbers(path):
            raise ResumeError(f"{path} has {strange[0]}, but no participants; name another folder")
        return []
    told = read_json(file)
    kept = told.get("study") if isinstance(told, dict) and told.get("schema") == _SCHEMA else None
    sessions = told.get("sessions") if isinstance(kept, dict) else None
    if not isinstance(kept, dict) or not isinstance(sessions, list):
        raise ResumeError(f"cannot read {file}: it is no manifest of a study (schema {_SCHEMA})")
    for name, value in study.as_json().items():
        if kept.get(name) != value:
            raise ResumeError(
                f"the study in {path} has {name} {_short(kept.get(name))}, not {_short(value)}; "
                "go on with the file that it began with, or name another folder with --out"
            )
    return sessions


def _write_manifest(study: Study, path: Path, sessions: list[Any]) -> None:
    told = {"schema": _SCHEMA, "study": study.as_json(), "sessions": sessions}
    data = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
    write_bytes(path / STUDY, data.encode(), mode=PRIVATE)


def _numbers(path: Path) -> list[int]:
    """The participants that a folder has, from 0.

    Raises:
        ResumeError: a folder of a participant has been renamed or copied.
    """
    found = []
    for each in sorted(path.glob("participant*")):
        named = _PERSON.fullmatch(each.name)
        number = int(named[1]) if named else 0
        if each.name != f"participant-{number:03d}" or not number or not each.is_dir():
            raise ResumeError(f"{each} is no folder of a participant, such as participant-001")
        found.append(number - 1)
    return found


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:80]} ..."
