"""A run in its folder.

    DIR/manifest.json               what the run is; see `manifest`
    DIR/HOME/part-PLAN-NUMBER-DIGEST.SUFFIX
                                    finished work, in one folder or several; PLAN is the digest of
                                    the run's plan, DIGEST that of plan and content together
    DIR/.hanabi-lock                while a process works on the run, or several on shares of it

A part is written at once and never changed. A damaged part is dropped, and its work is done again;
a part of another plan is refused. Other people's files are never touched: a run begins in a new or
empty folder, and removes only its own parts and what its killed sessions left behind.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, TypeVar

from hanabilab.errors import OutputError, ResumeError
from hanabilab.runs.files import Save, bytes_of, reason_of, remove_passing, write_bytes
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.manifest import MANIFEST, Manifest, read_manifest
from hanabilab.runs.parts import PART, digest_of, entries
from hanabilab.runs.reading import MOST_BYTES, read_bytes
from hanabilab.runs.session import describe_session, now
from hanabilab.runs.unused import make_folder, require_unused

T = TypeVar("T")


class RunFolder:
    """A run in its folder: begun, or found and read, or found and held to go on with.

    Who holds a run is the only process that does, but for shares, which hold it together
    (`shares.join_run`). As a context manager it lets go at the end.

    Attributes:
        path: of the folder.
        manifest: what the run is.
        damaged: parts that were found damaged.
    """

    def __init__(self, path: Path, manifest: Manifest, lock: FolderLock | None = None) -> None:
        self.path = path
        self.manifest = manifest
        self.damaged: list[Path] = []
        self._lock = lock
        self._digests: dict[Path, str] = {}  # of files written or read
        self._results: set[Path] = set()
        self._homes: set[str] = set()

    # --- Beginning, finding, going on, finishing -------------------------------------------------

    @classmethod
    def begin(
        cls,
        path: Path,
        command: str,
        settings: Mapping[str, Any],
        target: Mapping[str, int] | None = None,
    ) -> Self:
        """Begin a run in the folder `path`, new or empty, and hold it.

        Raises:
            OutputError: it cannot be written to, or holds something already.
        """
        require_unused(path)
        make_folder(path)
        manifest = Manifest(command, dict(settings), dict(target or {}))
        folder = cls(path, manifest, FolderLock.take(path))
        try:
            require_unused(path)  # nobody was quicker
            folder._open_session(target or {})
        except BaseException:
            folder.release()
            raise
        return folder

    @classmethod
    def find(cls, path: Path, *commands: str) -> Self:
        """The run in the folder `path`; nothing is written.

        Raises:
            ResumeError: there is none that can be read, or it is of none of the `commands`.
        """
        manifest = read_manifest(path)
        if manifest.command not in commands:
            raise ResumeError(
                f"the run in {path} is of hanabi {manifest.command}, not {' or '.join(commands)}"
            )
        return cls(path, manifest)

    def go_on(self, target: Mapping[str, int], read: Callable[[], T]) -> T:
        """Hold a run that was found, to go on towards a target; what `read` makes of its parts.

        Nothing is changed unless `read` can read them.

        Raises:
            OutputError: another process works on it, or it cannot be written to.
            ResumeError: another process has changed it since it was found.
        """
        self._lock = FolderLock.take(self.path)
        try:
            if read_manifest(self.path) != self.manifest:
                raise ResumeError(f"another process has just worked on {self.path}; try again")
            found = read()
            self.drop(self.damaged)
            self._open_session(target)
        except BaseException:
            self.release()
            raise
        return found

    def _open_session(self, target: Mapping[str, int]) -> None:
        remove_passing(self.path)
        self.manifest = replace(
            self.manifest,
            target=dict(target),
            sessions=(*self.manifest.sessions, describe_session()),
            finished=None,
            files={},
        )
        self._write_manifest()

    def finish(self) -> None:
        """Note that a run is finished, and the digests of all that was written and of all parts.

        Raises:
            OutputError: the folder cannot be written to.
        """
        parts = [part for home in self._homes for part in self.parts(home)]
        files = {
            path.relative_to(self.path).as_posix(): self._digest_of(path)
            for path in sorted({*parts, *self._results})
        }
        self.manifest = replace(self.manifest, finished=now(), files=files)
        self._write_manifest()

    def release(self) -> None:
        """Let go of a run, for other processes."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    # --- Files -----------------------------------------------------------------------------------

    def decode(self, make: Callable[[dict[str, Any]], T], settings_of: Callable[[T], Any]) -> T:
        """What `make` makes of the manifest's settings; see `Manifest.decode`."""
        return self.manifest.decode(make, settings_of, self.path)

    def write(self, name: str, save: Save) -> None:
        """Write a file of the result, whole or not at all.

        Raises:
            OutputError: it cannot be written.
        """
        self._write(self.path / name, bytes_of(save))
        self._results.add(self.path / name)

    def write_text(self, name: str, text: str) -> None:
        """Write a text file of the result."""
        self.write(name, lambda file: file.write(text.encode()))

    def write_json(self, name: str, document: Any) -> None:
        """Write a JSON document of the result."""
        self.write_text(name, json.dumps(document, indent=2) + "\n")

    def read_result(self, name: str) -> bytes:
        """A file of the result of a finished run.

        Raises:
            ResumeError: the run is not finished or has no such file, or the file is damaged.
        """
        if (digest := self.manifest.files.get(name)) is None:
            raise ResumeError(f"the run in {self.path} is not finished: it has no {name} yet")
        data = read_bytes(self.path / name)
        if hashlib.sha256(data).hexdigest() != digest:
            raise ResumeError(f"{self.path / name} is damaged: {MANIFEST} has another digest of it")
        return data

    # --- Parts -----------------------------------------------------------------------------------

    def keep(self, home: str, number: int, data: bytes, suffix: str) -> Path:
        """Save finished work as the part `number` in `home`; it may be there already.

        Raises:
            OutputError: it cannot be written.
        """
        plan = self.manifest.plan_digest
        name = f"part-{plan}-{number:012d}-{digest_of(plan, data)}.{suffix}"
        self._homes.add(home)
        self._write(self.path / home / name, data)
        return self.path / home / name

    def parts(self, home: str) -> list[Path]:
        """The parts in `home`, in order of number.

        Raises:
            ResumeError: one is of another run, or `home` is no folder that can be read.
        """
        self._homes.add(home)
        found = []
        for path in sorted(entries(self.path / home)):
            if not (named := PART.fullmatch(path.name)):
                continue
            if named[1] != self.manifest.plan_digest:
                raise ResumeError(f"{path} is of another run than {MANIFEST} tells of")
            found.append(path)
        return found

    def read(self, part: Path, most: int = MOST_BYTES) -> bytes | None:
        """The content of a part; None if it is damaged, which is noted.

        Raises:
            ResumeError: it cannot be read, or has more than `most` bytes.
        """
        data = read_bytes(part, most)
        named = PART.fullmatch(part.name)
        if named and named[3] == digest_of(named[1], data):
            self._digests[part] = hashlib.sha256(data).hexdigest()
            return data
        if part not in self.damaged:
            self.damaged.append(part)
        return None

    def drop(self, parts: Iterable[Path]) -> None:
        """Remove parts of this run.

        Raises:
            OutputError: one cannot be removed.
        """
        for path in parts:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise OutputError(f"cannot remove {path}: {reason_of(error)}") from None

    # --- Within ----------------------------------------------------------------------------------

    def _write_manifest(self) -> None:
        self._write(self.path / MANIFEST, self.manifest.as_bytes())

    def _write(self, path: Path, data: bytes) -> None:
        write_bytes(path, data, beside=self.path)
        self._digests[path] = hashlib.sha256(data).hexdigest()

    def _digest_of(self, path: Path) -> str:
        if path not in self._digests:
            self._digests[path] = hashlib.sha256(read_bytes(path)).hexdigest()
        return self._digests[path]
