"""Tests run in a process group of their own, which a time limit ends from outside.

A kernel that never returns does not hear the limit of pytest, which lives in the same process. The
limit counts CPU seconds, so a machine that is busy with something else ends nothing.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

#: Tests that a mutant meets where kernels are compiled, and where they run as plain Python.
MARKS = {True: "not slow and not hle", False: "not slow and not hle and not compiled"}
_BY_LIMIT = (-signal.SIGXCPU, -signal.SIGKILL)


class Outcome(NamedTuple):
    """How a process ended; `code` is None if a limit ended it."""

    code: int | None
    cpu_seconds: float
    output: str


def run(
    arguments: list[str],
    tree: Path,
    limit: float,
    *,
    asleep: float = 3600.0,
    compiled: bool = False,
    words: int = 4000,
    **names: str,
) -> Outcome:
    """Run Python in `tree`; then end all that it has started.

    Args:
        arguments: of Python.
        tree: where it runs; its `src` comes first.
        limit: CPU seconds of each process.
        asleep: seconds of the clock. They end what waits and never counts.
        compiled: kernels are compiled, or taken from what is compiled in `tree`.
        words: bytes of the output, from its end.
        names: more of the environment.
    """
    environment = {
        **os.environ,
        **names,
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "HANABILAB_NO_SHRINKING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(
            [str(tree / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        ),
    }
    cpu = _cpu()
    most = max(1, round(limit))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, most + 2))
        try:
            code: int | None = process.wait(asleep)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
        out.seek(0)
        text = out.read()[-words:].decode(errors="replace")
    return Outcome(None if code in _BY_LIMIT else code, _cpu() - cpu, text)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the group, also what outlived its first process."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
