"""`hanabi evolve` and `hanabi pool`: runs killed at any moment, mistakes, what is shown."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from hanabilab import plots
from hanabilab.cli import evolve as cli_evolve
from hanabilab.cli import run
from hanabilab.cli.documents.schemas import fits
from hanabilab.evolution import EvolutionPlan, Kept
from tests.cli.calling import document

RULES = "very-small(life_tokens=2, bomb=keep, draw_slot=vacated)"
SETTINGS = ["--rules", RULES, "--mode", "clean", "--length", "6", "--grid", "3x3", "--batch", "4"]
SETTINGS += ["--random", "8", "--games", "1", "--seed", "5"]
EVOLVE = ["evolve", *SETTINGS, "--threads", "1"]


@pytest.fixture(autouse=True)
def _saved_often(monkeypatch):
    """A state for every batch, and a figure that is drawn at once."""
    monkeypatch.setattr(Kept, "seconds_between", 0.0)
    monkeypatch.setattr(plots, "save_archive", lambda _, file, **__: file.write(b"figure"))


def evolve(folder: Path, individuals: int = 16) -> int:
    return run([*EVOLVE, "--individuals", str(individuals), "--out", str(folder)])


def results(folder: Path) -> dict[str, bytes]:
    """Every file to the byte, but for the settings, which tell the sessions."""
    paths = [path for path in folder.rglob("[!.]*") if path.is_file()]
    return {str(p.relative_to(folder)): p.read_bytes() for p in paths if p.suffix != ".json"}


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(name="whole")
def _whole(tmp_path, capsys):
    """The folder of a run of 16 individuals that was left alone."""
    assert evolve(tmp_path / "whole") == 0
    capsys.readouterr()
    return tmp_path / "whole"


# --- Going on ------------------------------------------------------------------------------------


def resume(folder: Path, *more: str) -> int:
    return run(["evolve", "--resume", str(folder), "--threads", "1", *more])


def test_an_interrupted_run_says_how_to_go_on(whole, tmp_path, capsys, monkeypatch):
    """Ctrl-C keeps what is there."""
    folder, shown = tmp_path / "stopped", []

    def interrupt(*about):
        shown.append(about)
        if len(shown) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(cli_evolve, "_words", interrupt)
        assert evolve(folder) == 130
    told = capsys.readouterr().err
    assert f"hanabi: stopped; go on with: hanabi evolve --resume {folder}\n" == told
    assert resume(folder, "--json") == 0
    out, err = capsys.readouterr()
    assert 16 == json.loads(out)["individuals"]
    assert fits("evolve", json.loads(out)) == ""
    assert err == "hanabi: 8 of 16 individuals are there already\n"
    assert results(whole) == results(folder)


def test_a_damaged_end_is_evolved_again(whole, capsys):
    """From the beginning, if nothing else is there."""
    expected, victim = results(whole), max(whole.rglob("part-*"))
    victim.write_bytes(b"no archive")
    assert resume(whole) == 0
    told = capsys.readouterr().err.splitlines()
    assert f"hanabi: {victim} is damaged; what it held is evolved again" == told[0]
    assert "hanabi: 0 of 16 individuals are there already" == told[1]
    assert expected == results(whole)


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "6"], "has seed 5, not 6"),
        (["--grid", "4x4"], "has grid [3, 3], not [4, 4]"),
        (["--measures", "risk_aversion,communicativeness"], "has measures comm"),
        (["--individuals", "17"], "whole batches of 4"),
        (["--grid", "three"], "grid is 'three'; write niches along each measure"),
        (["--measures", "charm,risk_aversion"], "unknown measure 'charm'"),
    ],
)
@pytest.mark.late_but(2)
def test_other_settings_are_refused(arguments, says, whole, capsys):
    """In one line; no file is touched."""
    before = contents(whole)
    assert run(["evolve", "--resume", str(whole), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert before == contents(whole)


def manifest(command: str) -> str:
    """That of a run with impossible settings."""
    document = {"schema": 1, "command": command, "settings": {}, "target": {"individuals": 4}}
    return json.dumps(document | {"status": "unfinished", "sessions": []})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evolve"], "Missing --out DIR"),
        (["evolve", "--out", "new", "--grid", "0x3"], "grid is 0x3; 1 to 1,000,000 cells"),
        (["evolve", "--out", "new", "--grid", "3"], "2 measures need a number for each"),
        (["evolve", "--out", "new", "--measures", "charm"], "unknown measure 'charm'; known are"),
        (["evolve", "--out", "new", "--players", "3"], "mode compat plays with 2 players, not 3"),
        (["evolve", "--out", "new", "--individuals", "300"], "batches of 250 are needed, such as"),
        (["evolve", "--out", "new", "--base", "mine"], "unknown base 'mine'"),
        (["evolve", "--out", "new", "--mutation", "2"], "'--mutation'"),
        (["evolve", "--out", "used"], "used is not empty; results go to a new folder"),
        (["evolve", "--resume", "new"], "no run in new"),
        (["evolve", "--resume", "foreign"], "the run in foreign is of hanabi play, not evolve"),
        (["evolve", "--out", "foreign"], "foreign holds a run"),
        (["pool", "new"], "no run in new"),
        (["pool", "foreign"], "of hanabi play, not evolve"),
        (["pool", "begun"], "the evolution in begun has no archive yet"),
        (["pool", "broken"], "cannot read broken/manifest.json: settings that are missing"),
        (["play", "pool(new, 1, 1)", "random"], "no run in new"),
        (["play", "pool(begun)", "random"], "a folder and a niche, such as"),
        (["play", "pool(1, 2)", "random"], "a folder and a niche, such as"),
    ],
)
@pytest.mark.late_but(6)
def test_mistakes_are_told(arguments, says, tmp_path, monkeypatch, capsys):
    """In one line, and nothing is made or changed."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "used/mine.txt": "mine",
        "foreign/manifest.json": manifest("play"),
        "broken/manifest.json": manifest("evolve"),
    }.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    from tests.evolution.small import tiny

    Kept(EvolutionPlan(tiny(), 8)).begin(tmp_path / "begun").folder.release()
    before = contents(tmp_path)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
    assert before == contents(tmp_path)
    assert not (tmp_path / "new").exists()


