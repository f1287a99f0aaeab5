"""Runs that are killed and resumed end as if they had been left alone; nothing else is touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from rich.progress import Progress

from hanabilab import plots
from hanabilab.arena import play as arena_play
from hanabilab.cli import options, run

LINEUP = ["random", "five-rule"]
SETTINGS = ["--rules", "very-small", "--seed", "3", "--threads", "1"]
PLAY = ["play", *LINEUP, *SETTINGS]
COMPARE = ["compare", "random, random", "five-rule, random", *SETTINGS]


@pytest.fixture(autouse=True)
def _small_and_fast(monkeypatch):
    """Chunks of two games, and a figure that is drawn at once."""
    monkeypatch.setattr(arena_play, "_COMPILED_CHUNK", 2)
    monkeypatch.setattr(plots, "save_histograms", lambda shares, path: path.write_bytes(b"figure"))


def results(folder: Path) -> dict[str, object]:
    """Everything in a folder that does not depend on the clock or on how a run came to its end."""
    found: dict[str, object] = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.suffix == ".parquet":
            found[name] = pl.read_parquet(path).drop("seconds").rows()
        elif path.name == "settings.json":
            settings = json.loads(path.read_text())
            found[name] = {key: settings[key] for key in ("rules", "games", "complete", "seed")}
        elif path.suffix == ".hanabi":
            found[name] = path.read_text()
        else:
            found[name] = None
    return found


def contents(folder: Path) -> dict[Path, bytes]:
    """Every file to the byte."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- Killed at any moment ------------------------------------------------------------------------


class Killed(BaseException):
    """What no code of ours expects."""


class Executioner:
    """Lets so many changes of the file system happen, and none after."""

    def __init__(self, monkeypatch, changes):
        self.left = changes
        for owner, name in ((Path, "replace"), (Path, "unlink"), (shutil, "rmtree")):
            monkeypatch.setattr(owner, name, self.counted(getattr(owner, name)))

    def counted(self, change):
        def counting(path, *arguments, **options):
            self.left -= Path(path).exists()
            if self.left < 0:
                raise Killed
            return change(path, *arguments, **options)

        return counting


