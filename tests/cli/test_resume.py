"""Runs of `play` and `compare` that go on; what all commands share is in `test_protocol`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hanabilab.arena import play as arena_play
from hanabilab.cli import options, run
from tests.cli.keeping import COMMANDS, results, run_killed

RUNS = Path(__file__).parents[1] / "data" / "runs"
LINEUP = ["random", "five-rule"]
SETTINGS = ["--rules", "very-small", "--seed", "3", "--threads", "1"]
PLAY = ["play", *LINEUP, *SETTINGS]
COMPARE = ["compare", "random, random", "five-rule, random", *SETTINGS]

pytestmark = pytest.mark.usefixtures("small_parts")


@pytest.mark.parametrize("name", ["crossplay-2026-11-27", "evolve-2026-11-27"])
@pytest.mark.late
def test_a_run_of_an_earlier_release_goes_on(name, tmp_path):
    """Killed at some time, it ends as one does that is begun today."""
    command = COMMANDS[name.split("-")[0]]
    shutil.copytree(RUNS / name, tmp_path / "old")
    assert run(command.resume(tmp_path / "old", *command.wanted())) == 0
    assert run(command.begin(tmp_path / "new")) == 0
    assert results(tmp_path / "new") == results(tmp_path / "old")


_HELD = """
import os, threading
import numpy as np
from hanabilab.agents import random_agent
from hanabilab.game.actions import fill_legal

class Held:
    name, memory_size, players, games_at_once = "held", 0, range(2, 7), 2
    native_observe = random_agent.native_observe
    chunks = 0

    def act_batch(self, turns):
        self.chunks += int(turns.views["turn"][0] == 0)
        if self.chunks > int(os.environ.get("CHUNKS", 99)):
            threading.Event().wait()
        legal = np.zeros((len(turns.views), turns.rules.num_actions), np.bool_)
        for row, view in zip(legal, turns.views):
            fill_legal(row, view)
        return legal.argmax(axis=1)

held = Held()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.late
def test_a_run_killed_by_the_system_is_resumed(tmp_path, capsys):
    """SIGKILL in the middle of a game: what was finished is there, the rest is played."""
    agent = tmp_path / "agents.py"
    agent.write_text(_HELD)
    command = ["play", f"{agent}:held", "random", *SETTINGS, "--games", "9"]
    assert run([*command, "--out", str(tmp_path / "whole")]) == 0
    folder = tmp_path / "killed"
    start = "import sys; from hanabilab.cli import main; sys.argv[0] = 'hanabi'; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", start, *command, "--out", str(folder)],
        env={**os.environ, "CHUNKS": "3", "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
    )
    patience = time.monotonic() + 120
    while len(list(folder.rglob("part-*"))) < 3:
        assert process.poll() is None, process.stderr.read().decode()
        assert time.monotonic() < patience
        time.sleep(0.02)
    process.kill()
    assert -signal.SIGKILL == process.wait()
    process.stderr.close()
    capsys.readouterr()
    # The name of a batched agent does not tell its file, so it is named again.
    assert run(["play", f"{agent}:held", "random", "--resume", str(folder)]) == 0
    assert "6 of 9 games are there already" in capsys.readouterr().err
    assert results(tmp_path / "whole") == results(folder)


