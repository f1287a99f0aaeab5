"""`hanabi log check`, `convert`, `deck`, `deduce` and `winnable`, as a person uses them."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO, TextIOWrapper

import pytest

from hanabilab.cli import run
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, format_record
from hanabilab.notation.game_files import check_game, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.game_log import LogAction, LogKind
from hanabilab.notation.language import write_game
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import format_export, format_link
from tests.cli.calling import refusal
from tests.notation.real_games import real_games
from tests.notation.samples import TEXT

LOG = real_games()[0][0]


@pytest.fixture
def game(tmp_path):
    """A real game in the language."""
    path = tmp_path / "real.game"
    path.write_text(write_game(LOG))
    return path


def test_a_clean_game_is_told_its_score(game, capsys):
    assert run(["log", "check", str(game)]) == 0
    assert "score 20; the end is normal" in capsys.readouterr().out


def test_findings_show_the_line_and_the_place(game, capsys):
    game.write_text(game.read_text().replace("Card Blue 5", "Card Bleu 5", 1))
    assert run(["log", "check", str(game)]) == 1
    told, line, caret = capsys.readouterr().out.splitlines()[:3]
    assert told.startswith(f"{game}:2:6: no suit 'Bleu'")
    assert (line.strip(), caret.index("^")) == ("Card Bleu 5", 4 + 5)


@pytest.mark.parametrize("kind", list(Kind))
def test_the_mark_before_utf_8_hides_no_kind_of_game(kind, tmp_path, monkeypatch, capsys):
    """From a pipe, from a file, and in a folder."""
    data = b"\xef\xbb\xbf" + write_log(LOG, kind).encode()
    file = tmp_path / f"marked.{kind}"
    file.write_bytes(data)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
    for name in ("-", str(file), str(tmp_path)):
        assert run(["log", "check", name]) == 0
        assert "score 20; the end is normal" in capsys.readouterr().out


def test_a_folder_called_as_the_pipe_does_not_hide_it(game, tmp_path, monkeypatch, capsys):
    """`--out -` makes one; ./- is its name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").mkdir()
    (tmp_path / "-" / "other.game").write_text("")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(game.read_bytes())))
    assert run(["log", "check", "-"]) == 0
    assert "score 20; the end is normal" in capsys.readouterr().out
    assert run(["log", "check", "./-"]) == 1


def test_findings_as_json(game, capsys):
    game.write_text("Seed p2v0s1\nP0 discards 0\n")
    assert run(["log", "check", str(game), "--json"]) == 1
    (document,) = json.loads(capsys.readouterr().out)
    (finding,) = document["findings"]
    assert set(finding) == {"line", "column", "message", "expected"}
    assert finding["line"] == 2


