"""Runs killed before every change of the file system, and resumed: as if they had been left alone.

The kill is SIGKILL, sent by the process to itself from an audit hook, before Python opens a file
for writing, renames, removes or makes anything in the run's folder. So nothing is tidied up.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.keeping import Kept
from tests.harness.children import run_command
from tests.harness.folders import make_commands, result_of, told_of
from tests.harness.tally import Tally

__all__ = ["crash_runs"]

_CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def crash_runs(random: Random, trials: int, folder: Path) -> Tally:
    """Every command killed before every change, beginning and going on, at most `trials` kills."""
    tally, commands = Tally(), make_commands(folder / "world")
    for name, command in commands.items():
        whole = folder / f"{name}-whole"
        told_of(run_command, command.begin(whole))
        expected = told_of(result_of, whole).value
        few = folder / f"{name}-few"
        told_of(run_command, command.begin(few, few=True))
        for start in (None, few):
            share = max(1, trials // (2 * len(commands)))
            _crash_all(random, share, command, start, folder / "killed", expected, tally)
    return tally


def _crash_all(
    random: Random,
    trials: int,
    command: Kept,
    start: Path | None,
    place: Path,
    expected: str,
    tally: Tally,
) -> None:
    """Kills before change 0, 1, ... of one run; if there are too many, before some of them."""
    count = _killed(command, start, place, 1 << 30).value["changes"]
    chosen = sorted(random.sample(range(count), min(trials, count)))
    for change in chosen:
        ran = _killed(command, start, place, change)
        words = f"{' '.join(command.words)}, killed before change {change} of {count}"
        if ran.death != "SIGKILL":
            tally.find(f"{words}: {ran}")
        elif came := _resumed(command, place, expected):
            tally.find(f"{words}: {came}")
        else:
            tally.kept["killed, resumed to the same results"] += 1


def _killed(command: Kept, start: Path | None, place: Path, change: int) -> Any:
    shutil.rmtree(place, ignore_errors=True)
    if start is None:
        return told_of(_run_killed, command.begin(place), place, change)
    shutil.copytree(start, place)
    return told_of(_run_killed, command.resume(place, *command.wanted()), place, change)


def _run_killed(arguments: list[str], place: Path, change: int) -> dict[str, Any]:
    """In a child: run a command that is killed before change number `change`."""
    seen, inside = 0, str(place)

    def watch(event: str, details: tuple[Any, ...]) -> None:
        nonlocal seen
        if event != "open" and event not in _CHANGES:
            return
        if not str(details[0]).startswith(inside):
            return
        if event == "open" and not (isinstance(details[2], int) and details[2] & _WRITES):
            return
        if seen == change:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    sys.addaudithook(watch)
    return run_command(arguments) | {"changes": seen}


def _resumed(command: Kept, place: Path, expected: str) -> str:
    """What is wrong after going on; "" if nothing is."""
    ran = told_of(_go_on, command, place, expected)
    return str(ran.value) if ran.value is not None else f"the process died: {ran.death}"


def _go_on(command: Kept, place: Path, expected: str) -> str:
    """In a child: go on, or begin if the run was killed before there was one."""
    ran = run_command(command.resume(place, *command.wanted()))
    if ran["code"] == 2:
        ran = run_command(command.begin(place))
    if ran["code"] != 0:
        return f"cannot go on: {ran}"
    passing = [path.name for path in place.rglob(".*") if path.name != ".hanabi-lock"]
    if passing:
        return f"left behind {passing}"
    return "" if result_of(place) == expected else "other results"
