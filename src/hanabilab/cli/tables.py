"""Tables at which people sit, or watch: `hanabi play human smart`, `hanabi play smart --watch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents.registry import HUMAN
from hanabilab.cli.notes import note
from hanabilab.cli.options import Place, RulesRequest
from hanabilab.cli.settings import Given, require_used
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, HanabiError
from hanabilab.messages import how_to_install, quoted
from hanabilab.web.live import LiveTable
from hanabilab.web.record_file import RecordFile
from hanabilab.web.setting import MAX_PACE, Setting, fresh_seed
from hanabilab.web.study import Study
from hanabilab.web.terminal import Screen, play_in_terminal

PEOPLE = "With people at the table (human)"
#: Where games of people are kept.
_FOLDER = Path("games")
#: Seconds that an agent waits.
_PACE = 0.5


@dataclass(frozen=True)
class TableRequest:
    """How people play, or watch."""

    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            help="Watch agents play one game in the browser, all hands open.",
            rich_help_panel=PEOPLE,
        ),
    ] = False
    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal", help="Play in the terminal, not in the browser.", rich_help_panel=PEOPLE
        ),
    ] = False
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            show_default="browser",
            help="Open the browser; the address is printed anyway.",
            rich_help_panel=PEOPLE,
        ),
    ] = None
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            show_default="0",
            help="Port on this machine; 0 for any.",
            rich_help_panel=PEOPLE,
        ),
    ] = None
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=MAX_PACE,
            show_default=str(_PACE),
            help="Seconds an agent waits before it acts.",
            rich_help_panel=PEOPLE,
        ),
    ] = None
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml",
            help="A study: consent, decks, blind partners, questions; results in --out.",
            rich_help_panel=PEOPLE,
        ),
    ] = None
    participants: Annotated[
        int | None,
        typer.Option(
            min=1, max=999, show_default="1", help="People in the study.", rich_help_panel=PEOPLE
        ),
    ] = None

    @property
    def serving(self) -> dict[str, Any]:
        """How the pages are served."""
        pace = _PACE if self.pace is None else self.pace
        return {"port": self.port or 0, "pace": pace}


def is_for_people(agents: Sequence[str] | None, place: Place, request: TableRequest) -> bool:
    """Whether a command line is about a table at which a person sits, or which people watch."""
    resumes = place.resume is not None and place.resume.is_file()
    return HUMAN in (agents or ()) or resumes or request.watch or request.study is not None


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
