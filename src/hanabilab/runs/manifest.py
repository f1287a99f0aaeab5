"""What a run's folder says of the run: `manifest.json`, the one file that every run has.

    schema      1, the number of this layout
    command     the command of `hanabi` that runs it
    settings    all that its results depend on, but for the target
    target      what may grow when the run is resumed, such as {"games": 1000}; may be empty
    status      "unfinished" or "finished"
    sessions    that worked on it: command, versions, commit, digest of the code, and when each
                began; of a run in shares the one that began it, and those after all shares
    finished    when it was, of a finished run
    files       of a finished run, the SHA-256 digests of the files that make its result

The *plan* of a run is its command and its settings. Its digest is in the name of every part, so
that a part of another run is never counted.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from hanabilab.agents.user_files import files_in
from hanabilab.errors import ResumeError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import read_json

T = TypeVar("T")

MANIFEST = "manifest.json"
#: Commands that keep what they find, but have nothing to go on with.
ONE_SITTING = ("search", "tiny report")
_SCHEMA = 1
_DIGEST = re.compile(r"[0-9a-f]{64}")
_STATUS = ("unfinished", "finished")


@dataclass(frozen=True)
class Manifest:
    """What a run is, and how far it has come; fields as in the file."""

    command: str
    settings: dict[str, Any]
    target: dict[str, int]
    sessions: tuple[dict[str, Any], ...] = ()
    finished: str | None = None
    files: dict[str, str] = field(default_factory=dict)

    @property
    def plan_digest(self) -> str:
        """What tells the parts of this run from those of others."""
        text = _canonical([self.command, self.settings])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def require_same(self, given: Mapping[str, Any], where: Path) -> None:
        """Do nothing if all settings that are given are those of the run.

        Raises:
            ResumeError: one is not; says which.
        """
        for name, value in given.items():
            if name not in self.settings:
                raise ResumeError(f"the run in {where} says nothing of {name}")
            if value != self.settings[name]:
                theirs, ours = _words(self.settings[name]), _words(value)
                raise ResumeError(f"the run in {where} has {name} {theirs}, not {ours}")

    @property
    def code(self) -> str:
        """The digest of the code that its last session ran; "unknown" of older releases."""
        return str(self.sessions[-1].get("code", "unknown")) if self.sessions else "unknown"

    @property
    def word_for_code(self) -> str:
        """What a command on the run's folder needs, too, if the run names a Python file."""
        return " --allow-code" if files_in(str(self.settings)) else ""

    def decode(
        self, make: Callable[[dict[str, Any]], T], settings_of: Callable[[T], Any], where: Path
    ) -> T:
        """What `make` makes of the settings.

        Args:
            settings_of: the settings of what was made: the same, or somebody has changed them.
            where: the run's folder, to be named.

        Raises:
            ResumeError: they are none that a run can have.
        """
        with faults_told(where / MANIFEST):
            made = make(self.settings)
            if _canonical(settings_of(made)) != _canonical(self.settings):
                raise ValueError("its settings are not as they are written")
        return made

    def as_json(self) -> dict[str, Any]:
        """The document."""
        document: dict[str, Any] = {
            "schema": _SCHEMA,
            "command": self.command,
            "settings": self.settings,
            "target": self.target,
            "status": _STATUS[self.finished is not None],
            "sessions": list(self.sessions),
        }
        if self.finished is not None:
            document |= {"finished": self.finished, "files": self.files}
        return document

    def as_bytes(self) -> bytes:
        """The file."""
        return (json.dumps(self.as_json(), indent=2) + "\n").encode()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the run in `folder`; nothing is written.

    Raises:
        ResumeError: there is none, or none that can be read.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise ResumeError(f"no run in {folder}: there is no {path}")
    with faults_told(path):
        return _checked(read_json(path))


def _checked(found: Any) -> Manifest:
    if not isinstance(found, dict):
        raise TypeError("it is no manifest")
    if found["schema"] != _SCHEMA:
        raise ValueError(f"it has schema {found['schema']!r}; this hanabilab reads {_SCHEMA}")
    kinds = {"command": str, "settings": dict, "target": dict, "status": str, "sessions": list}
    if found.get("status") == "finished":
        kinds |= {"finished": str, "files": dict}
    elif odd := [name for name in ("finished", "files") if name in found]:
        raise ValueError(f"it has {odd[0]}, and its status is {_short(found.get('status'))}")
    for name, kind in kinds.items():
        if not isinstance(found[name], kind):
            raise TypeError(f"its {name} is {_short(found[name])}")
    _check_values(found)
    return Manifest(
        command=found["command"],
        settings=found["settings"],
        target=found["target"],
        sessions=tuple(found["sessions"]),
        finished=found.get("finished"),
        files=found.get("files", {}),
    )


def _check_values(found: dict[str, Any]) -> None:
    """Do nothing if the parts of the document are what they must be."""
    if found["status"] not in _STATUS:
        raise ValueError(f"its status is {_short(found['status'])}")
    for name, count in found["target"].items():
        if type(count) is not int or count < 1:
            raise ValueError(f"its target is {_short(count)} {name}")
    for session in found["sessions"]:
        if not isinstance(session, dict) or not isinstance(session.get("commit"), str):
            raise TypeError(f"one of its sessions is {_short(session)}")
    for name, digest in found.get("files", {}).items():
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            raise ValueError(f"the digest of {name} is {_short(digest)}")
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise ValueError(f"{name} is no file of the run")


def _canonical(document: Any) -> str:
    return json.dumps(document, sort_keys=True)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}..."


def _words(value: Any) -> str:
    """A setting in a message."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "; ".join(value) or "(none named)"
    return str(value)
