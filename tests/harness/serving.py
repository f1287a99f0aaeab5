"""Servers of people's games, each in a child; and people who ask them over HTTP.

A server is the command `hanabi play`, with its signals. People sit in a child of their own, since
they need threads; they leave when the server does not answer any more.
"""

from __future__ import annotations

import json
import os
import re
import signal
import tempfile
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Self
from urllib.error import HTTPError

from tests.harness.changes import DISKS, KILLED, Changes
from tests.harness.children import Ended, fork, in_process, preload, run_main

__all__ = ["LOST", "Server", "mistake_of", "preload_server", "refusal_of", "wrong_end"]

_LINK = re.compile(r"[a-z]+ [0-9]+: (http://\S+)")
_QUIET = ("--pace", "0")
#: What a person's browser sees when the server is gone: no connection, half an answer, or half a
#: line of a stream.
LOST = (OSError, HTTPException, json.JSONDecodeError)


def preload_server() -> bool:
    """Import here what servers and people need; False where the extra `web` is not installed."""
    try:
        import uvicorn.lifespan.off
        import uvicorn.protocols.http.h11_impl  # noqa: F401

        import hanabilab.web.server  # noqa: F401
    except ImportError:
        return False
    preload(lambda: run_main(["play", "--help"]))
    return True


def run_at(arguments: list[str], place: Path, harm: tuple[int, str] | None) -> None:
    """In a child: the command, harmed at a change of files below `place`."""
    if harm:
        Changes(place, *harm)
    browser = () if "--study" in arguments else ("--no-browser",)  # a study opens none
    run_main([*arguments, *browser, *_QUIET])


class Server:
    """A server that has told its links, or has ended before.

    Attributes:
        links: of the seats or participants.
        number: of its process.
    """

    def __init__(
        self, arguments: list[str], place: Path, count: int, harm: tuple[int, str] | None = None
    ) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed as it ends
        reading, writing = os.pipe()
        self.number = fork(partial(run_at, arguments, place, harm), self._errors.fileno(), writing)
        os.close(writing)
        self._out = os.fdopen(reading)
        self.links = [found[1] for _ in range(count) if (found := _LINK.match(self._line()))]

    def _line(self) -> str:
        return self._out.readline()

    def end(self, number: signal.Signals | None = None) -> Ended:
        """What it ended with; a signal is sent before."""
        if number is not None:
            os.kill(self.number, number)
        _, status = os.waitpid(self.number, 0)
        self._errors.seek(0)
        told = self._errors.read().decode(errors="replace").splitlines()
        self._out.close()
        self._errors.close()
        return Ended(os.waitstatus_to_exitcode(status), tuple(told))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError, ChildProcessError):  # it has ended, as it should have
            os.kill(self.number, signal.SIGKILL)
            os.waitpid(self.number, 0)


def refusal_of(arguments: list[str], place: Path) -> str:
    """What is wrong with how a second server is refused; "" if it is refused in a line."""
    ended = in_process(partial(run_at, arguments, place, None))
    right = ended.code == 2 and len(ended.errors) == 1
    return "" if right else f"not refused in one line: {ended}"


def mistake_of(error: HTTPError) -> str:
    """What a server says to a wrong request; "" if it has failed instead."""
    with suppress(ValueError, KeyError, OSError):
        if error.code == 400:
            return str(json.load(error)["error"])
    return ""


def wrong_end(ended: Ended, way: str) -> str:
    """What is wrong with how a server ended; "" if nothing is."""
    codes = {KILLED: (0, 130, -signal.SIGKILL), "SIGKILL": (0, 130, -signal.SIGKILL)}
    # Asked to stop just as it opens, or once more as it ends, it stops as every command does.
    allowed = codes.get(way, (0, 2, 130) if way in DISKS else (0, 130))
    # What an earlier kill has cost is told, too, and is no fault of this end.
    told = [line for line in ended.errors if "as after a kill" not in line]
    wrong = [line for line in told if "Traceback" in line or "hanabi: /" in line]
    return f"it ended with {ended}" if wrong or ended.code not in allowed else ""
