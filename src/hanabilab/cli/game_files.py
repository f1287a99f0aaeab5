"""Games as every command names them: files of any kind, folders of them, links, "-" for a pipe.

One rule holds for a game that is cut short or not legal: the command ends with 1, and `--partial`
takes what comes before. What cannot be read at all ends with 2.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.notes import note
from hanabilab.errors import NotationError, PartialGameError
from hanabilab.game.games import Game
from hanabilab.notation.game_files import CheckedGame, check_game
from hanabilab.notation.game_kinds import Kind, is_export, kind_of, kind_of_text, without_mark
from hanabilab.notation.site.link import is_link

#: What stands for standard input.
PIPE = "-"
_MAX_BYTES = 1 << 20
_MOST_NAMED = 3

#: How the help of commands calls what they take.
ONE_GAME = "A game: a .hanabi, .json, .game or .link file, a link, a folder that holds one, or -."
GAMES = "Games: .hanabi, .json, .game or .link files, links, folders of these, or -."

PartialOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--partial", help="Take a game that is cut short or not legal up to there, and say so."
    ),
]
TurnOption: TypeAlias = Annotated[
    int | None,
    typer.Option(help="Turn N is the Nth action, and the position after it; 0 is the deal."),
]


def load_game(name: str, *, partial: bool = False, part_told: bool = False) -> LoadedGame:
    """The one game that a file, a link, a folder or a pipe holds, played.

    Args:
        partial: take what comes before an action that is missing or not legal; a note says so.
        part_told: take a game whose file tells a part of its deck alone; a note says up to where.

    Raises:
        PartialGameError: there is such an action, and `partial` is not asked for; says where.
        NotationError: it cannot be read or played, or its deck is not told; says where.
    """
    file = the_one_of(name)
    checked = load_checked(file)
    if checked.replay is None:
        raise _refusal(file, checked)
    loaded = LoadedGame(file, checked)
    if not part_told:
        loaded.require_whole_deck()
    require_whole(file, checked, partial=partial or checked.ends_untold)
    note_quirks(file, checked)
    return loaded


def note_quirks(name: str, checked: CheckedGame) -> None:
    """Tell what of a game was ignored, or read as something else."""
    for quirk in checked.quirks:
        note(f"{name}: {quirk}")


def require_whole(name: str, checked: CheckedGame, *, partial: bool) -> None:
    """Do nothing if a game is whole and legal; with `partial`, tell what is left out.

    Raises:
        PartialGameError: it is not, and `partial` is not asked for; says where.
    """
    if not checked.findings:
        return
    told = str(_refusal(name, checked))
    if not partial:
        raise PartialGameError(f"{told}; --partial takes the game up to there")
    note(f"{told}; the game is taken up to there")


def load_checked(name: str, kind: Kind | None = None) -> CheckedGame:
    """The game of a name, with what is wrong with it; its kind is told by the name or by its text.

    Raises:
        NotationError: it cannot be read; says where.
    """
    checked = check_game(*read_game_source(name, kind))
    if checked.log is None and checked.record is None:
        raise _refusal(name, checked)
    return checked


def _refusal(name: str, checked: CheckedGame) -> NotationError:
    finding = checked.findings[0]
    return NotationError(f"{name}:{finding.line}:{finding.column}: {finding.message}")


# --- Names ----------------------------------------------------------------------------------------


def names_of_games(names: Iterable[str]) -> list[str]:
    """The names, with the games that are in folders in place of the folders.

    Raises:
        NotationError: a folder holds no game.
    """
    return [each for name in names for each in (games_in(name) if is_folder(name) else [name])]


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder; "-" is the pipe, and ./- a folder that is called so."""
    try:
        return name != PIPE and Path(name).is_dir()
    except (OSError, ValueError):  # no name of a file at all, such as a long link
        return False


def games_in(folder: str) -> list[str]:
    """The games in a folder and below it, by name. JSON that holds something else is none.

    Raises:
        NotationError: there are none.
    """
    found = [str(file) for file in sorted(Path(folder).rglob("*")) if _is_game(file)]
    if not found:
        kinds = ", ".join(f".{kind}" for kind in Kind)
        raise NotationError(f"{folder} holds no game, that is, no {kinds} file with one")
    return found


def _is_game(file: Path) -> bool:
    """Whether a file is named as a game, and is one if it is JSON. What cannot be read is told."""
    ending = file.suffix.lower().removeprefix(".")
    if ending not in list(Kind) or not file.is_file():
        return False
    if ending != Kind.EXPORT:
        return True
    if file.stat().st_size > _MAX_BYTES:
        return False
    try:
        return is_export(read_source(str(file)))
    except NotationError:
        return True


def the_one_of(name: str) -> str:
    """The name of the one game that is meant.

    Raises:
        NotationError: a folder holds another number of them.
    """
    if not is_folder(name):
        return name
    games = games_in(name)
    if len(games) > 1:
        more = ", ..." if len(games) > _MOST_NAMED else ""
        named = ", ".join(games[:_MOST_NAMED])
        raise NotationError(f"{name} holds {len(games)} games; name one: {named}{more}")
    return games[0]


# --- Bytes ----------------------------------------------------------------------------------------


def read_game_source(name: str, kind: Kind | None = None) -> tuple[bytes, Kind]:
    """The bytes that a name stands for, and the kind of game that they are.

    Args:
        kind: where it is given.

    Raises:
        NotationError: it cannot be read, or its kind cannot be told.
    """
    if name == PIPE:
        data = read_source(name)
        return data, kind or kind_of_text(data)
    require_there([name])
    if not _is_there(name):
        return name.encode(), kind or Kind.LINK
    kind = kind or kind_of(name)
    return read_source(name), kind


def require_there(names: Iterable[str]) -> None:
    """Do nothing if each name is that of a file or a folder, a link, or "-".

    Raises:
        NotationError: one is not; says which.
    """
    for name in names:
        if name != PIPE and not _is_there(name) and not is_link(name):
            raise NotationError(f"cannot read {name}: No such file or directory")


def _is_there(name: str) -> bool:
    """Whether a name is that of a file, whatever text it is."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def read_source(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-".

    Raises:
        NotationError: it cannot be read, or is larger than a game can be.
    """
    try:
        if name == PIPE:
            data = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"cannot read {name}: {reason}") from None
    if len(data) > _MAX_BYTES:
        raise NotationError(f"{name} is larger than a game can be; at most {_MAX_BYTES:,} bytes")
    return without_mark(data)


# --- Turns ----------------------------------------------------------------------------------------


def require_turn(turn: int, turns: range, file: str) -> None:
    """Do nothing if a game has this turn.

    Raises:
        NotationError: it has not; says which it has.
    """
    if not turns:
        raise NotationError(f"turn is {turn}; {file} has no action yet")
    if turn not in turns:
        raise NotationError(f"turn is {turn}; {file} has turns {turns[0]} to {turns[-1]}")


def position_to_act(loaded: LoadedGame, turn: int | None) -> Game:
    """The game after a turn, at which somebody is to act; None for the last of one unfinished.

    Raises:
        NotationError: there is no such turn, or nobody is to act any more.
    """
    finished, last = loaded.game.is_over, len(loaded.record.actions)
    if finished and turn in (None, last):
        raise NotationError(
            f"the game in {loaded.file} is over at turn {last}; name an earlier one with --turn"
        )
    turn = last if turn is None else turn
    require_turn(turn, range(last + (not finished)), loaded.file)
    return loaded.record.replayed(turn)
