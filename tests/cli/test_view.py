"""`hanabi view`: every kind of game becomes a page."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace

import pytest

from hanabilab.cli import run
from hanabilab.notation.game_files import write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.game_log import LogAction, LogKind
from hanabilab.notation.site import format_link
from tests.cli.calling import printed, refusal
from tests.notation.real_games import real_games
from tests.web.test_page import GOLDEN, embedded

LOG = real_games()[0][0]

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.late_but(1)
def test_every_kind_of_file_becomes_the_same_page(kind, tmp_path, capsys):
    source, page = tmp_path / f"real.{kind}", tmp_path / "page.html"
    source.write_text(write_log(LOG, kind))
    assert "1 game, " in printed(capsys, "view", source, "--html", page)
    (found,) = embedded(page.read_text(encoding="utf-8"))
    assert found["label"] == "real"
    assert len(found["actions"]) == 65
    assert found["lost_at"] == 7
    assert found["table"]["site"]["variant"] == LOG.variant.id


def test_a_link_is_a_game(tmp_path, capsys):
    page = tmp_path / "page.html"
    printed(capsys, "view", format_link(LOG), "--html", page)
    assert len(embedded(page.read_text(encoding="utf-8"))[0]["actions"]) == 65


def test_games_of_one_name_are_told_apart_by_their_folders(tmp_path, capsys):
    """The best games of two runs, say; a name that is alone stays short."""
    for run_name in ("one", "two"):
        (tmp_path / run_name).mkdir()
        (tmp_path / run_name / "best.json").write_text(write_log(LOG, Kind.EXPORT))
    (tmp_path / "two" / "worst.json").write_text(write_log(LOG, Kind.EXPORT))
    page, folders = tmp_path / "page.html", (tmp_path / "one", tmp_path / "two")
    printed(capsys, "view", *folders, "--html", page)
    labels = [each["label"] for each in embedded(page.read_text(encoding="utf-8"))]
    assert labels == [f"{folders[0]}: best", f"{folders[1]}: best", "worst"]


def test_names_of_files_that_are_no_text_are_written_out(tmp_path, capsys):
    """One game alone, and two that are told apart by their folders."""
    page, name = tmp_path / "page.html", os.fsdecode(b"\xff")
    folders = [tmp_path / f"{name}{number}" for number in range(2)]
    for folder in folders:
        folder.mkdir()
        (folder / f"{name}.json").write_text(write_log(LOG, Kind.EXPORT))
    printed(capsys, "view", folders[0] / f"{name}.json", "--html", page)
    (found,) = embedded(page.read_text(encoding="utf-8"))
    assert found["label"] == r"\udcff"
    printed(capsys, "view", *folders, "--html", page)
    labels = [each["label"] for each in embedded(page.read_text(encoding="utf-8"))]
    assert labels == [rf"{tmp_path}/\udcff{number}: \udcff" for number in range(2)]


def test_the_names_and_the_end_of_a_log_are_on_the_page(tmp_path, capsys):
    """Its colors, and what the site counts of a game that somebody has ended."""
    ended = replace(LOG, actions=(*LOG.actions[:20], LogAction(LogKind.END, 0, 4)))
    source, page = tmp_path / "real.json", tmp_path / "page.html"
    source.write_text(write_log(ended, Kind.EXPORT))
    printed(capsys, "view", source, "--html", page)
    (found,) = embedded(page.read_text(encoding="utf-8"))
    assert found["ended"] == {"how": "terminated", "counted": 0}
    assert found["table"]["variant"] == LOG.variant.name
    names = [suit.name.lower() for suit in LOG.variant.suits]
    assert [suit["name"] for suit in found["table"]["suits"]] == names


def test_notes_of_a_log_are_on_the_page(tmp_path, capsys):
    """By seat and card, as the log has them."""
    source, page = tmp_path / "real.json", tmp_path / "page.html"
    source.write_text(write_log(replace(LOG, notes=(("", "f"), ("<b>kt</b>",))), Kind.EXPORT))
    printed(capsys, "view", source, "--html", page)
    (found,) = embedded(page.read_text(encoding="utf-8"))
    assert found["card_notes"] == [["", "f"], ["<b>kt</b>"]]


def test_a_page_may_ask_agents_in_files_that_are_given(tmp_path, capsys, monkeypatch, forget_code):
    """Those of --agent, and those of records once code is allowed; never others."""
    server = pytest.importorskip("hanabilab.web.server", reason="the extra web is not installed")
    asked = []
    monkeypatch.setattr(server, "serve_view", lambda games, **how: asked.append(how["agents"]) or 0)
    forget_code()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.py").write_text(
        "from hanabilab import policy\n\n"
        "@policy('bot')\ndef bot(view, memory, rng):\n    return 0\n"
    )
    record = tmp_path / "game.hanabi"
    text = (GOLDEN / "random-2p.hanabi").read_text(encoding="utf-8")
    record.write_text(text.replace("agent: random", f"agent: {tmp_path}/mine.py:first"))
    for given in ((), ("--agent", "other.py:bot"), ("--allow-code",)):
        assert run(["view", str(record), *given]) == 0
    theirs = f"{tmp_path}/mine.py:first"
    assert asked == [[], ["other.py:bot"], [theirs]]


def test_a_folder_shows_its_best_median_and_worst_game(tmp_path, capsys):
    page = tmp_path / "page.html"
    for name in ("worst", "best", "median", "other"):
        text = (GOLDEN / "random-2p.hanabi").read_text(encoding="utf-8")
        (tmp_path / f"{name}.hanabi").write_text(text)
    printed(capsys, "view", tmp_path, "--html", page)
    labels = [each["label"] for each in embedded(page.read_text(encoding="utf-8"))]
    assert labels == ["best", "median", "worst"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing.hanabi", "cannot read"),
        ("game.txt", "No such file"),
        (__file__, "cannot tell what kind of game"),
        (
            "https://hanab.live/replay/123",
            "save the page https://hanab.live/export/123 as",
        ),
    ],
)
def test_what_is_no_game_is_refused_in_a_line(name, reason, tmp_path, capsys):
    assert reason in refusal(capsys, "view", name, "--html", tmp_path / "page.html")


def test_a_folder_without_games_is_refused(tmp_path, capsys):
    assert "holds no game" in refusal(capsys, "view", tmp_path, "--html", tmp_path / "page.html")
    assert run(["view", "--help"]) == 0


@pytest.mark.parametrize("name", ["nowhere", "nowhere.game", "no/where"])
def test_what_is_not_there_is_told_as_such(capsys, name):
    """No word of endings where there is no file to have one."""
    assert "no such file" in refusal(capsys, "view", name).lower()


# --- Many games: the list ------------------------------------------------------------


@pytest.fixture
def listed(monkeypatch):
    """The libraries that were to be served."""
    server = pytest.importorskip("hanabilab.web.server", reason="the extra web is not installed")
    found = []
    monkeypatch.setattr(server, "serve_library", lambda games, **how: found.append(games) or 0)
    return found


def test_all_games_of_runs_are_listed(tmp_path, capsys, listed):
    """Of a folder with two runs, one of them of two line-ups; best, median and worst once."""
    for name, arguments in (
        ("one", ["play", "random", "random", "--games", "5"]),
        ("two", ["compare", "random,random", "five-rule,five-rule", "--games", "4"]),
    ):
        printed(capsys, *arguments, "--seed", "3", "--out", tmp_path / "runs" / name)
    shutil.copy(GOLDEN / "random-2p.hanabi", tmp_path / "runs" / "alone.hanabi")
    assert run(["view", str(tmp_path / "runs")]) == 0
    assert run(["view", str(tmp_path / "runs" / "one")]) == 0
    every, one = listed
    assert len(every) == 5 + 4 + 4 + 1
    assert every.index["name"][0] == f"{tmp_path}/runs/one: game 0"
    assert every.index["name"][13] == "alone"
    # The first four decks were played by three pairs.
    assert every.index["same"].to_list() == [3, 3, 3, 3, 1, *[3] * 8, 1]
    assert one.index["name"].to_list() == [f"game {number}" for number in range(5)]


def test_what_cannot_be_read_is_left_out_of_the_list_and_named(tmp_path, capsys, listed):
    """The rest opens; if nothing can be read, that is all there is to say."""
    for name in ("a", "b"):
        shutil.copy(GOLDEN / "random-2p.hanabi", tmp_path / f"{name}.hanabi")
    (tmp_path / "c.hanabi").write_text("rubbish")
    assert run(["view", str(tmp_path)]) == 0
    (found,) = listed
    assert found.index["name"].to_list() == ["a", "b"]
    ((name, reason),) = found.unread
    assert name == str(tmp_path / "c.hanabi")
    assert f"left out: {reason}" in capsys.readouterr().err
    (tmp_path / "more").mkdir()
    for name in ("c", "d"):
        (tmp_path / "more" / f"{name}.hanabi").write_text("rubbish")
    assert "c.hanabi:1:1: " in refusal(capsys, "view", tmp_path / "more")


def test_a_list_writes_out_names_that_are_no_text(tmp_path, capsys, listed):
    """Of games and of what cannot be read."""
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.mkdir()
    for name in ("a", os.fsdecode(b"\xfe")):
        shutil.copy(GOLDEN / "random-2p.hanabi", folder / f"{name}.hanabi")
    (folder / "c.hanabi").write_text("rubbish")
    assert run(["view", str(folder)]) == 0
    (found,) = listed
    assert found.index["name"].to_list() == ["a", r"\udcfe"]
    ((name, reason),) = found.unread
    assert name == rf"{tmp_path}/\udcff/c.hanabi"
    assert reason.startswith(name)


def test_a_damaged_run_is_left_out_and_named(tmp_path, capsys, listed):
    for name in ("one", "two"):
        printed(capsys, "play", "random", "random", "--games", "3", "--out", tmp_path / name)
    (tmp_path / "two" / "manifest.json").write_text("{")
    assert run(["view", str(tmp_path)]) == 0
    (found,) = listed
    assert len(found) == 3
    assert [each.name for each in found.unread] == [str(tmp_path / "two")]
