"""What a user is told of a run's folder: what is there already, what is missing, how to go on."""

from __future__ import annotations

import json

from hanabilab.cli.notes import note
from hanabilab.errors import ResumeError
from hanabilab.messages import quoted
from hanabilab.moved import call_of
from hanabilab.runs import RunFolder
from hanabilab.runs.shares import WHOLE, Share


def note_damage(folder: RunFolder, words: str) -> None:
    """Tell of parts that were found damaged, and what becomes of their work."""
    for path in folder.damaged:
        note(f"{path} is damaged; {words}")


def note_sessions(folder: RunFolder, words: str) -> None:
    """Tell of what earlier sessions have done; another state of the program may do it otherwise."""
    *earlier, ours = [str(session["commit"]) for session in folder.manifest.sessions]
    if earlier:
        note(f"{words} are there already")
    if others := sorted(set(earlier) - {ours}):
        note(f"some were played at commit {', '.join(others)}; this is {ours}")


def note_stop(folder: RunFolder, share: Share = WHOLE) -> None:
    """Tell how a run, or a share of it, that was stopped goes on."""
    own = "" if share == WHOLE else f" --share {share}"
    command = f"{call_of(folder.manifest.command)} --resume {quoted(folder.path)}{own}"
    note(f"stopped; go on with: {command}")


def end_share(folder: RunFolder, share: Share, complete: bool, *, as_json: bool) -> int:
    """Tell how a share ended; the exit code."""
    if complete:
        note(f"share {share} is done; once all are: hanabi gather {quoted(folder.path)}")
    else:
        note_stop(folder, share)
    if as_json:
        document = {"folder": str(folder.path), "share": str(share), "complete": complete}
        print(json.dumps(document))  # noqa: T201  # the document
    return 0 if complete else 130


def require_none_missing(folder: RunFolder, count: int, first: str) -> None:
    """Do nothing if no games are missing in the folder of a run.

    Raises:
        ResumeError: some are; says which comes first, and what to do.
    """
    if count:
        damaged = "; a part is damaged" if folder.damaged else ""
        raise ResumeError(
            f"{count:,} games are missing, the first is {first}{damaged}; do the shares that are "
            f"missing, or hanabi {folder.manifest.command} --resume {quoted(folder.path)}"
        )
