"""`hanabi log validity`: tables for people, a document for programs, runs that resume."""

from __future__ import annotations

import json

import pytest

from hanabilab.cli.documents.schemas import fits
from hanabilab.people.game import HUMAN
from tests.cli.calling import document, printed, refusal
from tests.people.telling import as_people, game_of, write_lines


@pytest.fixture
def file(tmp_path):
    """Three games of `smart` with `five-rule`, as a person's, as lines."""
    games = [
        as_people(
            game_of(["smart", "five-rule"], seed), str(seed), ("smart", HUMAN), ("", f"p{seed}")
        )
        for seed in range(3)
    ]
    return write_lines(tmp_path / "games.jsonl", games)


def _call(capsys, *words):
    return document(capsys, "log", "validity", *words)


def test_a_document_has_the_model_beside_people(file, capsys):
    """With the keys of its schema."""
    found = _call(capsys, "five-rule", "--games", file, "--decks", 10, "--seed", 4)
    assert fits("log validity", found) == ""
    assert (found["model"], found["seed"]) == ("five-rule", 4)
    (held,) = found["by_agent"]
    assert (held["agent"], held["people"]["persons"], held["own"]["games"]) == ("smart", 3, 10)
    assert held["verdict"] == found["verdict"]


def test_a_table_tells_differences_and_bars(file, capsys):
    """And the verdict, last."""
    told = printed(capsys, "log", "validity", "random", "--games", file, "--decks", 10)
    assert "model less people: -" in told
    assert "random: not valid" in told
    assert "close: within 0.7 points" in " ".join(told.split())


def test_a_run_is_kept_and_resumed(file, tmp_path, capsys):
    """With more decks, from its folder alone; the same as at once."""
    words = ("five-rule", "--games", file, "--with", "smart")
    _call(capsys, *words, "--decks", 5, "--out", tmp_path / "run")
    found = _call(capsys, "--resume", tmp_path / "run", "--decks", 9)
    assert found == _call(capsys, *words, "--decks", 9)
    assert found == json.loads((tmp_path / "run" / "validity.json").read_text())
    told = refusal(capsys, "log", "validity", "smart", "--resume", tmp_path / "run")
    assert "model" in told


def test_what_is_missing_is_told(file, capsys):
    """In one line."""
    assert "the model, or --resume" in refusal(capsys, "log", "validity", "--games", file)
    assert "--games FILE" in refusal(capsys, "log", "validity", "smart")
    told = refusal(capsys, "log", "validity", "smart", "--games", file, "--with", "outer")
    assert "no game has people with 'outer'" in told
