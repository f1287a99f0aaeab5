"""Games of people for commands: read, with a note for each that cannot be, and converted."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from hanabilab.cli.notes import note
from hanabilab.cli.settings import require_used
from hanabilab.errors import NotationError
from hanabilab.notation import format_record
from hanabilab.notation.game_kinds import Kind
from hanabilab.people import PeoplesGame, ReadGames, read_people
from hanabilab.people.writing import format_line
from hanabilab.runs.files import write_file

_ENDINGS = (".safetensors", ".jsonl", ".jsonl.gz", ".log", ".txt")
_LINES = (".jsonl", "-")
_MOST_NOTES = 20
_ODD = re.compile(r"[^\w-]")


def is_of_people(name: str) -> bool:
    """Whether a name is that of a file of people's games."""
    return name.endswith(_ENDINGS)


def load_people(names: Sequence[str]) -> list[PeoplesGame]:
    """The games of people in files and folders; a note tells each that cannot be read.

    Raises:
        NotationError: a file cannot be read, or holds no game that can.
    """
    games: list[PeoplesGame] = []
    for name in names:
        found = read_people(name)
        games.extend(found.games)
        note_faults(name, found)
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
    source_kind: Kind | None,
    target_kind: Kind | None,
    keep_names: bool,
    partial: bool,
) -> int:
    """Write the games of a file as JSON lines, or as records in a folder.

    Raises:
        NotationError: a file cannot be read, or OUT is neither lines nor a folder.
    """
    require_used(
        "games of people",
        {
            "from": source_kind,
            "to": target_kind,
            "keep-names": keep_names or None,
            "partial": partial or None,
        },
    )
    if not target.endswith(_LINES) and Path(target).suffix:
        raise NotationError(f"games of people become a .jsonl file or a folder, not {target}")
    games = load_people([str(source)])
    if target.endswith(_LINES):
        text = "".join(f"{format_line(game)}\n" for game in games)
        if target == "-":
            sys.stdout.write(text)
        else:
            write_file(Path(target), lambda file: file.write(text.encode()))
        return 0
    _write_records(games, Path(target))
    return 0


def _write_records(games: list[PeoplesGame], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(games, start=1):
        text = format_record(game.record)
        file = folder / f"{number:05}-{_ODD.sub('_', game.name)[:40]}.hanabi"
        write_file(file, lambda file, text=text: file.write(text.encode()))  # type: ignore[misc]
