"""A results folder: table, summary, settings and records of a run, each written atomically."""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from hanabilab.arena.play import Results
from hanabilab.arena.table import record_of, typical_games
from hanabilab.errors import OutputError
from hanabilab.notation import format_record, format_rules
from hanabilab.stats import Summary, summarize

__all__ = ["ResultsFolder", "describe_run", "describe_session", "now", "summary_of"]


def summary_of(results: Results) -> Summary:
    """The summary of a run."""
    return summarize(
        results.table,
        agents=[agent.name for agent in results.lineup.agents],
        seed=results.seed,
        max_score=results.rules.max_score,
        seconds=results.seconds,
    )


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

    def write_results(self, prefix: str, results: Results) -> None:
        """Write the table, the summary and the best, median and worst game of a run."""
        self.write(f"{prefix}games.parquet", results.table.write_parquet)
        self.write_json(f"{prefix}summary.json", summary_of(results).as_json())
        for kind, row in typical_games(results.table).items():
            text = format_record(record_of(results.rules, row))
            self.write_text(f"{prefix}{kind}.hanabi", text)


def describe_run(results: list[Results]) -> dict[str, Any]:
    """Settings, versions and commit, to stand beside the results."""
    return {
        "rules": format_rules(results[0].rules),
        "lineups": [run.lineup.name for run in results],
        "games": [len(run.table) for run in results],
        "complete": all(run.complete for run in results),
        "seed": results[0].seed,
        **describe_session(),
        "finished": now(),
    }


def describe_session() -> dict[str, Any]:
    """The command that runs, and the versions and commit that it runs with."""
    return {
        "command": [Path(sys.argv[0]).name, *sys.argv[1:]],
        "versions": {name: _version(name) for name in ("hanabilab", "numpy", "numba", "polars")},
        "python": platform.python_version(),
        "commit": _commit(),
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
    git = Path(__file__).parents[3] / ".git"
    try:
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head
        ref = head.removeprefix("ref: ")
        if (git / ref).is_file():
            return (git / ref).read_text().strip()
        packed = (git / "packed-refs").read_text().splitlines()
        return next(line.split()[0] for line in packed if line.endswith(f" {ref}"))
    except (OSError, StopIteration):
        return "unknown"
