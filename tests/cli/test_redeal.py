"""`hanabi log redeal`, as a person uses it."""

from __future__ import annotations

import json

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.redeal import redeal
from hanabilab.arena.table import record_of
from hanabilab.cli import run
from hanabilab.notation import format_record
from tests.cli.calling import refusal

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    rules = Rules(players=3)
    row = play_games("five-rule", rules, games=[0], seed=3).table.row(0, named=True)
    path = tmp_path_factory.mktemp("redeal") / "game.hanabi"
    path.write_text(format_record(record_of(rules, row)))
    return path, record_of(rules, row)


@pytest.mark.parametrize(("knowing", "seat"), [("seat", None), ("seat", 2), ("hands", None)])
@pytest.mark.late_but(1)
def test_the_document_has_the_numbers_of_the_games(played, knowing, seat, capsys):
    path, record = played
    asked = ["--knowing", knowing, *(["--seat", str(seat)] if seat is not None else [])]
    call = [
        "log",
        "redeal",
        str(path),
        "--turn",
        "20",
        "--games",
        "6",
        "--agents",
        "five-rule",
        *asked,
    ]
    assert run([*call, "--seed", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    game = record.replayed(20)
    found = redeal(game, "five-rule", 6, knowing=knowing, seat=seat, seed=4)
    assert document["mean"] == pytest.approx(found.scores.mean())
    assert sum(document["histogram"]) == 6
    assert sum(points * count for points, count in enumerate(document["histogram"])) == sum(
        found.scores
    )
    assert document["bomb_rate"] == found.lost / 6
    assert document["perfect_rate"] == document["histogram"][25] / 6
    assert document["seat"] == (None if knowing == "hands" else 20 % 3 if seat is None else seat)
    assert document["agents"] == ["five-rule"] * 3


def test_the_table_says_what_was_dealt_and_what_its_words_mean(played, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    path, _ = played
    call = ["log", "redeal", str(path), "--turn", "20", "--games", "4", "--agents"]
    assert run([*call, "five-rule", "--knowing", "public"]) == 0
    out = capsys.readouterr().out
    assert "after turn 20, all hands and the deck dealt anew" in out
    assert "4 games played on by five-rule\n" in out
    assert "perfect: games with all points" in out
    assert run([*call, "five-rule,random,random"]) == 0
    out = capsys.readouterr().out
    assert "seat 2: its own hand and the deck dealt anew" in out
    assert "played on by five-rule, random, random" in out


def test_what_is_wrong_is_told_in_a_line(played, capsys):
    path, record = played
    call = ("log", "redeal", str(path), "--turn", 20)
    assert "seat is for knowing=seat" in refusal(capsys, *call, "--knowing", "public", "--seat", 1)
    assert "2 agents for a game of 3 players" in refusal(capsys, *call, "--agents", "smart,keen")
    assert "seat" in refusal(capsys, *call, "--seat", 3)
    assert "smart" in refusal(capsys, *call, "--agents", "smrt")
    assert "is over" in refusal(capsys, "log", "redeal", str(path), "--turn", len(record.actions))
