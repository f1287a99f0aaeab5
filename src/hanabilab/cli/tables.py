"""Tables with people at them, as `hanabi play human smart` opens them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.agents.registry import HUMAN
from hanabilab.cli.options import Place, RulesRequest, note
from hanabilab.cli.settings import Given
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, HanabiError
from hanabilab.messages import how_to_install
from hanabilab.web.live import LiveTable, Setting, fresh_seed, new_file
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


def is_for_people(agents: Sequence[str] | None, place: Place) -> bool:
    """Whether a command line is about a table with a person at it."""
    return HUMAN in (agents or ()) or bool(place.resume and place.resume.is_file())


def play_with_people(
    agents: Sequence[str] | None,
    given: Given,
    rules: RulesRequest,
    place: Place,
    request: TableRequest,
) -> int:
    """Open the table, or the one whose record is given with --resume, until the game is over."""
    table = _resumed(agents, place.resume) if place.resume else _new(agents, given, rules, place)
    if others := sorted(set(given) - {"seed"}):
        raise AgentError(f"--{others[0]} is for games without people; a table has one game")
    table.keep()
    if request.terminal:
        _in_terminal(table)
    else:
        _in_browser(table, request)
    if not table.game.is_over:
        note(f"the game is kept; go on with: hanabi play --resume {table.setting.file}")
    return 0


def _new(
    agents: Sequence[str] | None, given: Given, rules: RulesRequest, place: Place
) -> LiveTable:
    names = tuple(agents or ())
    return LiveTable(
        Setting(
            rules.make("full", len(names)),
            names,
            given.get("seed", fresh_seed()),
            file=new_file(place.out or _FOLDER),
        )
    )


def _resumed(agents: Sequence[str] | None, file: Path) -> LiveTable:
    if agents:
        raise AgentError("--resume FILE says who plays; leave the agents out")
    return LiveTable.open(file)


def _in_terminal(table: LiveTable) -> None:
    console = Console()
    play_in_terminal(table, Screen(input, console.print))


def _in_browser(table: LiveTable, request: TableRequest) -> None:
    try:
        from hanabilab.web.server.hosting import serve_table
    except ImportError:
        raise HanabiError(
            f"a table in the browser needs the extra web: {how_to_install('web')}; --terminal "
            "needs nothing"
        ) from None
    note("the table is open until Ctrl-C; a link works once, in the browser that opens it")
    serve_table(table, print, port=request.port, pace=request.pace, browser=request.browser)
