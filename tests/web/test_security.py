"""What the local server refuses, and what stands in all its answers."""

from __future__ import annotations

import asyncio
import random
import socket

import pytest

from hanabilab.errors import OutputError
from hanabilab.game.rules import Rules
from hanabilab.web.setting import Setting
from tests.web.asgi import HOST, PORT, Client

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.web.server import security, streams
from hanabilab.web.server.lobby import MOST_TABLES
from hanabilab.web.server.security import MAX_BODY
from hanabilab.web.server.serving import local_sockets, port_of
from tests.web.tables import Served

_ACTION = b'{"turn":0,"action":5}'
SETTING = Setting(Rules(players=3), ("human", "five-rule", "human"), seed=7)


@pytest.fixture
def served():
    with Served(SETTING) as found:
        yield found


@pytest.fixture
def client(served):
    return served.sit(0)


def test_it_listens_to_this_machine_alone():
    """Not at the addresses by which others reach it, and the port is taken."""
    with local_sockets() as sockets:
        names = [each.getsockname()[:2] for each in sockets]
        assert {"127.0.0.1"} <= {name for name, _ in names} <= {"127.0.0.1", "::1"}
        assert {port_of(sockets)} == {port for _, port in names}
        # asyncio sends small packets at once where the socket says so, and waits 40 ms elsewhere.
        assert {each.proto for each in sockets} == {socket.IPPROTO_TCP}
        with pytest.raises(OutputError, match="cannot listen"), local_sockets(port_of(sockets)):
            pass
        with socket.socket() as other:  # any other address of the machine
            other.settimeout(2)
            assert other.connect_ex(("127.0.0.2", port_of(sockets))) != 0


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", "", None]
)
def test_a_foreign_host_is_refused(client, served, host):
    """So a name that is made to point at this machine reaches nothing."""
    assert client.get(served.path(0), host=host).status == 400
    assert client.get("/static/none.js", host=host).status == 400


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"[::1]:{PORT}", HOST])
def test_names_of_this_machine_are_answered(client, served, host):
    """With the origin that belongs to them."""
    assert client.get(served.path(0), host=host).status == 200
    moved = client.post(
        f"/api{served.path(0)}/undo", {"turn": 0}, host=host, origin=f"http://{host}"
    )
    assert "you have not acted yet" in moved.json["error"]


@pytest.mark.parametrize(
    ("origin", "site"),
    [
        ("http://evil.example", None),
        ("null", None),
        (f"https://{HOST}", "same-origin"),
        ("http://evil.example", "same-origin"),
        (None, "cross-site"),
        (None, "same-site"),  # another port of this machine
        (None, "none"),
        (None, None),
        (f"http://{HOST}", "cross-site"),
    ],
)
@pytest.mark.parametrize("path", ["act", "events", "hint"])
def test_only_our_own_pages_may_act_and_stream(client, served, origin, site, path):
    """With the cookie, even so; nothing happens at the table."""
    ask = client.post if path == "act" else client.get
    arguments = [{"turn": 0, "action": 5}] if path == "act" else []
    answer = ask(f"/api{served.path(0)}/{path}", *arguments, origin=origin, sec_fetch_site=site)
    assert answer.status == 403
    assert [] == served.table.game.actions


def test_the_headers_of_the_documented_proxy_are_answered(client, served):
    """Of its own pages; those of foreign pages stay refused, though the Host is always ours."""
    path = f"/api{served.path(0)}/undo"
    ours = client.post(path, {"turn": 0}, host=HOST, origin=f"http://{HOST}")
    assert "you have not acted yet" in ours.json["error"]
    for origin, site in (("https://evil.example", None), (f"http://{HOST}", "cross-site")):
        told = client.post(path, {"turn": 0}, host=HOST, origin=origin, sec_fetch_site=site)
        assert told.status == 403


def test_a_token_works_once_and_gives_a_strict_cookie(served):
    """The second who opens the link, and who made the token up, gets nothing."""
    token = served.keys.invite(served.path(0))
    first, second = served.browser(), served.browser()
    answer = first.get(f"/enter/{token}", sec_fetch_site="none")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert served.path(0).encode() in answer.body
    assert token.encode() not in answer.body
    assert first.get(served.path(0)).status == 200
    for again in (token, "made-up", "%00", "a" * 900):
        assert second.get(f"/enter/{again}").status == 403
    assert second.get(served.path(0)).status == 403


def test_a_link_that_has_been_used_still_works_where_it_was(served):
    """Two links in one browser add up; a session has its own seats alone."""
    client = served.sit(0)
    assert client.get(served.path(2)).status == 403
    served.sit(2, client=client)
    assert client.get(served.path(0)).status == client.get(served.path(2)).status == 200
    served.sit(1, client=client)
    assert client.get(served.path(1)).status == 400  # an agent's seat
    assert client.get("/table/other/0").status == 403
    assert client.get(served.path(0) + "1").status == 403


