"""`hanabi run check`: what is wrong with folders of runs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab._lazy import named
from hanabilab.agents.user_files import files_in
from hanabilab.arena import Checkpoint
from hanabilab.arena.check import findings_of_table
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import HanabiError, ResumeError
from hanabilab.runs import Manifest, read_manifest
from hanabilab.runs.job import MOST_STATE, Job
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.parts import PART, digest_of, entries
from hanabilab.runs.reading import read_bytes

#: Exit codes.
CLEAN, FINDINGS, UNREADABLE = range(3)

#: Jobs that are read as their command reads them, beside those of games.
_READ_WHOLE = {
    "crossplay": "hanabilab.teamplay.kept_pairs:KeptPairs",
    "evolve": "hanabilab.evolution.keeping:Kept",
    "train": "hanabilab.learning.training:TrainingRun",
    "tune": "hanabilab.tuning.keeping:Kept",
}
#: What tells that an extra is missing, of those that need one; settings of theirs may name a Python
#: file, which no check runs.
_EXTRAS = {
    "train": "hanabilab.torch_extra:import_torch",
    "tune": "hanabilab.tuning.strategy:require_ribs",
}
#: Games that are told of one line-up; a table that is wrong is often wrong everywhere.
_MOST_GAMES = 20


def command(
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs, or with runs in them.")],
    as_json: JsonOption = False,
) -> int:
    """Check folders of runs: files by their digests, games by playing them again.

    Exits with 0 if all is well, 1 if something was found, 2 if there is no run.
    """
    documents: list[dict[str, Any]] = []
    runs = [run for folder in folders for run in runs_in(folder) or [folder]]
    code = max(check_folder(run, documents, as_json=as_json) for run in runs)
    if as_json:
        print_document(documents)
    return code


def runs_in(folder: Path) -> list[Path]:
    """The folders of runs in a folder, which may be one itself."""
    return sorted(each.parent for each in folder.rglob(MANIFEST))


def check_folder(folder: Path, documents: list[dict[str, Any]], *, as_json: bool) -> int:
    """The exit code for the folder of a run; its part of the document is put into `documents`."""
    try:
        manifest, findings = check_run(folder)
    except ResumeError as error:
        note(str(error))
        return UNREADABLE
    status = "finished" if manifest.finished else "unfinished"
    if not as_json:
        console = Console()
        for line in findings or [f"{folder}: a run of {manifest.command}, {status}: all is well"]:
            console.print(line, soft_wrap=True)
    told = [_finding(line) for line in findings]
    documents.append({"file": str(folder), "status": status, "findings": told})
    return FINDINGS if findings else CLEAN


def _finding(message: str) -> dict[str, Any]:
    """What is wrong with a folder, told like what is wrong with a text, which has lines."""
    return {"line": None, "column": None, "message": message, "expected": []}


def check_run(folder: Path) -> tuple[Manifest, list[str]]:
    """The manifest of a run, and what is wrong with its folder, a line each; nothing is written.

    Raises:
        ResumeError: there is no run, or its manifest cannot be read.
    """
    manifest = read_manifest(folder)
    findings = [*_wrong_digests(folder, manifest), *_wrong_parts(folder, manifest)]
    if manifest.command in ("play", "compare"):
        findings += _wrong_games(Checkpoint.find(folder))
    elif kind := _READ_WHOLE.get(manifest.command):
        if reason := _why_unread(manifest):
            note(f"{folder}: files alone were checked, not what they hold: {reason}")
        else:
            findings += _unreadable(named(kind), folder)
    return manifest, list(dict.fromkeys(findings))


def _why_unread(manifest: Manifest) -> str:
    """Why what a run has kept is not read here; "" if it is."""
    extra = _EXTRAS.get(manifest.command)
    try:
        if extra:
            named(extra)()
    except HanabiError as error:
        return str(error)
    files = [file for value in manifest.settings.values() for file in files_in(str(value))]
    if extra and files:
        return f"its settings name {files[0]}, a Python file that would run"
    return ""


def _unreadable(kind: type[Job[Any, Any]], folder: Path) -> Iterator[str]:
    """What a command says that goes on with a run, if it cannot read it."""
    try:
        job = kind.find(folder)
        job.read()
    except ResumeError as error:
        yield str(error)
    except HanabiError as error:  # of something outside, such as weights that are gone
        yield f"{folder} cannot go on: {error}"
    else:
        yield from (f"{part} is damaged" for part in job.folder.damaged)
        if job.folder.manifest.finished and job.done and not job.is_whole:
            yield f"{folder}: {job.progress()} are there"


def _wrong_digests(folder: Path, manifest: Manifest) -> Iterator[str]:
    """A line for each file of the result that is not what it was when the run was finished."""
    for name, digest in manifest.files.items():
        try:
            data = read_bytes(folder / name, MOST_STATE)
        except ResumeError as error:
            yield str(error)
            continue
        if hashlib.sha256(data).hexdigest() != digest:
            yield f"{folder / name} is not what it was: its digest is not that in manifest.json"


def _wrong_parts(folder: Path, manifest: Manifest) -> Iterator[str]:
    """A line for each part that is damaged or of another run, beside those of a finished result."""
    unreadable: list[str] = []
    for path, plan, digest in _parts_in(folder, unreadable):
        if plan != manifest.plan_digest:
            yield f"{path} is of another run than {MANIFEST} tells of"
            continue
        if path.relative_to(folder).as_posix() in manifest.files:
            continue
        try:
            data = read_bytes(path, MOST_STATE)
        except ResumeError as error:
            yield str(error)
            continue
        if digest_of(plan, data) != digest:
            yield f"{path} is damaged"
    yield from unreadable


def _parts_in(folder: Path, told: list[str]) -> Iterator[tuple[Path, str, str]]:
    """The parts of a run, wherever they are; of each also the digests of its name.

    Links to folders are followed, as they are when the run goes on. Folders of other runs are not.

    Args:
        told: gets a line for each folder that cannot be read.
    """
    seen, waiting = set(), [folder]
    while waiting:
        place = waiting.pop()
        try:
            found = sorted(entries(place))
        except ResumeError as error:
            told.append(str(error))
            continue
        real = os.path.realpath(place)
        if real in seen or (place != folder and place / MANIFEST in found):
            continue
        seen.add(real)
        for path in found:
            if part := PART.fullmatch(path.name):
                yield path, part[1], part[3]
            elif os.path.isdir(path):  # noqa: PTH112  # False, and no error, where none may look
                waiting.append(path)


def _wrong_games(run: Checkpoint) -> Iterator[str]:
    """A line for each game that is not as its row says, and for what is missing."""
    path = run.folder.path
    for number, lineup in enumerate(run.plan.lineups):
        count = 0
        try:
            for block in run.blocks(number):
                count += len(block)
                found = findings_of_table(run.plan.rules, block)
                yield from (f"{path}, {lineup}: {line}" for line in islice(found, _MOST_GAMES))
        except ResumeError as error:
            yield str(error)
        if run.folder.manifest.finished and count != run.plan.games:
            yield f"{path}, {lineup}: {count:,} games of {run.plan.games:,} are there"
    yield from (f"{part} is damaged" for part in run.folder.damaged)
