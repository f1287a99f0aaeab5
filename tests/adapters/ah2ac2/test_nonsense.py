"""What servers may say that is wrong: one line that says what."""

from __future__ import annotations

import json
import threading
from random import Random

import pytest

from hanabilab import Rules, make_agent
from hanabilab.adapters.ah2ac2 import (
    Candidate,
)
from hanabilab.adapters.ah2ac2.table import Table
from hanabilab.adapters.wire import listening
from hanabilab.errors import HanabiError
from tests.adapters.ah2ac2.playing import WORD, saying, served
from tests.cli.calling import document, refusal
from tests.harness.spoiling import spoil_text

needs_websockets = pytest.mark.usefixtures("_websockets")


def _message(**changes):
    found = json.loads(Table(Rules(players=2), (0,), make_agent("random"), 1, 0).begin())
    return found | changes


def _with_obs(place, value):
    found = _message()
    found["agent_0"]["obs"][place] = value
    return found


def _moved(**changes):
    table = Table(Rules(players=2), (0,), make_agent("random"), 1, 0)
    table.begin()
    return json.loads(table.hear(json.dumps({"agent_0": 5}))) | changes


_NONSENSE = {
    "no JSON": ("hello", "malformed"),
    "deep": ("[" * 100_000, "malformed"),
    "no info": ({"agent_0": {}}, "no 'info'"),
    "seven players": (_message(info={"num_players": 7}), "malformed"),
    "no seat": (
        _message(info={"num_players": 2, "candidate_controlling": [], "game_id": 1}),
        "the candidate holds no seat of 2 seats",
    ),
    "a seat that is none": (
        _message(info={"num_players": 2, "candidate_controlling": ["agent_5"], "game_id": 1}),
        "the candidate holds agent_5 of 2 seats",
    ),
    "another seat": (
        _message(info={"num_players": 2, "candidate_controlling": ["agent_1"], "game_id": 1}),
        "nothing for agent_1, which the candidate holds",
    ),
    "short obs": (
        _message(agent_0={"obs": [0, 1], "legal_moves": [1]}),
        "obs of agent_0 has 2 numbers; with 2 players it has 658",
    ),
    "words": (_message(agent_0={"obs": ["x"], "legal_moves": [1]}), "malformed: agent_0"),
    "two cards": (_with_obs(slice(0, 2), [1, 1]), "entries set where one belongs, in hands"),
    "a life less": (_with_obs(127 + 40 + 25 + 8, 0), "in life_tokens"),
    "nothing is allowed": (
        _message(agent_0=_message()["agent_0"] | {"legal_moves": [0] * 20 + [1]}),
        "after 0 actions the server does not let seat 0 do what is legal here",
    ),
    "its own words": ({"error_details": "come back later"}, "the server says: come back later"),
    "the key": ({"error_details": f"{WORD} is wrong"}, "the server says: <key> is wrong"),
}


@needs_websockets
@pytest.mark.parametrize("name", _NONSENSE)
@pytest.mark.usefixtures("_key")
def test_a_server_that_speaks_nonsense_is_told_in_a_line(name, capsys):
    message, words = _NONSENSE[name]
    text = message if isinstance(message, str) else json.dumps(message)
    with saying("hello", text) as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert words in told
    assert WORD not in told


@needs_websockets
@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({}, "malformed"),
        ({"done": True, "score": 99}, "malformed"),
        ({"done": False, "score": 0}, "nothing for agent_0"),
        (_message(done=False, score=0), "in last_seat"),
        (_moved(agent_0=_message()["agent_0"]), "in last_seat"),
    ],
)
@pytest.mark.usefixtures("_key")
def test_nonsense_in_a_game_is_told_in_a_line(second, words, capsys):
    with saying("{}", json.dumps(_message()), json.dumps(second)) as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert words in told


def test_spoiled_messages_are_told_or_taken():
    """Whatever comes: a HanabiError, or an answer."""
    whole, told = json.dumps(_message()), 0
    for number in range(60):
        candidate = Candidate(make_agent("random"))
        try:
            candidate.begin(spoil_text(Random(number), [whole]), 0)
        except HanabiError:
            told += 1
    assert told > 20


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_server_that_hangs_up_is_told_in_a_line(capsys):
    with saying("{}", json.dumps(_message())) as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert told.startswith("hanabi: lost ws://localhost:")
    with saying() as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert "lost ws://localhost:" in told


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_the_key_follows_no_redirection(capsys):
    """Of a request, and of a connection: nobody else hears of the key."""
    heard = []

    def elsewhere(path):
        heard.append(path)
        return 404, "no"

    def moved(_, request):
        return Response(302, "Found", Headers({"Location": f"{there}{request.path}"}), b"")

    from websockets.datastructures import Headers
    from websockets.http11 import Response
    from websockets.sync.server import serve

    with (
        listening(lambda _: None, elsewhere) as other,
        serve(lambda _: None, "127.0.0.1", 0, process_request=moved) as here,
    ):
        there = f"ws://127.0.0.1:{other.socket.getsockname()[1]}"
        for server in (other, here):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{here.socket.getsockname()[1]}"
        play = ("ah2ac2", "play", "--agent", "random", "--url", url)
        assert "answers: 302" in refusal(capsys, *play)
        told = refusal(capsys, *play, "--players", "2", "--seats", "0")
        assert "redirect" in told or "302" in told  # releases of websockets differ
        for server in (other, here):
            server.shutdown()
    assert heard == []


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_finished_game_counts_however_its_connection_ends(capsys):
    ended = json.dumps({"done": True, "score": 0})
    with saying("{}", json.dumps(_message()), ended, cut=True) as url:
        found = document(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert [game["turns"] for game in found["games_played"]] == [1]


@needs_websockets
@pytest.mark.parametrize(
    ("info", "words"),
    [
        ((403, "no such key"), "does not take the key: 403 no such key"),
        ((500, f"oh {WORD}"), "answers: 500 oh <key>"),
        ((200, "<html>"), "evaluation-info is malformed"),
        ((200, '{"all_envs": 3}'), "evaluation-info is malformed"),
        ((200, '{"all_envs": [{"status": "TODO", "num_players": 9}]}'), "malformed"),
    ],
)
@pytest.mark.usefixtures("_key")
def test_progress_that_is_none_is_told_in_a_line(info, words, capsys):
    with saying(info=info) as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert words in told
    assert WORD not in told


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_a_server_that_tells_of_no_games_beforehand_is_asked_for_one(capsys):
    """As long as it does not say that all are done."""
    fault = json.dumps({"error_details": "no game for you"})
    with saying("{}", fault, info=(200, "{}")) as url:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert "the server says: no game for you" in told
    with saying("{}", fault, info=(200, '{"human_ai_eval_done": true}')) as url:
        found = document(capsys, "ah2ac2", "play", "--agent", "random", "--url", url)
    assert found["games_played"] == []


@needs_websockets
@pytest.mark.usefixtures("_key")
def test_an_agent_that_cannot_play_is_told_before_a_game_begins(capsys):
    with served(games=2, players=(2, 3)) as server:
        told = refusal(capsys, "ah2ac2", "play", "--agent", "hat", "--url", server.url)
        assert "'hat' plays with" in told
        assert {game["status"] for game in server.evaluation.info()["all_envs"]} == {"TODO"}
