"""Shares of a run: several processes, on one machine or on many, each do a part of its work.

What a share does follows from its number alone, so shares need not know of each other. Each puts
its parts into the run's folder. Work that is done twice counts once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hanabilab.errors import NotationError, ResumeError
from hanabilab.runs.code import code_digest
from hanabilab.runs.files import create_bytes
from hanabilab.runs.folder import RunFolder
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.manifest import MANIFEST, Manifest, read_manifest
from hanabilab.runs.session import describe_session
from hanabilab.runs.unused import make_folder, require_run_or_nothing

_SHARE = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")


@dataclass(frozen=True)
class Share:
    """One of several shares: number 1 to `count`."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Share:
        """The share that text such as 3/16 names.

        Raises:
            NotationError: it names none.
        """
        named = _SHARE.fullmatch(text)
        share = cls(*map(int, named.groups())) if named else cls(0, 0)
        if not 1 <= share.number <= share.count:
            raise NotationError(f"share is {text!r}; write the number and how many, such as 3/16")
        return share

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def span(self, total: int) -> range:
        """Of things numbered 0 to `total` - 1 its own, which follow each other."""
        return range((self.number - 1) * total // self.count, self.number * total // self.count)

    def has(self, index: int) -> bool:
        """Whether the thing `index` is its own, where things are dealt out in turn."""
        return index % self.count == self.number - 1


#: Everything.
WHOLE = Share(1, 1)


def join_run(
    path: Path, command: str, settings: Mapping[str, Any], target: Mapping[str, int]
) -> RunFolder:
    """Work on a share of the run in the folder `path`, beside other processes; the first begins it.

    Raises:
        OutputError: a process works on the whole run, the folder cannot be written to, or it holds
            something else.
        ResumeError: the run there is another, or was begun by other code.
    """
    own = Manifest(command, dict(settings), dict(target), (describe_session(),))
    require_run_or_nothing(path)
    make_folder(path)
    folder = RunFolder(path, own, FolderLock.take(path, shared=True))
    try:
        create_bytes(path / MANIFEST, own.as_bytes())
        folder.manifest = read_manifest(path)
        _require_same_run(folder.manifest, own, path)
        require_same_code(folder)
    except BaseException:
        folder.release()
        raise
    return folder


def _require_same_run(theirs: Manifest, own: Manifest, path: Path) -> None:
    """Do nothing if a run is what this process would have begun."""
    if theirs.command != own.command or set(theirs.settings) != set(own.settings):
        raise ResumeError(
            f"the run in {path} is of hanabi {theirs.command}, not {own.command}; name another "
            "folder with --out"
        )
    known = replace(theirs, settings=theirs.settings | theirs.target)
    known.require_same(own.settings | own.target, path)


def require_same_code(folder: RunFolder) -> None:
    """Do nothing if the run was begun by this code of hanabilab.

    Raises:
        ResumeError: by other code.
    """
    manifest, path = folder.manifest, folder.path
    if manifest.code != code_digest():
        raise ResumeError(
            f"the run in {path} was begun by other code of hanabilab ({manifest.code}) than this "
            f"({code_digest()}), and shares need the same; hanabi {manifest.command} --resume "
            f"{path}{manifest.word_for_code} goes on all the same"
        )
