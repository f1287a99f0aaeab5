"""Tests run in a process group of their own, which a time limit ends from outside.

A kernel that never returns does not hear the limit of pytest, which lives in the same process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

#: Tests that plain Python can run in bearable time.
MARKS = "not slow and not hle and not compiled"


class Outcome(NamedTuple):
    """How a process ended; `code` is None if the limit ended it."""

    code: int | None
    seconds: float
    cpu_seconds: float
    output: str


def run(arguments: list[str], tree: Path, limit: float) -> Outcome:
    """Run Python in `tree` for at most `limit` seconds; then end all that it has started."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "HANABILAB_NO_SHRINKING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(
            [str(tree / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        ),
    }
    began, cpu = time.monotonic(), _cpu()
    with (tree / "output").open("w+b") as out:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
        out.seek(0)
        text = out.read()[-4000:].decode(errors="replace")
    return Outcome(code, time.monotonic() - began, _cpu() - cpu, text)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the group, also what outlived its first process."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