@pytest.mark.parametrize(
    "cookie", ["", "hanabi-8765=guess", "hanabi-8765=", "a;b;c=\x01", "=" * 500]
)
def test_without_the_cookie_nothing_is_there(served, cookie):
    """Neither pages nor streams nor actions, whatever the name."""
    client = served.browser()
    for path in (served.path(0), "/", "/table", "/view", f"/api{served.path(0)}/events"):
        assert client.get(path, cookie=cookie).status == 403
    assert client.post(f"/api{served.path(0)}/act", {}, cookie=cookie).status == 403


@pytest.mark.parametrize(
    "other", ['prefs={"theme":"dark"}', "empty", "name=J\xfcrgen", "=", "a=b=c", "a,b/c=1", ""]
)
def test_cookies_of_other_servers_are_no_matter(client, served, other):
    """The browser sends those of every port of this machine, before ours or after it."""
    ours = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    for cookie in (f"{other}; {ours}", f"{ours}; {other}"):
        assert client.get(served.path(0), cookie=cookie).status == 200


def test_every_answer_has_the_headers(client, served):
    """Pages, files, documents, refusals: nothing is sniffed, framed, cached or sent elsewhere."""
    answers = [
        client.get(served.path(0)),
        client.get("/nothing/here"),
        client.get("/static/nothing.js"),
        client.get(served.path(0), host="evil.example"),
        client.post(f"/api{served.path(0)}/act", {"turn": 0}),
        client.request("PUT", "/", client.headers()),
    ]
    assert [200, 403, 404, 400, 400, 405] == [each.status for each in answers]
    for headers in (each.headers for each in answers):
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        for part in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            assert part in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "nosniff" == headers["x-content-type-options"]
        assert "same-origin" == headers["cross-origin-resource-policy"]
        assert "no-referrer" == headers["referrer-policy"]
        assert "DENY" == headers["x-frame-options"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "{seat}", "GET"),
        ("GET", "/api{seat}/act", "POST"),
        ("POST", "/api{seat}/record", "GET"),
        ("POST", "/static/style.css", "GET"),
        ("POST", "/enter/token", "GET"),
        ("PUT", "{seat}", "GET, POST"),
        ("HEAD", "/api{seat}/act", "GET, POST"),
    ],
)
def test_a_wrong_method_is_told_the_right_one(client, served, method, path, allowed):
    """In words and in the header that programs read; that something is there, is not denied."""
    path = path.format(seat=served.path(0))
    answer = client.request(method, path, client.headers(origin=f"http://{HOST}"))
    assert (405, allowed) == (answer.status, answer.headers["allow"])
    told = f"{method} is not answered here; only {allowed.replace(', ', ' and ')}"
    assert told.encode() in answer.body


@pytest.mark.parametrize(
    "name",
    [
        "../live.py",
        "%2e%2e/live.py",
        "..%2flive.py",
        "/etc/passwd",
        "//etc/passwd",
        "....//live.py",
        "hanabi/../../live.py",
        "lit-html.js%00",
        "lit-html.js/",
    ],
)
def test_no_path_reaches_a_file(client, name):
    """Files are handed out by name from memory."""
    answer = client.get(f"/static/{name}")
    assert answer.status in (400, 404)
    assert b"import" not in answer.body
    assert b"root:" not in answer.body


def test_bodies_are_limited(client, served):
    """What is too large, or lies about its size, is refused unread."""
    path = f"/api{served.path(0)}/act"
    own = client.headers(origin=f"http://{HOST}")
    assert client.request("POST", path, own, b"1" * (MAX_BODY + 1)).status == 413
    for length in (str(MAX_BODY + 1), "-1", "x", "9" * 40):
        headers = [*own, (b"content-length", length.encode())]
        assert client.request("POST", path, headers, b"{}").status == 413


def test_a_body_that_comes_too_slowly_is_refused(client, served, monkeypatch):
    """What came of it is not read, though it would be an action."""
    monkeypatch.setattr(security, "_PATIENCE", 0.01)
    own = client.headers(origin=f"http://{HOST}")
    asked = client.ask("POST", f"/api{served.path(0)}/act", own, _ACTION, more_body=True)
    assert client.run(asyncio.wait_for(asked, 30)).status == 413
    assert [] == served.table.game.actions


