"""A model behind a server on loopback: answers, refusals, retries, and the key."""

from __future__ import annotations

import json
import runpy
import socket
import sys
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest

from hanabilab import Rules, batched_policy, make_agent, play_games
from hanabilab.adapters import wire
from hanabilab.adapters.chat import ChatPlayer, ChatServer, action_in
from hanabilab.errors import AgentError, HanabiError
from hanabilab.puzzles.keeping import RowSettings
from hanabilab.puzzles.mining import rows_of
from hanabilab.puzzles.regret import regret_of
from hanabilab.puzzles.rows import write_rows
from tests.puzzles.games import AGENT, source

pytestmark = pytest.mark.once

_EXAMPLE = Path(__file__).parents[2] / "examples" / "llm_agent.py"

LEGAL = ["discard 0", "play 0", "hint 1 red"]


@contextmanager
def served(*answers):
    """A server that gives these answers in turn, the last one again and again; and what it got.

    An answer is a text, a status, a status with headers, or the bytes of a body.
    """
    asked, left = [], list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, dict(self.headers), body))
            answer = left.pop(0) if len(left) > 1 else left[0]
            status, headers, data = 200, {}, answer
            if isinstance(answer, str):
                content = {"message": {"role": "assistant", "content": answer}}
                data = json.dumps({"choices": [content]}).encode()
            elif not isinstance(answer, bytes):
                status, headers, data = answer
            self.send_response(status)
            for name, value in {"Content-Length": len(data), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _player(url, **options):
    waited = []
    server = ChatServer(url, "tester", wait=waited.append, **options)
    return ChatPlayer(server), waited


def test_an_answer_is_taken():
    with served("I think.\naction: Hint 1 RED") as (url, asked):
        player, waited = _player(url, key="sesame", temperature=0.5)
        assert player.choose("the table", LEGAL) == "hint 1 red"
    ((path, headers, body),) = asked
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer sesame"
    assert (body["model"], body["temperature"]) == ("tester", 0.5)
    assert [each["role"] for each in body["messages"]] == ["system", "user"]
    assert body["messages"][1]["content"] == "the table"
    assert (player.answers, player.illegal, player.replaced, waited) == (1, 0, 0, [])
    assert "sesame" not in repr(player)


def test_an_answer_that_is_not_legal_is_told_and_asked_once_more():
    with served("action: play 9", "Sorry.\n**Action: play 0**") as (url, asked):
        player, _ = _player(url)
        assert player.choose("the table", LEGAL) == "play 0"
    told = asked[1][2]["messages"]
    assert [each["role"] for each in told] == ["system", "user", "assistant", "user"]
    assert "'play 9' is not a legal action" in told[3]["content"]
    assert "discard 0, play 0, hint 1 red" in told[3]["content"]
    assert (player.answers, player.illegal, player.replaced) == (2, 1, 0)


def test_after_two_such_answers_the_first_legal_action_is_taken_and_counted():
    with served("I pass.") as (url, asked):
        player, _ = _player(url)
        assert player.choose("the table", LEGAL) == "discard 0"
    assert len(asked) == 2
    assert (player.answers, player.illegal, player.replaced) == (2, 2, 1)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("action: play 0", "play 0"),
        ("Action:  play   0.", "play 0"),
        ("action: play 0\nNo.\naction: hint 1 red\n", "hint 1 red"),
        ("action: play 0\naction: play 7", None),
        ("**Action:** play 0", "play 0"),
        ("- __Action__: **play 0**", "play 0"),
        ("action: `play 0`", "play 0"),
        ("action: **play 0**.", "play 0"),
        ('action: "play 0"', "play 0"),
        ("> action: [play 0]", "play 0"),
        ("action: play 0\naction:", None),
        ("reaction: play 0", None),
        ("\n" * (1 << 20), None),  # as much as a server may send; read in one go
        ("-" * (1 << 20), None),
        ("action:" + "\t" * (1 << 20) + "x", None),
        ("play 0", None),
        ("", None),
    ],
)
def test_the_last_line_counts(answer, expected):
    assert action_in(answer, LEGAL)[0] == expected


def test_a_busy_server_is_asked_again():
    with served((503, {}, b""), (429, {}, b""), "action: play 0") as (url, asked):
        player, waited = _player(url)
        assert player.choose("the table", LEGAL) == "play 0"
    assert len(asked) == 3
    assert waited == [1.0, 2.0]


