"""`python -m studies.diversity.analyze` as a user meets it."""

from __future__ import annotations

import json
import shutil

import numpy as np
import polars as pl
import pytest

from hanabilab.cli import run as hanabi
from hanabilab.teamplay import KeptPairs, pairs
from studies.diversity import figures
from studies.diversity.analyze import PROGRAM
from tests.cli.keeping import contents, results, run_killed
from tests.evolution.elites import keep_run

pytestmark = [pytest.mark.once, pytest.mark.slow]

run = PROGRAM.run
SHORT = ["--games", "4", "--fresh", "4", "--best", "4", "--states", "1", "--seed", "3"]


@pytest.fixture(name="runs")
def _runs(tmp_path) -> list[str]:
    """The folders of two runs."""
    return [str(keep_run(tmp_path / name, number)) for number, name in enumerate("ab")]


@pytest.fixture(autouse=True)
def _drawn_at_once(request, monkeypatch):
    """Figures are drawn in one test alone."""
    if "drawn" not in request.node.name:
        monkeypatch.setattr(figures, "save_map", lambda *about: about[-1].write(b"map"))
        monkeypatch.setattr(figures, "save_curves", lambda *about: None)


def _numbers(part) -> list[float]:
    """All that are in a document."""
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        return [number for each in part for number in _numbers(each)]
    return [part] if isinstance(part, float) else []


