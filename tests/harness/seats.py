"""People at a table over HTTP: what they do, and what the server has told them is done.

They run in a child, and one acts after the other. The record is read after every answer, so what
was done for sure is known to the action.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.error import HTTPError

from hanabilab.notation import load_record
from tests.harness.children import Ran, in_child
from tests.harness.serving import LOST, mistake_of
from tests.web.visitor import Visitor

__all__ = ["Done", "play_on"]

#: Connections that say nothing, say it slowly, or do not listen.
_IDLE = 250


class Done(NamedTuple):
    """What people at a table have come to.

    Attributes:
        sure: the actions when the server answered last.
        asked: "act" or "undo", if it was asked for that and did not answer; else "".
        faults: answers that are wrong, in words.
        over: whether the game is.
    """

    sure: tuple[int, ...]
    asked: str
    faults: tuple[str, ...]
    over: bool


def play_on(
    links: list[str], file: Path, seed: int, stop: tuple[int, float] | None, *, crowded: bool
) -> Ran:
    """Play until the game is over or the server is lost: a `Done`, as a list.

    Args:
        file: the table's record.
        stop: the process of the server, and the seconds after which it is killed; None for never.
        crowded: beside connections of others that keep the server waiting.
    """

    def play() -> list[Any]:
        timer = threading.Timer(stop[1], os.kill, (stop[0], signal.SIGKILL)) if stop else None
        if timer:
            timer.start()
        table = _Table(file, Random(seed))
        try:
            with contextlib.ExitStack() as opened:
                if crowded:
                    _crowd(opened, links[0])
                table.play([Visitor(link) for link in links])
        except HTTPError as error:
            table.faults += [] if mistake_of(error) else [f"{error.code} at {error.url}"]
        except LOST:
            pass
        finally:
            if timer:
                timer.cancel()
        return [table.sure, table.asked, table.faults, table.over]

    return in_child(play)


def _crowd(opened: contextlib.ExitStack, link: str) -> None:
    """Connections without a request, amid its headers or body, and with an answer not read."""
    host, _, port = link.split("/")[2].partition(":")
    head = f"POST /api/x HTTP/1.1\r\nHost: {host}:{port}\r\n"
    said = (
        "",
        head,
        f"{head}Content-Length: 9\r\n\r\n{{",
        f"GET /static/style.css {head[12:]}\r\n",
    )
    for number in range(_IDLE):
        line = opened.enter_context(socket.create_connection((host, int(port)), 60))
        with contextlib.suppress(OSError):
            line.sendall(said[number % len(said)].encode())


class _Table:
    def __init__(self, file: Path, random: Random) -> None:
        self._file, self._random = file, random
        self.sure: tuple[int, ...] = load_record(file).actions
        self.asked, self.faults, self.over = "", [], False

    def play(self, people: list[Visitor]) -> None:
        """Act, take back, and ask for what is wrong, until the game is over."""
        while not self.over:
            position, seat = self._turn(people)
            self.over = seat is None
            if seat is None:
                return
            way = self._random.choice(("act", "act", "act", "act", "late", "undo"))
            if way == "undo":
                self._undo(people, seat, position["turn"])
            else:
                self._act(people[seat], position, late=way == "late")

    def _turn(self, people: list[Visitor]) -> tuple[Any, int | None]:
        """The position once a person is to act, and whose page it is; None once it is over."""
        with closing(people[0].events(f"{people[0].home}/events")) as events:
            for told in events:
                position, humans = told["position"], told["humans"]
                if position["status"] != "running":
                    return position, None
                if told["stopped"]:
                    raise ConnectionError("the disk refuses what an agent does")
                if position["seat_to_act"] in humans:
                    page = humans.index(position["seat_to_act"])
                    return self._position_of(people[page]), page
        raise ConnectionError("the stream has ended")

    def _position_of(self, person: Visitor) -> Any:
        with closing(person.events(f"{person.home}/events")) as events:
            return next(events)["position"]

    def _act(self, person: Visitor, position: Any, *, late: bool) -> None:
        turn, action = position["turn"], self._random.choice(position["legal"])["id"]
        asked = {"turn": turn - late, "action": action}
        if late:
            self._must_refuse(person, "act", asked)
            return
        self._ask(person, "act", asked)
        self.sure = load_record(self._file).actions
        if self.sure[turn : turn + 1] != (action,):
            self.faults.append(f"action {action} is told to be done at {turn}: {self.sure}")

    def _undo(self, people: list[Visitor], seat: int, turn: int) -> None:
        """Somebody asks to go back; the others agree, or one refuses."""
        if turn < len(people) + 1:
            self._must_refuse(people[seat], "undo", {"turn": turn + 1})
            return
        self._ask(people[seat], "undo", {"turn": turn})
        agree = self._random.random() < 0.7
        for other in people[:seat] + people[seat + 1 :]:
            with closing(other.events(f"{other.home}/events")) as events:
                wish = next(events)["undo"]
            if wish:
                self._ask(other, "answer", {"agree": agree, "version": wish["version"]})
        self.sure = load_record(self._file).actions

    def _ask(self, person: Visitor, what: str, told: Any) -> None:
        self.asked = "act" if what == "act" else "undo"
        person.post(f"{person.home}/{what}", told)
        self.asked = ""

    def _must_refuse(self, person: Visitor, what: str, told: Any) -> None:
        """Ask for what cannot be; nothing may come of it."""
        try:
            person.post(f"{person.home}/{what}", told)
        except HTTPError as error:
            if not mistake_of(error):
                raise
            return
        self.faults.append(f"{what} {told} is done")
