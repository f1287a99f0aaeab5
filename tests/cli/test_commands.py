"""The command line as a user meets it: commands run in this process, output read back."""

from __future__ import annotations

import json

import polars as pl
import pytest

from hanabilab.cli import run
from hanabilab.notation import load_record
from tests.cli.calling import document

PLAY_KEYS = [
    "agents",
    "players",
    "games",
    "seed",
    "mean",
    "sem",
    "ci95",
    "perfect_rate",
    "perfect_ci95",
    "bomb_rate",
    "bomb_ci95",
    "points_mean",
    "histogram",
    "turns_mean",
    "seconds",
    "games_per_second",
    "moves_per_second",
    "communicativeness",
    "risk_aversion",
    "information_per_play",
]


def test_play_json_keeps_its_contract(capsys):
    """The keys of `play --json` are those of the contract, in order, and the numbers agree."""
    found = document(capsys, "play", "five-rule", "random", "--games", "7", "--seed", "3")
    assert list(found) == PLAY_KEYS
    assert (found["agents"], found["players"]) == (["five-rule", "random"], 2)
    assert (found["games"], found["seed"], sum(found["histogram"])) == (7, 3, 7)
    assert len(found["histogram"]) == 26


def test_shares_are_told_of_scores_that_were_reached(capsys):
    """A line each, from the lowest to the highest."""
    games = ["play", "five-rule", "five-rule", "--games", "7", "--seed", "3"]
    reached = [score for score, count in enumerate(document(capsys, *games)["histogram"]) if count]
    assert run(games) == 0
    shares = capsys.readouterr().out.split("share of games by score")[1]
    assert reached == [int(line.split("│")[1]) for line in shares.splitlines() if "│" in line]


def test_one_game_has_no_error(capsys):
    """With one game the standard error and the interval are null, not a number made up."""
    found = document(capsys, "play", "five-rule", "five-rule", "--games", "1")
    assert found["sem"] is None
    assert found["ci95"] is None


def test_compare_json_is_second_less_first(capsys):
    """The difference is paired, second less first."""
    found = document(capsys, "compare", "random,random", "five-rule, five-rule", "--games", "20")
    assert list(found) == ["first", "second", "difference"]
    assert list(found["first"]) == list(found["second"]) == PLAY_KEYS
    assert list(found["difference"]) == ["mean", "sem", "ci95"]
    gain = found["second"]["mean"] - found["first"]["mean"]
    assert found["difference"]["mean"] == pytest.approx(gain)
    assert gain > 10


def test_bomb_keep_scores_the_points(capsys):
    """`--bomb keep` turns the points of lost games into scores; `zero` takes them."""
    keep = document(capsys, "play", "random", "random", "--games", "50", "--bomb", "keep")
    zero = document(capsys, "play", "random", "random", "--games", "50", "--bomb", "zero")
    assert keep["mean"] == keep["points_mean"] == zero["points_mean"] > zero["mean"]


def test_slots_and_threads(capsys):
    """`--slots fixed` is another game for whoever picks slots; `--threads` changes nothing."""
    arguments = ["play", "random", "random", "--games", "300", "--bomb", "keep"]
    shift = document(capsys, *arguments, "--threads", "1")
    again = document(capsys, *arguments, "--threads", "3", "--slots", "shift")
    fixed = document(capsys, *arguments, "--slots", "fixed")
    assert shift["histogram"] == again["histogram"]
    assert shift["histogram"] != fixed["histogram"]


def test_small_rules(capsys):
    """`--rules` takes a preset; the players follow the agents."""
    found = document(capsys, "play", *["random"] * 3, "--rules", "very-small", "--games", "5")
    assert (found["players"], len(found["histogram"])) == (3, 6)


def test_out_writes_everything(tmp_path, capsys):
    """A results folder holds table, summary, settings, records and the figure, and they agree."""
    out = tmp_path / "deep" / "folder"
    found = document(capsys, "play", "five-rule", "five-rule", "--games", "9", "--out", str(out))
    table = pl.read_parquet(out / "games")
    assert len(table) == 9
    assert table["score"].mean() == pytest.approx(found["mean"])
    assert json.loads((out / "summary.json").read_text())["mean"] == found["mean"]
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["status"], manifest["target"]) == ("finished", {"games": 9})
    assert (manifest["settings"]["rules"], manifest["settings"]["seed"]) == ("full(players=2)", 0)
    scores = [load_record(out / f"{name}.hanabi").replayed().score for name in _RECORDS]
    assert scores[0] == table["score"].max()
    assert scores[2] == table["score"].min()
    assert (out / "histograms.png").read_bytes().startswith(b"\x89PNG")
    assert not list(out.glob(".*"))


_RECORDS = ("best", "median", "worst")


