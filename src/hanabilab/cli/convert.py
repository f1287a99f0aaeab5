"""`hanabi log convert`: a game from one kind of file to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.cli.game_files import (
    ONE_GAME,
    PIPE,
    PartialOption,
    is_folder,
    load_checked,
    note_quirks,
    require_whole,
    the_one_of,
)
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.notes import note
from hanabilab.cli.people_games import convert_people, is_of_people
from hanabilab.cli.settings import require_used
from hanabilab.errors import NotationError
from hanabilab.notation import format_record
from hanabilab.notation.game_files import CheckedGame, anonymous, left_out, write_log
from hanabilab.notation.game_kinds import Kind, kind_of
from hanabilab.runs.files import write_file

_KIND_HELP = "Its kind, where the ending does not tell."


def command(
    source: Annotated[str, typer.Argument(metavar="IN", help=ONE_GAME)],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")
    ] = PIPE,
    source_kind: Annotated[Kind | None, typer.Option("--from", help=_KIND_HELP)] = None,
    target_kind: Annotated[Kind | None, typer.Option("--to", help=_KIND_HELP)] = None,
    keep_names: Annotated[
        bool, typer.Option("--keep-names", help="Keep names, notes and the game's number.")
    ] = False,
    partial: PartialOption = False,
) -> int:
    """Convert a game between the game language, the site's JSON and links, and our records.

    A game of a variant that is not played here is converted as it is. Games of people, in AH2AC2's
    .safetensors, .jsonl or HanabiData's logs, become a .jsonl file, or records in a folder OUT. A
    whole folder of them becomes a .jsonl file.
    """
    a_folder = is_folder(source) and target.endswith(".jsonl")
    if source_kind is None and (a_folder or is_of_people(source)):
        return convert_people(Path(source), target, target_kind, keep_names, partial)
    write_as = _kind(target, target_kind)
    if write_as in (Kind.LINK, Kind.RECORD):
        require_used(
            f"a .{write_as} file, which holds no names of players",
            {"keep-names": keep_names or None},
        )
    source = the_one_of(source)
    checked = load_checked(source, source_kind)
    LoadedGame(source, checked).require_whole_deck()
    if checked.replay:
        require_whole(source, checked, partial=partial)
    for finding in () if checked.replay else checked.findings:
        note(f"{source}: {finding.message}")
    note_quirks(source, checked)
    text = _converted(checked, write_as, keep_names=keep_names)
    if lost := left_out(checked, write_as):
        note(f"{source}: a .{write_as} file has no place for {', '.join(lost)}")
    if target == PIPE:
        sys.stdout.write(text)
    else:
        write_file(Path(target), lambda file: file.write(text.encode()))
    return 0


def _converted(checked: CheckedGame, kind: Kind, *, keep_names: bool) -> str:
    """The text of a game as a file of a kind; a record stays the record it is."""
    if checked.record and kind is Kind.RECORD:
        return format_record(checked.record)
    log = checked.as_log()
    return write_log(log if keep_names else anonymous(log), kind)


def _kind(name: str, given: Kind | None) -> Kind:
    """The kind that is given, or that the ending of the file to write tells."""
    if given is None and name == PIPE:
        raise NotationError("a pipe has no ending that tells its kind; give it with --to")
    return given or kind_of(name)