def test_streams_are_limited(client, served, monkeypatch):
    """One too many is refused; once another is left, it is answered."""
    monkeypatch.setattr(streams, "_MOST", 2)
    path = f"/api{served.path(0)}/events"

    async def open_two_and_ask():
        two = [asyncio.create_task(client.ask("GET", path, client.headers())) for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = await client.ask("GET", path, client.headers(), events=1)
        for each in two:
            each.cancel()
        await asyncio.wait(two)
        return refused, await client.ask("GET", path, client.headers(), events=1)

    assert [503, 200] == [each.status for each in client.run(open_two_and_ask())]


def test_a_browser_keeps_a_connection_to_act_by(client, served):
    """Browsers have six to a server: the sixth table of one is refused, not that of another."""
    path = f"/api{served.path(0)}/events"
    other = served.keys.redeem(served.keys.invite(served.path(0)), "")[0]

    async def open_five_and_ask():
        five = [asyncio.create_task(client.ask("GET", path, client.headers())) for _ in range(5)]
        await asyncio.sleep(0.01)
        told = [
            await client.ask("GET", path, client.headers(**more), events=1)
            for more in ({}, {"cookie": f"hanabi-{PORT}={other}"})
        ]
        for each in five:
            each.cancel()
        await asyncio.wait(five)
        return *told, await client.ask("GET", path, client.headers(), events=1)

    answers = client.run(open_five_and_ask())
    assert [503, 200, 200] == [each.status for each in answers]
    assert b"this browser shows 5 tables" in answers[0].body


def test_what_is_posted_is_what_is_expected(client, served):
    """Other types, other fields, no JSON: one line, and nothing happens."""
    own = client.headers(origin=f"http://{HOST}")
    for body in (b"", b"{", b"[]", b'{"turn":0}', b'{"turn":"0","action":5}', b"\xff", b"null",
                 b'{"turn":0,"action":5.5}', b'{"turn":0,"action":5,"seat":2}',
                 b'{"turn":0,"action":1e99}', b"[" * 9000):  # fmt: skip
        answer = client.request("POST", f"/api{served.path(0)}/act", own, body)
        assert answer.status == 400, body
        assert "error" in answer.json
    assert [] == served.table.game.actions


def test_tables_are_limited(client, served):
    """What is too much is refused; those that nobody watches are dropped when long idle."""
    from hanabilab.errors import HanabiError

    for _ in range(MOST_TABLES - 1):
        served.lobby.add(served.table)
    with pytest.raises(HanabiError, match="games are going on"):
        served.lobby.add(served.table)
    served.place.used -= 10**6
    served.place.watchers = 1
    with pytest.raises(HanabiError, match="games are going on"):
        served.lobby.add(served.table)
    served.place.watchers = 0
    served.lobby.add(served.table)
    assert served.lobby.find(served.place.name) is None
    gone = client.get(served.path(0))
    assert gone.status == 400
    assert "text/html; charset=utf-8" == gone.headers["content-type"]
    assert b"<p>there is no such seat; the game may have been dropped as idle.</p>" in gone.body
    assert "dropped as idle" in client.get(f"/api{served.path(0)}/record").json["error"]


def _mutated(rng: random.Random, served: Served, client: Client) -> tuple:
    """A request that is wrong in one way or more."""
    words = ["table", "api", "static", "enter", served.place.name, "0", "2", "99", "-1", "act",
             "events", "undo", "answer", "again", "hint", "record", "..", "%2e", "\x00", "é",
             "a" * 300, "", "{}", "<script>", "hanabi/card.js"]  # fmt: skip
    path = "/" + "/".join(rng.choice(words) for _ in range(rng.randrange(7)))
    if rng.random() < 0.5:
        path = f"/api{served.path(rng.choice((0, 2)))}/{rng.choice(words)}"
    headers = client.headers(origin=f"http://{HOST}")
    for _ in range(rng.randrange(3)):
        name = rng.choice([b"host", b"origin", b"cookie", b"content-length", b"sec-fetch-site",
                           b"range", b"expect", b"x" * 50])  # fmt: skip
        headers.append((name, rng.randbytes(rng.randrange(40)).replace(b"\n", b"")))
    bodies = [b"", b"{}", rng.randbytes(rng.randrange(200)), b"1" * rng.randrange(30_000),
              b'{"turn":%d,"action":%d}' % (rng.randrange(-9, 9), rng.randrange(-(10**20), 10**20)),
              b'{"agree":1}', b"[" * 500]  # fmt: skip
    method = rng.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "TRACE", "", "g\x00t"])
    return method, path, headers, rng.choice(bodies)


@pytest.mark.slow
def test_ten_thousand_malformed_requests_leave_the_server_answering(served):
    """Each gets an answer that is no failure of ours; then the game goes on."""
    client, rng = served.sit(0, 2), random.Random(2026)
    statuses: dict[int, int] = {}
    for _ in range(10_000):
        request = _mutated(rng, served, client)
        answer = client.run(client.ask(*request, events=1))
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
    assert (
        {200, 400, 403, 404, 405, 413} <= set(statuses) <= {200, 303, 307, 400, 403, 404, 405, 413}
    )
    served.settle(client)
    turn = len(served.table.game.actions)
    seat = served.table.game.current_seat
    legal = served.table.game.legal_actions()[0]
    fresh = served.sit(seat)
    assert fresh.post(f"/api{served.path(seat)}/act", {"turn": turn, "action": legal}).status == 200
