"""Tables with people at them, as `hanabi play human smart` opens them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents.registry import HUMAN
from hanabilab.cli.options import Place, RulesRequest, note
from hanabilab.cli.settings import Given
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, HanabiError
from hanabilab.messages import how_to_install, quoted
from hanabilab.web.live import LiveTable
from hanabilab.web.record_file import RecordFile
from hanabilab.web.setting import Setting, fresh_seed
from hanabilab.web.study import Study
from hanabilab.web.terminal import Screen, play_in_terminal

PEOPLE = "With people at the table (human)"
#: Where games of people are kept.
_FOLDER = Path("games")


@dataclass(frozen=True)
class TableRequest:
    """How people play."""

    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal", help="Play in the terminal, not in the browser.", rich_help_panel=PEOPLE
        ),
    ] = False
    browser: Annotated[
        bool,
        typer.Option(
            "--browser/--no-browser",
            help="Open the browser; the address is printed anyway.",
            rich_help_panel=PEOPLE,
        ),
    ] = True
    port: Annotated[
        int,
        typer.Option(
            min=0, max=65535, help="Port on this machine; 0 for any.", rich_help_panel=PEOPLE
        ),
    ] = 0
    pace: Annotated[
        float,
        typer.Option(
            min=0, max=60, help="Seconds an agent waits before it acts.", rich_help_panel=PEOPLE
        ),
    ] = 0.5
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml",
            help="A study: consent, decks, blind partners, questions; results in --out.",
            rich_help_panel=PEOPLE,
        ),
    ] = None
    participants: Annotated[
        int,
        typer.Option(min=1, max=999, help="People in the study.", rich_help_panel=PEOPLE),
    ] = 1


def is_for_people(agents: Sequence[str] | None, place: Place, request: TableRequest) -> bool:
    """Whether a command line is about a table with a person at it."""
    resumes = place.resume is not None and place.resume.is_file()
    return HUMAN in (agents or ()) or resumes or request.study is not None


def play_with_people(
    agents: Sequence[str] | None,
    given: Given,
    rules: RulesRequest,
    place: Place,
    request: TableRequest,
) -> int:
    """Open the table, or the one whose record is given with --resume, until the game is over."""
    if request.study is not None:
        return _study(agents, request.study, place, request)
    if place.resume and (given or rules != RulesRequest()):
        raise AgentError("--resume FILE says what is played; leave seed and rules out")
    if others := sorted(set(given) - {"seed"}):
        raise AgentError(f"--{others[0]} is for games without people; a table has one game")
    table = _resumed(agents, place.resume) if place.resume else _new(agents, given, rules, place)
    with closing(table):
        table.keep()
        if request.terminal:
            _in_terminal(table)
        else:
            _in_browser(table, request)
    if not table.game.is_over:
        file = quoted(str(table.setting.file))
        note(f"the game is kept; go on with: hanabi play --resume {file}")
    return 0


def _new(
    agents: Sequence[str] | None, given: Given, rules: RulesRequest, place: Place
) -> LiveTable:
    names = tuple(agents or ())
    seed = given.get("seed", fresh_seed())
    table = LiveTable(Setting(rules.make("full", len(names)), names, seed))
    table.keep_in(RecordFile.new(place.out or _FOLDER))
    return table


def _resumed(agents: Sequence[str] | None, file: Path) -> LiveTable:
    if agents:
        raise AgentError("--resume FILE says who plays; leave the agents out")
    claimed = RecordFile.claim(file)  # before it is read, so that nobody writes it meanwhile
    try:
        table = LiveTable.open(claimed.path)
    except HanabiError:
        claimed.release()
        raise
    table.keep_in(claimed)
    return table


def _in_terminal(table: LiveTable) -> None:
    console = Console()
    play_in_terminal(table, Screen(input, console.print))


def _in_browser(table: LiveTable, request: TableRequest) -> None:
    serve = _server().serve_table
    note("the table is open until Ctrl-C; a link works once, in the browser that opens it")
    serve(table, _tell, port=request.port, pace=request.pace, browser=request.browser)


def _study(agents: Sequence[str] | None, file: Path, place: Place, request: TableRequest) -> int:
    """Serve a study; a folder that has one already goes on."""
    if agents or place.resume or place.out is None:
        raise AgentError("a study names its partners and needs --out DIR; a second start goes on")
    study, serve = Study.read(file), _server().serve_study
    note("the study is open until Ctrl-C; the same command goes on with it, with new links")
    people = request.participants
    serve(study, place.out, people, _tell, port=request.port, pace=request.pace)
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
