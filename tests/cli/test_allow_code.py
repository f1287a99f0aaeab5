"""Folders run no code: names of Python files in them run only on the user's word."""

from __future__ import annotations

import pytest

from hanabilab.cli import run
from hanabilab.runs import RunFolder

_AGENT = """\
from pathlib import Path
from hanabilab import policy
Path(__file__).with_name("ran").touch()


@policy("mine")
def mine(view, memory, rng):
    return view.rules.hand_size
"""
_SMALL = ["--rules", "very-small(players=2)", "--games", "4"]


@pytest.fixture
def agent(tmp_path, forget_code):
    """The name of an agent in a file of its own."""
    (tmp_path / "mine.py").write_text(_AGENT)
    forget_code()
    return f"{tmp_path / 'mine.py'}:mine"


def played(folder, agent):
    """A run of two such agents."""
    assert 0 == run(["play", agent, agent, *_SMALL, "--out", str(folder)])
    return ["play", "--resume", str(folder)]


def paired(folder, agent):
    """A pool of such an agent and another."""
    assert 0 == run(["crossplay", agent, "random", *_SMALL, "--out", str(folder)])
    return folder


COMMANDS = {
    "resume": played,
    "pool": lambda folder, agent: ["crossplay", "--pool", str(paired(folder, agent)), *_SMALL],
    "adaptive": lambda folder, agent: [
        *("play", f"adaptive({paired(folder, agent)})", "random", *_SMALL),
    ],
    "adhoc": lambda folder, agent: [
        *("adhoc", str(paired(folder, agent)), "--length", "2", "--sequences", "1"),
    ],
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.late_but(1)
def test_a_folder_runs_no_file(name, agent, tmp_path, capsys, forget_code):
    """It is refused in one line, and runs once the file is named, or everything is allowed."""
    command = COMMANDS[name](tmp_path / "run", agent)
    (mark := tmp_path / "ran").unlink()
    forget_code()
    capsys.readouterr()
    assert 2 == run(command)
    told = capsys.readouterr().err
    assert 1 == told.count("\n")
    assert f"names {tmp_path / 'mine.py'}, a Python file" in told
    assert "--allow-code" in told
    assert not mark.exists()
    assert 0 == run([*command, "--allow-code"]), capsys.readouterr().err
    assert mark.exists()


@pytest.mark.late
def test_a_file_that_is_elsewhere_is_told_with_the_folder_to_go_on_in(
    agent, tmp_path, capsys, forget_code, monkeypatch
):
    """Whoever goes on from another folder meets no file at its relative path."""
    monkeypatch.chdir(tmp_path)
    command = played(tmp_path / "run", "mine.py:mine")
    forget_code()
    monkeypatch.chdir("run")
    capsys.readouterr()
    assert 2 == run([*command, "--allow-code"])
    told = f"the folder names mine.py, which is not in {tmp_path / 'run'}; give the command in"
    assert told in capsys.readouterr().err


@pytest.mark.late_but(1)
def test_lines_that_tell_how_to_go_on_say_so(agent, tmp_path, capsys, forget_code, monkeypatch):
    """What a line tells to do is not refused: of a run that is there, stopped, or in shares."""
    folder, begin = tmp_path / "run", ["play", agent, agent, *_SMALL]

    def told(line, *more):
        assert line in capsys.readouterr().err
        forget_code()
        assert 0 == run([*line.split("hanabi ")[-1].split(), *more]), capsys.readouterr().err

    def stop(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(RunFolder, "finish", stop)
        assert 130 == run([*begin, "--out", str(folder)])
    told(f"stopped; go on with: hanabi play --resume {folder} --allow-code")
    assert 2 == run([*begin, "--out", str(folder)])
    told(f"go on with hanabi play --resume {folder} --allow-code")
    assert 0 == run([*begin, "--out", str(tmp_path / "shared"), "--share", "1/1"])
    told(f"once all are: hanabi run gather {tmp_path / 'shared'} --allow-code")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["tiny", "list"], "tiny list"),
        (["log", "deck", "--rules", "small"], "log deck"),
        (["pool", "somewhere"], "pool"),
        (["--allow-code", "log", "winnable", "somewhere"], "log winnable"),
    ],
)
def test_it_is_refused_where_no_agent_runs(command, name, capsys):
    """Wherever it stands; nothing else is done."""
    assert 2 == run([*command, "--allow-code"])
    assert (
        f"hanabi: --allow-code has no effect on {name}; leave it out\n" == capsys.readouterr().err
    )
