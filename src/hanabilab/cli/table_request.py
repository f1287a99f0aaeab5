"""What `hanabi play` is told of a table at which people sit, or watch; `cli.tables` opens it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents.registry import HUMAN
from hanabilab.cli.options import Place
from hanabilab.web.setting import MAX_PACE

_PEOPLE = "With people at the table (human)"
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
            rich_help_panel=_PEOPLE,
        ),
    ] = False
    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal", help="Play in the terminal, not in the browser.", rich_help_panel=_PEOPLE
        ),
    ] = False
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            show_default="browser",
            help="Open the browser; the address is printed anyway.",
            rich_help_panel=_PEOPLE,
        ),
    ] = None
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            show_default="0",
            help="Port on this machine; 0 for any.",
            rich_help_panel=_PEOPLE,
        ),
    ] = None
    pace: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=MAX_PACE,
            show_default=str(_PACE),
            help="Seconds an agent waits before it acts.",
            rich_help_panel=_PEOPLE,
        ),
    ] = None
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml",
            help="A study: consent, decks, blind partners, questions; results in --out.",
            rich_help_panel=_PEOPLE,
        ),
    ] = None
    participants: Annotated[
        int | None,
        typer.Option(
            min=1, max=999, show_default="1", help="People in the study.", rich_help_panel=_PEOPLE
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
