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
import tempfile
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["Ended", "Ran", "fork", "in_child", "in_process", "preload", "run_command", "run_main"]

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


def preload(work: Callable[[], Any]) -> None:
    """Import here what `work` imports in a child, so that later ones need not."""

    def told() -> list[str]:
        work()
        return list(sys.modules)

    for name in in_child(told).value or ():
        with suppress(Exception):  # it is an import by another name
            import_module(name)


def _work(work: Callable[[], Any], writing: int) -> None:
    """In the child; it never returns."""
    _set_limits()
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    try:
        told: dict[str, Any] = {"value": work()}
    except BaseException as error:  # noqa: BLE001  # told to the parent, whatever it is
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = {"error": f"{type(error).__name__}: {error} at {where.filename}:{where.lineno}"}
    os.write(writing, json.dumps(told, default=str).encode())
    os._exit(0)


@dataclass(frozen=True)
class Ended:
    """What a process of its own ended with.

    Attributes:
        code: its exit code; a signal that has ended it as a negative number.
        errors: its lines on stderr.
    """

    code: int
    errors: tuple[str, ...]


def in_process(work: Callable[[], None]) -> Ended:
    """How a process ends that does `work`, which may end it by itself."""
    with tempfile.TemporaryFile() as errors:
        child = fork(work, errors.fileno())
        _, status = os.waitpid(child, 0)
        errors.seek(0)
        told = errors.read().decode(errors="replace").splitlines()
    return Ended(os.waitstatus_to_exitcode(status), tuple(told))


def fork(work: Callable[[], None], errors: int, out: int | None = None) -> int:
    """A child that does `work` as a program does, with files for stderr and stdout; its number."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        _set_limits()
        os.dup2(errors, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY) if out is None else out, 1)
        # New ones: the former may have found that they can seek, which these cannot.
        sys.stdout, sys.stderr = (open(each, "w", closefd=False) for each in (1, 2))  # noqa: SIM115
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001  # as a program tells it
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):  # nobody reads them any more
            sys.stderr.flush()
            sys.stdout.flush()
        os._exit(code)


def _set_limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.alarm(_PATIENCE)


def run_main(arguments: list[str]) -> None:
    """`hanabi` with these arguments, signals and all; it ends by raising SystemExit, or itself."""
    from hanabilab.cli import main

    sys.argv = ["hanabi", *arguments]
    main()


def run_command(arguments: list[str]) -> dict[str, Any]:
    """A command of `hanabi` in this process: its exit code and its lines on stderr."""
    from hanabilab.cli import run

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    return {"code": code, "errors": err.getvalue().splitlines()}
