"""`hanabi view`: games on a page, served on this machine or written as one file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents import make_agent
from hanabilab.agents.user_files import files_in, require_allowed_code
from hanabilab.cli.agent_code import CODE
from hanabilab.cli.game_files import (
    GAMES,
    PartialOption,
    games_in,
    is_folder,
    load_game,
    require_there,
)
from hanabilab.cli.options import OUTPUT, named_file, progress_bars
from hanabilab.cli.settings import require_used
from hanabilab.errors import AgentError, NotationError, OutputError
from hanabilab.messages import how_to_install
from hanabilab.notation import Record
from hanabilab.notation.game_log import ENDS
from hanabilab.notation.site.link import is_link
from hanabilab.notation.variants import Variant
from hanabilab.runs.files import write_file

#: Games of a run that are worth a look, in the order in which they are shown.
_TYPICAL = ("best", "median", "worst")
#: Widths of the beams that decide when a perfect score was lost; quick ones.
_WIDTHS = (30, 500)
_MOST_GAMES = 2000


@dataclass(frozen=True)
class _Shown:
    """A game to show: what it is called, and who played."""

    label: str
    record: Record
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()
    variant: Variant | None = None
    ended: tuple[str, int] | None = None


def command(
    games: Annotated[
        list[str],
        typer.Argument(
            help=f"{GAMES} Of a folder with results, the best, median and worst game are shown."
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
    if html is None:  # before games are read, which may take long
        _server().require_free(port or 0)
    shown = _told_apart(games, partial=partial)
    if len(shown) > _MOST_GAMES:
        raise NotationError(f"{len(shown)} games; a page shows {_MOST_GAMES} at most")
    title = shown[0].label if len(shown) == 1 else "Hanabi games"
    if html is None:
        serve, offered = _server().serve_view, _offered(agent or (), shown)
        told = _documents(shown, ())
        how = {"port": port or 0, "browser": browser is not False, "agents": offered}
        return int(serve(told, title=title, **how))
    from hanabilab.web.page import self_contained

    page = self_contained(_documents(shown, _WIDTHS), title=title)
    write_file(html, lambda file: file.write(page.encode()))
    print(f"{html}: {len(shown)} game{'s' * (len(shown) > 1)}, {len(page.encode()):,} bytes")  # noqa: T201
    return 0


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


def _offered(names: Sequence[str], shown: list[_Shown]) -> list[str]:
    """Agents in files that the page may ask: those named, and those of records if they may run."""
    for each in (each for game in shown for each in game.record.agents if files_in(each)):
        with suppress(AgentError):  # not allowed to run: the page cannot ask it
            require_allowed_code(each)
            names = [*names, each]
    return [*dict.fromkeys(names)]


def _documents(shown: list[_Shown], widths: tuple[int, ...]) -> list[dict[str, Any]]:
    """What the page is told of each game."""
    from hanabilab.web.document import Ended, document

    found = []
    with progress_bars() as bars:
        for each in bars.track(shown, description="reviewing"):
            told = document(
                each.record,
                names=each.names,
                title=each.label,
                widths=widths,
                notes=each.notes,
                variant=each.variant,
                ended=each.ended and Ended(*each.ended),
            )
            found.append({"label": each.label, **told})
    return found


def _told_apart(games: Sequence[str], *, partial: bool) -> list[_Shown]:
    """The games of all names. If two are called alike, each is called by its folder, too."""
    found = [(name, each) for name in games for each in _games_of(name, partial=partial)]
    labels = Counter(each.label for _, each in found)
    return [
        each if labels[each.label] == 1 else replace(each, label=f"{name}: {each.label}")
        for name, each in found
    ]


def _games_of(name: str, *, partial: bool) -> Iterator[_Shown]:
    """The games that a file, a folder, a link or a pipe holds.

    Raises:
        HanabiError: one cannot be read or played; says where.
    """
    if is_folder(name):
        for file in _typical_games(games_in(name)):
            label = str(Path(file).relative_to(name).with_suffix(""))
            yield _shown(label, file, partial=partial)
    else:
        yield _shown("a shared replay" if is_link(name) else Path(name).stem, name, partial=partial)


def _typical_games(games: list[str]) -> list[str]:
    """The best, median and worst games of runs; all games if none are called so."""
    typical = [each for each in games if Path(each).stem in _TYPICAL]
    order = sorted(typical, key=lambda each: (Path(each).parent, _TYPICAL.index(Path(each).stem)))
    return order or games


def _shown(label: str, name: str, *, partial: bool) -> _Shown:
    """A game to show, with the names and notes that its log has."""
    loaded = load_game(name, partial=partial)
    if loaded.log is None:
        return _Shown(label, loaded.record)
    record = replace(loaded.record, agents=(), source="")
    ended = (ENDS[loaded.replay.end], loaded.replay.recorded_score)
    return _Shown(label, record, loaded.log.players, loaded.log.notes, loaded.log.variant, ended)
