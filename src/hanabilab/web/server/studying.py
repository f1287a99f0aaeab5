"""A study in the browser: consent, games with blind partners, questions.

Each participant has one link. Their page at /study/NUMBER says what comes next; games are played at
tables, whose pages lead back there. Nothing that is sent names a partner, a seed or a deck.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import IllegalActionError
from hanabilab.web.clock import Clock, Thought
from hanabilab.web.page import served
from hanabilab.web.participant import Participant
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.hosting import Hosted, link_of, warm_up
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.playing import Nothing, Playing, body_of
from hanabilab.web.server.security import MAX_BODY
from hanabilab.web.server.serving import local_sockets, port_of, require_room, run
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.study import Study
from hanabilab.web.study_folder import StudyFolder

#: Bytes of the longest answer, whatever its letters are.
_ANSWER_BYTES = 8_192
_STYLES = ("play/play.css",)


class Answers(msgspec.Struct, forbid_unknown_fields=True):
    """Answers to the questions after a game, which counts from 1 as participants are told it."""

    game: int
    answers: list[str]


def serve_study(
    study: Study,
    folder: Path,
    count: int,
    tell: Callable[[str], None],
    begin: Callable[[], None],
    *,
    port: int = 0,
    pace: float = 0.5,
) -> None:
    """Serve a study to `count` participants until Ctrl-C; their data is kept in `folder`.

    Args:
        tell: told a line for each participant, with the link.
        begin: called once nothing is in the way any more, such as a port that is taken.

    Raises:
        OutputError: the port is taken, the folder is in use or cannot be written to, or the
            system has no room for so many people.
        ResumeError: the folder has another study.
    """
    require_room(count)
    with local_sockets(port) as sockets, StudyFolder(study, folder, count) as kept:
        for game in range(min(study.games, len(study.partners))):
            warm_up(study.setting(0, game))
        begin()
        app, links = host_study(kept, count, port_of(sockets), pace=pace)
        for each, link in zip(kept.people, links, strict=False):
            tell(f"participant {each.name}: {link}")
        run(app, sockets, people=count)


def host_study(folder: StudyFolder, count: int, port: int, *, pace: float = 0.5) -> Hosted:
    """The application that serves a study at `port`, and links for the first `count` people."""
    keys = Keys(alone=True)
    hosting = _Studying(folder, keys, Lobby(people=count), pace)
    questions = max((len(each.study.questions) for each in folder.people), default=0)
    max_body = max(MAX_BODY, questions * _ANSWER_BYTES)
    app = make_app(port, keys, hosting.routes(), max_body=max_body)
    numbers = [each.number for each in folder.people[:count]]
    return Hosted(app, tuple(link_of(port, keys, f"/study/{each}") for each in numbers))


class _Studying:
    """Answers the pages of participants."""

    def __init__(self, folder: StudyFolder, keys: Keys, lobby: Lobby, pace: float) -> None:
        self._folder, self._keys, self._lobby, self._pace = folder, keys, lobby, pace
        self._people = {each.number: each for each in folder.people}
        self._places: dict[int, tuple[int, Place]] = {}  # by participant, with the game
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
        person = self._people.get(request.path_params["number"])
        if person is None:
            raise IllegalActionError("there is no such participant")
        return person

    async def _page(self, request: Request) -> Response:
        study = self._person(request).study
        return pages.page(*served("play/study", title=study.title, styles=_STYLES))

    async def _stage(self, request: Request) -> Response:
        await self._settled()
        return _told(self._person(request))

    async def _settled(self) -> None:
        """Wait until the tables have all that was done; other people go on meanwhile."""
        await asyncio.wrap_future(self._folder.append("turns.csv", []))

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
        last, place = self._places.get(person.number, (-1, None))
        if place and (last != game or place.table.fault or not self._lobby.find(place.name)):
            self._lobby.drop(place)
            place = None
        if place is None:
            place = self._seat(person, game, f"/study/{person.number}")
        return JSONResponse({"next": f"/table/{place.name}/0"})

    def _seat(self, person: Participant, game: int, home: str) -> Place:
        def acted(place: Place, thought: Thought | None) -> None:
            row = person.note(place.table, game, thought)
            self._folder.append("turns.csv", [row] if row else [])
            if place.table.game.is_over:
                self._folder.append("games.csv", [person.result(game)])

        begun = person.has_begun(game)
        table = person.table(game)
        how = {"tempo": Tempo(self._pace), "acted": acted, "next": {0: home}}
        # A game that was begun before may have been shown already: its clock begins again.
        place = self._lobby.add(table, clock=Clock(reloads=int(begun)), **how)
        self._places[person.number] = (game, place)
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
        await asyncio.wrap_future(
            self._folder.append("answers.csv", person.answer(game, told.answers))
        )
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
