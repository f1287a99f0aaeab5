"""`hanabi run check DIR`: files of a run are what they were, games are what its table says."""

from __future__ import annotations

import json
import os
import re
from io import BytesIO

import numpy as np
import polars as pl
import pytest

from hanabilab._lazy import named
from hanabilab.arena import Checkpoint
from hanabilab.cli import run
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.parts import number_of
from tests.cli.calling import document
from tests.cli.keeping import COMMANDS, contents

pytestmark = pytest.mark.usefixtures("small_parts")

#: By command: its job, an array of a state, a last number that no run has there, and what is told.
_FORGED = {
    "train": ("hanabilab.learning.training:TrainingRun", "done", 3, "its number of updates is out"),
    "tune": ("hanabilab.tuning.keeping:Kept", "points", -1, "its points are out of range"),
}
_MINE = """
from hanabilab import Number, policy
from hanabilab.game.actions import play_action

@policy("mine", numbers=[Number("slot", 0, 0, 1, "The slot that it plays.")])
def mine(view, memory, rng):
    return play_action(view.rules, memory[0])
"""


@pytest.fixture(name="whole")
def _whole(tmp_path, capsys):
    """The folder of a finished run of two line-ups."""
    assert run(COMMANDS["compare"].begin(tmp_path / "run")) == 0
    capsys.readouterr()
    return tmp_path / "run"


def check(capsys, folder, code: int) -> str:
    """What `hanabi run check` prints; nothing is touched."""
    before = contents(folder)
    assert run(["run", "check", str(folder)]) == code
    assert before == contents(folder)
    out, err = capsys.readouterr()
    return out + err


def test_a_run_that_is_well(whole, capsys):
    """In one line."""
    assert f"{whole}: a run of compare, finished: all is well\n" == check(capsys, whole, 0)


@pytest.mark.parametrize("name", ["first/summary.json", "comparison.json", "games"])
@pytest.mark.late_but(1)
def test_a_file_that_was_changed_is_told(whole, capsys, name):
    """By name; also one that is gone."""
    path = min(whole.rglob("part-*")) if name == "games" else whole / name
    path.write_bytes(path.read_bytes() + b" ")
    assert f"{path} is not what it was" in check(capsys, whole, 1)
    path.unlink()
    assert f"cannot read {path}: No such file" in check(capsys, whole, 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (pl.col("points") * 0 + 5, "points is 5; its actions give "),
        (pl.col("turns") + 1, "turns is "),
        (pl.col("plays") + 1, "plays is "),
        (pl.col("actions").arr.reverse().alias("actions"), ""),
        (pl.col("deck").arr.reverse().alias("deck"), ""),
        (pl.lit([0] * 10, pl.Array(pl.Int8, 10)).alias("deck"), "decks are not of these rules"),
    ],
)
@pytest.mark.late_but(2)
def test_games_that_are_not_as_their_rows_say_are_told(whole, capsys, change, says):
    """Also where all digests are right: somebody has made them."""
    kept = Checkpoint.find(whole)
    table = kept.games(1)
    kept.folder.drop(kept.parts(1))
    kept.keep_games(1, table.with_columns(change))
    kept.finish()
    told = check(capsys, whole, 1)
    assert f"{whole}, five-rule, random: " in told
    assert says in told


@pytest.mark.late
def test_games_that_are_missing_are_told(whole, capsys):
    """So many of so many."""
    kept = Checkpoint.find(whole)
    kept.folder.drop(kept.parts(0)[:1])
    kept.finish()
    assert "1 games of 5 are there" in check(capsys, whole, 1)


@pytest.mark.parametrize("command", ["play", "crossplay", "evolve"])
@pytest.mark.late_but(1)
def test_a_damaged_part_of_a_run_that_was_killed_is_told(tmp_path, capsys, command):
    """Whatever command made it: no manifest has digests of an unfinished run, its parts have."""
    run_in = tmp_path / "run"
    assert run(COMMANDS[command].begin(run_in)) == 0
    _unfinish(run_in)
    capsys.readouterr()
    assert "unfinished: all is well" in check(capsys, run_in, 0)
    part = min(run_in.rglob("part-*"))
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    assert f"{part} is damaged" in check(capsys, run_in, 1)


