"""Streams that end early: a closed tab and a server that stops are no failures, and say nothing."""

from __future__ import annotations

import http.client
import re
import threading

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.server import playing
from hanabilab.web.server.hosting import host_table
from hanabilab.web.server.streams import EventStream
from hanabilab.web.setting import Setting
from tests.web.running import running

SETTING = Setting(Rules(), ("human", "five-rule"), seed=7)
#: Seconds that a busy machine may take.
PATIENCE = 30


class Slices:
    """A search whose second slice lasts until it is let go; nobody asks for a third."""

    def __init__(self):
        self.at_it, self.go, self.closed = threading.Event(), threading.Event(), threading.Event()
        self.third = False

    def __call__(self, *_):
        try:
            yield {"slice": 1}
            self.at_it.set()
            self.go.wait(PATIENCE)
            yield {"slice": 2}
            self.third = True
        finally:
            self.closed.set()


@pytest.fixture
def slices(monkeypatch):
    found = Slices()
    monkeypatch.setattr(playing, "advise", found)
    yield found
    found.go.set()


class Tab:
    """A browser at the link of a seat, whose hint is at its second slice."""

    def __init__(self, link, slices):
        host, entrance = re.match(r"http://([^/]+)(/enter/.*)", link).groups()
        self.connection = http.client.HTTPConnection(host, timeout=PATIENCE)
        self.connection.request("GET", entrance)
        entered = self.connection.getresponse()
        cookie = entered.headers["set-cookie"].partition(";")[0]
        path = re.search(r'href="([^"]+)"', entered.read().decode())[1]
        asked = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin"}
        self.connection.request("GET", f"/api{path}/hint", headers=asked)
        self.stream = self.connection.getresponse()
        assert self.stream.readline() == b'data: {"slice":1}\n'
        assert slices.at_it.wait(PATIENCE)

    def close(self):
        self.stream.close()
        self.connection.close()


def test_a_server_that_stops_amid_a_slice_says_nothing(slices, capsys):
    """The thread ends its slice, then the search is closed."""
    with running(lambda port: host_table(LiveTable(SETTING), port)) as links:
        tab = Tab(links[0], slices)
        assert EventStream.open_streams == 1
    assert EventStream.open_streams == 0
    assert not slices.closed.is_set()
    tab.close()
    check_end(slices, capsys)


def test_a_tab_that_is_closed_amid_a_slice_says_nothing(slices, capsys):
    """The server goes on; the search is closed after the slice."""
    with running(lambda port: host_table(LiveTable(SETTING), port)) as links:
        Tab(links[0], slices).close()
        check_end(slices, capsys)


def check_end(slices, capsys):
    """The search ends with the slice that it was at, and nothing was printed."""
    slices.go.set()
    assert slices.closed.wait(PATIENCE)
    assert not slices.third
    assert capsys.readouterr().err == ""
