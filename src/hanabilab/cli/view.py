"""`hanabi view`: games on a page, served on this machine or written as one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents import make_agent
from hanabilab.agents.user_files import files_in, require_allowed_code
from hanabilab.cli.agent_code import CODE
from hanabilab.cli.game_files import GAMES, PartialOption, games_in, is_folder, require_there
from hanabilab.cli.library import label_of, library_of, shown_game
from hanabilab.cli.options import OUTPUT, named_file, progress_bars
from hanabilab.cli.settings import require_used
from hanabilab.errors import AgentError, NotationError, OutputError
from hanabilab.messages import how_to_install, printable
from hanabilab.runs.files import write_file
from hanabilab.web.listed_games import Shown

#: Games of a run that are worth a look, in the order in which they are shown.
_TYPICAL = ("best", "median", "worst")
#: Widths of the beams that decide when a perfect score was lost; quick ones.
_WIDTHS = (30, 500)
_MOST_GAMES = 2000


def command(
    games: Annotated[
        list[str],
        typer.Argument(
            help=f"{GAMES} Several are listed; of a run, all its games. --html takes the best, "
            "median and worst game of a run."
        ),
    ],
    html: Annotated[
        Path | None,
        typer.Option(
            parser=named_file,
            metavar="FILE.html",
            help="Write the page to one file, which works from disk, and serve nothing.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="An agent in a Python file or a folder that the page may ask, too, such as "
            "mine.py:bot; can be given again. Those that come with hanabilab need not be named.",
            rich_help_panel=CODE,
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, show_default="0", help="Port; 0 for any.")
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser", show_default="browser", help="Open the page in the browser."
        ),
    ] = None,
    partial: PartialOption = False,
) -> int:
    """Look at games in the browser: replay, analysis, variations."""
    if html is not None:
        serving = {"agent": agent, "port": port, "browser": browser}
        require_used("a page that --html writes into a file", serving)
    for name in agent or ():
        make_agent(name)  # before games are read: one that is not there is refused at once
    require_there(games)
    if html is None:
        how = {"port": port or 0, "browser": browser is not False}
        return _serve(games, agent or (), how, partial=partial)
    shown = _told_apart(games, partial=partial)
    if len(shown) > _MOST_GAMES:
        raise NotationError(f"{len(shown)} games; a page shows {_MOST_GAMES} at most")
    title = shown[0].label if len(shown) == 1 else "Hanabi games"
    from hanabilab.web.page import self_contained

    page = self_contained(_documents(shown, _WIDTHS), title=title)
    write_file(html, lambda file: file.write(page.encode()))
    print(f"{html}: {len(shown)} game{'s' * (len(shown) > 1)}, {len(page.encode()):,} bytes")  # noqa: T201
    return 0


def _serve(games: list[str], agents: Sequence[str], how: dict[str, Any], *, partial: bool) -> int:
    """Serve one game, or a list of several.

    Args:
        agents: that pages may ask, too.
        how: the port, and whether a browser is opened.
    """
    server = _server()
    server.require_free(how["port"])  # before games are read, which may take long
    if library := library_of(games, partial=partial):
        return int(server.serve_library(library, agents=_offered(agents, library.agents), **how))
    (shown,) = _told_apart(games, partial=partial)
    offered = _offered(agents, shown.record.agents)
    return int(server.serve_view([shown.document()], title=shown.label, agents=offered, **how))


def _server() -> Any:
    """The package that serves pages.

    Raises:
        OutputError: what it needs is not installed.
    """
    try:
        return import_module("hanabilab.web.server")
    except ImportError as error:
        raise OutputError(
            f"serving a page needs {error.name}: {how_to_install('web')}; --html FILE.html writes "
            "the page without it"
        ) from None


def _offered(names: Sequence[str], played: Iterable[str]) -> list[str]:
    """Agents in files that the page may ask: those named, and those that played if they may run."""
    for each in sorted(filter(files_in, played)):
        with suppress(AgentError):  # not allowed to run: the page cannot ask it
            require_allowed_code(each)
            names = [*names, each]
    return [*dict.fromkeys(names)]


def _documents(shown: list[Shown], widths: tuple[int, ...]) -> list[dict[str, Any]]:
    """What the page is told of each game."""
    with progress_bars() as bars:
        return [each.document(widths) for each in bars.track(shown, description="reviewing")]


def _told_apart(games: Sequence[str], *, partial: bool) -> list[Shown]:
    """The games of all names. If two are called alike, each is called by its folder, too."""
    found = [(name, each) for name in games for each in _games_of(name, partial=partial)]
    labels = Counter(each.label for _, each in found)
    return [
        each if labels[each.label] == 1 else replace(each, label=f"{printable(name)}: {each.label}")
        for name, each in found
    ]


def _games_of(name: str, *, partial: bool) -> Iterator[Shown]:
    """The games that a file, a folder, a link or a pipe holds.

    Raises:
        HanabiError: one cannot be read or played; says where.
    """
    if is_folder(name):
        for file in _typical_games(games_in(name)):
            label = str(Path(file).relative_to(name).with_suffix(""))
            yield shown_game(label, file, partial=partial)
    else:
        yield shown_game(label_of(name), name, partial=partial)


def _typical_games(games: list[str]) -> list[str]:
    """The best, median and worst games of runs; all games if none are called so."""
    typical = [each for each in games if Path(each).stem in _TYPICAL]
    order = sorted(typical, key=lambda each: (Path(each).parent, _TYPICAL.index(Path(each).stem)))
    return order or games