_SLOW = """
import time
from hanabilab.arena import play
from hanabilab.cli import main

def slowly(*about, real=play.play_chunk, **more):
    time.sleep(0.2)
    return real(*about, **more)

play.play_chunk, play.COMPILED_CHUNK = slowly, 2
main()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.late_but(1)
def test_a_run_that_is_stopped_by_a_signal_is_kept(how, tmp_path, capsys):
    """Ctrl-C or SIGTERM: exit code 130, a line that says how to go on, and the same end."""
    command = [*PLAY, "--games", "60"]
    assert run([*command, "--out", str(tmp_path / "whole")]) == 0
    folder = tmp_path / "stopped"
    process = subprocess.Popen(
        [sys.executable, "-c", _SLOW, *command, "--out", str(folder)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    patience = time.monotonic() + 120
    while not list(folder.rglob("part-*")) and time.monotonic() < patience:
        time.sleep(0.02)
    process.send_signal(how)
    told = process.communicate()[1]
    assert process.returncode == 130, told
    assert f"hanabi: stopped; go on with: hanabi play --resume {folder}\n" in told
    assert not (folder / ".hanabi-lock").exists()
    assert run(["play", "--resume", str(folder)]) == 0
    assert results(tmp_path / "whole") == results(folder)


# --- Going on ------------------------------------------------------------------------------------


@pytest.fixture(name="stopped")
def _stopped(tmp_path, capsys):
    """The folder of a run of 9 games that was killed after 4."""
    folder = tmp_path / "stopped"
    assert not run_killed([*PLAY, "--games", "9", "--out", str(folder)], 3)
    assert 2 == len(list(folder.rglob("part-*")))
    capsys.readouterr()
    return folder


def test_games_of_another_commit_are_told(stopped, capsys):
    """They may have been played otherwise; the run goes on all the same."""
    path = stopped / "manifest.json"
    settings = json.loads(path.read_text())
    settings["sessions"][0]["commit"] = "c0ffee"
    path.write_text(json.dumps(settings))
    assert run(["play", "--resume", str(stopped)]) == 0
    assert "some were played at commit c0ffee; this is " in capsys.readouterr().err


@pytest.mark.late
def test_an_interrupted_run_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    """Ctrl-C: results of what is finished stand beside the parts, until the run is finished."""
    assert run([*COMPARE, "--games", "6", "--out", str(tmp_path / "whole")]) == 0
    real, calls, folder = arena_play.play_chunk, [], tmp_path / "run"

    def stop_in_the_second(*arguments, **more):
        calls.append(arguments)
        if len(calls) > 5:
            raise KeyboardInterrupt
        return real(*arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(arena_play, "play_chunk", stop_in_the_second)
        capsys.readouterr()
        assert run([*COMPARE, "--games", "6", "--out", str(folder)]) == 130
    out, err = capsys.readouterr()
    assert f"hanabi: stopped; go on with: hanabi compare --resume {folder}\n" == err
    assert "stopped early" in out
    assert json.loads((folder / "manifest.json").read_text())["status"] == "unfinished"
    assert run(["compare", "--resume", str(folder), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["second"]["games"] == 6
    assert "hanabi: 10 of 12 games are there already\n" == err
    assert results(tmp_path / "whole") == results(folder)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["random", "random"], "has lineups random, five-rule, not random, random"),
        (["--bomb", "keep"], "not very-small(players=2, bomb=keep)"),
        (["--slots", "fixed"], "not very-small(players=2, draw_slot=vacated)"),
        (["five-rul", "random"], "unknown agent 'five-rul'"),
    ],
)
@pytest.mark.late_but(1)
def test_other_settings_are_told(arguments, says, stopped, capsys):
    """In words that show the difference."""
    assert run(["play", *arguments, "--resume", str(stopped)]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--games", "3"], "Missing argument"),
        (["compare"], "Missing argument: agents that play, or --resume DIR"),
        (["compare", "random, random"], "Missing argument: the line-up to compare with it"),
    ],
)
def test_nothing_to_play_is_told(arguments, says, tmp_path, monkeypatch, capsys):
    """In one line, and no folder is made."""
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert says in err
    assert [] == list(tmp_path.iterdir())


def test_impossible_rules_leave_no_run_behind(tmp_path, capsys):
    """What is refused before the first game is refused before the folder is made."""
    folder = tmp_path / "run"
    assert run(["play", *LINEUP, "--rules", "full(players=3)", "--out", str(folder)]) == 2
    assert run(["play", *LINEUP, "--seed", str(2**63), "--out", str(folder)]) == 2
    assert not folder.exists()


# --- Time left -----------------------------------------------------------------------------------


def test_time_left_is_at_the_mean_pace():
    """Of this session's games, counting down between two chunks, however far apart they are."""
    clock = [0.0]
    with options.Bars(get_time=lambda: clock[0], disable=True) as bars:
        column = options.TimeLeft()
        bars.add_task("run", total=100, completed=20)
        assert "-:--:--" == str(column.render(bars.tasks[0]))
        clock[0] = 600.0
        bars.advance(bars.task_ids[0], 10)
        assert "1:10:00" == str(column.render(bars.tasks[0]))
        clock[0] = 4200.0
        assert "0:10:00" == str(column.render(bars.tasks[0]))
        clock[0] = 9999.0
        assert "0:00:00" == str(column.render(bars.tasks[0]))
        bars.advance(bars.task_ids[0], 70)
        assert "0:00:00" == str(column.render(bars.tasks[0]))