@pytest.mark.late
def test_a_part_of_another_run_is_told_once(whole, tmp_path, capsys):
    """With it no command reads the folder; the parts of a run within the folder are its own."""
    part = min(whole.rglob("part-*"))
    assert run(COMMANDS["crossplay"].begin(whole / "pairs")) == 0
    other = part.with_name("part-" + "0" * 16 + part.name[21:])
    other.write_bytes(part.read_bytes())
    capsys.readouterr()
    assert 1 == check(capsys, whole, 1).count(f"{other} is of another run than manifest.json")


@pytest.mark.parametrize("command", ["play", "crossplay", "evolve"])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"settings": {"seed": 4}}, "is of another run than manifest.json tells of"),
        ({"settings": {"rules": "nothing"}}, ""),
        ({"settings": {"more": None}}, ""),
        ({"command": "nothing"}, "is of another run than manifest.json tells of"),
        ({"target": {"more": 1}}, ""),
        ({"target": "more"}, r"[0-9]+ (games )?of [14]0,000 "),
        ({"target": "fewer"}, ""),
    ],
)
@pytest.mark.late_but(7)
def test_a_manifest_that_was_changed_is_told(tmp_path, capsys, command, change, says):
    """Of a finished run, too: whoever goes on with it would be refused, or would play more."""
    folder = tmp_path / "run"
    assert run(COMMANDS[command].begin(folder)) == 0
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    for name, value in change.items():
        counts = {"more": 10_000, "fewer": 4}
        if name == "target" and isinstance(value, str):
            manifest[name] = dict.fromkeys(manifest[name], counts[value])
        else:
            manifest[name] = manifest[name] | value if isinstance(value, dict) else value
    path.write_text(json.dumps(manifest))
    before = contents(folder)
    capsys.readouterr()
    assert run(["run", "check", str(folder)]) in (1, 2)
    out, err = capsys.readouterr()
    assert re.search(says, out + err)
    assert "Traceback" not in err
    assert contents(folder) == before


@pytest.mark.parametrize("command", ["play", "crossplay", "evolve"])
@pytest.mark.late_but(1)
def test_parts_behind_a_link_are_checked(tmp_path, capsys, command):
    """A folder of parts may have been moved to another disk; links in a circle have an end."""
    folder = tmp_path / "run"
    assert run(COMMANDS[command].begin(folder)) == 0
    _unfinish(folder)
    part = min(folder.rglob("part-*"))
    home = part.parent.rename(tmp_path / "elsewhere")
    part.parent.symlink_to(home)
    (home / "circle").symlink_to(folder)
    capsys.readouterr()
    assert "unfinished: all is well" in check(capsys, folder, 0)
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    assert f"{part} is damaged" in check(capsys, folder, 1)


@pytest.mark.parametrize("command", ["play", "crossplay", "evolve"])
def test_a_folder_of_parts_that_cannot_be_read_is_told(tmp_path, capsys, monkeypatch, command):
    """And is not taken for an empty one: not here, and not by who goes on with the run."""
    folder = tmp_path / "run"
    assert run(COMMANDS[command].begin(folder)) == 0
    _unfinish(folder)
    home, before = min(folder.rglob("part-*")).parent, contents(folder)
    scanned = os.scandir

    def scan(place):
        if str(place) == str(home):
            raise PermissionError(13, "Permission denied", str(place))
        return scanned(place)

    listed = os.listdir

    def listing(place):
        scan(place).close()
        return listed(place)

    monkeypatch.setattr(os, "scandir", scan)
    monkeypatch.setattr(os, "listdir", listing)
    for words, code in ((["run", "check", str(folder)], 1), (COMMANDS[command].resume(folder), 2)):
        capsys.readouterr()
        assert run(words) == code
        assert f"cannot read {home}: Permission denied" in "".join(capsys.readouterr())
    monkeypatch.undo()
    assert contents(folder) == before


