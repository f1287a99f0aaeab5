"""`hanabi puzzles` and `hanabi log values`: runs, files, stops and mistakes."""

from __future__ import annotations

import json
import webbrowser
from dataclasses import replace
from pathlib import Path

import pytest

from hanabilab.cli import run, valued_games, values
from hanabilab.cli.documents.schemas import fits
from hanabilab.notation import load_record
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.site.export import format_export
from hanabilab.puzzles.rows import read_rows
from hanabilab.puzzles.shipped import load_puzzles, shipped_puzzles
from tests.cli.calling import document, refusal

pytestmark = [pytest.mark.once, pytest.mark.compiled]

_GOLDEN = Path(__file__).parents[1] / "golden"
_FEW = ("--rollouts", "100", "--measured", "500")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of four games of five-rule by small rules."""
    folder = tmp_path_factory.mktemp("played") / "run"
    words = ["play", "five-rule", "five-rule", "--rules", "small", "--games", "4"]
    assert run([*words, "--out", str(folder)]) == 0
    return str(folder)


@pytest.mark.late
def test_puzzles_of_a_run(played, tmp_path, capsys):
    """A page and its data, which `--json` prints, too; the same again."""
    out, again = tmp_path / "puzzles", tmp_path / "again"
    words = ["puzzles", played, *_FEW, "--gap", "0.1", "--games", "3"]
    found = document(capsys, *words, "--out", str(out))
    assert fits("puzzles", found) == ""
    assert json.loads((out / "puzzles.json").read_text()) == found
    assert [each.id for each in load_puzzles(out / "puzzles.json")] == [p["id"] for p in found]
    assert "<title>Hanabi puzzles</title>" in (out / "puzzles.html").read_text()
    assert all(each["view"]["plays_on"] == "five-rule" for each in found)
    assert document(capsys, *words, "--out", str(again)) == found
    assert document(capsys, "puzzles", "--resume", str(out)) == found
    assert "is another file" in refusal(capsys, "puzzles", "--out", out)
    assert run(["run", "check", str(out)]) == 0


@pytest.mark.slow
def test_the_puzzles_of_the_package(tmp_path, capsys, monkeypatch):
    """One command writes the page and opens it; a file of somebody else's is left alone."""
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.chdir(tmp_path)
    assert run(["puzzles"]) == 0
    assert opened == [(tmp_path / "puzzles.html").as_uri()]
    assert "puzzles.html: 100 puzzles" in capsys.readouterr().out
    assert run(["puzzles", "--no-browser"]) == 0
    assert len(opened) == 1
    (tmp_path / "puzzles.html").write_text("mine")
    assert "is another file" in refusal(capsys, "puzzles")
    assert (tmp_path / "puzzles.html").read_text() == "mine"
    assert "--count has no effect" in refusal(capsys, "puzzles", "--count", "3")
    assert "--partial has no effect" in refusal(capsys, "puzzles", "--partial")


def test_the_shipped_set():
    """A hundred, each once, of two to four players, with hints and discards among them."""
    found = shipped_puzzles()
    assert len({each.id for each in found}) == len(found) == 100
    assert {each.view.rules for each in found} == {f"full(players={n})" for n in (2, 3, 4)}
    assert {each.grade for each in found} == {"easy", "medium", "hard"}
    for puzzle in found:
        second = puzzle.answer.actions[1]
        assert puzzle.answer.lead == -second.gain >= max(0.25, 3 * second.gain_sem)


@pytest.mark.late
def test_values_of_a_run(played, tmp_path, capsys):
    """By the short name, too; JSON lines, Parquet and the card."""
    file = tmp_path / "values.jsonl"
    words = ["log", "values", played, *_FEW, "--positions", "2"]
    found = document(capsys, *words, "--out", str(file))
    assert fits("log values", found) == ""
    assert len(found) == 8 == len(read_rows(file))
    assert [json.loads(line) for line in file.read_text().splitlines()] == found
    assert "`five-rule` then plays" in " ".join((tmp_path / "values.jsonl.md").read_text().split())
    assert run([*words[1:], "--out", str(tmp_path / "values.parquet")]) == 0
    assert (tmp_path / "values.parquet").read_bytes().startswith(b"PAR1")


