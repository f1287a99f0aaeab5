"""Tables at which people sit, or watch: `hanabi play human smart`, `hanabi play smart --watch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from hanabilab.cli.notes import note
from hanabilab.cli.options import Place, RulesRequest
from hanabilab.cli.settings import Given, require_used
from hanabilab.cli.table_request import TableRequest
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, HanabiError
from hanabilab.messages import how_to_install, quoted
from hanabilab.web.live import LiveTable
from hanabilab.web.record_file import RecordFile
from hanabilab.web.setting import Setting, fresh_seed
from hanabilab.web.study import Study
from hanabilab.web.terminal import Screen, play_in_terminal

#: Where games of people are kept.
_FOLDER = Path("games")


def play_with_people(
    agents: Sequence[str] | None,
    given: Given,
    rules: RulesRequest,
    place: Place,
    request: TableRequest,
) -> int:
    """Open the table, or the one whose record is given with --resume, until the game is over."""
    if request.study is not None:
        browsing = {
            "watch": request.watch or None,
            "terminal": request.terminal or None,
            "browser": request.browser,
        }
        require_used("a study, whose file says what is played", given, rules, browsing)
        return _study(agents, request.study, place, request)
    require_used("a table without --study", {"participants": request.participants})
    if request.watch:
        require_used("a table that is watched", {"terminal": request.terminal or None})
    if request.terminal:
        served = {name: getattr(request, name) for name in ("browser", "port", "pace")}
        require_used("a table in the terminal", served)
    if place.resume:
        require_used("a table whose --resume FILE says what is played", given, rules)
    more = {name: value for name, value in given.items() if name != "seed"}
    require_used("a table, which has one game", more)
    if not request.terminal:
        _server().require_free(request.port or 0)
    if place.resume:
        table = _resumed(agents, place.resume, watched=request.watch)
    else:
        table = _new(agents, given, rules, watched=request.watch)

    def begin() -> None:
        if not place.resume:
            table.keep_in(RecordFile.new(place.out or _FOLDER))
        table.keep()

    with closing(table):
        if request.terminal:
            begin()
            _in_terminal(table)
        else:
            _in_browser(table, begin, request)
    if not table.game.is_over:
        file = quoted(str(table.setting.file))
        watch = "--watch " if request.watch else ""
        note(f"the game is kept; go on with: hanabi play {watch}--resume {file}")
    return 0


def _new(
    agents: Sequence[str] | None, given: Given, rules: RulesRequest, *, watched: bool
) -> LiveTable:
    names = tuple(agents or ())
    seed = given.get("seed", fresh_seed())
    made = rules.make("full", len(names))
    return LiveTable(Setting(made, names, seed, watched=watched))


def _resumed(agents: Sequence[str] | None, file: Path, *, watched: bool) -> LiveTable:
    if agents:
        raise AgentError("--resume FILE says who plays; leave the agents out")
    claimed = RecordFile.claim(file)  # before it is read, so that nobody writes it meanwhile
    try:
        table = LiveTable.open(claimed.path, watched=watched)
    except HanabiError:
        claimed.release()
        raise
    table.keep_in(claimed)
    return table


def _in_terminal(table: LiveTable) -> None:
    console = Console()
    play_in_terminal(table, Screen(input, console.print))


def _in_browser(table: LiveTable, begin: Callable[[], None], request: TableRequest) -> None:
    serve = _server().serve_table

    def opened() -> None:
        begin()
        note("the table is open until Ctrl-C; a link works once, in the browser that opens it")

    serve(table, _tell, opened, **request.serving, browser=request.browser is not False)


def _study(agents: Sequence[str] | None, file: Path, place: Place, request: TableRequest) -> int:
    """Serve a study; a folder that has one already goes on."""
    if agents or place.resume or place.out is None:
        raise AgentError("a study names its partners and needs --out DIR; a second start goes on")
    server = _server()
    server.require_free(request.port or 0)
    study = Study.read(file)

    def opened() -> None:
        note("the study is open until Ctrl-C; the same command goes on with it, with new links")

    server.serve_study(
        study, place.out, request.participants or 1, _tell, opened, **request.serving
    )
    return 0


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201  # the links


def _server() -> Any:
    """The package that serves tables.

    Raises:
        HanabiError: what it needs is not installed.
    """
    try:
        return import_module("hanabilab.web.server")
    except ImportError:
        raise HanabiError(
            f"a table in the browser needs the extra web: {how_to_install('web')}; --terminal "
            "needs nothing"
        ) from None
