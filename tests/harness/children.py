"""Work done in a child: what it comes to, or how the child died.

A child may be killed, may crash, may hang, may take memory without end; none of it reaches the
harness. The process that forks must not have started threads: see the package's head.
"""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

__all__ = ["Ran", "in_child", "run_command"]

_PATIENCE = 300
_MEMORY = 8 << 30


@dataclass(frozen=True)
class Ran:
    """What became of a child.

    Attributes:
        value: what the work came to, as JSON has it; None if it did not.
        death: how it died in words; "" if it did not.
    """

    value: Any
    death: str


def in_child(work: Callable[[], Any]) -> Ran:
    """What `work` comes to in a child of its own."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(work, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        told = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Ran(None, signal.Signals(os.WTERMSIG(status)).name)
    found = json.loads(told or b'{"error": "nothing told"}')
    return Ran(found.get("value"), found.get("error", ""))


def _work(work: Callable[[], Any], writing: int) -> None:
    """In the child; it never returns."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.alarm(_PATIENCE)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    try:
        told: dict[str, Any] = {"value": work()}
    except BaseException as error:  # noqa: BLE001  # told to the parent, whatever it is
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = {"error": f"{type(error).__name__}: {error} at {where.filename}:{where.lineno}"}
    os.write(writing, json.dumps(told, default=str).encode())
    os._exit(0)


def run_command(arguments: list[str]) -> dict[str, Any]:
    """A command of `hanabi` in this process: its exit code and its lines on stderr."""
    from hanabilab.cli import run

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    return {"code": code, "errors": err.getvalue().splitlines()}
