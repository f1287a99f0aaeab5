"""A study in the browser: consent, games with blind partners, questions.

Each participant has one link. Their page at /study/NUMBER says what comes next; games are played at
tables, whose pages lead back there. Nothing that is sent names a partner, a seed or a deck.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import IllegalActionError
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.hosting import Hosted, link_of, warm_up
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.playing import Nothing, Playing, body_of
from hanabilab.web.server.security import MAX_BODY
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.study import Participant, Study, participant, write_tables

#: Bytes of the longest answer, whatever its letters are.
_ANSWER_BYTES = 8_192
_STYLES = ("style.css", "play/play.css")


class Answers(msgspec.Struct, forbid_unknown_fields=True):
    """Answers to the questions after a game, which counts from 1 as participants are told it."""

    game: int
    answers: list[str]


def serve_study(
    study: Study,
    folder: Path,
    count: int,
    tell: Callable[[str], None],
    *,
    port: int = 0,
    pace: float = 0.5,
) -> None:
    """Serve a study to `count` participants until Ctrl-C; their data is kept in `folder`.

    Args:
        tell: told a line for each participant, with the link.

    Raises:
        OutputError: the port is taken, or the folder cannot be written to.
    """
    people = [participant(study, number, folder) for number in range(count)]
    write_tables(folder, people)
    for game in range(min(study.games, len(study.partners))):
        warm_up(study.setting(0, game))
    with local_sockets(port) as sockets:
        app, links = host_study(people, folder, port_of(sockets), pace=pace)
        for each, link in zip(people, links, strict=True):
            tell(f"participant {each.name}: {link}")
        run(app, sockets)


def host_study(people: list[Participant], folder: Path, port: int, *, pace: float = 0.5) -> Hosted:
    """The application that serves a study at `port`, and a link for each participant."""
    keys = Keys()
    hosting = _Studying(people, folder, keys, pace)
    questions = max((len(each.study.questions) for each in people), default=0)
    max_body = max(MAX_BODY, questions * _ANSWER_BYTES)
    app = make_app(port, keys, hosting.routes(), max_body=max_body)
    return Hosted(app, tuple(link_of(port, keys, f"/study/{each.number}") for each in people))


class _Studying:
    """Answers the pages of participants."""

    def __init__(self, people: list[Participant], folder: Path, keys: Keys, pace: float) -> None:
        self._people, self._folder, self._keys, self._pace = people, folder, keys, pace
        self._lobby = Lobby()
        self._places: dict[tuple[int, int], Place] = {}
        self._playing = Playing(keys, self._lobby, _show_table)

    def routes(self) -> list[BaseRoute]:
        """The addresses that are answered."""
        one = "/study/{number:int}"
        posts = {"agree": self._agree, "begin": self._begin, "answers": self._answers}
        return [
            *self._playing.routes(),
            Route(one, self._page),
            Route(f"/api{one}/stage", self._stage),
            *(Route(f"/api{one}/{name}", to, methods=["POST"]) for name, to in posts.items()),
        ]

    def _person(self, request: Request) -> Participant:
        number = request.path_params["number"]
        if number >= len(self._people):
            raise IllegalActionError("there is no such participant")
        return self._people[number]

    async def _page(self, request: Request) -> Response:
        study = self._person(request).study
        return pages.page(*served("play/study", title=study.title, styles=_STYLES))

    async def _stage(self, request: Request) -> Response:
        return _told(self._person(request))

    async def _agree(self, request: Request) -> Response:
        person, _ = self._person(request), await body_of(request, Nothing)
        if person.stage.name == "consent":
            person.agree()
        return _told(person)

    async def _begin(self, request: Request) -> Response:
        """Sit down at the table of the game that comes next."""
        person, _ = self._person(request), await body_of(request, Nothing)
        stage, game = person.stage
        if stage != "game":
            raise IllegalActionError("no game comes next")
        home = f"/study/{person.number}"
        place = self._places.get((person.number, game))
        if place is None or place.table.fault or self._lobby.find(place.name) is None:
            place = self._seat(person, game, home)
        return JSONResponse({"next": f"/table/{place.name}/0"})

    def _seat(self, person: Participant, game: int, home: str) -> Place:
        def acted(place: Place, thought: float | None) -> None:
            person.note(place.table, game, thought)
            if place.table.game.is_over:
                write_tables(self._folder, self._people)

        table = person.table(game)
        place = self._lobby.add(table, pace=self._pace, acted=acted, next={0: home})
        self._places[person.number, game] = place
        self._keys.extend(home, f"/table/{place.name}/0")
        return place

    async def _answers(self, request: Request) -> Response:
        person, told = self._person(request), await body_of(request, Answers)
        stage, game = person.stage
        if stage != "questions":
            raise IllegalActionError("no questions are open")
        if told.game != game + 1:
            raise IllegalActionError(
                f"these are answers to game {told.game}; the questions are about game {game + 1}: "
                "load the page again"
            )
        person.answer(game, told.answers)
        write_tables(self._folder, self._people)
        return _told(person)


def _told(person: Participant) -> Response:
    """What a participant's page is told: the stage, and the words that it shows."""
    study, (stage, game) = person.study, person.stage
    told: dict[str, Any] = {"title": study.title, "stage": stage, "game": game + 1}
    told |= {"games": study.games}
    if stage == "consent":
        told["consent"] = study.consent
    if stage == "questions":
        told["questions"] = list(study.questions)
    if stage in ("game", "questions"):
        told["partner"] = study.shown_as(game)
    return JSONResponse(told)


def _show_table(place: Place, seat: int) -> tuple[str, list[str]]:
    """The page of a seat, from which only the way back leads."""
    told = {"table": place.table.about(), "again": False, "may_see_record": False}
    return served("play/table", [told], title=f"Hanabi, seat {seat}", styles=_STYLES)
