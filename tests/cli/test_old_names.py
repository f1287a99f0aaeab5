"""What `hanabi --help` lists, and commands by names that they once had."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanabilab.cli import run
from hanabilab.cli.commands import COMMANDS, GROUPS
from hanabilab.cli.completion.candidates import complete
from hanabilab.cli.documents.registry import DOCUMENTS
from hanabilab.cli.documents.schemas import schema_of
from hanabilab.moved import RENAMED, SHORT, call_of

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[2]
_TEXTS = [
    *(_ROOT / name for name in ("README.md", "PACKAGE.md", "CONTRIBUTING.md", "Makefile")),
    *sorted(
        path
        for folder in ("docs", "src", "examples", "configs", "studies", "scripts", "benchmarks")
        for path in (_ROOT / folder).rglob("*")
        if path.suffix in (".md", ".py", ".json", ".toml", ".csv", ".js", ".html")
        and path.name != "moved.py"
    ),
]


def _told(capsys, *words: str) -> tuple[str, str]:
    """What a command prints, and what it tells beside it."""
    capsys.readouterr()
    assert run([*words]) == 0
    return capsys.readouterr()


def test_the_help_fits_a_screen(capsys, monkeypatch):
    """At 80 columns, with a line for each command and where to begin above them."""
    monkeypatch.setenv("COLUMNS", "80")
    shown, _ = _told(capsys, "--help")
    lines = shown.rstrip().splitlines()
    assert 24 <= len(lines) <= 40
    assert "Begin with: hanabi demo" in shown
    for name in GROUPS.keys() | {name for name in COMMANDS if " " not in name}:
        line = (GROUPS | COMMANDS)[name].line
        assert any(re.fullmatch(rf". {name} +{re.escape(line)} +.", each) for each in lines), name


@pytest.mark.parametrize("old", RENAMED)
def test_an_old_name_is_its_command(old, capsys):
    """The same in all but one line that tells the new name."""
    new = RENAMED[old]
    assert new in COMMANDS
    assert old not in COMMANDS
    expected, _ = _told(capsys, *new.split(), "--help")
    found, told = _told(capsys, *old.split(), "--help")
    assert found == expected
    assert told == f"hanabi: `hanabi {old}` is now `hanabi {new}`\n"


@pytest.mark.parametrize("short", SHORT)
def test_a_short_name_is_its_command(short, capsys):
    """Without a word about it."""
    expected = _told(capsys, *SHORT[short].split(), "--help")
    assert _told(capsys, short, "--help") == expected
    assert schema_of(short) == schema_of(SHORT[short])
    assert call_of(short) == f"hanabi {SHORT[short]}"


def test_a_document_is_not_disturbed(capsys):
    """What is told stands beside it."""
    shown = [_told(capsys, *words, "p2v0s1", "--json")[0] for words in (["log", "deck"], ["deck"])]
    assert shown[0] == shown[1]
    assert run(["deck", "no-seed", "--json"]) == run(["log", "deck", "no-seed", "--json"]) == 2


def test_old_names_are_not_offered():
    """Completion knows the new ones alone; schemas are found by both."""
    assert not RENAMED.keys() & complete([], "").found.keys()
    for old, new in RENAMED.items():
        if new in DOCUMENTS:
            assert schema_of(old) == schema_of(new)


def test_a_run_is_told_of_by_the_new_name():
    """Its manifest has the old one."""
    assert call_of("levers") == "hanabi tiny levers"
    assert call_of("play") == "hanabi play"


@pytest.mark.late
def test_no_page_and_no_source_uses_an_old_name():
    """But the table of them."""
    old = re.compile(rf"\bhanabi ({'|'.join(map(re.escape, RENAMED))})(?![\w-])")
    found = {path: old.findall(path.read_text(encoding="utf-8")) for path in _TEXTS}
    assert not {path: names for path, names in found.items() if names}
