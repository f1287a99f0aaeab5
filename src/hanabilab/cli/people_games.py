"""Games of people for commands: read, with a note for each that cannot be, and converted."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hanabilab.cli.game_files import PIPE, is_folder
from hanabilab.cli.notes import note
from hanabilab.cli.settings import require_used
from hanabilab.errors import HanabiError, NotationError
from hanabilab.notation import format_record
from hanabilab.notation.game_kinds import Kind
from hanabilab.people import PeoplesGame, ReadGames, read_people
from hanabilab.people.reading import starts_as_log
from hanabilab.people.writing import format_line
from hanabilab.runs.files import write_file

_ENDINGS = (".safetensors", ".jsonl", ".jsonl.gz")
_LOGS = (".log", ".txt")
_LINES = ".jsonl"
_MOST_NOTES = 20
_ODD = re.compile(r"[^\w-]")


def is_of_people(name: str) -> bool:
    """Whether a name is that of a file of people's games; text is one if it starts as a log.

    Raises:
        NotationError: a file of text cannot be read.
    """
    if name.endswith(_LOGS):
        return is_folder(name) or starts_as_log(Path(name))
    return name.endswith(_ENDINGS)


def load_people(names: Sequence[str]) -> list[PeoplesGame]:
    """The games of people in files and folders; a note tells each that cannot be read.

    A game that several of them hold counts once: counted twice, it would make errors too small, and
    a model be held against games that it has learned from.

    Raises:
        NotationError: a file cannot be read, or holds no game that can.
    """
    games: list[PeoplesGame] = []
    for name in names:
        found, before = read_people(name), set(games)
        new = [game for game in found.games if game not in before]
        games.extend(new)
        note_faults(name, found)
        if again := len(found.games) - len(new):
            note(f"{name}: games that were named before, and count once: {again:,}")
    return games


def note_faults(name: str, found: ReadGames) -> None:
    """Tell which games of a file or folder cannot be read, and what is odd about others."""
    for fault in found.faults[:_MOST_NOTES]:
        note(f"left out: {fault}")
    if more := len(found.faults[_MOST_NOTES:]):
        note(f"{name}: {more:,} more games are left out")
    for quirk in found.quirks[:_MOST_NOTES]:
        note(quirk)
    if more := len(found.quirks[_MOST_NOTES:]):
        note(f"{name}: {more:,} more notes of that kind")


def convert_people(
    source: Path,
    target: str,
    target_kind: Kind | None,
    keep_names: bool,
    partial: bool,
) -> int:
    """Write the games of a file as JSON lines, or as records in a folder.

    Raises:
        NotationError: a file cannot be read, OUT is neither lines nor a folder, or a game cannot be
            written; says which.
    """
    require_used(
        "games of people",
        {"to": target_kind, "keep-names": keep_names or None, "partial": partial or None},
    )
    is_lines = target == PIPE or target.endswith(_LINES)
    if not is_lines and Path(target).suffix:
        raise NotationError(f"games of people become a .jsonl file or a folder, not {target}")
    games = load_people([str(source)])
    if is_lines:
        text = "".join(f"{line}\n" for line in _formatted(source, games, format_line))
        if target == PIPE:
            sys.stdout.write(text)
        else:
            write_file(Path(target), lambda file: file.write(text.encode()))
        return 0
    texts = _formatted(source, games, lambda game: format_record(game.record))
    _write_records(games, texts, Path(target))
    return 0


def _formatted(
    source: Path, games: list[PeoplesGame], format_game: Callable[[PeoplesGame], str]
) -> list[str]:
    """The text of every game, before any of them is written.

    Raises:
        HanabiError: one cannot be written; says which.
    """
    texts = []
    for game in games:
        try:
            texts.append(format_game(game))
        except HanabiError as error:
            raise type(error)(f"{source}: game {game.name}: {error}") from None
    return texts


def _write_records(games: list[PeoplesGame], texts: list[str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (game, text) in enumerate(zip(games, texts, strict=True), start=1):
        file = folder / f"{number:05}-{_ODD.sub('_', game.name)[:40]}.hanabi"
        write_file(file, lambda file, text=text: file.write(text.encode()))  # type: ignore[misc]