def test_a_seed_that_does_not_fit_is_a_remark(game, capsys):
    """An old game is no worse for it, so the exit code is that of a clean one."""
    game.write_text("Seed p2v0s99\n" + game.read_text())
    remark = "the deck is not that of the seed p2v0s99"
    assert run(["log", "check", str(game)]) == 0
    assert f"{game}: {remark}" in capsys.readouterr().out
    assert run(["log", "check", str(game), "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert (document["findings"], document["quirks"]) == ([], [remark])


@pytest.mark.parametrize("name", ["missing.game", "odd.xyz", "."])
def test_what_cannot_be_read_ends_with_2(name, tmp_path, capsys):
    assert run(["log", "check", str(tmp_path / name)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_games_convert_through_every_kind(game, tmp_path, capsys):
    for ending in ("json", "link", "game"):
        target = tmp_path / f"next.{ending}"
        assert run(["log", "convert", str(game), str(target)]) == 0
        game = target
    assert game.read_text() == write_game(LOG)
    assert run(["log", "convert", str(game), "--to", "link"]) == 0
    assert capsys.readouterr().out == format_link(LOG) + "\n"


@pytest.mark.parametrize("source_kind", ["game", "json"])
@pytest.mark.parametrize("kind", ["game", "json", "link", "hanabi"])
def test_partial_converts_what_comes_before_an_illegal_action(source_kind, kind, tmp_path, capsys):
    """To every kind; the end, which came later, is not told as lost."""
    odd = LogAction(LogKind.PLAY, len(LOG.deck) - 1)
    ended = LogAction(LogKind.END, 0, 4)
    source, target = tmp_path / f"odd.{source_kind}", tmp_path / f"out.{kind}"
    log = replace(LOG, actions=(*LOG.actions[:9], odd, *LOG.actions[9:], ended))
    source.write_text(write_log(log, source_kind))
    assert "does not hold card 49" in refusal(capsys, "log", "convert", source, target, code=1)
    assert run(["log", "convert", str(source), str(target), "--partial"]) == 0
    assert len(capsys.readouterr().err.splitlines()) == 1
    found = check_game(target.read_bytes(), Kind(kind))
    assert (found.findings, found.as_log().actions) == ((), LOG.actions[:9])


@pytest.mark.parametrize("variant", ["No Variant", "Throw It in a Hole & Black (6 Suits)"])
def test_convert_tells_what_it_ignored_or_read_as_something_else(variant, tmp_path, capsys):
    """Whether the game can be played here or not."""
    source = tmp_path / "odd.json"
    end = {"type": 4, "target": 0, "value": 0}
    seed = "p2v0s1" if variant == "No Variant" else "p2v2117s4"
    document = {"players": ["A", "B"], "actions": [end], "seed": seed, "tags": "x"}
    source.write_text(json.dumps(document | {"options": {"variant": variant}}))
    assert run(["log", "convert", str(source), "--to", "game"]) == 0
    told = f"{source}: an end of value '0' is read as 'terminated'; ignored: tags"
    assert f"{told}\n" in capsys.readouterr().err
    assert run(["log", "check", str(source)]) == (variant != "No Variant")
    assert told in capsys.readouterr().out.replace("\n", "")


def test_a_pipe_needs_a_kind(game, capsys):
    assert run(["log", "convert", str(game)]) == 2
    assert "--to" in capsys.readouterr().err


def test_names_are_left_out_unless_they_are_kept(game, tmp_path):
    game.write_text(game.read_text().replace("Players Alice Bob", "Players Xenia Yves", 1))
    for flags, first in (([], "Alice"), (["--keep-names"], "Xenia")):
        target = tmp_path / f"{first}.json"
        assert run(["log", "convert", str(game), str(target), *flags]) == 0
        assert json.loads(target.read_text())["players"][0] == first


def test_the_deck_of_a_seed(capsys):
    assert run(["log", "deck", "p3v0s1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deck"][:4] == ["G3", "G3", "B1", "Y3"]
    assert run(["log", "deck", "p9v0s1"]) == 2


def test_a_variant_that_is_not_played_is_read_and_converted(tmp_path, capsys):
    """The text holds a hint of black; JSON and a link of it come back as the same text."""
    name, seed = "Throw It in a Hole & Black (6 Suits)", "p2v2117s4"
    game = tmp_path / "hole.game"
    game.write_text(f"Variant {name}\nPlayers Alice Bob\nSeed {seed}\nP0 clues P1 Black\n")
    message = f"the variant {name} is not played here"
    assert run(["log", "check", str(game)]) == 1
    assert f"hole.game:1:1: {message}" in capsys.readouterr().out
    assert run(["log", "convert", str(game), str(tmp_path / "hole.json")]) == 0
    assert run(["log", "convert", str(tmp_path / "hole.json"), "--to", "game"]) == 0
    assert "P0 clues P1 Black" in capsys.readouterr().out
    assert run(["log", "convert", str(game), str(tmp_path / "hole.hanabi")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "hole.hanabi").exists()
    assert run(["log", "winnable", seed]) == 2
    assert run(["log", "deck", seed, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == name


def test_a_variant_is_checked_and_kept_as_a_record(tmp_path, capsys):
    """A record names the variant as rules do, and comes back as the same log."""
    game = tmp_path / "black.game"
    game.write_text("Variant Black (5 Suits)\nPlayers Alice Bob\nSeed p2v21s4\nP0 clues P1 Black\n")
    assert run(["log", "check", str(game)]) == 0
    assert run(["log", "convert", str(game), str(tmp_path / "black.hanabi")]) == 0
    assert "rules: black-5-suits(players=2, bomb=keep)" in (tmp_path / "black.hanabi").read_text()
    assert run(["log", "convert", str(tmp_path / "black.hanabi"), "--to", "game"]) == 0
    assert "P0 clues P1 Black" in capsys.readouterr().out


def test_a_deduction_names_the_slots_that_compete(game, capsys):
    assert run(["log", "deduce", str(game), "--turn", "50", "--seat", "1"]) == 0
    assert "slots 0, 1 must be the last 2 copies of Y2, Y4" in capsys.readouterr().out
    assert run(["log", "deduce", str(game), "--turn", "50", "--seat", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["slots"][0]["chances"] == {"Y2": 0.5, "Y4": 0.5}


def test_a_record_keeps_its_own_names_of_cards(game, tmp_path, capsys):
    """The site's blue and purple are our white and blue; a record's B5 must not become P5."""
    record = tmp_path / "real.hanabi"
    run(["log", "convert", str(game), str(record)])
    named = {}
    for path in (game, record):
        assert run(["log", "deduce", str(path), "--turn", "1", "--seat", "0", "--json"]) == 0
        named[path] = set(json.loads(capsys.readouterr().out)["slots"][0]["chances"])
    assert {name[0] for name in named[game]} == set("RYGBP")
    assert {name[0] for name in named[record]} == set("RYGWB")


def test_a_record_of_rules_that_the_site_lacks_is_checked_and_kept(tmp_path, capsys):
    """Two suits, one life: no log can hold the game, a record does to the last line."""
    source, target = tmp_path / "small.hanabi", tmp_path / "copy.hanabi"
    source.write_text(TEXT)
    assert run(["log", "check", str(source)]) == 0
    assert "score 1; the end is in progress" in capsys.readouterr().out
    assert run(["log", "convert", str(source), str(target)]) == 0
    assert target.read_text() == TEXT
    assert run(["log", "winnable", str(source)]) == 0
    assert run(["log", "convert", str(source), "--to", "json"]) == 2
    assert "the site has no game of 2 suits" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"hand_size": 3}, "not the site's: hand_size=3, where it has 4 to 6"),
        ({"players": 4, "hand_size": 6}, "not the site's: hand_size=6, where it has 3 to 5"),
        ({"life_tokens": 2}, "not the site's: life_tokens=2, where it has 3"),
    ],
)
def test_rules_that_the_site_lacks_are_named_alone(rules, told, tmp_path, capsys):
    game = Game(Rules(**rules))
    source = tmp_path / "own.hanabi"
    source.write_text(format_record(Record(rules=game.rules, deck=tuple(game.deck), actions=())))
    assert refusal(capsys, "log", "convert", source, "--to", "json").endswith(f"{told}\n")


def test_what_a_log_does_not_hold_of_a_record_is_told(tmp_path, capsys):
    record = replay_log(LOG).record(LOG)
    rules = replace(record.rules, bomb="zero", draw_slot="vacated", observation="minimal")
    told = replace(record, rules=rules, actions=(), agents=("smart", "Ann B"), source="seed=7")
    source = tmp_path / "told.hanabi"
    source.write_text(format_record(told))
    assert run(["log", "convert", str(source), "--to", "game", "--keep-names"]) == 0
    out, err = capsys.readouterr()
    assert 'Players smart "Ann B"' in out
    lost = "draw_slot=vacated, bomb=zero, observation=minimal, the source"
    assert f"a .game file has no place for {lost}" in err


def test_what_a_link_does_not_hold_of_a_game_is_told(tmp_path, capsys):
    game = tmp_path / "odd.game"
    game.write_text(
        "Players A B\nOption timed\nOption emptyClues\nSeed p2v0s1\nP0 plays 4\n"
        "Game ends terminated by vote\n"
    )
    assert run(["log", "convert", str(game), "--to", "link"]) == 0
    lost = "the option emptyClues, the end (terminated by vote)"
    assert f"a .link file has no place for {lost}\n" in capsys.readouterr().err


@pytest.mark.parametrize(("kind", "first"), [("link", "the option emptyClues, "), ("hanabi", "")])
def test_options_and_characters_that_a_kind_does_not_hold_are_told(kind, first, tmp_path, capsys):
    """A record has those that are rules; options that are off are no loss."""
    game = tmp_path / "odd.json"
    options = {"emptyClues": True, "speedrun": True, "cardCycle": True, "deckPlays": False}
    document = json.loads(format_export(LOG)) | {"options": options | {"timed": True}}
    document["characters"] = [{"name": "Fuming", "metadata": 1}, {"name": ""}]
    game.write_text(json.dumps(document))
    assert run(["log", "convert", str(game), "--to", kind]) == 0
    lost = f"{first}the option speedrun, the option cardCycle, the character Fuming"
    assert capsys.readouterr().err == f"hanabi: {game}: a .{kind} file has no place for {lost}\n"


def test_a_deduction_tells_an_action_that_is_left_out(tmp_path, capsys):
    game = tmp_path / "odd.game"
    game.write_text("Seed p2v0s1\nP0 plays 4\nP1 plays 40\n")
    told = f"{game}:3:1: P1 does not hold card 40"
    assert f"{told}; --partial takes" in refusal(capsys, "log", "deduce", game, code=1)
    assert run(["log", "deduce", str(game), "--partial"]) == 0
    out, err = capsys.readouterr()
    assert "After turn 1, seat 1 (" in out
    assert f"{told}; the game is taken up to there" in err


@pytest.mark.compiled
def test_an_old_game_of_six_is_searched_with_the_hands_that_were_dealt(tmp_path, capsys):
    """Four cards each, as its actions show, and not the three of today."""
    log = next(log for log, _ in real_games() if replay_log(log).quirks)
    game = tmp_path / "six.game"
    game.write_text(write_game(log))
    assert run(["log", "winnable", str(game), "--line"]) == 0
    assert "hand_size=4" in capsys.readouterr().out


@pytest.mark.parametrize("where", [["--turn", "999"], ["--seat", "5"]])
def test_a_turn_or_seat_that_is_not_there(game, where, capsys):
    assert run(["log", "deduce", str(game), *where]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.compiled
def test_a_winning_line_is_a_record(tmp_path, capsys):
    """Alone, so that what is printed is a file of a game; without --line the verdict is told."""
    assert run(["log", "winnable", "p2v0s1"]) == 0
    assert capsys.readouterr().out == "p2v0s1: winning line found.\n"
    assert run(["log", "winnable", "p2v0s1", "--line"]) == 0
    record = capsys.readouterr().out
    assert record.startswith("hanabilab-record 1\n")
    assert record.endswith("score: 25\n")
