"""`hanabi check`: what is wrong with files of games, line by line, and with folders of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.game_files import GAMES, games_in, is_folder, read_game_source
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption
from hanabilab.cli.run_check import check_run
from hanabilab.cli.terminal import Console
from hanabilab.errors import NotationError, ResumeError
from hanabilab.notation.game_files import CheckedGame, check_game
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.language import Finding, lines_of
from hanabilab.runs.manifest import MANIFEST

_CLEAN, _FINDINGS, _UNREADABLE = range(3)
_MOST_EXPECTED = 12


def command(
    files: Annotated[
        list[str],
        typer.Argument(help=f"{GAMES} Or folders of runs."),
    ],
    as_json: JsonOption = False,
) -> int:
    """Check games: every bad line, and the first action that is not legal; and folders of runs.

    Of a run, files are held against the digests of its manifest, and games are played again.

    Exits with 0 if all is well, 1 if something was found, 2 if a file cannot be read.
    """
    code, documents = _CLEAN, []
    for file in (each for name in files for each in _in_folder(name)):
        if isinstance(file, Path):
            found, document = _check_folder(file, as_json=as_json)
            code = max(code, found)
            documents += [document] if document else []
            continue
        try:
            data, kind = read_game_source(file)
            checked = check_game(data, kind)
        except NotationError as error:
            note(str(error))
            code = _UNREADABLE
            continue
        if checked.findings:
            code = max(code, _FINDINGS)
        documents.append(_as_json(file, checked))
        if not as_json:
            is_text = kind is Kind.LANGUAGE
            _print(file, checked, lines_of(data.decode(errors="replace")) if is_text else [])
    if as_json:
        print(json.dumps(documents))  # noqa: T201  # the document
    return code


def _in_folder(name: str) -> Iterator[str | Path]:
    """What a name stands for: of a folder the runs in it, or else its games."""
    if not is_folder(name):
        yield name
        return
    if runs := sorted(each.parent for each in Path(name).rglob(MANIFEST)):
        yield from runs
        return
    try:
        yield from games_in(name)
    except NotationError:
        yield Path(name)  # neither; that it is no run is told


def _check_folder(folder: Path, *, as_json: bool) -> tuple[int, dict[str, Any] | None]:
    """The exit code for the folder of a run, and its part of the document."""
    try:
        manifest, findings = check_run(folder)
    except ResumeError as error:
        note(str(error))
        return _UNREADABLE, None
    status = "finished" if manifest.finished else "unfinished"
    if not as_json:
        console = Console()
        for line in findings or [f"{folder}: a run of {manifest.command}, {status}: all is well"]:
            console.print(line, soft_wrap=True)
    document = {"file": str(folder), "status": status, "findings": findings}
    return _FINDINGS if findings else _CLEAN, document


def _as_json(file: str, checked: CheckedGame) -> dict[str, Any]:
    findings = [finding._asdict() for finding in checked.findings]
    quirks = list(checked.replay.quirks) if checked.replay else []
    return {"file": file, "findings": findings, "quirks": quirks}


def _print(file: str, checked: CheckedGame, lines: list[str]) -> None:
    console = Console()
    for finding in checked.findings:
        expected = f"; expected {_listed(finding.expected)}" if finding.expected else ""
        where = f"{file}:{finding.line}:{finding.column}"
        console.print(f"{where}: {finding.message}{expected}", soft_wrap=True)
        _print_line(console, finding, lines)
    if not checked.findings and checked.replay:
        replay = checked.replay
        console.print(f"{file}: {replay.summary}", soft_wrap=True)
        for quirk in replay.quirks:
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