def test_a_state_of_another_run_is_refused(whole, tmp_path, capsys):
    """One that was copied into the folder; resumed or looked at."""
    other = tmp_path / "other"
    assert run([*EVOLVE, "--individuals", "16", "--out", str(other), "--seed", "6"]) == 0
    for path in (whole / "archive").glob("part-*"):
        path.unlink()
    stranger = max(other.rglob("part-*"))
    (whole / "archive" / stranger.name).write_bytes(stranger.read_bytes())
    capsys.readouterr()
    for command in (["evolve", "--resume", str(whole)], ["pool", str(whole)]):
        assert run(command) == 2
        assert "is of another run than manifest.json tells of" in capsys.readouterr().err


def test_a_damaged_archive_is_not_shown(whole, capsys):
    """The line says how it is mended."""
    victim = max(whole.rglob("part-*"))
    victim.write_bytes(b"nothing")
    assert run(["pool", str(whole)]) == 2
    assert f"is damaged; hanabi evolve --resume {whole} mends it" in capsys.readouterr().err
    assert victim.exists()


# --- What is shown -------------------------------------------------------------------------------


def test_pool_shows_figures_map_and_best(whole, capsys):
    """In words a person wants to read."""
    assert run(["pool", str(whole), "--top", "2"]) == 0
    out = capsys.readouterr().out
    for words in ("16 individuals of seed 5", "coverage", "QD-score", "upwards", "best 2 by mean"):
        assert words in out


def test_pool_exports(whole, tmp_path, capsys):
    """CSV has the rows of the JSON document, fresh games among them."""
    table, figure = tmp_path / "new" / "elites.csv", tmp_path / "elites.png"
    more = ["--remeasure", "3", "--csv", str(table), "--png", str(figure), "--threads", "1"]
    found = document(capsys, "pool", whole, *more)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert found["statistics"]["coverage"] == len(rows) == len(found["elites"])
    assert [each["agent"] for each in found["elites"]] == [row["agent"] for row in rows]
    assert {"fresh_mean", "fresh_risk_aversion", "fresh_niche_1"} <= set(rows[0])
    assert 3 == found["corrected"]["games"]
    assert figure.read_bytes() == b"figure"
    assert run(["pool", str(whole), "--remeasure", "3", "--threads", "1"]) == 0
    out = capsys.readouterr().out
    assert "corrected" in out
    assert "in their own" in out
