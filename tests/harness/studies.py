"""Studies with people: the server is killed, stopped and refused by the disk; nothing is lost.

A trial is a session of a study. People go on where they were until all are at the end; then a new
study begins. What they were told is kept is compared with the folder after each session. Between
sessions the folder is offered to other studies, and copies of it are damaged.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.cli.keeping import contents
from tests.harness.changes import DISKS, KILLED
from tests.harness.children import in_child, run_command
from tests.harness.collected import fault_after, fault_of, spoil_study
from tests.harness.participants import Log, take_part
from tests.harness.serving import Server, preload_server, refusal_of, wrong_end
from tests.harness.tally import Tally

__all__ = ["keep_studies"]

_STUDY = """
title = "Playing with partners"
consent = "consent.txt"
rules = "{rules}"
partners = ["five-rule", "random"]
games = 2
seed = {seed}
questions = ["How was it?", "And they?"]
"""
#: What another study says instead.
_EDITS = (
    ("seed = ", "seed = 1"),
    ("games = 2", "games = 3"),
    ("games = 2", "games = 1"),
    ('["five-rule", "random"]', '["random", "five-rule"]'),
    ('["five-rule", "random"]', '["five-rule"]'),
    ("How was it?", "How bad was it?"),
    ("Playing with", "Playing without"),
    ("very-small(", "very-small(life_tokens=2, "),
)
_PEOPLE = 12
#: Changes of files in a session at most, before the server is harmed; a study has about 3,000.
_CHANGES = 1_000
#: Seconds between sessions at most, in which a server is killed from outside.
_SECONDS = 3.0
#: Copies that are damaged after each session.
_DAMAGES = 6

_Harm: TypeAlias = tuple[int, str] | signal.Signals | None


@dataclass
class _Collecting:
    """A study that goes on, and what its people were told."""

    home: Path
    logs: list[Log] = field(default_factory=lambda: [[] for _ in range(_PEOPLE)])

    @property
    def out(self) -> Path:
        return self.home / "out"

    @property
    def arguments(self) -> list[str]:
        file, out = str(self.home / "study.toml"), str(self.out)
        return ["play", "--study", file, "--out", out, "--participants", str(_PEOPLE)]

    @property
    def ended(self) -> bool:
        """Whether everybody has come to the end."""
        return all(log and log[-1]["what"] == "end" for log in self.logs)


def keep_studies(random: Random, trials: int, folder: Path) -> Tally:
    """Sessions of studies, harmed in many ways, with other studies and damage in between."""
    tally = Tally()
    if not preload_server():
        tally.kept["skipped: the extra web is not installed"] += 1
        return tally
    study = None
    for trial in range(trials):
        if study is None or study.ended:
            study = _new_study(random, folder / str(trial))
        harm = None if trial + 1 == trials else _any_harm(random)
        way, came = _session(random, study, harm)
        for words, found in ((way, came), *_between(random, study)):
            if found:
                tally.find(f"{study.home.name}, {words}: {found}")
            else:
                tally.kept[words] += 1
    return tally


def _new_study(random: Random, home: Path) -> _Collecting:
    home.mkdir()
    players = random.randint(2, 3)
    rules, seed = f"very-small(players={players})", random.randrange(1 << 40)
    (home / "study.toml").write_text(_STUDY.format(rules=rules, seed=seed))
    (home / "consent.txt").write_text("Do you agree?")
    return _Collecting(home)


def _any_harm(random: Random) -> _Harm:
    """A change of files at which the server is killed or refused, or a signal, or nothing."""
    change = random.randrange(_CHANGES)
    return random.choice(
        (
            *((change, KILLED), (change, KILLED), (change, random.choice(list(DISKS)))),
            *(signal.SIGKILL, signal.SIGTERM, signal.SIGINT),
        )
    )


def _session(random: Random, study: _Collecting, harm: _Harm) -> tuple[str, str]:
    """Open the study until people are at the end, or the server is lost; what came of it."""
    inside = harm if isinstance(harm, tuple) else None
    stop = (harm, random.random() * _SECONDS) if isinstance(harm, signal.Signals) else None
    way = stop[0].name if stop else inside[1] if inside else "left alone"
    found = ""
    with Server(study.arguments, study.out, _PEOPLE, inside) as server:
        if len(server.links) == _PEOPLE:
            found = refusal_of(study.arguments, study.out) if random.random() < 0.2 else ""
            ran = take_part(server.links, server.number, random.randrange(1 << 30), stop)
            if ran.value is None:
                return way, f"the people died: {ran.death}"
            study.logs = [log + more for log, more in zip(study.logs, ran.value, strict=True)]
        ended = server.end(signal.SIGINT)
    closed = ended.code == 0 and way not in DISKS
    found = found or wrong_end(ended, way) or fault_of(study.home, study.logs, closed=closed)
    return f"{way}: nothing lost", found


def _between(random: Random, study: _Collecting) -> Iterator[tuple[str, str]]:
    """Offer the folder to another study, and damage a copy of it; what came of each."""
    before = contents(study.out)
    if not before:
        return
    old, new = random.choice(_EDITS)
    other = study.home / "other.toml"
    other.write_text((study.home / "study.toml").read_text().replace(old, new, 1))
    arguments = [str(other) if each.endswith("study.toml") else each for each in study.arguments]
    found = refusal_of(arguments, study.out)
    if not found and contents(study.out) != before:
        found = "refused, but files changed"
    yield "another study refused", f"{new}: {found}" if found else ""
    for _ in range(_DAMAGES):
        yield _damaged(random, study)


def _damaged(random: Random, study: _Collecting) -> tuple[str, str]:
    """A copy with a file that is damaged: refused untouched, or opened with all that is whole."""
    copy = study.home.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(study.home, copy)
    arguments = [each.replace(str(study.home), str(copy)) for each in study.arguments]
    way = spoil_study(random, copy / "out")
    before = contents(copy / "out")
    ran = in_child(partial(_opened, arguments))
    if ran.death:
        return "damaged", f"{way}: the process died: {ran.death}"
    code, lines = ran.value["code"], ran.value["errors"]
    if code == 2 and len(lines) == 1:
        changed = contents(copy / "out") != before
        return "damage refused in one line", f"{way}: refused, but files changed" if changed else ""
    if code or any("Traceback" in line for line in lines):
        return "damaged", f"{way}: {ran.value}"
    return "damage made good", fault_after(copy / "out", before, way)


def _opened(arguments: list[str]) -> dict[str, Any]:
    """In a child: open a folder as the command does, without serving it."""
    from hanabilab.web.server import studying

    studying.run = lambda *_, **__: None
    return run_command(arguments)