def test_errors_are_one_line():
    """A server that refuses is not asked again; one that stays busy is, so often."""
    with served((401, {}, b"")) as (url, asked):
        player, waited = _player(url, key="sesame")
        with pytest.raises(AgentError, match=r"/v1 answers 401 ") as error:
            player.choose("the table", LEGAL)
        assert (len(asked), waited) == (1, [])
        assert "sesame" not in str(error.value)
    with served((500, {}, b"")) as (url, asked):
        player, waited = _player(url, retries=2)
        with pytest.raises(AgentError, match="answers 500"):
            player.choose("the table", LEGAL)
        assert (len(asked), waited) == (3, [1.0, 2.0])
    with served(b'{"choices": []}') as (url, _), pytest.raises(AgentError, match="another form"):
        _player(url)[0].choose("the table", LEGAL)
    with served(b"[" * 5000) as (url, _), pytest.raises(AgentError, match=f"{url}: cannot read"):
        _player(url)[0].choose("the table", LEGAL)
    with served(b" " * (2 << 20)) as (url, _), pytest.raises(AgentError, match="1,048,576 bytes"):
        _player(url)[0].choose("the table", LEGAL)
    with pytest.raises(AgentError, match="no address of a server"):
        ChatServer("file:///etc/passwd", "tester")


def test_nobody_there_and_nobody_answering():
    with served("action: play 0") as (url, _):
        pass  # closed again
    player, waited = _player(url, retries=1)
    with pytest.raises(AgentError, match="does not answer"):
        player.choose("the table", LEGAL)
    assert waited == [1.0]


@pytest.mark.parametrize(
    "answer", [(200, {"Content-Length": 10}, b"{}"), (200, {"Transfer-Encoding": "chunked"}, b"x")]
)
def test_an_answer_that_breaks_off_is_asked_for_again(answer):
    with served(answer, "action: play 0") as (url, _):
        player, waited = _player(url)
        assert player.choose("the table", LEGAL) == "play 0"
    assert waited == [1.0]
    with served(answer) as (url, _), pytest.raises(AgentError, match=r"not answer: IncompleteRead"):
        _player(url, retries=0)[0].choose("the table", LEGAL)


@contextmanager
def trickling(begin):
    """The address of a server that answers with `begin`, and then with a byte now and then."""

    def trickle(connection):
        with connection, suppress(OSError):
            connection.recv(1 << 16)
            connection.sendall(begin)
            for _ in range(100):
                connection.sendall(b" ")
                time.sleep(0.1)

    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=lambda: trickle(server.accept()[0]))
        answering.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        answering.join()


#: What an answer that trickles begins with: its body is slow, or its headers, its first line, or
#: the reason of a refusal.
_BEGINNINGS = (
    b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nServer: ",
    b"HTTP",
    b"",
    b"HTTP/1.1 400 Bad\r\nServer: ",
    b"HTTP/1.1 503 Busy\r\nServer: ",
)


