"""What the command line starts: a server of tables, and the links to its seats."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import NamedTuple

from starlette.types import ASGIApp

from hanabilab.errors import HanabiError
from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import PLAY
from hanabilab.web.advice import advise
from hanabilab.web.live import LiveTable
from hanabilab.web.page import served
from hanabilab.web.record_file import RecordFile
from hanabilab.web.server.app import make_app
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.playing import Playing
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.server.watching import Watching, path_of
from hanabilab.web.setting import Setting, fresh_seed
from hanabilab.web.teaching import lesson_at, may_teach, meanings


class Hosted(NamedTuple):
    """A server that is ready to run.

    Attributes:
        links: the address of each person's seat, or of the page of who watches; each works once.
    """

    app: ASGIApp
    links: tuple[str, ...]


def serve_table(
    table: LiveTable,
    tell: Callable[[str], None],
    begin: Callable[[], None],
    *,
    port: int = 0,
    pace: float = 0.5,
    browser: bool = True,
) -> None:
    """Serve a table, and those that follow it, until Ctrl-C.

    Args:
        tell: told a line for each seat of a person, or for who watches, with its link.
        begin: called once nothing is in the way any more, such as a port that is taken; only then
            is anything written.
        port: 0 for any that is free.
        pace: seconds that an agent waits before it acts.
        browser: open the first link in the browser.

    Raises:
        OutputError: the port is taken.
    """
    with local_sockets(port) as sockets, closing(Lobby()) as lobby:
        warm_up(table.setting)
        begin()
        app, links = host_table(table, port_of(sockets), pace=pace, lobby=lobby)
        for who, link in zip(_people(table.setting), links, strict=True):
            tell(f"{who}: {link}")
        run(app, sockets, links[0] if browser else "")


def host_table(
    table: LiveTable, port: int, *, pace: float = 0.5, lobby: Lobby | None = None
) -> Hosted:
    """The application that serves a table at `port`, and the links to its seats.

    Args:
        lobby: has this table and those that follow it; the caller closes it.
    """
    keys, lobby = Keys(), lobby or Lobby()
    place = lobby.add(table, tempo=Tempo(pace))
    if table.setting.watched:
        routes, paths = Watching(keys, lobby, _another).routes(), [path_of(place.name)]
    else:
        routes = Playing(keys, lobby, _show, _another).routes()
        paths = [f"/table/{place.name}/{seat}" for seat in table.setting.humans]
    app = make_app(port, keys, routes)
    return Hosted(app, tuple(link_of(port, keys, path) for path in paths))


def _people(setting: Setting) -> list[str]:
    """Who gets a link."""
    return ["watch"] if setting.watched else [f"seat {seat}" for seat in setting.humans]


def link_of(port: int, keys: Keys, path: str) -> str:
    """The address of a page that works once."""
    return f"http://127.0.0.1:{port}/enter/{keys.invite(path)}"


def warm_up(setting: Setting) -> None:
    """Load what the first requests need: compiled code takes seconds to load, once.

    Raises:
        AgentError: an agent fails at once.
    """
    scratch = LiveTable(setting._replace(file=None))
    last = scratch.game.legal_actions()[-1]
    if action_kind(setting.rules.tables, last) > PLAY:  # a hint, which loses no game
        scratch.game.act(last)
    for seat in setting.humans:
        scratch.shown_to(seat)
    for agent in scratch.agents:
        if agent is not None:
            scratch.game.ask(agent)
    if setting.may_undo and setting.humans:
        threading.Thread(target=_warm_up_hints, args=(scratch,), daemon=True).start()


def _warm_up_hints(table: LiveTable) -> None:
    with suppress(HanabiError):  # asked for, it is told on the page
        next(advise(table.game, 0))
        if may_teach(table):
            next(meanings(lesson_at(table, table.setting.humans[0])))


def _another(before: LiveTable) -> LiveTable:
    """The next game of the same people: another deck, another file beside the first."""
    table = LiveTable(before.setting._replace(seed=fresh_seed(), file=None))
    if before.setting.file:
        table.keep_in(RecordFile.new(before.setting.file.parent))
        table.keep()
    return table


def _show(place: Place, seat: int) -> tuple[str, list[str]]:
    """The page of a seat."""
    told = {
        "table": place.table.about(),
        "again": True,
        "may_see_record": True,
        "teaches": may_teach(place.table),
    }
    title = f"Hanabi, seat {seat}"
    return served("play/table", [told], title=title, styles=("play/play.css",))
