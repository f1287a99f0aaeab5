"""`hanabi log convert` reads games of people, and says what it leaves out."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hanabilab.cli import run
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name, format_action
from hanabilab.notation.game_files import write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.language import read_game
from hanabilab.notation.record import load_record
from hanabilab.notation.site import format_export
from tests.cli.calling import refusal
from tests.notation.real_games import real_games


def _line(seed):
    game = Game(Rules(), seed=seed)
    while not game.is_over:
        game.act(game.legal_actions()[-1 - seed % 2])
    return {
        "game": f"g{seed}", "players": ["human", "human"], "rules": {},
        "deck": [card_name(game.rules, card) for card in game.deck],
        "actions": [format_action(game.rules, action) for action in game.actions],
        "score": int(game.state.points),
    }  # fmt: skip


def test_convert_writes_records_and_lines_of_peoples_games(tmp_path, capsys):
    """Both kinds hold the games; a damaged game is named, and the others are written."""
    lines = [_line(1), _line(2), _line(3)]
    lines[1]["score"] += 9
    source = tmp_path / "games.jsonl"
    source.write_text("\n".join(map(json.dumps, lines)))
    assert run(["log", "convert", str(source), str(tmp_path / "records")]) == 0
    assert "game g2, turn" in capsys.readouterr().err
    found = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in found] == ["00001-g1.hanabi", "00002-g3.hanabi"]
    assert len(load_record(found[0]).actions) == len(lines[0]["actions"])
    assert run(["log", "convert", str(source), "-"]) == 0
    assert [json.loads(line)["actions"] for line in capsys.readouterr().out.splitlines()] == [
        lines[0]["actions"],
        lines[2]["actions"],
    ]


def test_convert_writes_the_lines_of_a_whole_folder(tmp_path, capsys):
    """What is odd about a game is told; a folder of anything else is refused in one line."""
    (tmp_path / "games" / "more").mkdir(parents=True)
    (tmp_path / "games" / "one.jsonl").write_text(json.dumps(_line(1)))
    export = json.loads(format_export(real_games()[0][0])) | {"deckk": 1}
    file = tmp_path / "games" / "more" / "two.json"
    file.write_text(json.dumps(export, indent=1))
    out = tmp_path / "out.jsonl"
    capsys.readouterr()
    assert run(["log", "convert", str(tmp_path / "games"), str(out)]) == 0
    assert capsys.readouterr().err == f"hanabi: {file}: game on line 1: ignored: deckk\n"
    assert len(out.read_text().splitlines()) == 2
    (tmp_path / "empty").mkdir()
    assert "holds no game of people" in refusal(capsys, "log", "convert", tmp_path / "empty", out)


def test_convert_refuses_another_kind_for_games_of_people(tmp_path, capsys):
    """One line says which it writes."""
    source = tmp_path / "games.jsonl"
    source.write_text(json.dumps(_line(1)))
    told = refusal(capsys, "log", "convert", source, tmp_path / "one.game")
    assert "become a .jsonl file or a folder" in told


@pytest.mark.parametrize("ending", ["txt", "log", "jsonl"])
def test_a_file_whose_kind_is_given_is_one_game(ending, tmp_path, capsys):
    """Whatever its ending; text without a kind is one of people's only if it starts as a log."""
    source, target = tmp_path / f"one.{ending}", tmp_path / "one.json"
    log = real_games()[0][0]
    source.write_text(write_log(log, Kind.LANGUAGE))
    assert run(["log", "convert", str(source), str(target), "--from", "game"]) == 0
    assert target.read_text() == write_log(log, Kind.EXPORT)
    if ending != "jsonl":
        told = refusal(capsys, "log", "convert", source, target)
        assert "cannot tell what kind of game" in told
        assert "cannot read" in refusal(capsys, "log", "convert", tmp_path / f"no.{ending}", target)


def test_a_text_that_starts_as_a_log_is_of_people(tmp_path, capsys):
    """Its fault is that of a log."""
    source = tmp_path / "game1.txt"
    source.write_text("Treatment: ('full', 3)\n")
    told = refusal(capsys, "log", "convert", source, "-")
    assert "cannot tell what kind" not in told
    assert str(source) in told


def test_a_folder_may_have_a_name_that_ends_in_a_dash(tmp_path):
    source, target = tmp_path / "games.jsonl", tmp_path / "games-"
    source.write_text(json.dumps(_line(1)))
    assert run(["log", "convert", str(source), str(target)]) == 0
    assert [file.name for file in target.iterdir()] == ["00001-g1.hanabi"]


def test_a_game_that_no_record_holds_is_named_and_nothing_is_written(tmp_path, capsys):
    """The games before it are not, either; lines hold them all."""
    lines = [_line(1), _line(2) | {"players": ["human", "ünï"]}]
    source, target = tmp_path / "games.jsonl", tmp_path / "records"
    source.write_text("\n".join(map(json.dumps, lines)))
    told = refusal(capsys, "log", "convert", source, target)
    assert f"{source}: game g2: caption 'ünï' is empty or not a line of plain text" in told
    assert not target.exists()
    assert run(["log", "convert", str(source), str(tmp_path / "all.jsonl")]) == 0


def test_lines_name_the_game_that_they_cannot_hold(tmp_path, capsys):
    """A game of a variant, once."""
    log = replace(read_game("Variant Black (5 Suits)\nSeed p2v21s4\n").log, id=7)
    source = tmp_path / "games.jsonl"
    source.write_text(write_log(log, Kind.EXPORT))
    told = refusal(capsys, "log", "convert", source, "-")
    assert f"{source}: game 7: JSON lines hold no variants; it is one of black-5-suits" in told