@pytest.mark.parametrize("begin", _BEGINNINGS)
def test_an_answer_that_trickles_in_is_not_waited_for_beyond_the_timeout(begin):
    """Each byte comes in time; all of them would take ten times as long."""
    with trickling(begin) as url:
        began = time.monotonic()
        with pytest.raises(AgentError, match="does not answer: timed out"):
            ChatServer(url, "tester", timeout=1, retries=0).complete([])
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("begin", [*_BEGINNINGS, b"HTTP/1.1 400 Bad\r\n\r\n"])
def test_no_server_is_waited_for_without_end(begin, monkeypatch):
    """The site's and the challenge's neither, whichever part of the answer is slow."""
    monkeypatch.setattr(wire, "PATIENCE", 1)
    with trickling(begin) as url:
        began = time.monotonic()
        with pytest.raises(HanabiError, match=f"cannot reach {url}: timed out"):
            wire.fetched(url)
        assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.0.0.1:port/v1", "http://127.0.0.1:99999/v1", "http://[::1/v1", "http:///v1"),
        *("http://127.0.0.1/v 1", "http://127.0.0.1/\n", "http://127.0.0.1/\x7f", "http://a..b/v1"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused(url):
    with pytest.raises(AgentError, match="no address of a server") as told:
        ChatServer(url, "tester")
    assert len(str(told.value).splitlines()) == 1


def test_settings_that_make_no_sense_are_refused():
    for retries in (-1, 1.5, "3", True):
        with pytest.raises(AgentError, match=f"retries is {retries!r}; a whole number"):
            ChatServer("http://127.0.0.1/v1", "tester", retries=retries)
    for setting in ("timeout", "temperature"):
        for value in ("1", None, True):
            with pytest.raises(AgentError, match=f"{setting} is {value!r}; a number"):
                ChatServer("http://127.0.0.1/v1", "tester", **{setting: value})
    for timeout in (0, float("nan"), float("inf"), 1e12):
        with pytest.raises(AgentError, match=f"timeout is {timeout}"):
            ChatServer("http://127.0.0.1/v1", "tester", timeout=timeout)
    for temperature in (-0.1, float("nan"), float("inf")):
        with pytest.raises(AgentError, match=f"temperature is {temperature}"):
            ChatServer("http://127.0.0.1/v1", "tester", temperature=temperature)
    with pytest.raises(AgentError, match="before @") as told:
        ChatServer("http://me:sesame@127.0.0.1/v1", "tester")
    assert "sesame" not in str(told.value)


@pytest.mark.parametrize("key", ["ses\name", "sesamé", "ses\x00ame"])
def test_a_key_that_cannot_be_sent_is_not_shown(key):
    with pytest.raises(AgentError, match="not printable ASCII") as told:
        ChatServer("http://127.0.0.1/v1", "tester", key=key)
    assert "ses" not in str(told.value).replace("has", "")


def test_blanks_around_a_key_are_taken_away():
    with served("action: play 0") as (url, asked):
        _player(url, key=" sesame\r\n")[0].choose("the table", LEGAL)
    assert asked[0][1]["Authorization"] == "Bearer sesame"


def test_the_key_goes_to_no_proxy(monkeypatch):
    """Whatever the environment says."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with served("action: discard 0") as (proxy, got), served("action: play 0") as (url, _):
        monkeypatch.setenv("http_proxy", proxy)
        assert _player(url, key="sesame")[0].choose("the table", LEGAL) == "play 0"
        assert not got


def test_the_key_goes_nowhere_else():
    """A redirect is not followed."""
    with served("action: play 0") as (other, got):
        away = (302, {"Location": f"{other}/chat/completions"}, b"")
        with served(away) as (url, _), pytest.raises(AgentError, match="answers 302"):
            _player(url, key="sesame")[0].choose("the table", LEGAL)
        assert not got


def test_it_plays_a_game():
    """It is asked with what its seat may know; its answers are its actions."""
    with served("action: discard 0") as (url, asked):
        player, _ = _player(url)
        seat = batched_policy("model")(player.act_batch)
        rules = Rules.preset("small", players=2)
        table = play_games([seat, "five-rule"], rules, games=1, seed=1).table
    assert player.answers == len(asked) >= 3
    for _, _, body in asked:
        assert "You are seat 0; you do not see your own cards." in body["messages"][1]["content"]
    assert table["discards"][0] > 0


def test_the_example_tells_the_regret_of_a_model(tmp_path, capsys, monkeypatch):
    """Of the rows of the test split alone; what was not legal is told."""
    settings = RowSettings(rollouts=100, measured=500, positions=4)
    rows = rows_of(source(1), make_agent(AGENT), settings)
    test, train = (
        [msgspec.structs.replace(row, split=split) for row in rows] for split in ("test", "train")
    )
    write_rows(file := tmp_path / "values.jsonl", [*train, *test])
    taken = [row.actions[0].action for row in rows]
    expected = sum(map(regret_of, rows, taken)) / len(rows)
    with served("I pass.") as (url, asked):
        monkeypatch.setattr(sys, "argv", ["llm_agent.py", str(file), "--url", url])
        monkeypatch.setenv("HANABI_LLM_KEY", "sesame")
        runpy.run_path(str(_EXAMPLE), run_name="__main__")
    assert len(asked) == 2 * len(rows)
    assert {headers["Authorization"] for _, headers, _ in asked} == {"Bearer sesame"}
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"regret {expected:.3f} points a move, {len(rows)} positions"
    assert told[1] == f"{2 * len(rows)} answers, {2 * len(rows)} not legal, {len(rows)} replaced"


def test_the_example_ends_in_one_line(tmp_path, capsys, monkeypatch):
    """Without rows, without such a file, without a server."""
    (empty := tmp_path / "empty.jsonl").write_bytes(b"")
    for words, expected in (
        ([str(empty)], f"no rows of the test split in {empty}"),
        ([str(tmp_path / "none.jsonl")], "none.jsonl"),
        (["--url", "nowhere"], "no address of a server"),
    ):
        monkeypatch.setattr(sys, "argv", ["llm_agent.py", *words])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(_EXAMPLE), run_name="__main__")
        assert expected in str(ended.value.code)
        assert len(str(ended.value.code).splitlines()) == 1
