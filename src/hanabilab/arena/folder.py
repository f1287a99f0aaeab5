"""A results folder: table, summary, settings and records of a run, each written atomically."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hanabilab.errors import OutputError
from hanabilab.runs.session import describe_session, now

__all__ = ["ResultsFolder", "describe_session", "now"]


class ResultsFolder:
    """A folder that results go to.

    Args:
        path: made if it is not there.

    Raises:
        OutputError: it cannot be written to.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
        except OSError as error:
            raise OutputError(
                f"cannot write results to {path}: {error.strerror}; name another with --out"
            ) from None

    def write(self, name: str, save: Callable[[Path], object]) -> None:
        """Let `save` write a file under a passing name, then give it its own.

        Raises:
            OutputError: it cannot be written.
        """
        target = self.path / name
        passing = target.with_name(f".{os.getpid()}-{target.name}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            save(passing)
            passing.replace(target)
        except OSError as error:
            raise OutputError(f"cannot write {target}: {error.strerror}") from None
        finally:
            with suppress(OSError):  # nothing is left there unless saving failed or was stopped
                passing.unlink(missing_ok=True)

    def write_json(self, name: str, document: Any) -> None:
        """Write a JSON document."""
        self.write_text(name, json.dumps(document, indent=2) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a text file."""
        self.write(name, lambda path: path.write_text(text))
