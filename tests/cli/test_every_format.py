"""Every command that looks at a game takes it in every form: files, links, pipes, folders."""

from __future__ import annotations

import io
import sys

import pytest

from hanabilab.cli import run
from hanabilab.notation.game_files import write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.site import format_link
from tests.cli.calling import refusal
from tests.notation.real_games import real_games

LOG = real_games()[0][0]
COMMANDS = {
    "check": ["log", "check", "GAME"],
    "convert": ["log", "convert", "GAME", "--to", "game"],
    "deduce": ["log", "deduce", "GAME", "--turn", "3"],
    "endgame": ["endgame", "GAME", "--seconds", "0"],
    "explain": ["explain", "five-rule", "GAME", "--turn", "3"],
    "replay": ["replay", "GAME", "--turn", "3"],
    "redeal": ["log", "redeal", "GAME", "--turn", "3", "--games", "2", "--agents", "five-rule"],
    "review": ["review", "GAME", "--width", "30"],
    "search": ["search", "GAME", "--turn", "3", "--agent", "sparta(five-rule, rollouts=0)"],
    "view": ["view", "GAME", "--html", "page.html"],
    "winnable": ["log", "winnable", "GAME"],
}
#: Those whose exit code tells of a game that is cut short; `check` does so anyway, and `endgame`
#: looks at no beginning of a game (`test_endgame`).
PARTIAL = sorted(COMMANDS.keys() - {"check", "endgame"})

pytestmark = pytest.mark.compiled


def asked(command, game):
    return [str(game) if each == "GAME" else each for each in COMMANDS[command]]


def pipe(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.late_but(4)
def test_every_command_takes_every_form(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for kind in Kind:
        text = write_log(LOG, kind)
        folder = tmp_path / f"folder-{kind}" / "below"
        folder.mkdir(parents=True)
        (folder / f"real.{kind}").write_text(text)
        (folder.parent / "settings.json").write_text('{"seed": 1}')
        pipe(monkeypatch, text)
        for game in (folder / f"real.{kind}", folder.parent, "-"):
            assert run(asked(command, game)) == 0, (kind, game)
            assert capsys.readouterr().err == ""
    for link in (format_link(LOG), format_link(LOG).removeprefix("https://")):
        assert run(asked(command, link)) == 0
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", PARTIAL)
@pytest.mark.late_but(3)
def test_a_game_that_is_not_legal_ends_every_command_alike(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    game = tmp_path / "odd.game"
    lines = write_log(LOG, Kind.LANGUAGE).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("P0", "P1")))
    game.write_text("\n".join([*lines[: first + 8], "P0 plays 49", ""]))
    told = f"{game}:{first + 9}:1: P0 does not hold card 49"
    assert f"{told}; --partial takes the game up to there" in refusal(
        capsys, *asked(command, game), code=1
    )
    assert run([*asked(command, game), "--partial"]) == 0
    assert f"{told}; the game is taken up to there" in capsys.readouterr().err


@pytest.mark.parametrize("command", PARTIAL)
@pytest.mark.parametrize("kind", [Kind.RECORD, Kind.EXPORT])
def test_a_file_that_is_cut_short_is_no_traceback(command, kind, tmp_path, monkeypatch, capsys):
    """A record is a game up to there; JSON that is cut short is none."""
    monkeypatch.chdir(tmp_path)
    game = tmp_path / f"cut.{kind}"
    text = write_log(LOG, kind)
    game.write_text(text[: len(text) - 40])
    told = refusal(capsys, *asked(command, game), code=1 if kind is Kind.RECORD else 2)
    assert told.startswith(f"hanabi: {game}:")


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("https://hanab.live/replay/123", "https://hanab.live/export/123"),
        ("https://hanab.live/shared-replay/123#5", "https://hanab.live/export/123"),
        ("hanab.live/game/123", "https://hanab.live/export/123"),
        ("https://other.example:8443/replay/77?turn=2", "https://other.example:8443/export/77"),
        ("123", "https://hanab.live/export/123"),
    ],
)
def test_a_number_of_a_game_says_how_to_get_the_game(name, page, tmp_path, monkeypatch, capsys):
    """As an argument, through a pipe, and in a file of a link."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "number.link"
    file.write_text(name + "\n")
    for command in ("replay", "check"):
        for game in (name, "-", file):
            pipe(monkeypatch, name + "\n")
            code = run([command, str(game)])
            out, err = capsys.readouterr()
            assert code == (1 if command == "check" else 2)
            assert f"save the page {page} as {page.rpartition('/')[2]}.json" in out + err


def test_a_folder_with_more_than_one_game_is_asked_about(tmp_path, capsys):
    for name in "ab":
        (tmp_path / f"{name}.json").write_text(write_log(LOG, Kind.EXPORT))
    told = refusal(capsys, "replay", tmp_path)
    assert f"holds 2 games; name one: {tmp_path}/a.json, {tmp_path}/b.json" in told
    assert run(["review", str(tmp_path), "--width", "30"]) == 0


def test_large_json_beside_games_is_none(tmp_path, capsys):
    """Such as the results of a study; JSON of a game that is damaged is told."""
    (tmp_path / "real.json").write_text(write_log(LOG, Kind.EXPORT))
    (tmp_path / "results.json").write_text('{"rows": [' + "1," * 600_000 + "1]}")
    assert run(["replay", str(tmp_path), "--turn", "1"]) == 0
    (tmp_path / "cut.json").write_text(write_log(LOG, Kind.EXPORT)[:-9])
    assert "cut.json, " in refusal(capsys, "replay", tmp_path)


def test_names_of_variants_are_read_in_any_case(tmp_path, capsys):
    """In the language, in JSON, and as rules."""
    text = "Variant rAINBOW (5 suits)\nSeed p2v16s1\nP0 plays 0\n"
    game, export = tmp_path / "rainbow.game", tmp_path / "rainbow.json"
    game.write_text(text)
    assert run(["log", "convert", str(game), str(export)]) == 0
    export.write_text(export.read_text().replace("Rainbow (5 Suits)", "RAINBOW (5 suits)"))
    assert run(["log", "convert", str(export), "--to", "game"]) == 0
    assert capsys.readouterr().out.startswith("Variant Rainbow (5 Suits)\n")
    for rules in ("rainbow (5 suits)", "Rainbow-5-Suits", "RAINBOW-5-SUITS(players=2)"):
        assert run(["play", "random", "random", "--games", "1", "--rules", rules]) == 0


@pytest.mark.parametrize("command", ["replay", "explain", "search", "deduce"])
@pytest.mark.late_but(1)
def test_a_log_keeps_its_players_and_tells_the_slots_of_its_site(
    command, tmp_path, monkeypatch, capsys
):
    """Of five cards our slot 1 is the site's 4; a record has neither names nor a site."""
    monkeypatch.setenv("COLUMNS", "160")
    for kind in (Kind.LANGUAGE, Kind.RECORD):
        game = tmp_path / f"real.{kind}"
        game.write_text(write_log(LOG, kind))
        assert run(["2" if each == "3" else each for each in asked(command, game)]) == 0
        told = " ".join(capsys.readouterr().out.split())
        is_log = kind is Kind.LANGUAGE
        assert ("Bob" in told or "Alice" in told) == is_log
        assert ("lot 1 (the site's 4)" in told) == is_log
