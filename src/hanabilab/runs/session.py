"""Sessions: which command worked on a run, when, and with which versions."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hanabilab.runs.code import code_digest

_PACKAGES = ("hanabilab", "numpy", "numba", "polars")


def describe_session() -> dict[str, Any]:
    """The command that runs, the versions, commit and code that it runs with, and its beginning."""
    return {
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "versions": {name: _version(name) for name in _PACKAGES},
        "python": platform.python_version(),
        "commit": _commit(),
        "code": code_digest(),
        "began": now(),
    }


def now() -> str:
    """The time in UTC, to the second, as ISO 8601 writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # run from a source tree
        return "unknown"


def _commit() -> str:
    """The commit of the source tree that this package runs from; "unknown" once installed."""
    try:
        git, common = _git_folders(Path(__file__).parents[3] / ".git")
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        ref = head.removeprefix("ref: ")
        if (common / ref).is_file():
            return (common / ref).read_text().strip()
        packed = (common / "packed-refs").read_text().splitlines()
        return next(line.split()[0] for line in packed if line.endswith(f" {ref}"))
    except (OSError, StopIteration):
        return "unknown"


def _git_folders(git: Path) -> tuple[Path, Path]:
    """Where git keeps the head of a source tree, and where its branches: worktrees share those."""
    if git.is_dir():
        return git, git
    own = git.parent / git.read_text().strip().removeprefix("gitdir: ")
    return own, own / (own / "commondir").read_text().strip()
