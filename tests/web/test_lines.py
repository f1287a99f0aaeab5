"""Connections that say nothing, or do not listen, keep nobody out."""

from __future__ import annotations

import contextlib
import socket
import time

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.server import lines
from hanabilab.web.server.hosting import host_table
from hanabilab.web.setting import Setting
from tests.web.running import running
from tests.web.test_wire import PATIENCE, request_to, send
from tests.web.visitor import Visitor


@pytest.fixture
def host():
    """The address and port of a server of one table."""
    table = LiveTable(Setting(Rules(), ("human", "human"), seed=7))
    with running(lambda port: host_table(table, port)) as links:
        yield links[0].split("/")[2]


def connect(host: str) -> socket.socket:
    address, _, port = host.partition(":")
    return socket.create_connection((address, int(port)), PATIENCE)


def is_open(line: socket.socket) -> bool:
    """Whether the server has not hung up."""
    line.settimeout(0.01)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("said", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nA: "])
def test_connections_that_say_nothing_keep_nobody_out(host, said):
    """Whether they are silent or amid their headers: the ones that have waited longest go."""
    with contextlib.ExitStack() as opened:
        silent = [opened.enter_context(connect(host)) for _ in range(300)]
        for line in silent:
            with contextlib.suppress(OSError):
                line.sendall(said)
        assert send(host, request_to(host)).startswith(b"HTTP/1.1 200 ")
        left = [is_open(line) for line in silent]
        assert sum(left) <= lines._MOST_IDLE
        assert not any(left[:200])


def is_closed_soon(line: socket.socket, drip: bytes = b"") -> bool:
    """Whether the server hangs up, though bytes may come all the time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            line.sendall(drip)
        except OSError:
            return True
        if not is_open(line):
            return True
    return False


@pytest.mark.parametrize("drip", [b"", b"a"])
@pytest.mark.parametrize("before", [b"", b"GET /static/style.css HTTP/1.1\r\nHost: {}\r\n\r\n"])
def test_headers_that_come_too_slowly_are_not_waited_for(host, monkeypatch, before, drip):
    """A byte now and then does not help, in a first request nor after another one."""
    monkeypatch.setattr(lines, "_PATIENCE", 0.2)
    with connect(host) as line:
        line.sendall(before.replace(b"{}", host.encode()))
        if before:
            while line.recv(65536)[-2:] != b"}\n":
                pass
        line.sendall(b"GET / HTTP/1.1\r\nA: ")
        assert is_closed_soon(line, drip)


def test_an_answer_that_nobody_reads_is_given_up(host, monkeypatch):
    """Else such connections would be counted for ever."""
    monkeypatch.setattr(lines, "_PATIENCE", 0.2)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        address, _, port = host.partition(":")
        line.connect((address, int(port)))
        assert is_cut(line, request_to(host).replace(b"Connection: close\r\n", b""))


def is_cut(line: socket.socket, request: bytes) -> bool:
    """Whether the server hangs up on somebody who asks again and again, and reads nothing."""
    line.settimeout(0.2)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            line.sendall(request * 100)
        except TimeoutError:
            continue  # both sides have full hands
        except OSError:
            return True
    return False


def test_a_stream_is_not_cut(monkeypatch):
    """Whoever waits for an answer is not idle, however long it takes."""
    monkeypatch.setattr(lines, "_PATIENCE", 0.05)
    table = LiveTable(Setting(Rules(), ("human", "human"), seed=7))
    with running(lambda port: host_table(table, port)) as links:
        visitor = Visitor(links[0])
        events = visitor.events(f"{visitor.home}/events")
        assert next(events)["position"]["turn"] == 0
        time.sleep(0.3)
        visitor.post(f"{visitor.home}/act", {"turn": 0, "action": 5})
        assert next(events)["position"]["turn"] == 1
        events.close()
