"""`hanabi tune`: what it writes and prints, an agent of a file, mistakes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from hanabilab.cli import run
from hanabilab.cli import tune as cli_tune
from hanabilab.cli.documents.schemas import fits
from hanabilab.tuning import Kept
from tests.cli.calling import document, refusal
from tests.cli.keeping import contents

pytest.importorskip("ribs", reason="the extra evolve is not installed")

FEW = ["--candidates", "4", "--games", "8", "--finals", "4", "--threads", "1"]
CODE = '''
from hanabilab import Number, policy
from hanabilab.game.actions import discard_action, play_action

@policy("mine", numbers=[Number("slot", 0, 0, 3, "The slot that it plays.")])
def mine(view, memory, rng):
    """Plays whatever card is in a slot."""
    return play_action(view.rules, memory[0])
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A user's file with one agent that declares a number."""
    path = tmp_path / "mine.py"
    path.write_text(CODE)
    return path


def test_a_tuned_agent_of_a_file_plays_by_the_name_that_is_told(file, tmp_path, capsys):
    """The document, the files of the folder, and the name, which other commands take."""
    folder = tmp_path / "run"
    told = document(capsys, "tune", str(file), *FEW, "--generations", "2", "--out", str(folder))
    assert fits("tune", told) == ""
    assert told == json.loads((folder / "tuning.json").read_text())
    assert f"{file}:mine" == told["agent"]
    (number,) = told["numbers"]
    assert ("slot", 0, 3, 0) == tuple(number[key] for key in ("name", "low", "high", "given_value"))
    rows = list(csv.DictReader((folder / "numbers.csv").read_text().splitlines()))
    assert ["0", "1", "2"] == [row["generation"] for row in rows]
    assert told["games"] == sum(int(row["games"]) for row in rows)
    assert told["games"] + told["games_saved"] == 2 * 4 * 8
    assert round(float(rows[-1]["slot"])) == number["tuned_value"]
    assert (folder / "numbers.png").read_bytes().startswith(b"\x89PNG")
    assert run(["play", told["tuned_agent"], told["tuned_agent"], "--games", "2"]) == 0


def test_all_numbers_can_be_asked_for_as_the_help_calls_them(file, tmp_path, capsys):
    """--only all is the default; a run of all numbers says so where others are asked for."""
    given = ["tune", str(file), *FEW, "--generations", "1", "--only"]
    folder = tmp_path / "run"
    assert run([*given, "all", "--out", str(folder)]) == 0
    capsys.readouterr()
    assert run(["tune", "--resume", str(folder), "--only", "slot"]) == 2
    assert "has only (none named), not slot" in capsys.readouterr().err


def test_numbers_of_a_file_that_have_changed_are_told_before_the_run_is(file, tmp_path, capsys):
    """Candidates would not be those that follow, so the finished run stays as it is."""
    folder = tmp_path / "run"
    assert run(["tune", str(file), *FEW, "--generations", "2", "--out", str(folder)]) == 0
    before = contents(folder)
    file.write_text(CODE.replace("0, 0, 3", "0, 0, 4"))
    told = refusal(capsys, "tune", file, "--resume", folder, "--generations", "3")
    assert "the candidates of generation 1 are not those that follow from the settings" in told
    assert before == contents(folder)


def test_ctrl_c_during_the_comparison_keeps_the_generations(tmp_path, capsys, monkeypatch):
    """The run goes on with the comparison alone."""
    folder = tmp_path / "run"

    def stop(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(cli_tune, "compare", stop)
        code = run(["tune", "keen", *FEW, "--generations", "1", "--out", str(folder)])
    assert 130 == code
    assert f"go on with: hanabi tune --resume {folder}" in capsys.readouterr().err
    assert 1 == Kept.find(folder).plan.generations
    assert 0 == run(["tune", "--resume", str(folder), "--threads", "1"])
    out, err = capsys.readouterr()
    assert "1 of 1 generations are there already" in err
    assert "tuned: keen" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tune"], "missing AGENT and --out DIR"),
        (["tune", "keen"], "missing AGENT and --out DIR"),
        (["tune", "--out", "new"], "missing AGENT and --out DIR"),
        (["tune", "value", "--out", "new"], "agent 'value' declares no numbers"),
        (["tune", "keen", "--out", "new", "--only", "late"], "has no number 'late'"),
        (["tune", "keen", "--out", "new", "--candidates", "2"], "'--candidates'"),
        (["tune", "keen", "--out", "new", "--generations", "0"], "'--generations'"),
        (["tune", "keen(late_deck=99)", "--out", "new"], "late_deck of agent 'keen' is 99"),
        (["tune", "--resume", "new"], "no run in new"),
    ],
)
def test_mistakes_end_in_one_line(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "new").exists()
