"""Games to look at: the page's streams, what they may be asked, and that nothing opens a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

import threading
from urllib.parse import urlencode

from hanabilab.agents.registry import families
from hanabilab.notation import load_record
from hanabilab.web.analysis import positions
from hanabilab.web.document import document
from hanabilab.web.server import viewing
from hanabilab.web.server.viewing import ANALYSES, OPEN_FILES, arguments_of, host_view
from tests.web.asgi import PORT, Client

_RECORD = Path(__file__).parents[1] / "golden" / "smart-2p.hanabi"


#: Plays its oldest card.
_AGENT = """
from hanabilab import policy

@policy("mine")
def mine(view, memory, rng):
    return view.rules.hand_size
"""


@pytest.fixture(scope="module")
def client():
    told = document(load_record(_RECORD), title="A game")
    app, link = host_view([told], "A game", PORT)
    client = Client(app)
    assert client.get("/view").status == 403
    client.get(link.partition(str(PORT))[2], sec_fetch_site="none")
    yield client
    client.close()


def ask(client, name, count=99, **told):
    """What a stream tells, without the notice that code is being loaded."""
    given = {"record": _RECORD.read_text(), **told}
    query = urlencode({key: value for key, value in given.items() if value is not None})
    # Whether there is a notice depends on what this process has compiled.
    events = client.events(f"/api/view/{name}?{query}", count + 1)
    return [each for each in events if set(each) != {"notice"}][:count]


def test_the_page_says_where_to_ask(client):
    """It holds the game, and the address of the streams."""
    body = client.get("/view").body
    assert b'content="/api/view/"' in body
    assert b'id="games"' in body


def test_values_are_streamed_while_they_firm_up(client):
    """More rollouts each time, and the end is told."""
    told = ask(client, "action_values", turn=3, rollouts=3000)
    assert {"done": True} == told[-1]
    counts = [each["rollouts"] for each in told[:-1]]
    assert sorted(set(counts)) == counts
    assert len(counts) > 1


def test_a_closed_stream_ends_its_analysis(client):
    """It is left after two items of many."""
    assert len(ask(client, "losses", 2, rollouts=300)) < 10


@pytest.mark.parametrize(
    ("name", "told", "error"),
    [
        ("action_values", {"turn": "x"}, "turn is 'x'; a whole number"),
        ("action_values", {"turn": "9" * 30}, "a whole number is needed"),
        ("action_values", {}, "turn is missing"),
        ("action_values", {"turn": 1, "file": "x"}, "nothing is called 'file'"),
        ("action_values", {"turn": 999}, "turn is 999"),
        ("action_values", {"turn": 1, "record": "rubbish"}, "a record begins with"),
        ("action_values", {"turn": 1, "record": None}, "record is missing"),
        ("agent_opinion", {"turn": 1, "agent": "/etc/passwd.py:x"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "evil.py"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "adaptive(runs)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "net(guided-2p, belief=mine)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "net(guided-2p, x=gru-2p)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "net(gru-2p, gru-2p)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "net(weights)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "guided(weights)"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "sparta(adaptive(runs))"}, "would open files"),
        ("agent_opinion", {"turn": 1, "agent": "sparta(people(model))"}, "would open files"),
        ("action_values", {"turn": 1, "blueprint": "hat"}, "not 2; smart plays on by these rules"),
        ("losses", {"blueprint": "sparta(smart)"}, "searches itself"),
        ("play_on", {"turn": 1, "agents": "sparta(smart, rollouts=90000000)"}, "in a name"),
        ("play_on", {"turn": 1, "agents": "x" * 500}, "too long"),
        ("agent_opinion", {"turn": 1, "agent": "no-such"}, "unknown agent"),
    ],
)
def test_mistakes_are_told_in_the_stream(client, name, told, error):
    """In one line, as its only event."""
    (answer,) = ask(client, name, **told)
    assert error in answer["error"]


def test_a_page_names_no_agent_that_takes_a_file():
    """Whatever families there are: how they are written says what they take."""
    assert {each.name for each in families() if re.search("FILE|DIR", each.usage)} == OPEN_FILES


def test_agents_in_files_can_be_asked_once_they_are_offered(client, tmp_path):
    """By the very name that the user has given, alone or in a line-up."""
    (tmp_path / "mine.py").write_text(_AGENT)
    name = f"{tmp_path}/mine.py:mine"
    (answer,) = ask(client, "agent_opinion", turn=1, agent=name)
    assert "would open files" in answer["error"]
    positions.offer_agents([name])
    try:
        assert ask(client, "agent_opinion", turn=1, agent=name)[0]["choice"] is not None
        assert "action" in ask(client, "play_on", 1, turn=40, agents=f"smart, {name}")[0]
        (answer,) = ask(client, "agent_opinion", turn=1, agent=f"{tmp_path}/mine.py:other")
        assert "would open files" in answer["error"]
    finally:
        positions.offer_agents([])


def test_only_analyses_can_be_asked_for(client):
    """Whatever else the package has."""
    for name in ("game_at", "__init__", "../view", "", "os"):
        assert client.get(f"/api/view/{name}").status == 404
    assert "action_values" in ANALYSES
    assert client.get("/api/view/review", sec_fetch_site="cross-site").status == 403


def test_a_page_is_told_that_code_is_being_loaded(client, monkeypatch):
    """Before the first answer; not once everything is there."""
    ready = threading.Event()
    monkeypatch.setattr(viewing, "_warm_up", lambda games: ready)
    app, link = host_view([document(load_record(_RECORD))], "A game", PORT)
    waiting = Client(app)
    waiting.get(link.partition(str(PORT))[2], sec_fetch_site="none")
    query = urlencode({"record": _RECORD.read_text(), "turn": 3, "seat": 1})
    early = waiting.events(f"/api/view/card_chances?{query}", 9)
    ready.set()
    assert ["notice"] == list(early[0])
    assert early[1:] == waiting.events(f"/api/view/card_chances?{query}", 9)
    waiting.close()


@pytest.mark.parametrize(
    "name", ["net(guided-2p)", "sparta(net(gru-2p))", "net(gru-2p-first, belief=gru-2p-first)"]
)
def test_networks_of_the_package_may_be_named(name):
    """They are no files of the user's."""
    given = {"record": _RECORD.read_text(), "turn": "1", "agent": name}
    found = arguments_of(ANALYSES["agent_opinion"], given)
    assert found["agent"] == name
