"""What candidates do wrong, and what no command can take: one line that says what."""

from __future__ import annotations

import json
import re
import socket
import sys
from random import Random

import pytest

from hanabilab import Rules, make_agent
from hanabilab.adapters.ah2ac2 import (
    Evaluation,
    Offer,
    read_key,
)
from hanabilab.adapters.ah2ac2.messages import read_actions
from hanabilab.adapters.ah2ac2.table import Table
from hanabilab.errors import AgentError, HanabiError, NotationError
from tests.adapters.ah2ac2.playing import WORD, evaluation_of, served
from tests.cli.calling import refusal
from tests.harness.spoiling import spoil_text

needs_websockets = pytest.mark.usefixtures("_websockets")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "no JSON"),
        ("7", "no object with an action for agent_0, agent_2"),
        ('{"agent_0": 5}', "no action for agent_2"),
        ('{"agent_0": 5, "agent_1": 30, "agent_2": 30}', "agent_1, which you do not hold"),
        ('{"agent_0": "5", "agent_2": 30}', "action of agent_0 is '5'; it must be a whole number"),
        ('{"agent_0": 5.0, "agent_2": 30}', "action of agent_0 is 5.0"),
        ('{"agent_0": true, "agent_2": 30}', "action of agent_0 is True"),
        ('{"agent_0": 30, "agent_2": 30}', "action 30 of agent_0 is not legal"),
        ('{"agent_0": 0, "agent_2": 30}', r"action 0 \(discard 0\) of agent_0 is not legal"),
        ('{"agent_0": -1, "agent_2": 30}', "action -1 of agent_0 is not legal"),
        ('{"agent_0": 99999999999999999999, "agent_2": 30}', "agent_0"),
        ('{"agent_0": 5, "agent_2": 5}', r"action 5 of agent_2 is not legal; legal are \[30\]"),
    ],
)
def test_an_answer_that_is_none_is_told_and_changes_nothing(answer, words):
    table = Table(Rules(players=3), (0, 2), make_agent("random"), 1, 0)
    with pytest.raises(NotationError, match=words):
        table.hear(answer)
    assert table.game.actions == []
    assert json.loads(table.hear('{"agent_0": 5, "agent_2": 30}'))["done"] is False


def test_spoiled_answers_are_told_or_taken():
    text = '{"agent_0": 5, "agent_2": 30}'
    for number in range(300):
        try:
            found = read_actions(spoil_text(Random(number), [text]), (0, 2))
        except NotationError:
            continue
        assert list(found) == [0, 2]