@pytest.mark.late
def test_values_that_were_stopped_go_on(played, tmp_path, capsys, monkeypatch):
    """And come out as if they had not been."""
    words = ["log", "values", played, *_FEW, "--positions", "2"]
    assert run([*words, "--out", str(tmp_path / "whole.jsonl")]) == 0
    done, real = [], values.rows_of

    def stopping(*told):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(told)
        return real(*told)

    monkeypatch.setattr(values, "rows_of", stopping)
    file = tmp_path / "values.jsonl"
    assert run([*words, "--out", str(file)]) == 130
    assert "go on with: hanabi log values --resume" in capsys.readouterr().err
    assert not file.exists()
    monkeypatch.setattr(values, "rows_of", lambda *told: done.append(told) or real(*told))
    assert run(["log", "values", "--resume", f"{file}.run"]) == 0
    assert len(done) == 4
    assert file.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_mistakes_are_one_line(played, tmp_path, capsys):
    out = str(tmp_path / "values.csv")
    assert "ends in none of .jsonl, .parquet" in refusal(capsys, "values", played, "--out", out)
    assert "missing --out FILE" in refusal(capsys, "values", played)
    assert "missing RUN or GAMES" in refusal(capsys, "values", "--out", f"{out}.jsonl")
    assert "takes the folder FILE.run" in refusal(capsys, "values", "--resume", played)
    assert "missing --out DIR" in refusal(capsys, "puzzles", played)
    words = ["puzzles", played, "--out", str(tmp_path / "p"), "--agent"]
    assert "sparta(smart) is not compiled" in refusal(capsys, *words, "sparta(smart)")
    assert "sees its own hand" in refusal(capsys, *words, "cheat")
    assert not (tmp_path / "p").exists()


def test_other_games_are_refused(played, tmp_path, capsys, monkeypatch):
    """A run goes on with the games that it began with."""
    file = tmp_path / "values.jsonl"
    assert run(["values", played, *_FEW, "--positions", "1", "--out", str(file)]) == 0
    again = ("values", "--resume", f"{file}.run")
    assert "is of 4 games, not of 3" in refusal(capsys, *again, "--games", "3")
    assert "seed" in refusal(capsys, *again, "--seed", "3")
    real = valued_games.sources_of
    monkeypatch.setattr(valued_games, "sources_of", lambda *told, **more: real(*told, **more)[::-1])
    assert "are not those that the run began with" in refusal(capsys, *again)


@pytest.mark.late
def test_a_log_of_the_site(tmp_path, capsys):
    """Its players are no agents, whatever they are called; slots are told as there, too."""
    log = log_of_record(load_record(_GOLDEN / "smart-4p-fixed.hanabi"))
    log = replace(log, players=("smart", "smart", "smart", "smart"))
    (tmp_path / "game.json").write_text(format_export(log))
    out = tmp_path / "puzzles"
    words = ["puzzles", tmp_path / "game.json", *_FEW, "--exact-cards", "2", "--per-game", "2"]
    found = document(capsys, *words, "--out", out)
    assert found
    for each in found:
        assert each["view"]["plays_on"] == "smart"
        assert each["view"]["site_slots"]
        assert each["answer"]["agents"] == []


def test_a_manifest_runs_no_file(played, tmp_path, capsys):
    """A run that is gone on with can be anybody's."""
    file, mark = tmp_path / "values.jsonl", tmp_path / "mark"
    assert run(["values", played, *_FEW, "--positions", "1", "--out", str(file)]) == 0
    (evil := tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    manifest = tmp_path / "values.jsonl.run" / "manifest.json"
    changed = manifest.read_text().replace('"agent": "five-rule"', f'"agent": "{evil}:agent"')
    assert str(evil) in changed
    manifest.write_text(changed)
    told = refusal(capsys, "values", "--resume", f"{file}.run")
    assert "evil.py, a Python file that would run" in told
    assert not mark.exists()


@pytest.mark.parametrize("name", ["values", "puzzles"])
def test_a_record_runs_no_file(name, tmp_path, capsys):
    """Nor does the name of an agent in a game."""
    (evil := tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'w').close()\n")
    text = (_GOLDEN / "five-rule-2p.hanabi").read_text()
    changed = text.replace("agent: five-rule", f"agent: {evil}:agent")
    assert changed.count(str(evil)) == 2
    (record := tmp_path / "game.hanabi").write_text(changed)
    told = refusal(capsys, name, record, "--out", tmp_path / "out.jsonl")
    assert "evil.py, a Python file that would run" in told
    assert not (tmp_path / "mark").exists()


@pytest.mark.late
def test_a_game_that_is_cut_short_is_gone_on_with(tmp_path, capsys):
    """The run knows that it took such games."""
    lines = (_GOLDEN / "five-rule-2p.hanabi").read_text().splitlines()
    (record := tmp_path / "game.hanabi").write_text("\n".join([*lines[:9], "play 99"]))
    file = tmp_path / "values.jsonl"
    words = ["log", "values", record, "--partial", *_FEW, "--positions", "1", "--out", file]
    found = document(capsys, *words)
    assert "--partial" in (tmp_path / "values.jsonl.md").read_text()
    assert document(capsys, "log", "values", "--resume", f"{file}.run") == found
