"""`hanabi endgame`, as a person uses it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.cli import run
from hanabilab.game.words import format_action
from hanabilab.notation import format_record
from hanabilab.search.endgame import blueprint_values
from tests.cli.calling import refusal

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A finished game of `smart`, whose best chance with five cards in the deck is a fraction."""
    rules = Rules(players=4)
    row = play_games("smart", rules, games=[0], seed=3).table.row(0, named=True)
    path = tmp_path_factory.mktemp("endgame") / "game.hanabi"
    path.write_text(format_record(record_of(rules, row)))
    return path, record_of(rules, row)


def test_the_document_values_every_action_where_five_cards_are_left(played, capsys):
    path, record = played
    assert run(["endgame", str(path), "--json", "--seconds", "600"]) == 0
    document = json.loads(capsys.readouterr().out)
    game = record.replayed(document["turn"])
    assert game.cards_left == 5
    assert document.keys() == {"file", "turn", "seat", "assumptions"}
    assert document["file"] == str(path)
    assert document["seat"] == game.current_seat
    told = document["assumptions"]["open"]
    assert told["exact"] is True
    assert len(told["actions"]) == len(game.legal_actions())
    for each in told["actions"]:
        game.copy().act(each["action"])
        for value in (each["win"], each["score"]):
            assert value["lower"] == value["upper"] == float(Fraction(value["fraction"]))
    chances = [each["win"]["lower"] for each in told["actions"]]
    assert chances == sorted(chances, reverse=True)
    assert 0 < chances[0] < 1


def test_the_table_says_what_its_words_mean(played, capsys):
    path, _ = played
    assert run(["endgame", str(path), "--seconds", "600"]) == 0
    out = capsys.readouterr().out
    assert "5 cards in the deck, all hands open:" in out
    assert "win: chance of all points" in out
    assert "bounds" not in out
    assert " = 4/5" in out


@pytest.mark.late
def test_a_narrow_terminal_cuts_no_number(played, capsys, monkeypatch):
    """Words fold; chances and scores stand as in a wide one."""
    found = []
    for columns in ("120", "38"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run(["endgame", str(played[0]), "--seconds", "600"]) == 0
        found.append(re.findall(r"\d+\.\d %|\d+\.\d{3}$", capsys.readouterr().out, re.MULTILINE))
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.late
def test_without_time_bounds_are_told(played, capsys):
    path, record = played
    turn = next(
        turn
        for turn in range(len(record.actions))
        if record.rules.deck_size - int(record.replayed(turn).state.deck_drawn) <= 12
    )
    assert run(["endgame", str(path), "--seconds", "0", "--turn", str(turn), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["assumptions"]["open"]
    assert told["exact"] is False
    assert any(each["score"]["lower"] < each["score"]["upper"] for each in told["actions"])
    assert run(["endgame", str(path), "--seconds", "0", "--turn", str(turn)]) == 0
    assert "to: bounds" in " ".join(capsys.readouterr().out.split())


def test_an_unfinished_game_is_looked_at_where_it_stands(played, tmp_path, capsys):
    _, record = played
    cut = tmp_path / "cut.hanabi"
    last = len(record.actions) - 3
    cut.write_text(format_record(replace(record, actions=record.actions[:last])))
    assert run(["endgame", str(cut), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] == last


def test_what_is_no_endgame_is_refused(played, capsys):
    path, record = played
    assert "an endgame has at most 18" in refusal(capsys, "endgame", str(path), "--turn", 3)
    last = len(record.actions)
    assert f"is over at turn {last}" in refusal(capsys, "endgame", str(path), "--turn", last)
    assert "has turns 0 to" in refusal(capsys, "endgame", str(path), "--turn", last + 1)


def test_a_blueprint_plays_on_beside_open_hands(played, capsys, monkeypatch):
    """Each table by itself; nobody does better than with open hands."""
    monkeypatch.setenv("COLUMNS", "140")
    path, record = played
    turn = len(record.actions) - 3
    call = ["endgame", str(path), "--turn", str(turn), "--blueprint", "smart"]
    assert run([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["assumptions"]
    game = record.replayed(turn)
    found = blueprint_values(game, "smart")
    assert found.exact is told["blueprint"]["exact"] is True
    assert told["blueprint"]["basis"] == found.basis
    assert told["blueprint"]["range_size"] == found.hands
    scores = {each["action"]: each["score"]["lower"] for each in told["blueprint"]["actions"]}
    assert scores == {
        format_action(game.rules, each.action): float(each.score.lower) for each in found.actions
    }
    assert run(call) == 0
    out = capsys.readouterr().out
    assert f"smart plays on in all seats, {found.hands:,} hand" in out
    assert f"basis {found.basis}: hands that hints allow" in out
    assert run([*call, "--beliefs", "hints"]) == 0
    assert "basis hints:" in capsys.readouterr().out


@pytest.mark.late
def test_a_seat_that_does_not_see_its_hand_is_between(played, capsys, monkeypatch):
    """Three tables: what each action is worth does not grow as less is known."""
    monkeypatch.setenv("COLUMNS", "140")
    path, record = played
    turn = len(record.actions) - 3
    call = ["endgame", str(path), "--turn", str(turn), "--honest"]
    assert run([*call, "--blueprint", "smart", "--depth", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["assumptions"]
    assert list(told) == ["open", "honest", "blueprint"]
    assert told["blueprint"]["depth"] == 2
    assert told["honest"]["range_size"] == told["blueprint"]["range_size"]
    reached = {each["action"]: each["score"] for each in told["blueprint"]["actions"]}
    for each in told["honest"]["actions"]:
        assert reached[each["action"]]["lower"] <= each["score"]["lower"] <= each["score"]["upper"]
    assert run([*call, "--blueprint", "smart", "--depth", "2"]) == 0
    out = capsys.readouterr().out
    assert "does not see its hand, the others see all" in out
    assert "takes the best action at 2 turns of its own, else smart plays on" in out
    assert run([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["assumptions"]
    assert list(told) == ["open", "honest"]
    assert told["honest"]["basis"] == "hints"


def test_beliefs_are_those_about_a_blueprint(played, capsys):
    path, _ = played
    call = ("endgame", str(path))
    assert "--beliefs is for --blueprint" in refusal(capsys, *call, "--beliefs", "hints")
    assert "--depth is for --blueprint" in refusal(capsys, *call, "--depth", 2)
    sure = (*call, "--blueprint", "smart", "--beliefs", "sure")
    assert "one of exact, hints" in refusal(capsys, *sure)
    assert "random numbers" in refusal(capsys, *call, "--blueprint", "random")
