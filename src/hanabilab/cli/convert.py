"""`hanabi convert`: a game from one kind of file to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.cli.game_files import load_checked
from hanabilab.cli.notes import note
from hanabilab.errors import NotationError
from hanabilab.notation import format_record
from hanabilab.notation.game_files import (
    CheckedGame,
    Kind,
    anonymous,
    kind_of,
    left_out,
    write_log,
)
from hanabilab.runs.files import write_file

_PIPE = "-"

_KIND_HELP = "Its kind, where the ending does not tell."


def command(
    source: Annotated[str, typer.Argument(metavar="IN", help="A game; - for standard input.")],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; - for standard output.")
    ] = _PIPE,
    source_kind: Annotated[Kind | None, typer.Option("--from", help=_KIND_HELP)] = None,
    target_kind: Annotated[Kind | None, typer.Option("--to", help=_KIND_HELP)] = None,
    keep_names: Annotated[
        bool, typer.Option(help="Keep players' names, notes and the game's number.")
    ] = False,
) -> int:
    """Convert a game between the game language, the site's JSON and links, and our records."""
    read_as, write_as = _kind(source, source_kind, "--from"), _kind(target, target_kind, "--to")
    checked = load_checked(source, read_as)
    for finding in checked.findings:
        note(f"{source}: {finding.message}")
    text = _converted(checked, write_as, keep_names=keep_names)
    if lost := left_out(checked, write_as):
        note(f"{source}: a .{write_as} file has no place for {', '.join(lost)}")
    if target == _PIPE:
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


def _kind(name: str, given: Kind | None, option: str) -> Kind:
    """The kind that is given, or that the name's ending tells."""
    if given is None and name == _PIPE:
        raise NotationError(f"a pipe has no ending that tells its kind; give it with {option}")
    return given or kind_of(name)
