"""What is wrong with the folder of a run: its digests are checked, and its games played again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from hanabilab.arena import Checkpoint
from hanabilab.arena.check import findings_of_table
from hanabilab.errors import ResumeError
from hanabilab.runs import Manifest, read_manifest
from hanabilab.runs.reading import read_bytes

#: Games that are told of one line-up; a table that is wrong is often wrong everywhere.
_MOST_GAMES = 20


def check_run(folder: Path) -> tuple[Manifest, list[str]]:
    """The manifest of a run, and what is wrong with its folder, a line each; nothing is written.

    Raises:
        ResumeError: there is no run, or its manifest cannot be read.
    """
    manifest = read_manifest(folder)
    findings = list(_wrong_digests(folder, manifest))
    if manifest.command in ("play", "compare"):
        findings += _wrong_games(Checkpoint.find(folder))
    return manifest, findings


def _wrong_digests(folder: Path, manifest: Manifest) -> Iterator[str]:
    """A line for each file of the result that is not what it was when the run was finished."""
    for name, digest in manifest.files.items():
        try:
            data = read_bytes(folder / name)
        except ResumeError as error:
            yield str(error)
            continue
        if hashlib.sha256(data).hexdigest() != digest:
            yield f"{folder / name} is not what it was: its digest is not that in manifest.json"


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