@needs_websockets
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/play-next", "this is not the key"),
        ("/play-next?submission_key=wrong", "this is not the key"),
        (f"/play-next?submission_key={WORD}&submission_key=x", "this is not the key"),
        (f"/play-next?test_submission_key={WORD}", "this is not the key"),
        (f"/play-random-agent?test_submission_key={WORD}", "num_players is needed, once"),
        ("/play-random-agent?{}&num_players=x", "num_players is 'x'"),
        ("/play-random-agent?{}&num_players=9&candidate_positions=0", "num_players is 9"),
        ("/play-random-agent?{}&num_players=2", r"candidate_positions are \[\]"),
        ("/play-random-agent?{}&num_players=2&candidate_positions=2", "candidate_positions are"),
        (
            "/play-random-agent?{}&num_players=2&candidate_positions=0&candidate_positions=1",
            r"candidate_positions are \[0, 1\], with 2 players",
        ),
    ],
)
def test_the_server_tells_what_is_wrong_and_closes(path, words):
    """After its greeting, as the first message of a game would come."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    with served(games=1) as server:
        address = server.url.replace("http", "ws") + path.format(f"test_submission_key={WORD}")
        with connect(address, proxy=None) as wire:
            assert "error_details" not in json.loads(wire.recv())
            (fault,) = json.loads(wire.recv()).items()
            with pytest.raises(ConnectionClosed):
                wire.recv()
        assert fault[0] == "error_details"
        assert re.search(words, fault[1])
        assert [game["status"] for game in server.evaluation.info()["all_envs"]] == ["TODO"]


@needs_websockets
def test_after_an_illegal_action_the_game_waits_for_the_next_who_comes():
    from websockets.sync.client import connect

    with served(games=1) as server:
        address = server.url.replace("http", "ws") + f"/play-next?submission_key={WORD}"
        with connect(address, proxy=None) as wire:
            wire.recv()
            first = wire.recv()
            wire.send('{"agent_0": 20}')
            assert "action 20 of agent_0 is not legal" in json.loads(wire.recv())["error_details"]
        with connect(address, proxy=None) as wire:
            wire.recv()
            assert wire.recv() == first


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "has no key"),
        (b" \n", "has no key"),
        (b"two words", "is no key"),
        (b"\xff\x00", "is no key"),
    ],
)
def test_a_key_file_without_a_key_is_told(content, words, tmp_path, capsys):
    path = tmp_path / "key"
    path.write_bytes(content)
    arguments = ("--agent", "random", "--url", "http://localhost:9", "--key-file", path)
    assert words in refusal(capsys, "ah2ac2", "play", *arguments)


def test_the_key_is_from_the_file_or_the_environment(tmp_path, monkeypatch):
    (tmp_path / "key").write_text(f"{WORD}\n")
    assert read_key(tmp_path / "key").reveal() == WORD
    monkeypatch.delenv("AH2AC2_KEY", raising=False)
    with pytest.raises(NotationError, match="set AH2AC2_KEY, or name a file"):
        read_key()
    monkeypatch.setenv("AH2AC2_KEY", "other")
    assert read_key().reveal() == "other"
    assert read_key(tmp_path / "key").reveal() == WORD
    with pytest.raises(NotationError, match="cannot read"):
        read_key(tmp_path / "nowhere")


@pytest.mark.usefixtures("_key")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--url", "http://example.org"), "would send the key in the clear; use https"),
        (("--url", "example.org"), "no address 'example.org'"),
        (("--url", f"https://example.org/?submission_key={WORD}"), "no address"),
        (("--url", "http://localhost:9", "--players", "3"), "need --players and --seats"),
        (("--url", "http://localhost:9", "--players", "3", "--seats", "a"), "no list of numbers"),
        (("--url", "http://localhost:9", "--players", "2", "--seats", "0,1"), "leave one to a"),
        (("--url", "http://localhost:9", "--players", "9", "--seats", "0"), "2 to 5"),
        (("--url", "http://localhost:9"), "cannot reach http://localhost:9/evaluation-info/..."),
    ],
)
def test_wrong_options_are_told_in_a_line(more, words, capsys):
    told = refusal(capsys, "ah2ac2", "play", "--agent", "random", *more)
    assert words in told
    assert "evaluation-info/a" not in told


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        ({"players": (6,)}, "2 to 5"),
        ({"held": 2}, "at 2 of 2 seats"),
        ({"players": (1,)}, "2 to 5"),
    ],
)
def test_what_no_server_can_offer_is_refused(offer, words):
    with pytest.raises(NotationError, match=words):
        evaluation_of(**offer)
    with pytest.raises(AgentError, match="'hat' plays with"):
        Evaluation(Offer((make_agent("hat"),), players=(2,)), make_agent("random"))


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_server_without_what_it_needs_says_so(tmp_path, capsys):
    serve = ("ah2ac2", "serve", "--partner", "random")
    assert "TLS needs both" in refusal(capsys, *serve, "--certificate", tmp_path / "c.pem")
    pair = ("--certificate", tmp_path / "c.pem", "--certificate-key", tmp_path / "k.pem")
    assert "no certificate in" in refusal(capsys, *serve, *pair)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = refusal(capsys, *serve, "--port", taken.getsockname()[1])
    assert "cannot listen at 127.0.0.1 port" in told


@pytest.mark.usefixtures("_key")
def test_without_its_extra_both_commands_say_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "websockets.sync.client", None)
    monkeypatch.setitem(sys.modules, "websockets.exceptions", None)
    players = ("--players", "2", "--seats", "0")
    play = ("ah2ac2", "play", "--agent", "random", "--url", "http://localhost:9", *players)
    assert "[bot]" in refusal(capsys, *play)
    assert "[bot]" in refusal(capsys, "ah2ac2", "serve", "--partner", "random")


@needs_websockets
@pytest.mark.once
@pytest.mark.parametrize("path", ["//[", "//]", "//[::1", f"//[{WORD}"])
def test_a_malformed_path_is_a_bad_request(path):
    """For requests, and for connections, which are asked about first; the server goes on."""
    with served() as server:
        port = int(server.url.rpartition(":")[2])
        for head in ("", "Upgrade: websocket\r\n"):
            with socket.create_connection(("127.0.0.1", port), 10) as wire:
                wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode())
                told = wire.makefile("rb").read().decode()
            assert told.startswith("HTTP/1.1 400 ")
            assert told.endswith("the path is malformed\n")
        assert server.answer("/nowhere")[0] == 404
        with pytest.raises(HanabiError, match="the path is malformed"):
            server._table(path)
