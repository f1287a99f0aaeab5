"""The table of commands beside their modules; the examples that the help of each one shows."""

from __future__ import annotations

import inspect
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hanabilab.cli
from hanabilab.cli import run
from hanabilab.cli.commands import COMMANDS, GROUPS, module_of
from hanabilab.cli.loading import loaded

pytestmark = pytest.mark.once

_FOLDER = Path(hanabilab.cli.__file__).parent
#: The examples by command or group.
_EXAMPLES = {name: entry.examples for name, entry in {**GROUPS, **COMMANDS}.items()}
#: Commands whose examples are tried, one after the other, beside a folder `runs/first`.
_TRIED = [
    "compare",
    "replay",
    "review",
    "log deduce",
    "log check",
    "run check",
    "log convert",
    "log deck",
    "tiny list",
    "tiny show",
    "tiny solve",
    "list agents",
    "list rules",
    "new examples",
]


def _words(line: str) -> list[str]:
    """An example's words behind `hanabi`, without its comment."""
    program, *words = shlex.split(line, comments=True)
    assert program == "hanabi"
    return words


def _place(words: list[str]) -> tuple[str, list[str]]:
    """The command that words name, and its arguments."""
    count = 2 if words[0] in GROUPS else 1
    return " ".join(words[:count]), words[count:]


def _homes() -> dict[str, Any]:
    """The function of each module of commands, by the module's place in the room."""
    found = {}
    for path in sorted(_FOLDER.rglob("*.py")):
        place = path.relative_to(_FOLDER).with_suffix("").as_posix().replace("/", ".")
        if "\ndef command(" in path.read_text(encoding="utf-8"):
            found[place] = import_module(f"hanabilab.cli.{place}").command
    return found


def test_each_command_has_one_row_and_each_row_a_command():
    """A module that no row names cannot be run."""
    assert sorted(_homes()) == sorted(map(module_of, COMMANDS))


def test_the_table_says_what_the_commands_say():
    """The line of the table is how the docstring begins."""
    homes = _homes()
    for name, entry in COMMANDS.items():
        first = inspect.cleandoc(homes[module_of(name)].__doc__).split("\n\n")[0]
        assert " ".join(first.split()) == entry.line, name


def test_each_command_is_shown_in_a_group():
    """Those with a word before them by their group."""
    for name, entry in COMMANDS.items():
        word = name.partition(" ")[0] if " " in name else ""
        assert bool(entry.panel) != (word in GROUPS), name


@pytest.mark.parametrize("name", _EXAMPLES)
@pytest.mark.late_but(18)
def test_each_help_has_examples(name, capsys, monkeypatch):
    """Whole, so that they can be copied from a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    assert _EXAMPLES[name]
    assert run([*name.split(), "-h"]) == 0
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert {"Example:", "Examples:"} & set(shown)
    assert set(_EXAMPLES[name]) <= set(shown)


@pytest.mark.parametrize("line", sorted({each for lines in _EXAMPLES.values() for each in lines}))
@pytest.mark.late_but(20)
def test_examples_are_command_lines(line, tmp_path, monkeypatch):
    """Commands, arguments and options are there, and values are of their kind."""
    monkeypatch.chdir(tmp_path)
    place, arguments = _place(_words(line))
    context = loaded(place).make_context(place, arguments, None)
    assert not context.args


def test_an_example_with_a_wrong_option_would_be_found():
    """The test above can fail."""
    with pytest.raises(Exception, match="No such option"):
        loaded("log deck").make_context("deck", ["p2v0s1", "--seat", "1"], None)


@pytest.mark.compiled
@pytest.mark.late
def test_cheap_examples_work(tmp_path, monkeypatch):
    """As they are printed, in a folder in which the first example has been run."""
    monkeypatch.chdir(tmp_path)
    tried = [each for name in _TRIED for each in COMMANDS[name].examples]
    for line in (COMMANDS["play"].examples[0], *tried):
        assert run(_words(line)) == 0, line
