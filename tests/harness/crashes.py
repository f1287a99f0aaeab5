"""Runs that are killed, stopped or refused by the disk, and resumed: as if left alone.

Three attacks: SIGKILL before every change of the file system; Ctrl-C, SIGTERM or SIGKILL at any
call of a function; a disk that from some change on is full, read-only or broken, and well again
when the run is resumed.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.cli.keeping import Kept
from tests.cli.small import make_small
from tests.harness.changes import DISKS, KILLED, count_changes, run_harmed
from tests.harness.children import Ended, in_process, run_command, run_main
from tests.harness.folders import make_commands, make_origin, result_of, told_of, whole_of
from tests.harness.tally import Tally

__all__ = ["crash_runs", "refuse_runs", "stop_runs"]

#: Sent twice, the second one ends the process at once.
_SIGNALS = ((signal.SIGINT,), (signal.SIGTERM,), (signal.SIGKILL,), (signal.SIGINT,) * 2)


class Start(NamedTuple):
    """A run that is harmed.

    Attributes:
        origin: the unfinished run that it goes on with; None if it begins.
        place: the folder that it is put into.
        whole: the digest of what it comes to if it is left alone.
    """

    command: Kept
    origin: Path | None
    place: Path
    whole: str

    @property
    def words(self) -> str:
        """For the finding."""
        begun = "resumed" if self.origin else "begun"
        return f"{' '.join((*self.command.words, *self.command.settings[:2]))}, {begun}"

    def put(self) -> list[str]:
        """Make the folder as it is before; the command line."""
        shutil.rmtree(self.place, ignore_errors=True)
        if self.origin is None:
            return self.command.begin(self.place)
        shutil.copytree(self.origin, self.place)
        return self.command.resume(self.place, *self.command.wanted())

    def count(self) -> int:
        """How many changes there are, if nothing harms it."""
        return int(told_of(count_changes, self.put(), self.place).value)

    def resumed(self) -> str:
        """What is wrong after going on; "" if nothing is."""
        ran = told_of(_go_on, self.command, self.place, self.whole)
        return str(ran.value) if ran.value is not None else f"the process died: {ran.death}"


def crash_runs(random: Random, trials: int, folder: Path) -> Tally:
    """Every command killed before every change, beginning and going on, at most `trials` kills."""
    tally = Tally()
    for start, share in _starts(random, trials, folder):
        count = start.count()
        for change in sorted(random.sample(range(count), min(share, count))):
            ran = told_of(run_harmed, start.put(), start.place, change, KILLED)
            words = f"{start.words}, killed before change {change} of {count}"
            if ran.death != "SIGKILL":
                tally.find(f"{words}: {ran}")
            elif came := start.resumed():
                tally.find(f"{words}: {came}")
            else:
                tally.kept["killed, resumed to the same results"] += 1
    return tally


def refuse_runs(random: Random, trials: int, folder: Path) -> Tally:
    """Every command on a disk that refuses from some change on; then resumed on a good one."""
    tally = Tally()
    for start, share in _starts(random, trials, folder):
        count = start.count()
        for _ in range(share):
            change, harm = random.randrange(count), random.choice(list(DISKS))
            ran = told_of(run_harmed, start.put(), start.place, change, harm)
            words = f"{start.words}, the disk is {harm} from change {change} of {count} on"
            if came := _is_wrongly_refused(ran.value, ran.death) or start.resumed():
                tally.find(f"{words}: {came}")
            else:
                ended = "refused in one line" if ran.value["code"] else "not harmed"
                tally.kept[f"{ended}, resumed to the same results"] += 1
    return tally


def _is_wrongly_refused(ran: Any, death: str) -> str:
    if ran is None:
        return f"the process died: {death}"
    told = [line for line in ran["errors"] if "cannot" in line or "No space" in line]
    if ran["code"] not in (0, 2) or any("Traceback" in line for line in ran["errors"]):
        return f"exit code {ran['code']}: {ran['errors'][-3:]}"
    return f"refused in {ran['errors']}" if ran["code"] and len(told) != 1 else ""


def stop_runs(random: Random, trials: int, folder: Path) -> Tally:
    """Every command stopped or killed at some call of a function, anywhere; then resumed."""
    tally = Tally()
    for start, share in _starts(random, trials, folder):
        whole = in_process(partial(_stopped, start.put(), (), folder / "calls"))
        count = int((folder / "calls").read_text()) if whole.code == 0 else 0
        if not count:
            tally.find(f"{start.words}: {whole}")
        for _ in range(share if count else 0):
            numbers, call = random.choice(_SIGNALS), random.randrange(count)
            calls = [call, min(count, call + random.randrange(1, 2000))]
            sent = tuple(zip(calls, numbers, strict=False))
            ran = in_process(partial(_stopped, start.put(), sent, folder / "calls"))
            words = f"{start.words}, {[each.name for each in numbers]} at calls {calls} of {count}"
            if came := _is_wrongly_stopped(ran, numbers) or start.resumed():
                tally.find(f"{words}: {came}")
            else:
                name = numbers[0].name if len(numbers) == 1 else "SIGINT twice"
                tally.kept[f"{name}, resumed to the same results"] += 1
    return tally


def _stopped(
    arguments: list[str], sent: tuple[tuple[int, signal.Signals], ...], told: Path
) -> None:
    """In a process: run a command that is sent signals at some calls; their count is told."""
    make_small(setattr)
    left, calls = dict(sent), 0

    def count(*_: Any) -> None:
        nonlocal calls
        calls += 1
        if number := left.pop(calls, None):
            os.kill(os.getpid(), number)

    sys.setprofile(count)
    try:
        run_main(arguments)
    finally:
        sys.setprofile(None)
        told.write_text(str(calls))


def _is_wrongly_stopped(ran: Ended, numbers: tuple[signal.Signals, ...]) -> str:
    expected = -signal.SIGKILL if signal.SIGKILL in numbers else 130
    if ran.code not in (0, expected) or any("Traceback" in line for line in ran.errors):
        return f"{ran}"
    return ""


def _starts(random: Random, trials: int, folder: Path) -> Iterator[tuple[Start, int]]:
    """Every command, begun and resumed, or some of them; and the share of the trials of each."""
    commands = make_commands(folder / "world")
    starts = [(name, begun) for name in commands for begun in (True, False)]
    chosen = sorted(random.sample(starts, min(trials, len(starts))))
    for name, begun in chosen:
        command = commands[name]
        whole = whole_of(command, folder / f"{name}-{begun}-whole")
        few = None if begun else make_origin(command, folder / f"{name}-few", few=True)
        yield Start(command, few, folder / "harmed", whole), trials // len(chosen)


def _go_on(command: Kept, place: Path, expected: str) -> str:
    """In a child: go on, or begin if the run was killed before there was one."""
    ran = run_command(command.resume(place, *command.wanted()))
    begun = run_command(command.begin(place)) if ran["code"] == 2 else ran
    if begun["code"] != 0:
        return f"cannot go on: {ran}"
    passing = [path.name for path in place.rglob(".*") if path.name != ".hanabi-lock"]
    if passing:
        return f"left behind {passing}"
    return "" if result_of(place) == expected else "other results"
