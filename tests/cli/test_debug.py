"""`--debug`: whole tracebacks, and all code in plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabilab.cli import run

RAISING = """
from hanabilab import policy

@policy("bad")
def bad(view, memory, rng):
    if view.turn == 1:
        raise ValueError("no idea")
    return view.rules.hand_size
"""
#: What Numba does not compile: a list of a number and a text.
PLAIN = """
from hanabilab import policy

@policy("plain")
def plain(view, memory, rng):
    return [view.rules.hand_size, "five"][0]
"""


@pytest.fixture
def raising(tmp_path):
    """The name of an agent that raises at turn 1."""
    path = tmp_path / "bad.py"
    path.write_text(RAISING)
    return f"{path}:bad"


@pytest.mark.parametrize("command", [["play", "AGENT", "five-rule"], ["compare", "TWO", "TWO"]])
@pytest.mark.late
def test_without_it_an_exception_is_one_line(command, raising, capsys):
    """Agent, game, seat, turn, words, and the line of the user's file; exit code 2."""
    names = {"AGENT": raising, "TWO": f"five-rule,{raising}"}
    arguments = [names.get(word, word) for word in command]
    if command[0] == "play":
        arguments[1:3] = reversed(arguments[1:3])
    assert 2 == run([*arguments, "--games", "1"])
    out, err = capsys.readouterr()
    where = "game 0: ValueError of seat 1 at turn 1: no idea (bad.py, line 7)"
    assert ("", f"hanabi: agent {raising!r} in {where}\n") == (out, err)


def test_with_it_the_whole_traceback_is_shown(raising, capsys):
    """The user's own lines among them; the last line is the same."""
    assert 2 == run(["play", "five-rule", raising, "--games", "2", "--debug"])
    err = capsys.readouterr().err
    assert 'raise ValueError("no idea")' in err
    assert err.splitlines()[-1].endswith("no idea (bad.py, line 7)")


@pytest.mark.late
def test_a_command_with_it_compiles_nothing(tmp_path):
    """What only Python understands runs; the option stands before or after the command."""
    path = tmp_path / "plain.py"
    path.write_text(PLAIN)
    agents = [f"{path}:plain"] * 2
    found = subprocess.run(
        [sys.executable, "-m", "hanabilab", "play", *agents, "--games", "1", "--debug", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert 1 == json.loads(found.stdout)["games"]


def test_what_a_users_file_raises_elsewhere_is_one_line_too(tmp_path, capsys):
    """A batched agent whose name fails is no agent of ours to unfold."""
    path = tmp_path / "odd.py"
    path.write_text(
        "class Odd:\n"
        "    memory_size, players, games_at_once, native_observe = 0, range(2, 7), 1, None\n"
        "    calls = 0\n"
        "    @property\n"
        "    def name(self):\n"
        "        Odd.calls += 1\n"
        "        if Odd.calls > 3:\n"
        "            raise KeyError('lost')\n"
        "        return 'odd'\n"
        "    def act_batch(self, turns):\n"
        "        return [0]\n"
        "odd = Odd()\n"
    )
    assert 2 == run(["play", f"{path}:odd", "five-rule"])
    err = capsys.readouterr().err
    assert err.startswith("hanabi: ")
    assert "KeyError: 'lost' (odd.py, line 8)" in err
    assert 1 == err.count("\n")


@pytest.mark.late
def test_to_show_a_game_compiles_nothing(tmp_path):
    """`replay` plays one game, which takes less in plain Python than to compile the engine."""
    golden = Path(__file__).parents[1] / "golden" / "smart-2p.hanabi"
    arguments = [sys.executable, "-m", "hanabilab", "replay", str(golden)]
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(arguments, env=env, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)
    assert "score" in done.stdout
    assert [] == list(tmp_path.rglob("*.nb?"))
