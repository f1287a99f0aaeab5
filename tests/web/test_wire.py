"""A running server and bytes that are no requests."""

from __future__ import annotations

import contextlib
import logging
import random
import socket

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table
from hanabilab.web.server.serving import server_of
from hanabilab.web.setting import Setting
from tests.web.running import running

#: Seconds that a busy machine may take.
PATIENCE = 30


@pytest.fixture(scope="module")
def host():
    """The address and port of a server of one table."""
    table = LiveTable(Setting(Rules(), ("human", "human"), seed=7))
    with running(lambda port: host_table(table, port)) as links:
        yield links[0].split("/")[2]


def send(host: str, request: bytes) -> bytes:
    """The first bytes that come back; none if the server hangs up."""
    address, _, port = host.partition(":")
    with socket.create_connection((address, int(port)), PATIENCE) as line:
        with contextlib.suppress(OSError):  # the server may have hung up before the end
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
        try:
            return line.recv(4096)
        except ConnectionResetError:
            return b""


def request_to(host: str, path: str = "/static/style.css") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()


def broken(rng: random.Random, host: str) -> bytes:
    """A request with bytes changed, repeated, left out, or put in; or no request at all."""
    good = bytearray(request_to(host, rng.choice(["/", "/api/table/x/0/act", "/enter/x"])))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(good))
        good[at : at + rng.randrange(4)] = rng.choice(
            [rng.randbytes(rng.randrange(5)), b"\r\n", b"\0", b" ", b"a" * 70_000, good[:at]]
        )
    return rng.choice([bytes(good), bytes(good), rng.randbytes(200), b""])


def test_bytes_that_are_no_requests_leave_the_server_answering(host, capfd):
    """Each is refused, or the line is cut; nothing is printed, and files are handed out."""
    rng = random.Random(2026)
    answers = [send(host, broken(rng, host)) for _ in range(300)]
    statuses = {each[9:12] for each in answers}
    assert b"400" in statuses
    assert statuses <= {b"", b"200", b"400", b"403", b"404", b"405"}
    assert send(host, request_to(host)).startswith(b"HTTP/1.1 200 ")
    assert capfd.readouterr().err == ""


def test_the_logging_of_the_program_that_serves_is_left_alone(monkeypatch):
    """A notebook, or another library, has handlers; to close one may close what it writes to."""
    handler, closed = logging.StreamHandler(), []
    monkeypatch.setattr(handler, "close", lambda: closed.append(handler))
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    server_of(lambda *_: None)
    assert not closed
    assert logging.getLogger().handlers == [handler]
    assert not logging.getLogger("uvicorn").handlers
