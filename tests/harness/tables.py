"""Tables of people: the server is killed amid actions and kept busy; the record has what was done.

A trial is a session at a table. The next one goes on from the record, until the game is over; then
another table is opened. Between sessions other servers ask for the record, and copies are damaged.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from hanabilab.errors import HanabiError
from hanabilab.notation import load_record
from tests.harness.changes import DISKS, KILLED
from tests.harness.children import in_child, run_command
from tests.harness.seats import Done, play_on
from tests.harness.serving import Server, preload_server, refusal_of, wrong_end
from tests.harness.spoiling import spoil_bytes
from tests.harness.tally import Tally

__all__ = ["fault_of_record", "keep_tables"]

_LINE_UPS = (
    ("human", "random"),
    ("human", "human"),
    ("human", "five-rule", "human"),
    ("random", "human", "human", "five-rule"),
)
#: Changes of files in a session at most, before the server is harmed.
_CHANGES = 60
#: Seconds after which a server is killed from outside, at most.
_SECONDS = 2.0
_DAMAGES = 4


def keep_tables(random: Random, trials: int, folder: Path) -> Tally:
    """Sessions at tables, harmed in many ways, with other servers and damage in between."""
    tally, file = Tally(), None
    if not preload_server():
        tally.kept["skipped: the extra web is not installed"] += 1
        return tally
    for trial in range(trials):
        home = folder / str(trial)
        way, came, file = _session(random, home, file)
        for words, found in ((way, came), *_damaged(random, file, folder / "copy")):
            if found:
                tally.find(f"{file}, {words}: {found}")
            else:
                tally.kept[words] += 1
        if file and not came and load_record(file).replayed().is_over:
            file = None
    return tally


def _session(random: Random, home: Path, file: Path | None) -> tuple[str, str, Path | None]:
    """Open a table until it is over or the server is lost: how, what is wrong, its file."""
    line_up = load_record(file).agents if file else random.choice(_LINE_UPS)
    place = file.parent if file else home
    count = line_up.count("human")
    new = [*line_up, "--rules", "very-small", "--seed", str(random.randrange(1 << 40))]
    arguments = ["play", *(["--resume", str(file)] if file else [*new, "--out", str(place)])]
    harm = random.choice((KILLED, KILLED, "SIGKILL", "left alone", random.choice(list(DISKS))))
    inside = (random.randrange(_CHANGES), harm) if harm == KILLED or harm in DISKS else None
    crowded = not inside and random.random() < 0.3
    way = f"{harm}, beside idle connections" if crowded else harm
    with Server(arguments, place, count, inside) as server:
        file = file or next(iter(sorted(place.glob("*.hanabi"))), None)
        found, done = "", None
        if len(server.links) == count and file:
            found = refusal_of(["play", "--resume", str(file)], place)
            stop = (server.number, random.random() * _SECONDS) if harm == "SIGKILL" else None
            ran = play_on(server.links, file, random.randrange(1 << 30), stop, crowded=crowded)
            done = ran.value and Done(tuple(ran.value[0]), *ran.value[1:])
            found = found or ("" if done else f"the people died: {ran.death}")
        ended = server.end(signal.SIGINT)
    found = (
        found or wrong_end(ended, harm) or (fault_of_record(file, done) if file and done else "")
    )
    return f"{way}: the record has what was done", found, file


def fault_of_record(file: Path, done: Done) -> str:
    """What is wrong with a record; "" if it has all that was done for sure."""
    try:
        record = load_record(file)
        actions = record.actions
        record.replayed()
    except HanabiError as error:
        return str(error)
    if done.faults:
        return "; ".join(done.faults)
    kept = actions[: len(done.sure)] == done.sure
    back = done.asked == "undo" and done.sure[: len(actions)] == actions
    return "" if kept or back else f"it has {actions}, not {done.sure}"


def _damaged(random: Random, file: Path | None, copy: Path) -> Iterator[tuple[str, str]]:
    """Copies of the record, damaged: refused in a line and untouched, or opened."""
    for _ in range(_DAMAGES if file else 0):
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        damaged = copy / "game.hanabi"
        how, data = spoil_bytes(random, file.read_bytes(), [b"", b"\xff\xfe", b"{}"])
        damaged.write_bytes(data)
        ran = in_child(partial(_opened, damaged))
        words, found = "damage refused in one line", ""
        if ran.death or ran.value["code"] not in (0, 2):
            found = f"{how}: {ran}"
        elif ran.value["code"] == 0:
            words = "damage that leaves a record"
            found = "" if _is_record(damaged) else f"{how}: no record any more"
        elif len(ran.value["errors"]) != 1 or damaged.read_bytes() != data:
            found = f"{how}: {ran.value['errors']}, or the file has changed"
        yield words, found


def _is_record(file: Path) -> bool:
    try:
        return bool(load_record(file).replayed())
    except HanabiError:
        return False


def _opened(file: Path) -> dict[str, Any]:
    """In a child: open a record as the command does, in a terminal that is closed at once."""
    import builtins

    def ask(_: str = "") -> str:
        raise EOFError

    builtins.input = ask
    return run_command(["play", "--resume", str(file), "--terminal"])
