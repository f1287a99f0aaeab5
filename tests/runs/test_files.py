"""Files are written whole or not at all, and nothing that stands in their way is touched."""

from __future__ import annotations

import os
import resource
import stat
from pathlib import Path

import pytest

from hanabilab.errors import OutputError
from hanabilab.runs.files import create_bytes, remove_passing, write_bytes, write_file


def test_a_file_is_written_whole(tmp_path):
    """Folders above it are made, nothing passing stays, and what was there is replaced."""
    path = tmp_path / "deep" / "file"
    for text in (b"one", b"two"):
        write_file(path, lambda file, text=text: file.write(text))
        assert path.read_bytes() == text
    assert [path] == list(path.parent.iterdir())
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize(
    ("name", "says"),
    [("folder", "Is a directory"), ("file/new", "File exists"), ("n" * 300, "name too long")],
)
def test_what_cannot_be_written_is_told(tmp_path, name, says):
    """In one line with the path and the system's reason."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError, match=says) as error:
        write_bytes(tmp_path / name, b"ours")
    assert str(error.value).startswith(f"cannot write {tmp_path}")
    assert (tmp_path / "file").read_text() == "mine"
    assert {"folder", "file"} == {path.name for path in tmp_path.iterdir()}


def test_the_current_folder_is_no_file(tmp_path, monkeypatch):
    """As `--csv .` asks for."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match=r"cannot write \.: "):
        write_bytes(Path(), b"ours")
    assert [] == list(tmp_path.iterdir())


def test_a_full_disk_leaves_what_was_there(tmp_path):
    """Told with the system's reason; no half file under any name."""
    path = tmp_path / "file"
    path.write_bytes(b"before")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OutputError, match=f"cannot write {path}: File too large"):
            write_bytes(path, bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == b"before"
    assert [path] == list(tmp_path.iterdir())


def test_a_planted_link_is_not_followed(tmp_path, monkeypatch):
    """Neither one under the final name, which is replaced, nor one under a guessed name."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / "file").symlink_to(victim)
    write_bytes(tmp_path / "file", b"ours")
    assert victim.read_text() == "mine"
    assert not (tmp_path / "file").is_symlink()
    monkeypatch.setattr("secrets.token_hex", lambda size: "0" * 2 * size)
    (tmp_path / f".hanabi-{'0' * 32}.tmp").symlink_to(victim)
    with pytest.raises(OutputError, match="File exists"):
        write_bytes(tmp_path / "other", b"ours")
    assert victim.read_text() == "mine"


def test_a_users_link_or_device_stays_what_it_is(tmp_path):
    """What it leads to is written; a full device is told."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_file(tmp_path / "link", lambda file: file.write(b"ours"))
    assert (tmp_path / "file").read_bytes() == b"ours"
    assert (tmp_path / "link").is_symlink()
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left on device"):
        write_file(Path("/dev/full"), lambda file: file.write(b"ours"))
    assert Path("/dev/full").is_char_device()


def test_only_passing_files_are_swept_up(tmp_path):
    """By their names, which nothing else has."""
    ours = tmp_path / f".hanabi-{'0f' * 16}.tmp"
    mine = [tmp_path / name for name in (".hanabi-1.tmp", ".hanabi-lock", "a.tmp", ".1-file")]
    for path in (ours, *mine):
        path.write_text("")
    remove_passing(tmp_path)
    assert sorted(mine) == sorted(tmp_path.iterdir())


@pytest.mark.parametrize("write", [write_bytes, create_bytes])
def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch, write):
    """A power cut leaves the file before, or the new one whole."""
    seen = []

    def synced(number):
        (passing,) = tmp_path.iterdir()
        seen.append((passing.name.endswith(".tmp"), os.fstat(number).st_size))

    monkeypatch.setattr(os, "fsync", synced)
    write(tmp_path / "file", b"four")
    assert seen == [(True, 4)]
    assert (tmp_path / "file").read_bytes() == b"four"
