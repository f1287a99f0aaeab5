"""What every command that keeps runs does with folders: the same, whatever it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabilab.cli import run
from hanabilab.runs import RunFolder
from tests.cli.keeping import COMMANDS, contents, results, run_killed

pytestmark = pytest.mark.usefixtures("small_parts")

_OTHERS = [
    pytest.param(name, given, told, id=f"{name} {' '.join(given)}")
    for name, command in COMMANDS.items()
    for given, told in command.others
]


@pytest.fixture(name="command", params=COMMANDS)
def _command(request):
    return COMMANDS[request.param]


@pytest.fixture(name="stopped")
def _stopped(command, tmp_path, capsys):
    """The folder of a run that was killed on its way."""
    assert not run_killed(command.begin(tmp_path / "run"), 4)
    capsys.readouterr()
    return tmp_path / "run"


def refused(capsys, arguments: list[str]) -> str:
    """The one line that a command is refused with."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


# --- Where a run begins --------------------------------------------------------------------------


@pytest.mark.late_but(1)
def test_a_folder_that_holds_a_run_is_refused(command, stopped, capsys):
    """Unfinished or finished; the line says how to go on, and no file is touched."""
    for _ in range(2):
        before = contents(stopped)
        line = refused(capsys, command.begin(stopped))
        assert f"go on with hanabi {' '.join(command.words)} --resume {stopped}" in line
        assert before == contents(stopped)
        assert run(command.resume(stopped, *command.wanted())) == 0
        capsys.readouterr()


@pytest.mark.parametrize(
    "name", ["thesis.tex", "parts/thesis.tex", "manifest.json", "games/part-1"]
)
@pytest.mark.late_but(6)
def test_a_folder_with_something_else_is_refused(command, name, tmp_path, capsys):
    """Also something that has a name of ours."""
    (tmp_path / "mine" / name).parent.mkdir(parents=True)
    (tmp_path / "mine" / name).write_text("mine")
    before = contents(tmp_path)
    assert str(tmp_path / "mine") in refused(capsys, command.begin(tmp_path / "mine"))
    assert before == contents(tmp_path)


@pytest.mark.late_but(1)
def test_files_of_others_survive(command, stopped, tmp_path, capsys):
    """In a run's folder, and in the folders that its parts are in."""
    homes = {path.parent for path in stopped.rglob("part-*")}
    mine = [home / "part-of my thesis.tex" for home in homes] + [stopped / ".hanabi-mine.tmp"]
    for path in mine:
        path.write_text("mine")
    assert run(command.resume(stopped, *command.wanted())) == 0
    assert ["mine"] * len(mine) == [path.read_text() for path in mine]


def test_a_folder_without_a_name_is_refused(command, tmp_path, monkeypatch, capsys):
    """An empty name is not the current folder."""
    monkeypatch.chdir(tmp_path)
    assert "a folder has a name" in refused(capsys, [*command.begin(tmp_path)[:-1], ""])
    assert "a folder has a name" in refused(capsys, [*command.words, "--resume", ""])
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_refused(command, tmp_path, capsys):
    """Below a file."""
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "results"
    assert f"cannot write results to {out}" in refused(capsys, command.begin(out))


# --- How a run goes on ---------------------------------------------------------------------------


@pytest.mark.late_but(1)
def test_all_settings_may_be_given_again(command, stopped, tmp_path, capsys):
    """If they are the same; and the end is that of a run left alone."""
    assert run(command.begin(tmp_path / "whole")) == 0
    assert run([*command.resume(stopped), *command.settings, *command.wanted()]) == 0
    assert results(tmp_path / "whole") == results(stopped)


@pytest.mark.parametrize(("name", "given", "told"), _OTHERS)
@pytest.mark.late_but(7)
def test_other_settings_are_refused(name, given, told, tmp_path, capsys):
    """In one line that names the setting; no file is touched."""
    folder, command = tmp_path / "run", COMMANDS[name]
    assert not run_killed(command.begin(folder), 4)
    capsys.readouterr()
    before = contents(folder)
    line = refused(capsys, [*command.resume(folder), *given])
    assert f"the run in {folder} has {told} " in line
    assert before == contents(folder)


@pytest.mark.late_but(1)
def test_less_than_a_run_has_is_refused(command, stopped, capsys):
    """The target grows alone."""
    if command.target:
        before = contents(stopped)
        option, few, many = command.target
        line = refused(capsys, command.resume(stopped, option, str(few)))
        assert f"is of {many} {option[2:]}; it can get more, not {few}" in line
        assert before == contents(stopped)


