"""`hanabi warm`: what it compiles is there when the command runs."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hanabilab import play_games
from hanabilab._jit.compiling import NOT_KEPT
from hanabilab.arena.table import record_of
from hanabilab.cli import warm
from hanabilab.cli.commands import COMMANDS
from hanabilab.cli.documents.schemas import fits
from hanabilab.cli.notes import note
from hanabilab.game.rules import Rules
from hanabilab.notation.record import format_record
from tests.cli.calling import printed, refusal

pytestmark = [pytest.mark.once, pytest.mark.compiled]


def _hanabi(folder, *words: str) -> tuple[str, int]:
    """What a fresh process prints, and how many kernels it compiled; kept code is in `folder`."""
    code = (
        "import sys\nfrom hanabilab.cli import run\nfrom hanabilab._jit.compiling import compiled\n"
        "code = run(sys.argv[1:])\nprint(len(compiled), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
    )
    return done.stdout, int(done.stderr.splitlines()[-1])


@pytest.mark.slow
def test_a_command_that_was_warmed_compiles_nothing(tmp_path):
    """From an empty cache, in a process of its own; then there is nothing to do."""
    played = play_games(["five-rule"] * 2, Rules(players=2), games=1, seed=1)
    record = record_of(played.rules, played.table.row(0, named=True))
    (path := tmp_path / "game.hanabi").write_text(format_record(record))
    told, compiled = _hanabi(tmp_path, "warm", "log check", "--json")
    (found,) = json.loads(told)
    assert fits("warm", [found]) == ""
    assert (found["command"], found["kernels"]) == ("log check", compiled)
    assert compiled > 0
    assert _hanabi(tmp_path, "log", "check", str(path))[1] == 0
    assert _hanabi(tmp_path, "warm", "log check") == ("log check: nothing to do\n", 0)


def test_what_a_command_compiled_is_told(capsys, monkeypatch):
    """In a line; a group stands for its commands, and an old name for the new one."""
    monkeypatch.setattr(warm, "run", lambda words: warm.compiled.append(words[0]) or 0)
    monkeypatch.setattr(warm, "compiled", [])
    assert "compiled 1 kernel in " in printed(capsys, "warm", "deduce")
    told = printed(capsys, "warm", "log", "deduce", "play", "tiny").splitlines()
    assert [line.split(":")[0] for line in told[:2]] == ["log deduce", "play"]
    assert "compiled 2 kernels in " in told[1]
    assert len(told) == 2 + sum(name.startswith("tiny ") for name in COMMANDS)
    assert "log deck: nothing to do" in printed(capsys, "warm", "log")


def test_commands_that_are_warmed_are_commands():
    """The last call is of the command itself; calls before it make what it needs."""
    for name, calls in warm.CALLS.items():
        assert name in COMMANDS
        assert calls[-1].startswith(f"{name} ")


#: A call of each command that has nothing to be warmed.
COMPILE_NOTHING = {
    "log deck": "p2v0s1",
    "new agent": "mine.py",
    "new examples": "examples",
    "tiny list": "",
    "list rules": "8",
    "list variants": "rainbow",
    "warm": "'list rules'",
}


def test_commands_without_calls_are_known():
    """Who adds a command says what warms it, or that nothing need be."""
    assert set(COMMANDS) == {*warm.CALLS, *warm._LATER, *COMPILE_NOTHING}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMPILE_NOTHING)
def test_a_command_that_need_not_be_warmed_compiles_nothing(command, tmp_path, monkeypatch):
    """From an empty cache; `hanabi warm` says that there is nothing to do."""
    monkeypatch.chdir(tmp_path)
    _, compiled = _hanabi(tmp_path, *shlex.split(f"{command} {COMPILE_NOTHING[command]}"))
    assert compiled == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", ["replay", "log convert"])
def test_the_call_of_a_command_compiles_what_it_needs(command, tmp_path, monkeypatch):
    """Commands whose call was missing compiled all the same when they first ran."""
    monkeypatch.chdir(tmp_path)
    Path("game.hanabi").write_text(warm._FILES["game.hanabi"])
    _hanabi(tmp_path, "warm", command)
    (call,) = warm.CALLS[command]
    assert _hanabi(tmp_path, *shlex.split(call))[1] == 0


def _run_without_torch(words: list[str]) -> int:
    if words[0] == "train":
        note("PyTorch is missing")
        return 2
    return 0


def test_what_cannot_be_compiled_is_told(capsys, monkeypatch):
    """In one line; without names, what another command lacks is told, and all others go on."""
    assert "bench cannot be compiled ahead" in refusal(capsys, "warm", "bench")
    assert "no command 'plai' (did you mean 'play'" in refusal(capsys, "warm", "plai")
    monkeypatch.setattr(warm, "run", _run_without_torch)
    assert refusal(capsys, "warm", "train") == "hanabi: train: PyTorch is missing\n"
    assert warm.command() == 0
    out, err = capsys.readouterr()
    assert "tiny levers: nothing to do" in out
    assert err == "hanabi: train: PyTorch is missing\n"
    monkeypatch.setattr(warm, "is_kept", lambda: False)
    assert NOT_KEPT in refusal(capsys, "warm", "play")
    monkeypatch.setattr(warm, "JIT_ENABLED", False)
    assert "NUMBA_DISABLE_JIT" in refusal(capsys, "warm", "play")


def test_a_stop_ends_it(monkeypatch, capsys):
    """With the exit code of what is stopped; what is compiled is kept."""
    monkeypatch.setattr(warm, "run", lambda words: warm.STOPPED)
    assert refusal(capsys, "warm", "play", code=warm.STOPPED) == "hanabi: stopped\n"
