"""People who take part in a study over HTTP, and what the server has told them is kept.

They run in a child, one thread each. A person's log has a row for everything that was asked of the
server and may be kept: a dictionary with "what", and "sure" once the server has answered.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random
from typing import Any
from urllib.error import HTTPError

from tests.harness.children import Ran, in_child
from tests.harness.serving import LOST, mistake_of
from tests.web.visitor import Visitor

__all__ = ["Log", "take_part"]

#: Rows about a person.
Log = list[dict[str, Any]]


def take_part(
    links: list[str], server: int, seed: int, stop: tuple[signal.Signals, float] | None
) -> Ran:
    """All people at once, until each is at the end or the server is lost: a log for each of them.

    Args:
        server: the number of its process.
        stop: a signal that it is sent, and after how many seconds; None for none.
    """

    def together() -> list[Log]:
        timer = threading.Timer(stop[1], os.kill, (server, stop[0])) if stop else None
        if timer:
            timer.start()
        try:
            return _together(links, seed)
        finally:
            if timer:
                timer.cancel()

    return in_child(together)


def _together(links: list[str], seed: int) -> list[Log]:
    def one(number: int) -> Log:
        log: Log = []
        try:
            _Person(links[number], Random(f"{seed} {number}"), log).go_on()
        except HTTPError as error:
            if words := mistake_of(error):  # a disk that refuses
                log.append({"what": "refused", "words": words})
            else:
                log.append({"what": "failed", "words": f"{error.code} at {error.url}"})
        except LOST:
            pass
        return log

    with ThreadPoolExecutor(len(links)) as people:
        return list(people.map(one, range(len(links))))


class _Person:
    def __init__(self, link: str, random: Random, log: Log) -> None:
        self._visitor, self._random, self._log = Visitor(link), random, log

    def go_on(self) -> None:
        """From what comes next to the end."""
        home = self._visitor.home
        self._visitor.get(home)
        while (stage := self._visitor.stage())["stage"] != "end":
            game = stage["game"]
            if stage["stage"] == "consent":
                self._post({"what": "agreed"}, f"{home}/agree", {})
            elif stage["stage"] == "questions":
                answers = [f'{self._random.random()}, é\n"{each}"' for each in stage["questions"]]
                row = {"what": "answered", "game": game, "answers": answers}
                self._post(row, f"{home}/answers", {"game": game, "answers": answers})
            else:
                self._play(game, self._visitor.post(f"{home}/begin")["next"])
        self._log.append({"what": "end"})

    def _play(self, game: int, table: str) -> None:
        """Play a game, with the page loaded again now and then."""
        over = False
        while not over:
            self._visitor.get(table)
            over = self._watch(game, table)
            time.sleep(0.01)  # a table that has stopped says no more

    def _watch(self, game: int, table: str) -> bool:
        """Play until the page is loaded again; whether the game is over."""
        with closing(self._visitor.events(f"{table}/events")) as events:
            for told in events:
                position = told["position"]
                if position["status"] != "running":
                    return True
                if told["stopped"]:
                    raise ConnectionError("the disk refuses what an agent does")
                if position["seat_to_act"] == told["seat"]:
                    self._act(game, table, position)
                    if self._random.random() < 0.1:
                        return False
        raise ConnectionError("the stream has ended")

    def _act(self, game: int, table: str, position: dict[str, Any]) -> None:
        """Do anything legal, at times twice; the second time must be refused."""
        turn, action = position["turn"], self._random.choice(position["legal"])["id"]
        asked = {"turn": turn, "action": action}
        self._post({"what": "acted", "game": game, **asked}, f"{table}/act", asked)
        if self._random.random() < 0.1:
            try:
                self._visitor.post(f"{table}/act", asked)
            except HTTPError as error:
                if mistake_of(error):
                    return
                raise
            self._log.append({"what": "failed", "words": f"acted twice at turn {turn}"})

    def _post(self, row: dict[str, Any], path: str, told: Any) -> None:
        self._log.append({**row, "sure": False})
        self._visitor.post(path, told)
        self._log[-1]["sure"] = True
