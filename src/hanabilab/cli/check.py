"""`hanabi log check`: what is wrong with files of games, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.game_files import GAMES, games_in, is_folder, read_game_source
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.run_check import CLEAN, FINDINGS, UNREADABLE, check_folder, runs_in
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import NotationError
from hanabilab.notation.game_files import CheckedGame, check_game
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.language import Finding, lines_of

_MOST_EXPECTED = 12


def command(
    files: Annotated[
        list[str],
        typer.Argument(help=f"{GAMES} The folder of a run is checked as by: hanabi run check."),
    ],
    as_json: JsonOption = False,
) -> int:
    """Check games: every bad line, and the first action that is not legal.

    Exits with 0 if all is well, 1 if something was found, 2 if a file cannot be read.
    """
    code = CLEAN
    documents: list[dict[str, Any]] = []
    for file in (each for name in files for each in _in_folder(name)):
        if isinstance(file, Path):
            code = max(code, check_folder(file, documents, as_json=as_json))
            continue
        try:
            data, kind = read_game_source(file)
            checked = check_game(data, kind)
        except NotationError as error:
            note(str(error))
            code = UNREADABLE
            continue
        if checked.findings:
            code = max(code, FINDINGS)
        documents.append(_as_json(file, checked))
        if not as_json:
            is_text = kind is Kind.LANGUAGE
            _print(file, checked, lines_of(data.decode(errors="replace")) if is_text else [])
    if as_json:
        print_document(documents)
    return code


def _in_folder(name: str) -> Iterator[str | Path]:
    """What a name stands for: of a folder the runs in it, or else its games."""
    if not is_folder(name):
        yield name
    elif runs := runs_in(Path(name)):
        yield from runs
    else:
        try:
            yield from games_in(name)
        except NotationError:
            yield Path(name)  # neither; that it is no run is told


def _as_json(file: str, checked: CheckedGame) -> dict[str, Any]:
    findings = [finding._asdict() for finding in checked.findings]
    return {"file": file, "findings": findings, "quirks": list(checked.quirks)}


def _print(file: str, checked: CheckedGame, lines: list[str]) -> None:
    console = Console()
    for finding in checked.findings:
        expected = f"; expected {_listed(finding.expected)}" if finding.expected else ""
        where = f"{file}:{finding.line}:{finding.column}"
        console.print(f"{where}: {finding.message}{expected}", soft_wrap=True)
        _print_line(console, finding, lines)
    if not checked.findings and checked.replay:
        console.print(f"{file}: {checked.replay.summary}", soft_wrap=True)
    for quirk in checked.quirks:
        console.print(f"{file}: {quirk}", soft_wrap=True)


def _print_line(console: Console, finding: Finding, lines: list[str]) -> None:
    """The line that is wrong, and a caret below the place; `lines` has none of what is no text."""
    if finding.line <= len(lines):
        console.print(f"    {lines[finding.line - 1]}", soft_wrap=True)
        console.print(f"    {' ' * (finding.column - 1)}^", soft_wrap=True)


def _listed(expected: tuple[str, ...]) -> str:
    """What is expected; the rest of a long list is counted."""
    more = len(expected) - _MOST_EXPECTED
    shown = "; ".join(expected[:_MOST_EXPECTED])
    return f"{shown}; and {more} more" if more > 0 else shown
