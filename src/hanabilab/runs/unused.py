"""Where a run may begin: in a folder that holds nothing yet."""

from __future__ import annotations

from pathlib import Path

from hanabilab.errors import OutputError, ResumeError
from hanabilab.runs.files import reason_of
from hanabilab.runs.manifest import MANIFEST, ONE_SITTING, read_manifest


def require_unused(path: Path) -> None:
    """Do nothing if a run can begin in the folder `path`.

    Raises:
        OutputError: there is a run, or something else; hidden files do not count.
    """
    try:
        held = path.exists() and any(not entry.name.startswith(".") for entry in path.iterdir())
    except OSError as error:
        raise OutputError(
            f"cannot write results to {path}: {reason_of(error)}; name another with --out"
        ) from None
    if (path / MANIFEST).is_file():
        raise OutputError(f"{path} holds a run; {_way_on(path)}name another folder")
    if held:
        raise OutputError(f"{path} is not empty; results go to a new folder")


def _way_on(path: Path) -> str:
    """How the run in a folder goes on, if it can."""
    try:
        command = read_manifest(path).command
    except ResumeError:
        return ""
    return "" if command in ONE_SITTING else f"go on with hanabi {command} --resume {path}, or "