def test_nothing_to_resume_is_told(command, tmp_path, monkeypatch, capsys):
    """And nothing is made."""
    monkeypatch.chdir(tmp_path)
    assert "no run in typo" in refused(capsys, command.resume(Path("typo")))
    assert "leave out --out" in refused(capsys, [*command.resume(Path("typo")), "--out", "new"])
    assert [] == list(tmp_path.iterdir())


@pytest.mark.late_but(1)
def test_a_run_of_another_command_is_told(command, stopped, capsys):
    """By name."""
    for other in COMMANDS.values():
        if other is not command:
            line = refused(capsys, other.resume(stopped))
            assert f"is of hanabi {' '.join(command.words)}, not {' '.join(other.words)}" in line


@pytest.mark.late_but(1)
def test_a_manifest_that_was_changed_is_refused(command, stopped, capsys):
    """Its parts are of another run then, whatever was changed."""
    path = stopped / "manifest.json"
    manifest = json.loads(path.read_text())
    name = "seed" if "seed" in manifest["settings"] else next(iter(manifest["settings"]))
    manifest["settings"][name] = 77
    path.write_text(json.dumps(manifest))
    before = contents(stopped)
    refused(capsys, command.resume(stopped))
    assert before == contents(stopped)


@pytest.mark.late_but(1)
def test_a_damaged_part_is_told_and_made_again(command, stopped, tmp_path, capsys):
    """By name in one line; the end is the same."""
    assert run(command.begin(tmp_path / "whole")) == 0
    victim = max(stopped.rglob("part-*"))
    victim.write_bytes(victim.read_bytes()[:-9])
    capsys.readouterr()
    assert run(command.resume(stopped, *command.wanted())) == 0
    assert f"hanabi: {victim} is damaged; " in capsys.readouterr().err
    assert results(tmp_path / "whole") == results(stopped)


@pytest.mark.late_but(1)
def test_what_killed_sessions_left_is_swept_up(command, stopped, capsys):
    """Files under passing names, and the lock of a process that is no more."""
    left = stopped / f".hanabi-{'0123456789abcdef' * 2}.tmp"
    left.write_text("half a file")
    (stopped / ".hanabi-lock").write_text("1")
    assert run(command.resume(stopped, *command.wanted())) == 0
    assert [] == list(stopped.rglob(".hanabi-*"))


_HOLD = """
import sys, time
from pathlib import Path
from hanabilab.runs.lock import FolderLock
lock = FolderLock.take(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


@pytest.mark.late_but(1)
def test_a_folder_that_another_process_works_on_is_refused(command, stopped, capsys):
    """The line names the process; once that is killed, the run goes on."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(stopped)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    before = contents(stopped)
    line = refused(capsys, command.resume(stopped))
    assert f"{stopped} is in use by process {process.pid}" in line
    assert before == contents(stopped)
    process.kill()
    process.wait()
    process.stdout.close()
    assert run(command.resume(stopped, *command.wanted())) == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_to_is_not_resumed(command, stopped, capsys):
    """One line."""
    stopped.chmod(0o500)
    try:
        assert f"cannot write results to {stopped}" in refused(capsys, command.resume(stopped))
    finally:
        stopped.chmod(0o700)


@pytest.mark.late_but(1)
def test_ctrl_c_while_results_are_written_tells_how_to_go_on(
    command, tmp_path, capsys, monkeypatch
):
    """Once; going on then writes them."""
    folder = tmp_path / "run"

    def stop(_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(RunFolder, "finish", stop)
        assert run(command.begin(folder)) == 130
    told = f"go on with: hanabi {' '.join(command.words)} --resume {folder}\n"
    assert capsys.readouterr().err.count(told) == 1
    assert run(command.resume(folder)) == 0
    assert json.loads((folder / "manifest.json").read_text())["status"] == "finished"


# --- How a run ends ------------------------------------------------------------------------------


@pytest.mark.late_but(1)
def test_a_finished_run_tells_the_digests_of_its_files(command, tmp_path, capsys):
    """Of all files that make its result; sessions tell command, versions and commit."""
    import hashlib

    assert run(command.begin(tmp_path)) == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["schema"] == 1
    assert manifest["status"] == "finished"
    (session,) = manifest["sessions"]
    assert ["command", "versions", "python", "commit", "code", "began"] == list(session)
    files = {
        path.relative_to(tmp_path).as_posix(): data for path, data in contents(tmp_path).items()
    }
    del files["manifest.json"]
    assert manifest["files"] == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items()
    }


@pytest.mark.late_but(1)
def test_a_finished_run_that_is_resumed_stays_as_it_is(command, tmp_path, capsys):
    """Nothing is left to do."""
    folder = tmp_path / "run"
    assert run(command.begin(folder)) == 0
    before = results(folder)
    assert run(command.resume(folder)) == 0
    assert before == results(folder)
