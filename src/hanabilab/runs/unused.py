"""Where a run may begin: in a folder that is not there, or holds nothing yet."""

from __future__ import annotations

from pathlib import Path

from hanabilab.errors import OutputError, ResumeError
from hanabilab.messages import quoted
from hanabilab.moved import call_of
from hanabilab.runs.files import reason_of, why_unwritable
from hanabilab.runs.manifest import MANIFEST, ONE_SITTING, read_manifest


def require_unused(path: Path) -> None:
    """Do nothing if a run can begin in the folder `path`.

    Raises:
        OutputError: there is a run, or something else; hidden files do not count.
    """
    if (path / MANIFEST).is_file():
        raise OutputError(f"{path} holds a run; {_way_on(path)}name another folder")
    require_run_or_nothing(path)


def require_run_or_nothing(path: Path) -> None:
    """Do nothing if there is a run in the folder `path`, or one can begin there.

    Raises:
        OutputError: there is something else; hidden files do not count.
    """
    try:
        held = path.exists() and any(not entry.name.startswith(".") for entry in path.iterdir())
    except OSError as error:
        raise _unwritable(path, reason_of(error)) from None
    if not path.exists() and (reason := why_unwritable(path)):
        raise _unwritable(path, reason)
    # Looked at last: the manifest is the first file of a run that another process begins.
    if held and not (path / MANIFEST).is_file():
        raise OutputError(f"{path} is not empty; results go to a new folder")


def make_folder(path: Path) -> None:
    """Make the folder of a run, and those above it, if they are not there.

    Raises:
        OutputError: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, reason_of(error)) from None


def _unwritable(path: Path, reason: str) -> OutputError:
    return OutputError(f"cannot write results to {path}: {reason}; name another with --out")


def _way_on(path: Path) -> str:
    """How the run in a folder goes on, if it can."""
    try:
        manifest = read_manifest(path)
    except ResumeError:
        return ""
    if manifest.command in ONE_SITTING:
        return ""
    command = f"{call_of(manifest.command)} --resume {quoted(path)}{manifest.word_for_code}"
    return f"go on with {command}, or "