def _line(capsys, *arguments: str) -> str:
    """The one line that a mistake gets."""
    assert run([*arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def _document(capsys, runs, out, *more: str):
    assert run([*runs, *SHORT, "--out", str(out), "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_keeps_its_contract(capsys, runs, tmp_path):
    """The keys, in order; the document is in the folder, too, and tables beside it."""
    found = _document(capsys, runs, tmp_path / "out")
    assert list(found) == ["settings", "seed", "games", "runs", "across"]
    assert found["games"] == {"matrix": 4, "fresh": 4, "best": 4, "states": 1}
    assert "seed" not in found["settings"]
    assert list(found["runs"]) == ["run-1", "run-2"]
    first = found["runs"]["run-1"]
    assert list(first) == [
        *("path", "seed", "individuals", "statistics", "corrected", "best", "matrix"),
        "by_distance",
    ]
    assert (first["seed"], first["individuals"]) == (1, 8)
    assert first["statistics"]["coverage"] == first["matrix"]["niches"] == 4
    assert first["matrix"]["agents"] == 3
    (across,) = found["across"]
    assert across["runs"] == ["run-1", "run-2"]
    assert across["niches"] == 3
    assert across["hamming"]["mean"] == 1.0
    assert np.isfinite(_numbers(found)).all()
    assert found == json.loads((tmp_path / "out" / "analysis.json").read_text())
    tables = {path.stem for path in (tmp_path / "out" / "run-1").glob("*.parquet")}
    assert tables == {"niches", "distances", "matrix"}
    matrix = pl.read_parquet(tmp_path / "out" / "run-1" / "matrix.parquet")
    own = matrix.filter(one_0=pl.col("other_0"), one_1=pl.col("other_1"))["mean"]
    assert own.mean() == pytest.approx(first["matrix"]["self_play"]["mean"])
    assert len(pl.read_parquet(tmp_path / "out" / "across.parquet")) == 3


def test_tables_are_printed(capsys, runs, tmp_path):
    """For one run, and for two; no published figures beside another grid."""
    assert run([*runs, *SHORT, "--out", str(tmp_path / "out")]) == 0
    text = capsys.readouterr().out
    for words in ("individuals", "corrected QD-score", "with others", "niches in common", "run-2"):
        assert words in text
    assert "published" not in text
    assert run([runs[0], *SHORT, "--out", str(tmp_path / "one")]) == 0
    assert "across runs" not in capsys.readouterr().out
    few = [*SHORT, "--fresh", "1", "--out", str(tmp_path / "few")]
    assert run([runs[0], *few]) == 0  # nothing is played across runs


@pytest.mark.compiled
def test_figures_are_drawn(capsys, runs, tmp_path):
    """Beside their data; maps of the grid, and curves by distance."""
    _document(capsys, runs[:1], tmp_path / "out")
    drawn = {path.stem for path in (tmp_path / "out" / "run-1").glob("*.png")}
    maps = {"archive", "with_others", "best_partners"}
    assert drawn == maps | {"score_by_distance", "similarity_by_distance"}


@pytest.mark.compiled
def test_runs_of_the_papers_settings_have_its_figures_beside_them(capsys, tmp_path):
    """The same rules, measures and grid; a pool that was evolved."""
    out = tmp_path / "run"
    short = ["--individuals", "20", "--random", "20", "--batch", "10", "--games", "2"]
    assert hanabi(["evolve", *short, "--out", str(out)]) == 0
    capsys.readouterr()
    assert run([str(out), *SHORT, "--out", str(tmp_path / "out")]) == 0
    text = capsys.readouterr().out
    assert "published" in text
    assert "20.33" in text


def test_a_stopped_analysis_goes_on_where_it_was(capsys, runs, tmp_path, monkeypatch):
    """Asked for again it plays what is missing; the document is that of one left alone."""
    expected = _document(capsys, runs[:1], tmp_path / "whole", "--threads", "1")
    out, play, played = tmp_path / "out", pairs.play_scores, []

    def stop_later(*arguments):
        played.append(arguments)
        if len(played) > 5:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(KeptPairs, "seconds_between", 0.0)
    with monkeypatch.context() as patched:
        patched.setattr(pairs, "play_scores", stop_later)
        arguments = [runs[0], *SHORT, "--threads", "1", "--out", str(out)]
        assert run(arguments) == 130
    assert (
        f"go on with: python -m studies.diversity.analyze --resume {out}" in capsys.readouterr().err
    )
    assert run(["--resume", str(out), "--threads", "1", "--json"]) == 0
    captured = capsys.readouterr()
    assert "games of pairs are there already" in captured.err
    assert json.loads(captured.out) == expected


def test_runs_that_have_gone_on_are_told(capsys, runs, tmp_path):
    """What was analyzed is not there any more."""
    out = tmp_path / "out"
    _document(capsys, runs[:1], out)
    path = tmp_path / "a"
    shutil.rmtree(path)
    keep_run(path, 1)
    assert run(["--resume", str(out)]) == 2
    told = capsys.readouterr().err
    assert f"the evolution in {path} has gone on: its elites are not those that" in told


def test_reading_needs_no_right_to_write(capsys, runs, tmp_path, monkeypatch):
    """Runs are read as they stand: no file of theirs is touched, nor made."""
    before = contents(tmp_path)
    _document(capsys, runs, tmp_path / "out")
    after = contents(tmp_path)
    assert before == {path: after[path] for path in before}
    assert all(path.is_relative_to(tmp_path / "out") for path in after.keys() - before.keys())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ([], "Missing --out DIR"),
        (["--games", "3", "--out", "{}/out"], "games is 3; at least 4"),
        (["--fresh", "3", "--out", "{}/out"], "fresh is 3; pairs across runs need at least 4"),
        (["{}/nothing", "--out", "{}/out"], "no run in"),
        (["{}/a", "--out", "{}/out"], "a run is there twice"),
        (["--states", "0", "--out", "{}/out"], "--states"),
    ],
)
def test_mistakes_get_one_line(change, expected, capsys, runs, tmp_path):
    """What was wrong, and exit code 2; nothing is begun."""
    given = [word.format(tmp_path) for word in change]
    assert expected in _line(capsys, *runs, *given)
    assert not (tmp_path / "out" / "analysis.json").exists()


def test_an_analysis_can_be_killed_at_any_change(capsys, runs, tmp_path, monkeypatch):
    """Before every fifth change of files; resumed, it ends as if it had been left alone."""
    monkeypatch.setattr(pairs, "UNIT_GAMES", 3)
    monkeypatch.setattr(KeptPairs, "seconds_between", 0.0)
    begun = [runs[0], *SHORT, "--out"]
    assert run([*begun, str(tmp_path / "whole")]) == 0
    ended, changes = False, 0
    while not ended:
        folder = tmp_path / str(changes)
        ended = run_killed([*begun, str(folder)], changes, run)
        if run(["--resume", str(folder)]) != 0:
            assert run([*begun, str(folder)]) == 0
        assert results(tmp_path / "whole") == results(folder)
        changes += 5
    assert changes > 6


@pytest.mark.parametrize(
    ("given", "told"), [(["--seed", "4"], "seed"), (["--games", "5"], "games"), ([".."], "runs")]
)
def test_other_settings_are_refused(given, told, capsys, runs, tmp_path):
    """In one line that names the setting; no file is touched."""
    folder = tmp_path / "out"
    assert not run_killed([runs[0], *SHORT, "--out", str(folder)], 4, run)
    capsys.readouterr()
    before = contents(folder)
    assert f"the run in {folder} has {told} " in _line(capsys, "--resume", str(folder), *given)
    assert before == contents(folder)


def test_a_folder_that_holds_an_analysis_is_refused(capsys, runs, tmp_path):
    """The line says how to go on."""
    folder = tmp_path / "out"
    assert not run_killed([runs[0], *SHORT, "--out", str(folder)], 4, run)
    capsys.readouterr()
    line = _line(capsys, runs[0], *SHORT, "--out", str(folder))
    assert f"go on with python -m studies.diversity.analyze --resume {folder}" in line


def test_an_analysis_of_an_earlier_version_is_resumed(capsys, runs, tmp_path):
    """Its folder names the command as it was."""
    expected = _document(capsys, runs[:1], tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    path.write_text(path.read_text().replace('"pool analyze"', '"analyse"'))
    for part in (tmp_path / "out" / "run-1" / "parts").iterdir():
        part.unlink()  # the command is in their names
    assert run(["--resume", str(tmp_path / "out"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == expected
