"""`hanabi puzzles`: positions with one clearly best action, on a page that works from disk."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from hanabilab.cli.game_files import PartialOption
from hanabilab.cli.options import OUTPUT, RUN, JsonOption, Place
from hanabilab.cli.settings import Given, OptionsOf, require_used
from hanabilab.cli.source_games import RUN_OR_GAMES
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.valued_games import AgentOption, MostOption, Request, worked_through
from hanabilab.errors import OutputError
from hanabilab.puzzles.choosing import GRADES, select
from hanabilab.puzzles.forms import Puzzle
from hanabilab.puzzles.keeping import KeptPuzzles, PuzzleSettings, PuzzlesPlan
from hanabilab.puzzles.mining import puzzles_of
from hanabilab.puzzles.shipped import shipped_puzzles
from hanabilab.runs.files import write_file
from hanabilab.web.puzzles import puzzle_page

#: The page, and the file of what is on it.
_PAGE, _DATA = "puzzles.html", "puzzles.json"
#: Of the page of the package: it tells that page from all others.
_TITLE = "A hundred Hanabi puzzles"
#: Bytes of a page that hold its title.
_HEAD = 200


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN|GAMES]...",
            help=f"{RUN_OR_GAMES} Without any, the hundred puzzles that come with hanabilab.",
        ),
    ] = None,
    *,
    agent: AgentOption = None,
    most: MostOption = None,
    given: Annotated[Given, OptionsOf(PuzzleSettings, {"seed": RUN})],
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            show_default="browser, for those that come with hanabilab",
            help="Open the page in the browser.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    partial: PartialOption = False,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Solve puzzles: find the best action; or make some of games.

    Without games, writes the page of the hundred puzzles that come with hanabilab, and opens it.
    """
    if not games and place.resume is None:
        told = {"agent": agent, "games": most, "partial": partial or None}
        require_used("the puzzles that come with hanabilab", told, given)
        page, puzzles = _shipped(place.out), shipped_puzzles()
        browser = not as_json if browser is None else browser
    else:
        if place == Place():
            raise OutputError("missing --out DIR, a new folder for the page and its data")
        request = Request(tuple(games or ()), most, agent, partial, PuzzlesPlan, given)
        page, puzzles = _mined(request, place)
    if browser:
        webbrowser.open(page.absolute().as_uri())
    told = msgspec.to_builtins(puzzles)
    return report(told, lambda _: _show(page, puzzles), as_json=as_json)


def _shipped(out: Path | None) -> Path:
    """Write the page of the puzzles of the package.

    Raises:
        OutputError: another file is in its place.
    """
    page = (out or Path()) / _PAGE
    html = puzzle_page(shipped_puzzles(), title=_TITLE).encode()
    if page.exists() and not page.read_bytes().startswith(html[:_HEAD]):
        raise OutputError(f"{page} is another file; name a folder for the page with --out DIR")
    write_file(page, lambda file: file.write(html))
    return page


def _mined(request: Request, place: Place) -> tuple[Path, list[Puzzle]]:
    """Make puzzles of games, and write their page and their data."""
    with worked_through(KeptPuzzles, request, place, "looking", puzzles_of) as job:
        found = [job.found[game] for game in range(job.plan.games)]
        puzzles = select(found, job.plan.settings.count)
        html = puzzle_page(puzzles)
        job.folder.write_json(_DATA, msgspec.to_builtins(puzzles))
        job.folder.write_text(_PAGE, html)
        job.finish()
    return job.folder.path / _PAGE, puzzles


def _show(page: Path, puzzles: list[Puzzle]) -> None:
    counts = [f"{sum(each.grade == grade for each in puzzles)} {grade}" for grade in GRADES]
    Console().print(f"{page}: {len(puzzles)} puzzles, {', '.join(counts)}", soft_wrap=True)
