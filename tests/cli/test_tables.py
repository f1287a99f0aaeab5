"""Tables with people on the command line: opened, killed, resumed, refused."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from importlib.util import find_spec

import pytest

from hanabilab.cli import run
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting
from tests.cli.calling import refusal

STUDY = ["--study", "none.toml", "--out", "x"]


#: What is only told where there could be a table in the browser.
NEEDS_WEB = pytest.mark.skipif(not find_spec("starlette"), reason="the extra web is missing")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["human", "smart", "--games", "5"],
            "--games has no effect on a table, which has one",
        ),
        (["human", "--terminal"], "players is 1"),
        (["human", "no-such", "--terminal"], "unknown agent"),
        (["--study", "none.toml"], "needs --out DIR"),
        pytest.param(STUDY, "cannot read none.toml", marks=NEEDS_WEB),
        (["smart", "human", "--rules", "rainbow-5-suits", "--terminal"], "does not play"),
        (["random", "random", "--pace", "0.5"], "--pace has no effect on games without a person"),
        (["random", "random", "--browser"], "--browser has no effect on games without a person"),
        (["human", "random", "--participants", "1"], "no effect on a table without --study"),
        (["human", "random", "--terminal", "--port", "0"], "--port has no effect on a table in"),
        (["human", "random", "--terminal", "--pace", "1", "--no-browser"], "--browser, --pace"),
        (["human", "random", "--threads", "2"], "--threads has no effect on a table with"),
        (["human", "random", "--on", "ray"], "--on has no effect on a table with"),
        (["human", "random", "--out", "x", "--share", "1/2"], "--share has no effect"),
        (["smart", "random", "--watch", "--json"], "--json has no effect on a table people watch"),
        (["smart", "random", "--watch", "--games", "5"], "--games has no effect on a table"),
        (["smart", "random", "--watch", "--terminal"], "--terminal has no effect on a table that"),
        pytest.param(
            ["human", "random", "--watch"],
            "agents alone play where people watch; leave human",
            marks=NEEDS_WEB,
        ),
        pytest.param(["smart", "--watch"], "players is 1", marks=NEEDS_WEB),
        ([*STUDY, "--watch"], "--watch has no effect on a study"),
        (["human", "random", "--json"], "--json has no effect on a table with a person"),
        ([*STUDY, "--seed", "0"], "--seed has no effect on a study"),
        ([*STUDY, "--games", "1000", "--bomb", "zero"], "--games, --bomb have no effect on a"),
        ([*STUDY, "--rules", "full"], "--rules has no effect on a study"),
        ([*STUDY, "--terminal"], "--terminal has no effect on a study"),
        ([*STUDY, "--browser"], "--browser has no effect on a study"),
        ([*STUDY, "--threads", "1"], "--threads has no effect on"),
    ],
)
def test_mistakes_are_told_in_a_line(capsys, tmp_path, monkeypatch, arguments, error):
    """And no file is left."""
    monkeypatch.chdir(tmp_path)
    assert error in refusal(capsys, "play", *arguments)
    assert [] == list(tmp_path.iterdir())


def test_a_game_that_goes_on_has_its_seed_and_rules(capsys, tmp_path, monkeypatch):
    """They cannot be given again, as if they counted."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.hanabi"
    LiveTable(Setting(Rules(), ("human", "random"), seed=7, file=file)).keep()
    for more in (["--seed", "5"], ["--rules", "small"], ["--bomb", "keep"]):
        told = refusal(capsys, "play", "--resume", file, "--terminal", *more)
        assert "says what is played" in told


