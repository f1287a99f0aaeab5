"""What reaches the terminal, and what happens when stdout cannot take it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

from hanabilab.cli import run
from hanabilab.cli.terminal import Console

HOSTILE = "[/bold][link=http://x]a[/link][x]:smile:\x1b[31m\r\a\u202e"
SHOWN = r"[/bold][link=http://x]a[/link][x]:smile:\x1b[31m\r\x07\u202e"


def _hanabi(*arguments: str, stdout=subprocess.PIPE, **environment: str):
    """The program as a shell starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "hanabilab", *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )


def test_text_of_others_is_printed_as_it_is(capsys):
    """No markup, no picture, no control character: on its own, in a table, as a title."""
    grid = Table(HOSTILE, title=HOSTILE)
    grid.add_row(HOSTILE)
    console = Console()
    console.width = 120
    console.print(HOSTILE, soft_wrap=True)
    console.print(grid)
    out = capsys.readouterr().out
    assert out.count(SHOWN) == 4
    assert out.replace("\n", "").isprintable()


def test_styled_text_is_harmless_too(capsys):
    """`Text` drops some control characters by itself; what it keeps is written out."""
    grid = Table("column")
    grid.add_row(Text("\x1b]0;[/bold] and more", "bold"))
    Console().print(grid, Text("\x1b[2J"))
    out = capsys.readouterr().out
    assert r"\x1b]0;[/bold] and" in out
    assert r"\x1b[2J" in out
    assert "\x1b" not in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["list", "agents"], ["list", "agents", "--json"], []])
@pytest.mark.late_but(1)
def test_a_full_stdout_is_told_in_one_line(arguments):
    """Tables, documents and help alike."""
    with Path("/dev/full").open("w") as full, _hanabi(*arguments, stdout=full) as program:
        _, told = program.communicate()
    assert program.returncode == 2
    assert told == "hanabi: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize("arguments", [["list", "agents"], ["list", "agents", "--json"]])
@pytest.mark.late
def test_a_reader_who_leaves_is_no_mistake(arguments):
    """As in `hanabi list agents | head -1`: nothing is said; the exit code is that of SIGPIPE."""
    reading, writing = os.pipe()
    os.close(reading)
    with _hanabi(*arguments, stdout=writing) as program:
        os.close(writing)
        _, told = program.communicate()
    assert (program.returncode, told) == (141, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.late
def test_signs_degrade_where_stdout_is_not_unicode(encoding):
    """Tables, bars and ± have a plain form; nothing fails and nothing is cut."""
    arguments = ["play", "random", "random", "--games", "20"]
    with _hanabi(*arguments, PYTHONIOENCODING=encoding, NUMBA_DISABLE_JIT="1") as program:
        out, told = program.communicate()
    assert (program.returncode, told) == (0, "")
    assert out.isascii()
    assert " +- 0." in out
    assert "##" in out


def test_the_program_has_a_version_and_answers_to_its_package():
    """`python -m hanabilab --version`; `-h` is `--help` everywhere."""
    with _hanabi("--version") as program:
        out, _ = program.communicate()
    assert out.startswith("hanabilab ")
    assert program.returncode == 0


@pytest.mark.parametrize("command", [[], ["play"], ["tiny"], ["tiny", "solve"]])
def test_h_is_help(command, capsys):
    """For the program and every command."""
    assert run([*command, "-h"]) == 0
    assert "Usage: hanabi" in capsys.readouterr().out


def test_commands_are_shown_in_groups(capsys):
    """A newcomer sees what belongs together; no command stands outside."""
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    for group in ("Play", "Look at games", "Make agents, and tools"):
        assert f"─ {group} ─" in out
    assert "─ Commands ─" not in out


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        (["plya"], "Did you mean 'play', 'replay'? hanabi --help tells more\n"),
        (["play", "--thread", "3"], "--threads). hanabi play --help tells more\n"),
        (["tiny", "solve"], "'game'. hanabi tiny solve --help tells more\n"),
    ],
)
def test_usage_errors_name_the_commands_own_help(arguments, ends, capsys):
    """After a full stop."""
    assert run(arguments) == 2
    assert capsys.readouterr().err.lower().endswith(ends.lower())


def test_options_are_shown_in_panels(capsys):
    """What is played, by which rules, and where it goes stand apart."""
    assert run(["play", "--help"]) == 0
    out = capsys.readouterr().out
    for panel in ("Rules of the game", "Games, seed, threads", "Output and resuming"):
        assert f"─ {panel} ─" in out


def test_the_shell_completes_commands(monkeypatch, capsys):
    """What `hanabi --install-completion` has installed asks for the rest of a word."""
    monkeypatch.setenv("_HANABI_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "hanabi pl")
    monkeypatch.setenv("COMP_CWORD", "1")
    with pytest.raises(SystemExit) as ended:
        run([])
    assert not ended.value.code
    assert capsys.readouterr().out.split() == ["play"]


@pytest.mark.late
def test_no_columns_are_as_good_as_unknown():
    """Programs that start others without a terminal say COLUMNS=0."""
    process = _hanabi("list", "agents", COLUMNS="0")
    assert "smart" in process.communicate()[0]


@pytest.mark.skipif(os.name != "posix", reason="no shell that closes stdin")
@pytest.mark.parametrize("words", ["replay -", "log check -", "play human random --terminal"])
@pytest.mark.late_but(1)
def test_a_closed_stdin_is_an_empty_one(words, tmp_path):
    """Daemons and some schedulers start programs so: no traceback, but what an empty pipe gives."""

    def told(stdin: str) -> tuple[int, str]:
        line = f'exec "$0" -m hanabilab {words} <{stdin}'
        call = ["sh", "-c", line, sys.executable]
        ended = subprocess.run(call, capture_output=True, text=True, cwd=tmp_path, check=False)
        return ended.returncode, ended.stderr.split("--resume")[0]  # the name of a new file

    assert told("&-") == told("/dev/null")
    assert "Traceback" not in told("&-")[1]