@pytest.mark.compiled
@pytest.mark.late
def test_demo_is_the_main_job(tmp_path, capsys):
    """The demo gains by search, says so, and writes line-ups, their difference and a figure."""
    assert run(["demo", "--games", "10", "--rollouts", "800", "--out", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "Search gains +" in text
    found = json.loads((tmp_path / "comparison.json").read_text())
    assert found["second"]["agents"] == ["sparta(five-rule, rollouts=800)", "five-rule"]
    assert found["difference"]["mean"] > 0
    for name in _RECORDS:
        assert load_record(tmp_path / "second" / f"{name}.hanabi").agents[1] == "five-rule"
    assert (tmp_path / "histograms.png").stat().st_size > 10_000


@pytest.mark.late
def test_replay_shows_every_turn(tmp_path, capsys):
    """A replay tells each action in words, each hand, and what its holder knows."""
    run(["play", "five-rule", "five-rule", "--games", "1", "--out", str(tmp_path)])
    capsys.readouterr()
    record = load_record(tmp_path / "best.hanabi")
    assert run(["replay", str(tmp_path / "best.hanabi")]) == 0
    text = capsys.readouterr().out
    assert text.count("\nTurn ") == len(record.actions)
    assert f"score {record.replayed().score}." in text
    assert max(map(len, text.splitlines())) <= 80
    assert "\nTurn 1: seat 0 hints " in text
    assert "  (hint 1 " in text
    found = document(capsys, "replay", str(tmp_path / "best.hanabi"))
    assert len(found["states"]) == len(found["actions"]) + 1
    assert run(["replay", str(tmp_path / "best.hanabi"), "--turn", "2"]) == 0
    one = capsys.readouterr().out
    assert text.partition("\nTurn 2: ")[2].partition("\nTurn 3: ")[0] in one
    assert (one.count("\nTurn "), one.count("fireworks R")) == (2, 2)
    assert "Behind each card stands what the hints leave it to be" in one.replace("\n", " ")
    found = document(capsys, "replay", str(tmp_path / "best.hanabi"), "--turn", "2")
    assert (len(found["actions"]), len(found["states"])) == (1, 2)
    assert run(["replay", str(tmp_path / "best.hanabi"), "--turn", "999"]) == 2
    assert "turn is 999; " in capsys.readouterr().err


def test_agents_lists_the_registry(capsys):
    """Every family is listed with its usage."""
    names = [row["name"] for row in document(capsys, "list", "agents")]
    assert names == sorted(names)
    assert {"five-rule", "random", "smart", "information", "sparta", "joint"} <= set(names)
    assert run(["list", "agents"]) == 0
    shown = capsys.readouterr().out
    assert "sparta(AGENT" in shown
    assert max(map(len, shown.splitlines())) <= 80
    summaries = " ".join(shown.split())
    for row in document(capsys, "list", "agents"):
        assert " ".join(row["summary"].split()) in summaries


@pytest.mark.late
def test_behavior_is_told_by_seat_where_seats_differ(tmp_path, capsys):
    """`five-rule` plays what is proved, whoever sits beside it; a record tells the same."""
    arguments = ["five-rule", "random", "--games", "1", "--out", str(tmp_path)]
    assert run(["play", *arguments]) == 0
    assert "risk aversion by seat" in capsys.readouterr().out
    found = document(capsys, "replay", str(tmp_path / "best.hanabi"))["behavior"]
    assert ["communicativeness", "risk_aversion", "information_per_play"] == list(found[1])
    assert found[0]["risk_aversion"] in (1.0, None)
    assert run(["replay", str(tmp_path / "best.hanabi")]) == 0
    assert "Seat 1: communicativeness" in capsys.readouterr().out
    assert run(["play", "random", "random", "--games", "1"]) == 0
    assert "by seat" not in capsys.readouterr().out


def test_plain_tables(capsys):
    """Without `--json` there are tables for people, and exit code 0."""
    assert run(["play", "five-rule", "five-rule", "--games", "20"]) == 0
    assert "mean score" in capsys.readouterr().out
    assert run(["compare", "random,random", "five-rule,five-rule", "--games", "20"]) == 0
    assert "paired on 20 decks" in capsys.readouterr().out


def test_no_arguments_is_help(capsys):
    """`hanabi` alone tells what there is."""
    assert run([]) == 0
    assert "compare" in capsys.readouterr().out


def test_a_cheat_is_marked(capsys):
    """Nobody can take its score for an honest one."""
    assert run(["play", "cheat", "five-rule", "--games", "3"]) == 0
    assert "sees its own hand" in capsys.readouterr().out
    assert run(["play", "five-rule", "five-rule", "--games", "3"]) == 0
    assert "sees its own hand" not in capsys.readouterr().out