def _unfinish(folder):
    """Make a run one that was killed when all its work was done."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text()) | {"status": "unfinished"}
    del manifest["finished"], manifest["files"]
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize("command", [name for name in _FORGED if name in COMMANDS])
def test_a_state_that_no_run_comes_to_is_told(tmp_path, capsys, command):
    """As who goes on with it would be, although all digests are right; and a target."""
    folder, (kind, name, value, says) = tmp_path / "run", _FORGED[command]
    assert run(COMMANDS[command].begin(folder)) == 0
    kept = named(kind).find(folder)
    (part,) = kept.folder.parts(kept.home)
    capsys.readouterr()
    assert "finished: all is well" in check(capsys, folder, 0)
    arrays = dict(np.load(BytesIO(part.read_bytes())))
    arrays[name].flat[-1] = value
    kept.folder.drop([part])
    forged = kept.folder.keep(kept.home, number_of(part), pack_arrays(arrays), "npz")
    kept.finish()
    assert f"cannot read {forged}: {says}" in check(capsys, folder, 1)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["target"] = dict.fromkeys(manifest["target"], 2)
    path.write_text(json.dumps(manifest))
    assert "cannot read" in check(capsys, folder, 1)


@pytest.mark.skipif("train" not in COMMANDS, reason="the extra learn is not installed")
def test_a_training_whose_first_weights_are_gone_is_told(tmp_path, capsys, world):
    """It cannot go on, although its folder is whole."""
    start, folder, config = tmp_path / "start", tmp_path / "run", tmp_path / "ppo.toml"
    assert run(COMMANDS["train"].begin(start)) == 0
    weights = start / "weights.safetensors"
    config.write_text(f'start = "{weights}"\n' + (world / "ppo.toml").read_text())
    assert run(["train", str(config), "--out", str(folder)]) == 0
    capsys.readouterr()
    assert "all is well" in check(capsys, folder, 0)
    weights.unlink()
    told = check(capsys, folder, 1)
    assert str(weights) in told
    assert run(["train", "--resume", str(folder)]) == 2
    assert told == f"{folder} cannot go on: {capsys.readouterr().err.removeprefix('hanabi: ')}"


@pytest.mark.skipif("tune" not in COMMANDS, reason="the extra evolve is not installed")
def test_a_users_file_is_not_run(tmp_path, capsys):
    """A line says that what was kept is not read; a damaged part is told all the same."""
    (file := tmp_path / "mine.py").write_text(_MINE)
    folder = tmp_path / "run"
    assert run(["tune", str(file), *COMMANDS["tune"].settings[1:-2], "--out", str(folder)]) == 0
    capsys.readouterr()
    told = check(capsys, folder, 0)
    assert f"files alone were checked, not what they hold: its settings name {file}, a" in told
    assert "all is well" in told
    (part,) = folder.rglob("part-*")
    part.write_bytes(b"")
    assert f"{part} is not what it was" in check(capsys, folder, 1)


def test_what_is_no_run_cannot_be_read(tmp_path, capsys):
    """Exit code 2, as for any file."""
    assert f"no run in {tmp_path}" in check(capsys, tmp_path, 2)


def test_json_tells_the_same(whole, capsys):
    """With the status."""
    (found,) = document(capsys, "run", "check", whole)
    assert found == {"file": str(whole), "status": "finished", "findings": []}


def test_a_folder_of_runs_is_checked_among_games(whole, capsys):
    """`log check` takes both; a folder with runs in it stands for all of them."""
    game = next(whole.rglob("*.hanabi"))
    found = document(capsys, "log", "check", game, whole.parent)
    assert [each["file"] for each in found] == [str(game), str(whole)]
    assert found[1:] == document(capsys, "run", "check", whole.parent)
