"""Luck on the command line: `play` and `compare --luck`, `review --luck`, `--decks by-seat`."""

from __future__ import annotations

import json

import polars as pl
import pytest

from hanabilab import Rules, play_games
from hanabilab.arena import record_of
from hanabilab.cli import run
from hanabilab.notation import format_record
from hanabilab.review import luck
from tests.cli.calling import document, printed

pytestmark = pytest.mark.once

PLAY = ["play", "five-rule", "five-rule", "--rules", "small(life_tokens=3)", "--games", 120]
COMPARE = ["compare", "newest,newest", "five-rule,five-rule", *PLAY[3:]]


@pytest.fixture
def few_games(monkeypatch):
    """Fewer games from each position."""
    monkeypatch.setattr(luck, "GAMES", 50)
    monkeypatch.setattr(luck, "EXPECTED_GAMES", 50)


@pytest.fixture
def games(tmp_path):
    """Two records of five-rule's."""
    table, files = play_games("five-rule", Rules(players=2), games=2, seed=5).table, []
    for number, row in enumerate(table.iter_rows(named=True)):
        files.append(tmp_path / f"{number}.hanabi")
        files[-1].write_text(format_record(record_of(Rules(players=2), row)))
    return files


@pytest.mark.late
def test_play_tells_the_mean_without_luck_beside_the_plain_one(tmp_path, capsys):
    """In the table and in the document; a run that is resumed tells the same."""
    told = document(capsys, *PLAY, "--luck", "--out", tmp_path / "run")
    apart = told["without_luck"]
    assert apart["mean"] == pytest.approx(told["mean"] - apart["luck"]["mean"])
    assert apart["sem"] < told["sem"]
    assert apart["factor"] == pytest.approx((told["sem"] / apart["sem"]) ** 2)
    kept = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert kept["without_luck"] == apart
    again = document(capsys, "play", "--resume", tmp_path / "run", "--luck")
    assert again["without_luck"] == apart
    assert "without_luck" not in document(capsys, "play", "--resume", tmp_path / "run")
    text = printed(capsys, *PLAY, "--luck")
    assert "without the luck of the cards" in text
    assert f"{apart['mean']:.3f} ± {apart['sem']:.3f}" in text


@pytest.mark.late
def test_compare_tells_the_difference_without_luck_beside_the_plain_one(tmp_path, capsys):
    """In the table and in the document; the same in a run that is resumed, or of two threads."""
    told = document(capsys, *COMPARE, "--luck", "--out", tmp_path / "run", "--threads", 1)
    apart, plain = told["without_luck"], told["difference"]
    assert apart["mean"] == pytest.approx(plain["mean"] - apart["luck"]["mean"])
    assert apart["factor"] == pytest.approx((plain["sem"] / apart["sem"]) ** 2)
    kept = json.loads((tmp_path / "run" / "comparison.json").read_text())
    assert kept["without_luck"] == apart
    again = document(capsys, "compare", "--resume", tmp_path / "run", "--luck")
    assert again["without_luck"] == apart
    assert document(capsys, *COMPARE, "--luck", "--threads", 2)["without_luck"] == apart
    assert "without_luck" not in document(capsys, "compare", "--resume", tmp_path / "run")
    assert "without_luck" not in told["first"]
    text = printed(capsys, *COMPARE, "--luck")
    assert "without the luck of the cards" in text
    assert f"{apart['mean']:.3f} ± {apart['sem']:.3f}" in text


def test_few_games_tell_no_luck(capsys):
    """And say so."""
    assert document(capsys, *COMPARE[:-1], 3, "--luck")["without_luck"] is None
    assert "luck is told of 100 games or more" in printed(capsys, *COMPARE[:-1], 3, "--luck")
    assert "luck is told of 100 games or more" in printed(capsys, *PLAY[:-1], 3, "--luck")
    assert document(capsys, *PLAY[:-1], 3, "--luck")["without_luck"] is None


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["play", "human", "smart", "--luck"], "--luck has no effect on a table with a person"),
        ([*PLAY, "--luck", "--out", "x", "--share", "1/2"], "--luck has no effect on a share"),
        ([*COMPARE, "--luck", "--out", "x", "--share", "1/2"], "--luck has no effect on a share"),
    ],
)
def test_luck_is_refused_where_nothing_is_summed_up(tmp_path, monkeypatch, capsys, words, line):
    """One line, and no folder."""
    monkeypatch.chdir(tmp_path)
    assert run([*map(str, words)]) == 2
    assert line in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.late
def test_decks_by_seat_are_other_decks_of_the_same_run(tmp_path, capsys):
    """The deal is the same; the folder remembers, and another kind of decks is another run."""
    usual, by_seat = tmp_path / "usual", tmp_path / "by-seat"
    assert run([*map(str, PLAY), "--out", str(usual)]) == 0
    assert run([*map(str, PLAY), "--decks", "by-seat", "--out", str(by_seat)]) == 0
    first, second = (
        pl.read_parquet(folder / "games").sort("game")["deck"].to_numpy()
        for folder in (usual, by_seat)
    )
    assert (first[:, :4] == second[:, :4]).all()
    assert (first != second).any()
    capsys.readouterr()
    assert run(["run", "check", str(by_seat)]) == 0
    assert run(["play", "--resume", str(by_seat), "--games", "130"]) == 0
    for folder, words in ((usual, "by-seat"), (by_seat, "shared")):
        capsys.readouterr()
        assert run(["play", "--resume", str(folder), "--decks", words]) == 2
        assert f", not {words}" in capsys.readouterr().err


def test_compare_takes_decks_by_seat(capsys):
    """Both line-ups draw from them."""
    words = ["compare", "five-rule,five-rule", "random,random", "--games", 20]
    usual, by_seat = (document(capsys, *words, *more) for more in ([], ["--decks", "by-seat"]))
    assert usual["difference"] != by_seat["difference"]


@pytest.mark.late
def test_review_tells_luck_from_skill(games, few_games, capsys, monkeypatch):
    """One game with its turns, several with a line each, and parts that add up."""
    monkeypatch.setenv("COLUMNS", "160")
    (found,) = document(capsys, "review", games[0], "--luck", "five-rule")
    told = found["luck_and_skill"]
    parts = [told["deal"]] + [each[name] for each in told["by_seat"] for name in ("skill", "luck")]
    assert told["expectation"] + sum(each["mean"] for each in parts) == pytest.approx(told["score"])
    text = printed(capsys, "review", games[0], "--luck", "five-rule")
    assert f"where five-rule gets {told['expectation']:.2f} on average" in text
    assert "skill: what actions changed" in text
    several = printed(capsys, "review", *games, "--luck", "five-rule")
    assert "luck: what the deal or a draw changed" in several
    assert "luck_and_skill" not in document(capsys, "review", games[0])[0]


def test_an_agent_that_cannot_tell_luck_is_told(games, few_games, capsys):
    """The game is named, and the exit code is 2."""
    assert run(["review", str(games[0]), "--luck", "cheat"]) == 2
    assert "agent 'cheat' is too slow for luck, or looks at its own hand" in capsys.readouterr().err


@pytest.mark.late
def test_a_table_of_games_leaves_out_what_is_told_by_turn(games, few_games, tmp_path, capsys):
    """Luck and endgames have many numbers a game, and a line of the table has one in each place."""
    out = tmp_path / "out"
    words = ["review", *games, "--luck", "five-rule", "--endgame", 1, "--out", out]
    found = document(capsys, *words)
    table = pl.read_csv(out / "review.csv")
    assert len(table) == len(found) == 2
    assert not {"luck_and_skill", "endgame", "by_turn"} & {*table.columns}
