"""Tables of agents that people watch, without a browser: tempo, streams, what is told and when."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.agents.registry import HUMAN
from hanabilab.errors import AgentError, IllegalActionError, NotationError
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record, parse_record
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.setting import Setting
from tests.web.asgi import PORT, Client

AGENTS = Setting(Rules(), ("five-rule", "smart"), seed=7, watched=True)


class Watched:
    """A table that is watched, and the browser of who watches."""

    def __init__(self, pace: float = 0.0, setting: Setting = AGENTS) -> None:
        self.table = LiveTable(setting)
        app, (link,) = host_table(self.table, PORT, pace=pace)
        self.client = Client(app)
        entered = self.client.get(link[link.index("/enter") :], sec_fetch_site="none")
        self.path = entered.body.decode().partition("url=")[2].partition('"')[0]

    def post(self, what: str, **told: object) -> int:
        return self.client.post(f"/api{self.path}/{what}", told).status

    def events(self, count: int = 1) -> list[dict]:
        return self.client.events(f"/api{self.path}/events", count)

    def until(self, turn: int) -> dict:
        """Listen until so many actions are done."""

        async def wait() -> None:
            while len(self.table.game.actions) < turn and not self.table.game.is_over:
                await asyncio.sleep(0.001)

        self.client.run(asyncio.wait_for(wait(), 60))
        return self.events()[0]


@pytest.fixture
def watched():
    """A table that waits long before each action."""
    made = Watched(pace=60.0)
    yield made
    made.client.close()


def test_a_game_goes_on_by_itself_to_its_end():
    """As agents play it anywhere; then record and replay are there, and another game."""
    made = Watched()
    (first,) = made.events()
    assert (0, "running") == (first["position"]["turn"], first["position"]["status"])
    told = made.until(1000)
    twin = LiveTable(AGENTS)
    twin.play_agents()
    assert twin.record == made.table.record
    assert len(told["log"]) == len(twin.game.actions)
    answer = made.client.get(f"/api{made.path}/record")
    assert parse_record(answer.body) == twin.record
    assert b"importmap" in made.client.get(f"{made.path}/replay").body
    assert made.post("again") == 200
    (told,) = made.events()
    assert made.client.get(told["next"]).status == 200
    assert told["next"] != made.path
    made.client.close()


def test_every_hand_is_open_and_nothing_is_sent_ahead(watched):
    """A deck and a seed that differ in what comes later leave every byte that is sent as it is."""
    watched.events()
    watched.post("step")
    told = watched.until(1)
    hands = told["position"]["hands"]
    assert all(held["card"] for hand in hands for held in hand)
    deck = watched.table.record.deck
    other = LiveTable(
        AGENTS._replace(seed=8),
        deck=deck[:11] + tuple(reversed(deck[11:])),
        actions=tuple(watched.table.game.actions),
    )
    assert other.record.deck != deck
    other.version = watched.table.version
    assert json.dumps(other.shown_to(None)) == json.dumps(watched.table.shown_to(None))
    for what in ("record", "replay"):
        path = f"{watched.path}/replay" if what == "replay" else f"/api{watched.path}/record"
        answer = watched.client.get(path)
        assert answer.status == 400
        assert b"once the game is over" in answer.body


def test_single_steps_and_pauses(watched):
    """A step is one action, however long the pace is; a faster pace ends a wait that has begun."""
    (told,) = watched.events()
    assert (60.0, False) == (told["pace"], told["paused"])
    for turn in (1, 2, 3):
        assert watched.post("step") == 200
        told = watched.until(turn)
        assert (turn, True) == (told["position"]["turn"], told["paused"])
    assert watched.post("pace", pace=0) == 200
    (told,) = watched.events()
    assert (0, True, 3) == (told["pace"], told["paused"], told["position"]["turn"])
    assert watched.post("pace", paused=False) == 200
    assert watched.until(1000)["position"]["status"] != "running"


@pytest.mark.parametrize("told", [{"pace": -1}, {"pace": 61}, {"pace": "x"}, {"speed": 1}])
def test_a_pace_that_is_none_is_refused(watched, told):
    """And changes nothing."""
    assert watched.post("pace", **told) == 400
    assert 60.0 == watched.events()[0]["pace"]


def test_the_tempo_waits_as_it_is_told():
    """Steps that were asked for while it ran count; to go on forgets those that are left."""

    async def waits(tempo: Tempo) -> bool:
        try:
            await asyncio.wait_for(tempo.wait(), 0.02)
        except TimeoutError:
            return True
        return False

    async def check() -> None:
        tempo = Tempo(0.0)
        assert not await waits(tempo)
        tempo.set(paused=True)
        assert await waits(tempo)
        tempo.step()
        tempo.step()
        assert not await waits(tempo)
        assert not await waits(tempo)
        assert await waits(tempo)
        tempo.step()
        tempo.set(paused=False, pace=60.0)
        assert await waits(tempo)
        waiting = asyncio.create_task(tempo.wait())
        await asyncio.sleep(0)
        tempo.set(pace=0.0)
        await asyncio.wait_for(waiting, 60)

    # Apart, since a browser of other tests may keep an event loop in this thread.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, check()).result()


def test_people_are_not_watched():
    """No seat of a person is at such a table, and no table of people tells every hand."""
    with pytest.raises(AgentError, match="agents alone play where people watch"):
        LiveTable(AGENTS._replace(agents=(HUMAN, "smart")))
    with pytest.raises(AgentError, match="no seat is a person's"):
        LiveTable(AGENTS._replace(watched=False))
    with pytest.raises(IllegalActionError, match="people play at this table"):
        LiveTable(Setting(Rules(), (HUMAN, "smart"), seed=7)).shown_to(None)


def test_a_table_that_is_watched_goes_on_from_its_file(tmp_path):
    """As such a table, and as no other."""
    file = tmp_path / "game.hanabi"
    table = LiveTable(AGENTS._replace(file=file))
    for _ in range(5):
        table.take(table.version, table.decision()())
    table.close()
    again = LiveTable.open(file, watched=True)
    assert again.record == table.record == load_record(file)
    again.play_agents()
    twin = LiveTable(AGENTS)
    twin.play_agents()
    assert again.record == twin.record
    again.close()
    with pytest.raises(NotationError, match="no record of a table with a person"):
        LiveTable.open(file)
    LiveTable(Setting(Rules(), (HUMAN, "smart"), seed=7, file=file)).keep()
    with pytest.raises(NotationError, match="no record of agents alone"):
        LiveTable.open(file, watched=True)
