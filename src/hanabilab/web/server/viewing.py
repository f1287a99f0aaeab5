"""Games to look at: one page, and the streams of `web.analysis` that it asks for."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, suppress
from types import MappingProxyType
from typing import Any, TypeAlias

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hanabilab.errors import AgentError, HanabiError, NotationError
from hanabilab.learning.shipped import shipped_beliefs, shipped_names
from hanabilab.notation import Call, Record, parse_call, parse_record, split_calls
from hanabilab.web import analysis
from hanabilab.web.analysis.positions import is_offered, offer_agents
from hanabilab.web.page import served
from hanabilab.web.server import pages
from hanabilab.web.server.app import make_app
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.security import Gate
from hanabilab.web.server.serving import local_sockets, port_of, run
from hanabilab.web.server.streams import Events, EventStream, computed

#: A generator of `web.analysis`: it takes a record, whole numbers, and names of agents.
Analysis: TypeAlias = Callable[..., Iterator[dict[str, Any]]]

#: Where pages of games are, and their streams.
PATH = "/view"
API = f"/api{PATH}/"
#: Analyses that run at once; others wait for them. So many more may compute their first items.
_ANALYSES = _FIRST_ITEMS = 2
#: What a page may ask for, by name.
ANALYSES: Mapping[str, Analysis] = MappingProxyType(
    {name: getattr(analysis, name) for name in analysis.__all__}
)

_NUMBER = re.compile(r"[0-9]{1,18}")
#: Families of agents that open folders or files. A page may name those networks alone that come
#: with the package.
OPEN_FILES = frozenset({"adaptive", "guided", "net", "people", "pool"})
#: The longest name of an agent or a line-up, and the largest number in it.
_LONGEST, _LARGEST = 400, 20_000
# What a page shows before the first answer, as long as code is being loaded.
_NOTICE = (
    "Getting ready. The first time after an installation, code is compiled: a minute or more. "
    "Later starts take seconds."
)


def serve_view(
    games: Sequence[dict[str, Any]],
    *,
    title: str,
    port: int = 0,
    browser: bool = True,
    agents: Sequence[str] = (),
) -> int:
    """Serve a page that shows games until Ctrl-C; prints its link, which works once.

    Args:
        games: documents, as `web.document` makes them.
        port: 0 for any that is free.
        browser: open the page in the browser.
        agents: names of agents in files that the page may ask, too.

    Raises:
        OutputError: the port is taken.
        AgentError: a name is no agent's.
    """
    offer_agents(agents)
    games = [{**each, "offered": list(agents)} for each in games]
    with local_sockets(port) as sockets:
        app, link = host_view(games, title, port_of(sockets))
        print(link, flush=True)  # noqa: T201  # what was asked for
        run(app, sockets, link if browser else "")
    return 0


def host_view(games: Sequence[dict[str, Any]], title: str, port: int) -> tuple[Gate, str]:
    """The application that shows games at `port`, and the link to it."""
    keys = Keys()
    app = make_app(port, keys, _routes(games, title))
    return app, f"http://127.0.0.1:{port}/enter/{keys.invite(PATH)}"


def _routes(games: Sequence[dict[str, Any]], title: str) -> list[BaseRoute]:
    page = served(games=games, title=title, api=API)

    async def show(request: Request) -> Response:  # noqa: ARG001  # as Starlette calls it
        return pages.page(*page)

    return [Route(PATH, show), analysis_route(games)]


def analysis_route(games: Sequence[dict[str, Any]]) -> Route:
    """What answers the streams of pages.

    Args:
        games: documents; code for the first of them is loaded at once.
    """
    workers, first = anyio.CapacityLimiter(_ANALYSES), anyio.CapacityLimiter(_FIRST_ITEMS)
    ready = _warm_up(games)

    async def analyze(request: Request) -> Response | EventStream:
        """The stream of an analysis, by name and query."""
        function = ANALYSES.get(request.path_params["name"])
        if function is None:
            return pages.notice(404, f"There are: {', '.join(ANALYSES)}.")
        given = dict(request.query_params)

        def make() -> Iterator[dict[str, Any]]:
            return function(**arguments_of(function, given))

        return EventStream(_announced(computed(make, workers, first), ready))

    return Route(f"{API}{{name}}", analyze)


def _warm_up(games: Iterable[dict[str, Any]]) -> threading.Event:
    """Ask what pages ask most, of the first document, in a thread; set once it is done.

    So compiled code is loaded while the page is looked at, which takes about a second. After an
    installation it is compiled first, which takes minutes.
    """
    ready = threading.Event()
    threading.Thread(target=_ask_first, args=([*games][:1], ready), daemon=True).start()
    return ready


def _ask_first(games: list[dict[str, Any]], ready: threading.Event) -> None:
    try:
        for game in games:
            record = parse_record(game["record"])
            turn = len(record.actions) // 2
            questions = (
                analysis.action_values(record, turn),
                analysis.agent_opinion(record, turn),
                analysis.card_chances(record, turn, 0),
            )
            for each in questions:
                with suppress(HanabiError):  # not every agent plays every variant
                    next(each)
    finally:
        ready.set()


async def _announced(events: Events, ready: threading.Event) -> Events:
    """The events; before them a notice, if answers have to wait for code."""
    async with aclosing(events):
        if not ready.is_set():
            yield {"notice": _NOTICE}
        async for event in events:
            yield event


# --- What a page asks for, read from the address and checked before anything runs ----------------


def arguments_of(function: Analysis, given: Mapping[str, str]) -> dict[str, Any]:
    """The arguments that a page gives as text, each as its kind.

    Raises:
        NotationError: one is missing, unknown, or not of its kind.
        AgentError: a name that no page may give.
    """
    wanted = inspect.signature(function, eval_str=True).parameters
    if unknown := [name for name in given if name not in wanted]:
        raise NotationError(f"nothing is called {unknown[0]!r} here; there are {', '.join(wanted)}")
    found = {name: _read(name, text, wanted[name].annotation) for name, text in given.items()}
    for name, parameter in wanted.items():
        if name not in found and parameter.default is inspect.Parameter.empty:
            raise NotationError(f"{name} is missing")
    return found


def _read(name: str, text: str, kind: Any) -> Any:
    if kind is Record:
        return parse_record(text)
    if kind is int:
        if not _NUMBER.fullmatch(text):
            raise NotationError(f"{name} is {text[:40]!r}; a whole number is needed")
        return int(text)
    if len(text) > _LONGEST:
        raise NotationError(f"{name} is too long")
    for each in split_calls(text):
        if not is_offered(each):
            _require_harmless(parse_call(each))
    return text


def _is_shipped(call: Call) -> bool:
    """Whether a name is of a network, and perhaps a belief, that come with the package."""
    named = [str(each) for each in call.args]
    beliefs = [str(value) for name, value in call.options if name == "belief"]
    return (
        call.name == "net"
        and len(named) == 1
        and named[0] in shipped_names()
        and len(beliefs) == len(call.options)
        and set(beliefs) <= set(shipped_beliefs())
    )


def _require_harmless(call: Call) -> None:
    """Do nothing if an agent's name opens no file and asks for no endless work."""
    if _is_shipped(call):
        return
    if call.name in OPEN_FILES or "/" in call.name or ".py" in call.name:
        raise AgentError(f"{call.name[:40]!r} would open files; a page may not name it")
    for value in (*call.args, *(value for _, value in call.options)):
        if isinstance(value, Call):
            _require_harmless(value)
        elif isinstance(value, str) or abs(value) > _LARGEST:
            raise AgentError(f"{str(value)[:40]!r} in a name; numbers are at most {_LARGEST:,}")