def run_killed(arguments, changes) -> bool:
    """Run a command that is killed after so many changes; whether it came to its end before."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        Executioner(monkeypatch, changes)
        try:
            assert run(arguments) == 0
        except Killed:
            return False
    return True


def resume(command, folder, *more) -> None:
    """Resume a run, or begin it if it was killed before it had begun."""
    if run([command[0], "--resume", str(folder), *more]) != 0:
        assert run([*command, *more, "--out", str(folder)]) == 0


@pytest.mark.parametrize("command", [PLAY, COMPARE], ids=["play", "compare"])
def test_a_run_can_be_killed_at_any_change(command, tmp_path, capsys):
    """Before each write and each removal; resumed, its folder is that of a run left alone."""
    assert run([*command, "--games", "5", "--out", str(tmp_path / "whole")]) == 0
    expected = results(tmp_path / "whole")
    ended, changes = False, 0
    while not ended:
        folder = tmp_path / str(changes)
        ended = run_killed([*command, "--games", "5", "--out", str(folder)], changes)
        resume(command, folder, "--games", "5")
        assert expected == results(folder)
        changes += 1
    assert changes > 9


@pytest.mark.parametrize("command", [PLAY, COMPARE], ids=["play", "compare"])
def test_a_resumed_run_can_be_killed_at_any_change(command, tmp_path, capsys):
    """Also while its parts become one, and while a finished run gets more games."""
    more = ["--games", "7"]
    assert run([*command, *more, "--out", str(tmp_path / "whole")]) == 0
    expected = results(tmp_path / "whole")
    stopped, finished = tmp_path / "stopped", tmp_path / "finished"
    assert not run_killed([*command, *more, "--out", str(stopped)], 4)
    assert run([*command, "--games", "3", "--out", str(finished)]) == 0
    for start in (stopped, finished):
        ended, changes = False, 0
        while not ended:
            folder = tmp_path / f"{start.name}{changes}"
            shutil.copytree(start, folder)
            ended = run_killed([command[0], "--resume", str(folder), *more], changes)
            resume(command, folder, *more)
            assert expected == results(folder)
            changes += 1
        assert changes > 9


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


# --- Going on ------------------------------------------------------------------------------------


@pytest.fixture(name="stopped")
def _stopped(tmp_path, capsys):
    """The folder of a run of 9 games that was killed after 4."""
    folder = tmp_path / "stopped"
    assert not run_killed([*PLAY, "--games", "9", "--out", str(folder)], 3)
    assert 2 == len(list(folder.rglob("part-*")))
    capsys.readouterr()
    return folder


@pytest.mark.parametrize(
    "again",
    [
        [],
        [*LINEUP],
        [*LINEUP, *SETTINGS, "--games", "9"],
        ["--seed", "3"],
        ["--rules", "very-small(players=2)", "--bomb", "zero", "--slots", "shift"],
    ],
)
def test_settings_may_be_given_again(again, stopped, tmp_path, capsys):
    """All, some or none of them, if they are the same."""
    assert run([*PLAY, "--games", "9", "--out", str(tmp_path / "whole")]) == 0
    capsys.readouterr()
    assert run(["play", *again, "--resume", str(stopped)]) == 0
    out, err = capsys.readouterr()
    assert "hanabi: 4 of 9 games are there already\n" == err
    assert "mean score" in out
    assert results(tmp_path / "whole") == results(stopped)


def test_settings_tell_the_sessions(stopped):
    """Each with its command, versions, commit and beginning."""
    assert run(["play", "--resume", str(stopped)]) == 0
    settings = json.loads((stopped / "settings.json").read_text())
    assert settings["complete"]
    assert 2 == len(settings["sessions"])
    for session in settings["sessions"]:
        assert ["command", "versions", "python", "commit", "began"] == list(session)


def test_games_of_another_commit_are_told(stopped, capsys):
    """They may have been played otherwise; the run goes on all the same."""
    path = stopped / "parts" / "settings.json"
    settings = json.loads(path.read_text())
    settings["sessions"][0]["commit"] = "c0ffee"
    path.write_text(json.dumps(settings))
    assert run(["play", "--resume", str(stopped)]) == 0
    assert "some were played at commit c0ffee; this is " in capsys.readouterr().err


def test_a_damaged_part_is_told_and_played_again(stopped, tmp_path, capsys):
    """By name in one line; the end is the same."""
    assert run([*PLAY, "--games", "9", "--out", str(tmp_path / "whole")]) == 0
    victim = next(stopped.rglob("part-*"))
    victim.write_bytes(victim.read_bytes()[:-9])
    capsys.readouterr()
    assert run(["play", "--resume", str(stopped)]) == 0
    told = capsys.readouterr().err.splitlines()
    assert f"hanabi: {victim} is damaged; its games are played again" == told[0]
    assert "hanabi: 2 of 9 games are there already" == told[1]
    assert results(tmp_path / "whole") == results(stopped)


def test_a_finished_run_gets_more_games(tmp_path, capsys):
    """The same as if all had been asked for at once; asked for no more, it stays as it is."""
    folder = tmp_path / "run"
    assert run([*COMPARE, "--games", "4", "--out", str(folder)]) == 0
    before = results(folder)
    assert run(["compare", "--resume", str(folder)]) == 0
    assert before == results(folder)
    assert run([*COMPARE, "--games", "9", "--out", str(tmp_path / "whole")]) == 0
    assert run(["compare", "--resume", str(folder), "--games", "9"]) == 0
    assert results(tmp_path / "whole") == results(folder)


def test_an_interrupted_run_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    """Ctrl-C: results of what is finished stand beside the parts, until the run is finished."""
    assert run([*COMPARE, "--games", "6", "--out", str(tmp_path / "whole")]) == 0
    real, calls, folder = arena_play.play_chunk, [], tmp_path / "run"

    def stop_in_the_second(*arguments):
        calls.append(arguments)
        if len(calls) > 5:
            raise KeyboardInterrupt
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(arena_play, "play_chunk", stop_in_the_second)
        capsys.readouterr()
        assert run([*COMPARE, "--games", "6", "--out", str(folder)]) == 130
    out, err = capsys.readouterr()
    assert f"hanabi: stopped; go on with: hanabi compare --resume {folder}\n" == err
    assert "stopped early" in out
    assert json.loads((folder / "settings.json").read_text())["games"] == [6, 4]
    assert run(["compare", "--resume", str(folder), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["second"]["games"] == 6
    assert "hanabi: 10 of 12 games are there already\n" == err
    assert results(tmp_path / "whole") == results(folder)


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "random", "random"], "has lineups random, five-rule, not random, random"),
        (["play", "five-rule", "random"], "has lineups random, five-rule, not five-rule, random"),
        (["play", "--seed", "4"], "has seed 3, not 4"),
        (["play", "--rules", "small"], "has rules very-small(players=2), not small(players=2)"),
        (["play", "--bomb", "keep"], "not very-small(players=2, bomb=keep)"),
        (["play", "--slots", "fixed"], "not very-small(players=2, draw_slot=vacated)"),
        (["play", "--games", "8"], "is of 9 games; it can get more, not 8"),
        (["play", *["random"] * 3], "not random, random, random"),
        (["play", "five-rul", "random"], "unknown agent 'five-rul'"),
        (["compare"], "is of hanabi play, not compare"),
        (["play", "--out", "elsewhere"], "leave out --out"),
    ],
)
def test_other_settings_are_refused(arguments, says, stopped, capsys):
    """In one line that names the setting; no file is touched."""
    before = contents(stopped)
    assert run([*arguments, "--resume", str(stopped)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert before == contents(stopped)


def test_an_unfinished_run_is_not_begun_anew(stopped, capsys):
    """`--out` into its folder is refused, with the same settings too."""
    before = contents(stopped)
    assert run([*PLAY, "--games", "9", "--out", str(stopped)]) == 2
    assert f"go on with --resume {stopped}" in capsys.readouterr().err
    assert before == contents(stopped)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "--resume", "nowhere"], "no run to resume in nowhere"),
        (["play", "random", "random", "--resume", "nowhere"], "no run to resume in nowhere"),
        (["play", "--games", "3"], "Missing argument"),
        (["compare"], "Missing argument"),
        (["compare", "random, random"], "Missing argument"),
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
    with Progress(get_time=lambda: clock[0], disable=True) as bars:
        column = options._TimeLeft()
        bars.add_task("run", total=100, completed=20, before=20)
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