def test_a_port_that_is_taken_leaves_nothing_behind(capsys, tmp_path, monkeypatch):
    """No file of a game, no folder of a study; nor does it say that anything is open."""
    server = pytest.importorskip("hanabilab.web.server", reason="the extra web is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "consent.txt").write_text("Do you agree?")
    (tmp_path / "study.toml").write_text(
        'title = "T"\nconsent = "consent.txt"\nrules = "small(players=2)"\n'
        'partners = ["random"]\ngames = 1\nseed = 5\nquestions = []\n'
    )
    (tmp_path / "game.hanabi").touch()
    before = sorted(tmp_path.iterdir())
    commands = (
        ["play", "human", "random"],
        ["play", "--study", "study.toml", "--out", "kept"],
        ["view", "game.hanabi"],
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for early in (False, True):
            if early:  # it is told before anything else is done, and would be told later, too
                for name in ("tables.LiveTable", "tables.Study.read", "library.load_game"):
                    monkeypatch.setattr(f"hanabilab.cli.{name}", None)
            else:
                monkeypatch.setattr(server, "require_free", lambda port: None)
            for arguments in commands if early else commands[:2]:
                told = refusal(capsys, *arguments, "--port", port)
                assert f"port {port}: Address already in use" in told
                assert sorted(tmp_path.iterdir()) == before
            monkeypatch.undo()
            monkeypatch.chdir(tmp_path)


def test_a_table_that_is_served_has_its_record_first(capsys, tmp_path, monkeypatch):
    """Whole, before anybody has a link; and the command says how to go on."""
    hosting = pytest.importorskip("hanabilab.web.server.hosting", reason="no extra web")
    monkeypatch.chdir(tmp_path)
    kept = []
    monkeypatch.setattr(hosting, "run", lambda *_: kept.extend(tmp_path.glob("kept/*.hanabi")))
    assert run(["play", "human", "random", "--no-browser", "--out", "kept"]) == 0
    out, err = capsys.readouterr()
    (file,) = kept
    assert load_record(file).agents == ("human", "random")
    assert out.startswith("seat 0: http://127.0.0.1:")
    assert [line.split()[1:5] for line in err.splitlines()] == [
        ["the", "table", "is", "open"],
        ["the", "game", "is", "kept;"],
    ]


def test_agents_are_watched_by_one_link(capsys, tmp_path, monkeypatch):
    """The record is there first, and the command says how to go on."""
    hosting = pytest.importorskip("hanabilab.web.server.hosting", reason="no extra web")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(hosting, "run", lambda *_: None)
    assert run(["play", "random", "random", "--watch", "--no-browser", "--out", "kept"]) == 0
    out, err = capsys.readouterr()
    (file,) = tmp_path.glob("kept/*.hanabi")
    assert load_record(file).agents == ("random", "random")
    assert re.fullmatch(r"watch: http://127.0.0.1:\S+\n", out)
    assert err.endswith(f"go on with: hanabi play --watch --resume {file}\n")
    again = ["play", "--watch", "--resume", str(file), "--no-browser"]
    assert run(again) == 0
    assert capsys.readouterr().out.startswith("watch: ")
    assert "no record of a table with a person" in refusal(capsys, "play", "--resume", file)


def test_the_first_seat_is_opened_in_the_browser(capsys, tmp_path, monkeypatch):
    """Under the link that is printed; with --no-browser, none is."""
    serving = pytest.importorskip("hanabilab.web.server.serving", reason="no extra web")
    monkeypatch.chdir(tmp_path)
    opened, kept = [], {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    monkeypatch.setattr(serving.uvicorn.Server, "run", lambda *_, **__: None)
    try:
        assert run(["play", "human", "random", "--out", "kept"]) == 0
        assert opened == re.findall(r"http://\S+", capsys.readouterr().out)
        assert run(["play", "human", "random", "--out", "more", "--no-browser"]) == 0
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    assert len(opened) == 1


def start(folder, *arguments):
    """The process of a table, the link of its first seat, and a browser without a face."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hanabilab", "play", *arguments, "--no-browser", "--pace", "0"],
        cwd=folder,
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    link = re.search(r"http://\S+", process.stdout.readline())[0]
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(cookies)
    home = re.search(r'href="([^"]+)"', browser.open(link).read().decode())[1]
    base = link.partition("/enter")[0]
    browser.addheaders = [("Origin", base), ("Sec-Fetch-Site", "same-origin")]
    return process, browser, f"{base}/api{home}"


def end(process):
    """The exit code of a process that was told to end, and whose output nobody reads further."""
    code = process.wait(60)
    process.stdout.close()
    return code


@pytest.mark.slow
@pytest.mark.compiled
def test_nothing_is_lost_when_the_server_is_killed(tmp_path):
    """The file has every action; the table goes on from there; Ctrl-C ends it quietly."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    process, browser, api = start(tmp_path, "human", "human", "--out", "kept")
    body = json.dumps({"turn": 0, "action": 5}).encode()
    browser.open(f"{api}/act", body).read()
    process.kill()
    end(process)
    (file,) = (tmp_path / "kept").glob("*.hanabi")
    assert (5,) == load_record(file).actions
    process, browser, api = start(tmp_path, "--resume", str(file))
    with browser.open(f"{api}/events") as stream:
        told = json.loads(stream.readline().removeprefix(b"data: "))
    assert 1 == told["position"]["turn"]
    process.send_signal(signal.SIGINT)
    assert end(process) == 0
