"""Tables in the browser, without one: pages, streams, actions; and no hidden card in any byte."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.agents.registry import HUMAN
from hanabilab.beliefs.history import new_rng
from hanabilab.errors import AgentError, OutputError
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record, parse_record
from hanabilab.web.clock import Thought
from hanabilab.web.live import LiveTable
from hanabilab.web.record_file import RecordFile
from hanabilab.web.server.hosting import _another, _show
from hanabilab.web.setting import Setting
from hanabilab.web.teaching import hints_explained, hints_would_mean, lesson_at
from tests.web.tables import Served
from tests.web.test_live import redealt

TWO = Setting(Rules(), (HUMAN, "five-rule"), seed=7)
PEOPLE = Setting(Rules(players=3), (HUMAN, "five-rule", HUMAN), seed=7)


@pytest.fixture
def people():
    with Served(PEOPLE, _show, _another) as served:
        yield served


def api(served: Served, seat: int, what: str) -> str:
    return f"/api{served.path(seat)}/{what}"


def play_at_random(served: Served, client, rng: random.Random, turns: int = 1000) -> None:
    for _ in range(turns):
        served.settle(client)
        if served.table.is_over:
            return
        game = served.table.game
        told = {"turn": len(game.actions), "action": rng.choice(game.legal_actions())}
        assert client.post(api(served, game.current_seat, "act"), told).status == 200


def test_two_people_and_an_agent_play_a_game(people, tmp_path):
    """Each from its own browser; the stream tells what is so, then every change."""
    first, second = people.sit(0), people.sit(2)
    assert b"importmap" in first.get(people.path(0)).body
    (told,) = first.events(api(people, 0, "events"), 1)
    assert told["position"]["seat_to_act"] == 0
    assert {each["kind"] for each in told["position"]["legal"]} == {"play", "color", "rank"}
    assert first.post(api(people, 0, "act"), {"turn": 0, "action": 5}).status == 200
    people.settle(first)
    (told,) = second.events(api(people, 2, "events"), 1)
    assert (2, 2) == (told["position"]["turn"], told["position"]["seat_to_act"])
    assert first.post(api(people, 0, "act"), {"turn": 2, "action": 5}).status == 400
    assert first.post(api(people, 2, "act"), {"turn": 2, "action": 5}).status == 403
    assert second.post(api(people, 2, "act"), {"turn": 2, "action": 5}).status == 200


def test_a_stream_tells_of_changes(people):
    """An action of one seat reaches the other while it listens."""
    client = people.sit(0, 2)

    async def listen_and_act():
        path = api(people, 2, "events")
        listening = asyncio.create_task(client.ask("GET", path, client.headers(), events=3))
        await asyncio.sleep(0.01)
        people.table.act(0, 0, 5)
        people.place.change()
        return await asyncio.wait_for(listening, 30)

    answer = client.run(listen_and_act())
    told = [json.loads(line[6:]) for line in answer.body.split(b"\n") if line[:6] == b"data: "]
    assert [0, 1, 2] == [each["position"]["turn"] for each in told]
    assert people.place.watchers == 0


def test_undo_is_agreed_on_over_the_wire(people):
    """Asked by one seat, granted by the other."""
    client = people.sit(0, 2)
    client.post(api(people, 0, "act"), {"turn": 0, "action": 5})
    people.settle(client)
    assert client.post(api(people, 0, "undo"), {"turn": 2}).status == 200
    undo = client.events(api(people, 2, "events"), 1)[0]["undo"]
    assert (undo["seat"], undo["asked"]) == (0, True)
    told = {"agree": True, "version": undo["version"]}
    assert client.post(api(people, 2, "answer"), told).status == 200
    assert [] == people.table.game.actions


def test_undo_that_is_sent_twice_takes_one_action_back():
    """It carries the turn that the person saw."""
    with Served(TWO) as served:
        client = served.sit(0)
        for turn in (0, 2):
            client.post(api(served, 0, "act"), {"turn": turn, "action": 5})
            served.settle(client)
        answers = [client.post(api(served, 0, "undo"), {"turn": 4}) for _ in range(2)]
        assert [200, 400] == [each.status for each in answers]
        assert answers[1].json["error"] == "the game is at turn 2, not 4"
        assert 2 == len(served.table.game.actions)


@pytest.mark.parametrize("number", [-1, -(10**23), 2**63, 10**23])
def test_numbers_that_no_page_sends_are_refused_at_once(number):
    """Turns, actions and wishes, however large or small."""
    with Served(TWO) as served:
        client = served.sit(0)
        client.post(api(served, 0, "act"), {"turn": 0, "action": 5})
        served.settle(client)
        asked = [
            ("undo", {"turn": number}, f"the game is at turn 2, not {number}"),
            ("act", {"turn": number, "action": 5}, f"the game is at turn 2, not {number}"),
            ("act", {"turn": 2, "action": number}, f"illegal action '{number}' of seat 0"),
            ("answer", {"agree": True, "version": number}, "nobody asks to take an action back"),
        ]
        for what, told, error in asked:
            answer = client.post(api(served, 0, what), told)
            assert answer.status == 400
            assert answer.json["error"].startswith(error)
        assert [5] == served.table.game.actions[:1]


@pytest.mark.compiled
def test_a_search_answers_in_slices():
    """Values firm up, and the end is told; other seats and ended games get none."""
    with Served(TWO, _show, _another) as served:
        client = served.sit(0)
        told = client.events(api(served, 0, "hint"), 99)
        assert told[-1] == {"done": True}
        rollouts = [each["rollouts"] for each in told[:-1]]
        assert sorted(set(rollouts)) == rollouts
        assert told[0]["actions"][0]["value"] is not None
        client.post(api(served, 0, "act"), {"turn": 0, "action": 5})
        served.table.setting = served.table.setting._replace(may_undo=False)
        assert client.get(api(served, 0, "hint")).status == 400


def test_a_closed_stream_ends_its_search():
    """No slice is computed for nobody."""
    with Served(TWO, _show, _another) as served:
        client = served.sit(0)
        assert len(client.events(api(served, 0, "hint"), 1)) < 5


def test_after_the_end_the_record_is_shown_and_a_new_game_follows(people, tmp_path):
    """Not before; the new game is where both browsers may go."""
    client = people.sit(0, 2)
    file = tmp_path / "first.hanabi"
    people.table.keep_in(RecordFile.claim(file))
    assert client.get(api(people, 0, "record")).status == 400
    assert client.post(api(people, 0, "again")).status == 400
    play_at_random(people, client, random.Random(5))
    record = parse_record(client.get(api(people, 0, "record")).body)
    assert record == load_record(file) == people.table.record
    assert client.post(api(people, 2, "again")).status == 200
    assert client.post(api(people, 0, "again")).status == 200
    (told,) = client.events(api(people, 0, "events"), 1)
    assert client.get(told["next"]).status == 200
    other = people.lobby.find(told["next"].split("/")[2]).table
    assert other.game.deck != people.table.game.deck
    assert 2 == len(list(tmp_path.glob("*.hanabi")))


@pytest.fixture
def failing(tmp_path):
    """A person and an agent that always fails, and tells of cards."""
    file = tmp_path / "failing.py"
    file.write_text(
        "from hanabilab import plain_policy\n"
        "@plain_policy('failing')\n"
        "def failing(view, rng):\n    raise ValueError(f'I see {view.hands}')\n"
    )
    with Served(TWO._replace(agents=(HUMAN, f"{file}:failing")), again=_another) as served:
        yield served


def stop(served: Served, client) -> None:
    """Act, and wait until the agent has failed at it."""
    assert client.post(api(served, 0, "act"), {"turn": 0, "action": 5}).status == 200
    served.settle(client)
    assert client.events(api(served, 0, "events"), 1)[0]["stopped"]


def test_an_agent_that_fails_stops_the_game_without_a_word_of_hidden_cards(failing, capsys):
    """The page says that it has stopped; the terminal says why."""
    client = failing.sit(0)
    stop(failing, client)
    assert b"I see" not in client.received
    assert "I see" in capsys.readouterr().err
    assert client.post(api(failing, 0, "act"), {"turn": 1, "action": 5}).status == 400


def test_a_game_that_has_stopped_goes_on_before_the_turn_that_failed(failing):
    """The person takes the last action back and may act; or plays another game."""
    client = failing.sit(0)
    stop(failing, client)
    assert client.post(api(failing, 0, "undo"), {"turn": 1}).status == 200
    (told,) = client.events(api(failing, 0, "events"), 1)
    assert (False, 0, 0) == (
        told["stopped"], told["position"]["turn"], told["position"]["seat_to_act"])  # fmt: skip
    stop(failing, client)
    assert client.post(api(failing, 0, "again")).status == 200


def test_a_failure_at_a_position_that_was_taken_back_stops_nothing():
    """The agent was asked before the person went back, and fails after it."""
    with Served(TWO) as served:
        client, asked, taken_back = served.sit(0), threading.Event(), threading.Event()

        def fail():
            asked.set()
            taken_back.wait(30)
            raise AgentError("the agent fails")

        async def act_and_take_back():
            served.table.decision = lambda: fail
            served.place.act(0, 0, 5)
            assert await asyncio.to_thread(asked.wait, 30)
            served.table.ask_undo(0, 1)
            served.place.change()
            taken_back.set()
            await served.place._runner

        client.run(act_and_take_back())
        (told,) = client.events(api(served, 0, "events"), 1)
        assert (False, 0) == (told["stopped"], told["position"]["turn"])
        assert client.post(api(served, 0, "act"), {"turn": 0, "action": 5}).status == 200


def unwritable(*thoughts: type):
    """Notes on actions that cannot be kept: after a person's, or after an agent's."""

    def acted(_, thought):
        if isinstance(thought, thoughts):
            raise OutputError("cannot write turns.csv")

    return acted


def test_a_note_that_cannot_be_written_hides_no_action():
    """The person hears of it, and those who watch see the action, which is done."""
    with Served(TWO) as served:
        served.place.acted = unwritable(Thought)
        client = served.sit(0)

        async def listen_and_act():
            path = api(served, 0, "events")
            listening = asyncio.create_task(client.ask("GET", path, client.headers(), events=2))
            while not served.place.watchers:
                await asyncio.sleep(0)
            with pytest.raises(OutputError):
                served.place.act(0, 0, 5)
            return await asyncio.wait_for(listening, 30)

        assert b'"turn":1' in client.run(listen_and_act()).body


def test_a_note_that_cannot_be_written_after_an_agent_acts_stops_the_game(capsys):
    """The page says that it has stopped, the terminal why."""
    with Served(TWO) as served:
        served.place.acted = unwritable(type(None))
        client = served.sit(0)
        stop(served, client)
        assert "cannot write turns.csv" in capsys.readouterr().err


def test_names_with_markup_stay_text():
    """In the page they are packed, in its title escaped."""
    shown = ("<script>alert(1)</script>", "</title><img src=x>")
    with Served(TWO._replace(shown=shown), _show) as served:
        body = served.sit(0).get(served.path(0)).body
        assert b"<script>alert" not in body
        assert b"<img" not in body
        assert shown[0] in json.dumps(served.table.about())


# --- Hidden cards --------------------------------------------------------------------------------


def every_byte(served: Served, client, seat: int) -> bytes:
    """All that a seat can be sent now: page, stream, refusals."""
    answers = [
        client.get(served.path(seat)).body,
        client.run(
            client.ask("GET", api(served, seat, "events"), client.headers(), events=1)
        ).body,
        client.get(api(served, seat, "record")).body,
        client.post(api(served, seat, "act"), {"turn": 10_000, "action": 5}).body,
        client.post(api(served, seat, "act"), {"turn": served.table.game.state.turn.item(),
                                               "action": 10_000}).body,
    ]  # fmt: skip
    return b"\n".join(answers)


def check_one_game(setting: Setting, rng: random.Random, luck: np.ndarray, steps: int = 8) -> None:
    """At some turns the hidden part is dealt again, and every byte must be the same.

    Args:
        steps: turns of people between two looks at most.
    """
    with Served(setting, _show, _another) as served:
        client = served.sit(*setting.humans)
        secrets = [str(setting.seed).encode(), Path(str(setting.file or "no file")).name.encode()]
        while True:
            served.settle(client)
            if served.table.is_over:
                break
            seat = rng.choice(setting.humans)
            seen = every_byte(served, client, seat)
            assert not any(secret in seen for secret in secrets)
            true, served.place.table = served.table, redealt(served.table, seat, luck)
            served.table = served.place.table
            assert seen == every_byte(served, client, seat)
            served.place.table = served.table = true
            play_at_random(served, client, rng, turns=rng.randrange(1, steps + 1))


_LINE_UPS = (
    (HUMAN, "smart"),
    ("five-rule", HUMAN),
    (HUMAN, "five-rule", HUMAN),
    (HUMAN, HUMAN, "random", "five-rule"),
    ("five-rule", "random", HUMAN, "five-rule", HUMAN),
)


def check_games(count: int, steps: int) -> None:
    rng, luck = random.Random(2026), new_rng()
    for number in range(count):
        agents = _LINE_UPS[number % len(_LINE_UPS)]
        seed = rng.randrange(10**17, 10**18)
        check_one_game(Setting(Rules(players=len(agents)), agents, seed), rng, luck, steps)


def test_no_byte_depends_on_what_a_seat_cannot_see():
    """A few games of the slow test below."""
    check_games(2, steps=8)


@pytest.mark.slow
def test_no_byte_of_two_hundred_games_depends_on_what_a_seat_cannot_see():
    """Pages, streams and refusals; people play at random, which reaches odd positions."""
    check_games(200, steps=16)


def test_the_bytes_are_compared(monkeypatch):
    """Were a seat sent another's view, the comparison would find it."""
    leaking = lambda self, seat: true(self, (seat + 1) % 2)  # noqa: E731
    true = LiveTable.shown_to
    monkeypatch.setattr(LiveTable, "shown_to", leaking)
    with pytest.raises(AssertionError):
        check_one_game(TWO._replace(seed=10**17), random.Random(1), new_rng())


# --- Conventions ---------------------------------------------------------------------------------


def test_the_page_is_told_what_hints_mean():
    """By the words of the terminal: hints since the seat's action, and those that it may give."""
    setting = Setting(Rules(players=3), (HUMAN, "h-group(level=4)", "h-group(level=4)"), seed=7)
    with Served(setting, _show, _another) as served:
        client = served.sit(0)
        found, end = client.events(api(served, 0, "meanings"), 2)
        lesson = lesson_at(served.table, 0)
        would = hints_would_mean(lesson)
        assert [] == found["told"]
        assert would == {each["id"]: each["words"] for each in found["would"]}
        assert {"done": True} == end
        action = found["would"][0]["id"]
        assert client.post(api(served, 0, "act"), {"turn": 0, "action": action}).status == 200
        served.settle(client)
        found, _ = client.events(api(served, 0, "meanings"), 2)
        told = [each._asdict() for each in hints_explained(lesson_at(served.table, 0))]
        assert told == found["told"]


def test_a_table_without_conventions_teaches_none(people):
    """The page offers nothing, and who asks anyway gets a line."""
    client = people.sit(0)
    answer = client.get(api(people, 0, "meanings"))
    assert answer.status == 400
    assert b"nobody here plays by conventions" in answer.body
