"""The manifest of a run, what it may hold, and the lock."""

from __future__ import annotations

import json
import os

import pytest

from hanabilab.errors import OutputError, ResumeError
from hanabilab.runs import RunFolder, read_manifest
from hanabilab.runs.lock import FolderLock


@pytest.fixture(name="begun")
def _begun(tmp_path):
    """A run of the command `cook` that nobody holds."""
    with RunFolder.begin(tmp_path / "run", "cook", {"dish": "rice"}, {"plates": 3}) as folder:
        return folder


def test_a_manifest_is_read_as_it_was_written(begun):
    """The target may grow, the settings make the plan; the digest is of command and settings."""
    found = read_manifest(begun.path)
    assert found == begun.manifest
    assert (found.command, found.settings, found.target) == (
        "cook",
        {"dish": "rice"},
        {"plates": 3},
    )
    other = RunFolder.begin(begun.path / "other", "cook", {"dish": "rice"}, {"plates": 4})
    assert other.manifest.plan_digest == found.plan_digest
    more = RunFolder.begin(begun.path / "more", "cook", {"dish": "soup"}, {"plates": 3})
    assert more.manifest.plan_digest != found.plan_digest


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"schema": 2}, "it has schema 2; this hanabilab reads 1"),
        ({"command": 7}, "its command is 7"),
        ({"settings": []}, r"its settings is \[\]"),
        ({"target": {"plates": "3"}}, "its target is '3' plates"),
        ({"target": {"plates": 0}}, "its target is 0 plates"),
        ({"target": {"plates": True}}, "its target is True plates"),
        ({"status": "lost"}, "its status is 'lost'"),
        ({"status": ["finished"]}, "its status is"),
        ({"status": "finished"}, "'finished' is missing"),
        ({"finished": "2026-11-29"}, "it has finished, and its status is 'unfinished'"),
        ({"finished": None}, "it has finished, and its status is 'unfinished'"),
        ({"files": 7}, "it has files, and its status is 'unfinished'"),
        ({"sessions": {}}, "its sessions is"),
        ({"sessions": [7]}, "one of its sessions is 7"),
        ({"sessions": ["x" * 10_000]}, "one of its sessions is 'xxx"),
        ({"status": "finished", "finished": "", "files": {"a": "b"}}, "the digest of a is 'b'"),
        ({"status": "finished", "finished": "", "files": {"../a": "0" * 64}}, "is no file of the"),
        ({"status": "finished", "finished": "", "files": {"/a": "0" * 64}}, "is no file of the"),
    ],
)
def test_a_manifest_that_no_run_has_is_refused(begun, change, says):
    """In one line with the file and the reason."""
    path = begun.path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ResumeError, match=says) as error:
        read_manifest(begun.path)
    assert str(error.value).startswith(f"cannot read {path}: ")
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", ["schema", "command", "settings", "target", "status", "sessions"])
def test_every_key_is_needed(begun, name):
    """Which one is missing."""
    path = begun.path / "manifest.json"
    document = json.loads(path.read_text())
    del document[name]
    path.write_text(json.dumps(document))
    with pytest.raises(ResumeError, match=f"'{name}' is missing"):
        read_manifest(begun.path)


def test_a_result_is_held_against_its_digest(begun):
    """A changed file is told; so is one of a run that goes on."""
    with pytest.raises(ResumeError, match="is not finished: it has no"):
        RunFolder.find(begun.path, "cook").read_result("a.txt")
    begun.write_text("a.txt", "done")
    begun.finish()
    assert RunFolder.find(begun.path, "cook").read_result("a.txt") == b"done"
    (begun.path / "a.txt").write_text("gone")
    with pytest.raises(ResumeError, match=r"a.txt is damaged"):
        RunFolder.find(begun.path, "cook").read_result("a.txt")


def test_a_run_that_another_process_has_changed_is_looked_at_again(begun):
    """Between finding and holding it."""
    found = RunFolder.find(begun.path, "cook")
    begun.finish()
    with pytest.raises(ResumeError, match="another process has just worked on"):
        found.go_on({"plates": 3}, list)
    assert not (begun.path / ".hanabi-lock").exists()


@pytest.mark.parametrize("there", ["file", "circle", "dangling"])
def test_parts_in_what_is_no_folder_are_refused(begun, there):
    """Work would be done again, and could not be kept."""
    home = begun.path / "parts"
    assert begun.parts("parts") == []
    home.write_text("") if there == "file" else home.symlink_to(
        "parts" if there == "circle" else "x"
    )
    with pytest.raises(ResumeError, match=f"^cannot read {home}: "):
        begun.parts("parts")


def test_a_lock_is_held_once(tmp_path):
    """By whoever came first, until it is given back; a file that was left is no lock."""
    (tmp_path / ".hanabi-lock").write_text("99999999")
    lock = FolderLock.take(tmp_path)
    with pytest.raises(OutputError, match=f"is in use by process {os.getpid()};"):
        FolderLock.take(tmp_path)
    lock.release()
    assert [] == list(tmp_path.iterdir())
    FolderLock.take(tmp_path).release()


def test_a_planted_link_is_no_lock(tmp_path):
    """What it leads to is not written."""
    (tmp_path / "victim").write_text("mine")
    (tmp_path / ".hanabi-lock").symlink_to(tmp_path / "victim")
    with pytest.raises(OutputError, match="cannot write results to"):
        FolderLock.take(tmp_path)
    assert (tmp_path / "victim").read_text() == "mine"
