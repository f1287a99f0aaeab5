"""`hanabi view`: games on a page, served on this machine or written as one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.agents.user_files import files_in, require_allowed_code
from hanabilab.cli.game_files import load_log
from hanabilab.cli.options import CODE, OUTPUT, named_file, note, progress_bars
from hanabilab.cli.untold import require_whole_deck
from hanabilab.errors import AgentError, NotationError, OutputError
from hanabilab.messages import how_to_install
from hanabilab.notation import Record, load_record
from hanabilab.notation.game_files import Kind, kind_of
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import parse_link
from hanabilab.runs.files import write_file

#: Games of a run that are worth a look, in the order in which they are shown.
_TYPICAL = ("best", "median", "worst")
#: Widths of the beams that decide when a perfect score was lost; quick ones.
_WIDTHS = (30, 500)
_MOST_GAMES = 50


@dataclass(frozen=True)
class _Shown:
    """A game to show: what it is called, and who played."""

    label: str
    record: Record
    names: tuple[str, ...] = ()
    notes: tuple[tuple[str, ...], ...] = ()


def command(
    games: Annotated[
        list[str],
        typer.Argument(
            help="Games: .hanabi, .json, .game or .link files, a link of the public site, or a "
            "folder with results, of which the best, median and worst game are shown."
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
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> int:
    """Look at games in the browser: replay, what each seat knows, analysis, variations."""
    if html is not None and agent:
        raise AgentError("--agent is for a page that is served; leave out --html or --agent")
    shown = [each for name in games for each in _games_of(name)]
    if len(shown) > _MOST_GAMES:
        raise NotationError(f"{len(shown)} games; a page shows {_MOST_GAMES} at most")
    title = shown[0].label if len(shown) == 1 else "Hanabi games"
    if html is None:
        serve, offered = _server().serve_view, _offered(agent or (), shown)
        told = _documents(shown, ())
        return int(serve(told, title=title, port=port, browser=browser, agents=offered))
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
    from hanabilab.web.document import document

    found = []
    with progress_bars() as bars:
        for each in bars.track(shown, description="reviewing"):
            told = document(
                each.record, names=each.names, title=each.label, widths=widths, notes=each.notes
            )
            found.append({"label": each.label, **told})
    return found


def _games_of(name: str) -> Iterator[_Shown]:
    """The games that a file, a folder or a link holds.

    Raises:
        HanabiError: it cannot be read or played; says where.
    """
    if name.startswith(("https://", "http://")):
        yield _shown_log("a shared replay", parse_link(name))
    elif Path(name).is_dir():
        for path in _typical_games(Path(name)):
            yield _Shown(str(path.relative_to(name).with_suffix("")), load_record(path))
    elif name != "-" and not Path(name).exists():
        raise NotationError(f"cannot read {name}: no such file")
    elif kind_of(name) is Kind.RECORD:
        yield _Shown(Path(name).stem, load_record(Path(name)))
    else:
        yield _shown_log(Path(name).stem, load_log(name))


def _typical_games(folder: Path) -> list[Path]:
    """The best, median and worst games of the runs in a folder; all its records if it has none."""
    records = sorted(folder.rglob("*.hanabi"))
    if not records:
        raise NotationError(f"{folder} holds no game, that is, no .hanabi file")
    typical = [each for each in records if each.stem in _TYPICAL]
    return sorted(typical, key=lambda each: (each.parent, _TYPICAL.index(each.stem))) or records


def _shown_log(label: str, log: GameLog) -> _Shown:
    """A log, as far as it is legal."""
    require_whole_deck(log)
    replayed = replay_log(log)
    if problem := replayed.problem:
        note(f"{label}: action {problem.action + 1} is left out, and all after: {problem.message}")
    game = replayed.game
    record = Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))
    return _Shown(label, record, log.players, log.notes)
