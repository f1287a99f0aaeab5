"""The games that `hanabi view` lists: all of runs, of folders and of files, each read once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hanabilab.arena import Checkpoint
from hanabilab.cli.game_files import games_in, is_folder, load_game
from hanabilab.cli.notes import note
from hanabilab.cli.options import progress_bars
from hanabilab.cli.source_games import is_run
from hanabilab.errors import HanabiError, NotationError
from hanabilab.messages import printable
from hanabilab.notation.game_log import ENDS
from hanabilab.notation.site.link import is_link
from hanabilab.runs.manifest import MANIFEST
from hanabilab.web.library import Library, Unread
from hanabilab.web.listed_games import Part, Shown, part_of_games, part_of_run

#: Files and runs that cannot be read that are told in the terminal; the list names more.
_MOST_TOLD = 3


def shown_game(label: str, name: str, *, partial: bool) -> Shown:
    """A game to show, with the names and notes that its log has.

    What no page can hold of a label is written out: a file's name may be no text.

    Raises:
        HanabiError: it cannot be read or played; says where.
    """
    loaded, label = load_game(name, partial=partial), printable(label)
    if loaded.log is None:
        game = loaded.replay.game
        return Shown(label, loaded.record, final=(int(game.state.status), game.score))
    record = replace(loaded.record, agents=(), source="")
    ended = (ENDS[loaded.replay.end], loaded.replay.recorded_score)
    return Shown(label, record, loaded.log.players, loaded.log.notes, loaded.log.variant, ended)


def label_of(name: str) -> str:
    """What a game that is named by itself is called."""
    return "a shared replay" if is_link(name) else Path(name).stem


def library_of(names: Sequence[str], *, partial: bool) -> Library | None:
    """All games of these names; None if there is one file alone, which needs no list.

    Raises:
        HanabiError: nothing can be read; says why the first cannot.
    """
    runs = [each for name in names for each in _runs_in(name)]
    files = [(name, each) for name in names for each in _files_of(name, runs)]
    if not runs and len(files) == 1:
        return None
    unread: list[Unread] = []
    parts = [part for run in runs for part in _parts_of(run, runs, unread)]
    if games := _read(files, unread, partial=partial, several=len(names) > 1):
        parts.append(part_of_games(games))
    if not parts:
        raise NotationError(unread[0].reason if unread else f"{names[0]} has no games yet")
    for each in unread[:_MOST_TOLD]:
        note(f"left out: {each.reason}")
    if (more := len(unread) - _MOST_TOLD) > 0:
        note(f"left out: {more:,} more, which the page names")
    return Library(parts, unread)


def _runs_in(name: str) -> list[Path]:
    """The runs with tables of games in a folder, which may be one itself."""
    if not is_folder(name):
        return []
    folders = sorted(each.parent for each in Path(name).rglob(MANIFEST))
    return [each for each in folders if _may_be_run(each)]


def _may_be_run(folder: Path) -> bool:
    """Whether a folder has a run with a table of games, or one of which nothing can be told."""
    try:
        return is_run(folder)
    except HanabiError:  # who reads it is told why
        return True


def _files_of(name: str, runs: Sequence[Path]) -> list[str]:
    """The files of games of a name, but for those that runs have written beside their tables.

    Raises:
        NotationError: a folder without runs holds no game.
    """
    if not is_folder(name):
        return [name]
    own = [each for each in runs if each.is_relative_to(name)]
    if not own:
        return games_in(name)
    with suppress(NotationError):
        return [
            file
            for file in games_in(name)
            if not any(Path(file).is_relative_to(run) for run in own)
        ]
    return []


def _parts_of(run: Path, runs: Sequence[Path], unread: list[Unread]) -> Iterator[Part]:
    """The games of each line-up of a run."""
    prefix = f"{printable(str(run))}: " if len(runs) > 1 else ""
    try:
        found = Checkpoint.find(run)
        for number in range(len(found.plan.lineups)):
            table = found.games(number)
            if table is not None:
                yield part_of_run(found.plan.rules, table, prefix)
    except HanabiError as error:
        unread.append(_unread(run, str(error)))
        return
    unread += [_unread(each, f"{each} is damaged") for each in found.folder.damaged]


def _unread(name: Path | str, reason: str) -> Unread:
    return Unread(printable(str(name)), printable(reason))


def _read(
    files: Sequence[tuple[str, str]], unread: list[Unread], *, partial: bool, several: bool
) -> list[Shown]:
    """The games of files, with the names that they were found by; faults go to `unread`."""
    games = []
    with progress_bars() as bars:
        for name, file in bars.track(files, description="reading"):
            try:
                games.append(shown_game(_listed_name(name, file, several), file, partial=partial))
            except HanabiError as error:
                unread.append(_unread(file, str(error)))
    return games


def _listed_name(name: str, file: str, several: bool) -> str:
    """What a file is called in the list: its path in the folder, behind the folder's if several."""
    if file == name:
        return label_of(file)
    inside = str(Path(file).relative_to(name).with_suffix(""))
    return f"{name}: {inside}" if several else inside
