"""What a bot answers to the lobby, what it refuses, and frames that make no sense."""

from __future__ import annotations

import json
from random import Random

import pytest

from hanabilab.adapters.site import Bot, Session, parse_frame, parse_url, take
from hanabilab.adapters.site.connection import log_in
from hanabilab.adapters.site.seen_game import SeenGame
from hanabilab.agents import make_agent
from hanabilab.cli import run
from hanabilab.errors import AgentError, HanabiError, NotationError, RulesError
from hanabilab.notation.game_log import LogAction, LogKind
from hanabilab.notation.variants import NO_VARIANT
from tests.adapters.site.mock_site import MockTable
from tests.harness.spoiling import spoil_text, with_odd_values

TABLES = [
    {"id": 3, "name": "people", "players": ["Ann", "Ben"], "running": False},
    {"id": 4, "name": "begun", "players": ["Cy", "Dot"], "running": True},
]


def session_after(*frames, wanted=""):
    """A session that has taken frames, and its last replies."""
    session, replies = Session(wanted=wanted), ()
    for command, body in frames:
        session, replies = take(session, parse_frame(f"{command} {json.dumps(body)}"))
    return session, [str(reply) for reply in replies]


LOBBY = [("welcome", {"username": "bot7", "userID": 5}), ("tableList", TABLES)]


def chat(msg, who, recipient="bot7"):
    return "chat", {"msg": msg, "who": who, "recipient": recipient, "room": ""}


def test_a_bot_goes_to_the_table_of_who_asks_it():
    session, replies = session_after(*LOBBY, chat("/join", "Ben"))
    assert replies == ['tableJoin {"tableID":3}']
    assert session.joined == 3
    assert session_after(*LOBBY, chat("/join secret", "Ann"))[1] == [
        'tableJoin {"tableID":3,"password":"secret"}'
    ]


def test_a_table_that_is_closed_before_its_game_is_left():
    """So that another can be joined; while a game goes on, its table may be taken off the list."""
    gone = [*LOBBY, chat("/join", "Ben"), ("tableGone", {"tableID": 3})]
    assert session_after(*gone)[0].joined == -1
    table = ("table", {"id": 9, "name": "late", "players": ["Ben"], "running": False})
    assert session_after(*gone, table, chat("/join", "Ben"))[1] == ['tableJoin {"tableID":9}']
    other = [*LOBBY, chat("/join", "Ben"), ("tableGone", {"tableID": 4})]
    assert session_after(*other)[0].joined == 3


def private_lines(bot, *frames):
    """What a bot sends to single persons once it has heard frames, as (recipient, text)."""
    replies = [line for each, body in frames for line in bot.hear(f"{each} {json.dumps(body)}")]
    told = [json.loads(line.partition(" ")[2]) for line in replies if line.startswith("chatPM ")]
    return [(each["recipient"], each["msg"]) for each in told]


def test_who_asks_for_help_is_told_who_plays_and_how_to_invite_it():
    bot = Bot(make_agent("h-group(level=2)"))
    ((recipient, text),) = private_lines(bot, *LOBBY, chat("/help", "Ben"))
    assert recipient == "Ben"
    assert text.startswith("I am the agent h-group(level=2). ")
    assert "/join" in text
    assert bot.session.joined == -1


@pytest.mark.parametrize("frame", [chat("/help", "Ben", recipient=""), chat("/helpful", "Ben")])
def test_help_that_is_not_asked_of_the_bot_is_left_alone(frame):
    assert private_lines(Bot(make_agent("h-group")), *LOBBY, frame) == []


def table_of(*players, at=3, running=False):
    return "table", {"id": at, "name": "people", "players": list(players), "running": running}


@pytest.mark.parametrize(
    "leaving",
    [
        [("joined", {"tableID": 3}), ("left", {"tableID": 3})],
        [("joined", {"tableID": 3}), ("boot", {"tableID": 3, "who": "Ann"})],
        [("joined", {"tableID": 3}), table_of("Ann", "Ben")],
        [table_of("Ann", "Ben", "bot7"), table_of("Ann", "Ben")],
        [table_of("Ann", "Ben", "bot7"), ("tableList", [table_of("Ann", "Ben")[1]])],
    ],
)
def test_who_is_sent_away_before_the_game_can_be_asked_again(leaving):
    session, _ = session_after(*LOBBY, chat("/join", "Ben"), *leaving)
    assert session.joined == -1
    again = session_after(*LOBBY, chat("/join", "Ben"), *leaving, chat("/join", "Ann"))
    assert again[1] == ['tableJoin {"tableID":3}']


@pytest.mark.parametrize(
    "staying",
    [
        [table_of("Ann", "Ben")],  # the site has not come to our request yet
        [("joined", {"tableID": 3}), ("left", {"tableID": 4})],
        [("joined", {"tableID": 3}), table_of("Cy", at=4)],
        [("joined", {"tableID": 3}), table_of("Ann", "Ben", "bot7")],
    ],
)
def test_who_sits_at_a_table_stays(staying):
    session, replies = session_after(*LOBBY, chat("/join", "Ben"), *staying, chat("/join", "Ann"))
    assert session.joined == 3
    assert "I am at a table." in replies[0]


def test_whom_a_table_by_name_has_sent_away_does_not_come_back_unasked():
    sent_away = [*LOBBY, ("joined", {"tableID": 3}), ("left", {"tableID": 3})]
    assert session_after(*sent_away, table_of("Ann", "Ben"), wanted="people")[1] == []
    asked = session_after(*sent_away, chat("/join", "Ben"), wanted="people")
    assert asked[1] == ['tableJoin {"tableID":3}']


def test_a_game_that_goes_on_is_not_left():
    table = MockTable("p2v0s1")
    table.names = ["bot7", "Ben"]
    begun = [*LOBBY, ("init", table.init_of("bot7"))]
    for frame in (("left", {"tableID": 7}), table_of("Ben", at=7, running=True)):
        assert session_after(*begun, frame)[0].joined == 7


def test_a_game_that_went_on_without_us_is_gone_back_to():
    welcome = ("welcome", {"username": "bot7", "playingAtTables": [4, 9]})
    session, replies = session_after(welcome, wanted="people")
    assert replies == ['tableReattend {"tableID":4}']
    assert session.joined == 4
    ours = [TABLES[0], TABLES[1] | {"players": ["Cy", "bot7"]}]
    assert session_after(welcome, ("tableList", ours), wanted="people")[1] == []


def test_a_seed_that_is_none_is_refused_before_a_bot_sits_down():
    with pytest.raises(RulesError, match="seed is"):
        Bot(make_agent("random"), seed=10**20)


@pytest.mark.parametrize(
    ("frame", "answer"),
    [
        (chat("/join", "Cy"), "You are at no table that can be joined."),
        (chat("/join", "Nobody"), "You are at no table that can be joined."),
        (chat("hello", "Ben"), None),
        (chat("/join", "Ben", recipient=""), None),
    ],
)
def test_who_has_no_table_is_told_so_and_others_chat_is_left_alone(frame, answer):
    _, replies = session_after(*LOBBY, frame)
    assert len(replies) == (answer is not None)
    assert answer is None or answer in replies[0]


def test_a_table_by_name_is_joined_once_it_is_there():
    assert session_after(*LOBBY, wanted="begun")[1] == []
    assert session_after(*LOBBY, wanted="people")[1] == ['tableJoin {"tableID":3}']
    table = ("table", {"id": 9, "name": "late", "players": [], "running": False})
    assert session_after(*LOBBY, table, wanted="late")[1] == ['tableJoin {"tableID":9}']
    gone = [*LOBBY, ("tableGone", {"tableID": 3}), chat("/join", "Ben")]
    assert "no table" in session_after(*gone)[1][0]


def test_what_the_site_warns_of_is_an_error():
    with pytest.raises(NotationError, match="the site says: You are typing too fast"):
        session_after(*LOBBY, ("warning", {"warning": "You are typing too fast"}))


def test_a_table_that_is_closed_to_us_keeps_nobody_waiting():
    """A wrong password: who has asked is told, and may ask again. A table by name must be open."""
    warned = ("warning", {"warning": "That is not the correct password."})
    asked = [*LOBBY, chat("/join wrong", "Ben"), warned]
    session, replies = session_after(*asked)
    assert session.joined == -1
    assert "I cannot join: That is not" in replies[0]
    assert '"recipient":"Ben"' in replies[0]
    assert session_after(*asked, chat("/join right", "Ben"))[0].joined == 3
    with pytest.raises(NotationError, match="not the correct password"):
        session_after(*LOBBY, warned, wanted="people")


@pytest.mark.parametrize(
    "options",
    [
        {"cardCycle": True},
        {"detrimentalCharacters": True},
        {"variantName": "No Such Variant"},
        *({"startingPlayer": told} for told in ("abc", 1.5, 2, 7, -1, True, [], {}, 1e300)),
        *({"oneExtraCard": told} for told in ("false", 1, 0.5, [])),
        {"variantName": 5},
    ],
)
def test_a_game_that_is_not_played_here_is_refused(options):
    with pytest.raises(HanabiError) as raised:
        session_after(*LOBBY, ("init", init_with(options)))
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"startingPlayer": 1}, 1),
        ({"startingPlayer": 1.0}, 1),
        ({"startingPlayer": None, "variantName": None, "oneExtraCard": None}, 0),
        ({"timeBase": "long", "tags": [1, {"x": None}], "speedrun": True}, 0),
    ],
)
def test_options_that_are_missing_or_not_ours_are_no_fault(options, first):
    session, replies = session_after(*LOBBY, ("init", init_with(options)))
    assert session.game.turn == first
    assert replies == ['getGameInfo2 {"tableID":7}']


def init_with(options):
    table = MockTable("p2v0s1")
    table.names = ["bot7", "Ben"]
    init = table.init_of("bot7")
    return init | {"options": init["options"] | options}


def test_a_bot_waits_for_the_whole_deal():
    """Cards that are dealt one by one: nobody acts on half a hand."""
    table = MockTable("p2v0s1")
    table.names = ["bot7", "Ben"]
    bot, sent = Bot(make_agent("random")), []
    whole = ("gameActionList", {"tableID": 7, "list": None})
    deal = [("gameAction", {"tableID": 7, "action": each}) for each in table.events]
    first = [("gameActionList", {"tableID": 7, "list": table.events[:1]}), *deal[1:]]
    for command, body in [*LOBBY, ("init", table.init_of("bot7")), whole, *first]:
        assert not any(reply.startswith("action ") for reply in sent)
        sent = bot.hear(f"{command} {json.dumps(body)}")
    assert sent[0].startswith("action ")


def test_who_acts_before_we_were_told_of_the_deal_is_told_again_with_it():
    """A partner may be quicker: a hint and our turn arrive before the list that has the deal."""
    table = MockTable("p2v0s1")
    table.names = ["Ben", "bot7"]
    hint = {"type": "clue", "clue": {"type": 1, "value": 1}, "giver": 0, "target": 1, "list": [5]}
    early = [hint, {"type": "turn", "num": 1, "currentPlayerIndex": 1}]
    frames = [
        ("gameAction", {"tableID": table.init_of("bot7")["tableID"], "action": each})
        for each in early
    ]
    session, replies = session_after(*LOBBY, ("init", table.init_of("bot7")), *frames)
    assert session.game is not None
    assert not session.game.is_our_turn
    assert not session.game.actions
    assert replies == []


@pytest.mark.parametrize("name", ["hat", "information"])
def test_an_agent_that_cannot_play_with_so_many_is_told(name):
    table = MockTable("p2v0s1")
    table.names = ["bot7", "Ben"]
    bot = Bot(make_agent("hat"))
    if 2 in bot.agent.players:
        pytest.skip("plays with two")
    with pytest.raises(AgentError, match="plays with"):
        bot.hear(f"init {json.dumps(table.init_of('bot7'))}")


def test_an_agent_that_sees_its_own_hand_is_refused():
    with pytest.raises(AgentError, match="sees its own hand"):
        Bot(make_agent("cheat"))


def frames_of_a_game():
    """Every frame that a bot is sent in a game."""
    table = MockTable("p2v0s5")
    bots = {name: Bot(make_agent("random"), table="bots") for name in ("Ann", "Ben")}
    waiting = [(name, frame) for name in bots for frame in table.welcome(name)]
    heard = []
    while waiting:
        name, frame = waiting.pop(0)
        heard += [frame] if name == "Ann" else []
        for reply in bots[name].hear(frame):
            waiting += table.hear(name, reply)
    return heard


def test_spoiled_frames_are_refused_in_a_line_or_taken():
    """Each frame of a game in turn, some spoiled: no traceback but our own errors."""
    random, frames = Random(5), frames_of_a_game()
    refused = taken = 0
    for _ in range(60):
        bot = Bot(make_agent("random"), table="bots")
        for frame in frames:
            spoiled = spoil_text(random, [frame]) if random.random() < 0.03 else frame
            try:
                bot.hear(spoiled)
            except HanabiError as error:
                refused += 1
                assert len(str(error).splitlines()) == 1
                break
        else:
            taken += 1
    assert refused > 10


@pytest.mark.late
def test_any_value_of_a_frame_may_be_odd():
    """Every value of frames of every kind: one line or taken, then or with our next action."""
    frames = frames_of_a_game()[:30]
    frames += [f"{command} {json.dumps(body)}" for command, body in (*LOBBY, chat("/join", "Ben"))]
    kinds, tried, refused = {}, 0, 0
    for place, frame in enumerate(frames):
        name, _, body = frame.partition(" ")
        document = json.loads(body)
        kind = document["action"]["type"] if name == "gameAction" else name
        if kinds.setdefault(kind, place) != place:
            continue
        if name == "gameActionList":
            document["list"] = document["list"][:7]
        for changed in with_odd_values(document):
            bot, tried = Bot(make_agent("random"), table="bots"), tried + 1
            try:
                for earlier in frames[:place]:
                    bot.hear(earlier)
                bot.hear(f"{name} {json.dumps(changed)}")
            except HanabiError as error:
                refused += 1
                assert len(str(error).splitlines()) == 1
    assert {"welcome", "tableList", "init", "gameActionList", "draw", "clue"} <= kinds.keys()
    assert 100 < refused < tried


@pytest.mark.parametrize(
    "text", ["", " ", "nonsense", "init", "init {}", "init []", "gameAction 1"]
)
def test_odd_frames(text):
    if text in ("", " ", "nonsense"):
        assert parse_frame(text) is None
    else:
        with pytest.raises(NotationError, match="malformed"):
            parse_frame(text)


def test_a_frame_without_end_is_refused():
    with pytest.raises(NotationError, match="characters"):
        parse_frame("tableList [" + " " * 3_000_000)


@pytest.mark.parametrize(
    ("url", "login", "socket"),
    [
        ("https://hanab.live", "https://hanab.live/login", "wss://hanab.live/ws"),
        ("wss://hanab.live/", "https://hanab.live/login", "wss://hanab.live/ws"),
        ("http://127.0.0.1:8081", "http://127.0.0.1:8081/login", "ws://127.0.0.1:8081/ws"),
        ("http://localhost", "http://localhost/login", "ws://localhost/ws"),
        ("http://[::1]:80/x", "http://[::1]:80/x/login", "ws://[::1]:80/x/ws"),
    ],
)
def test_addresses(url, login, socket):
    assert tuple(parse_url(url)) == (login, socket)


@pytest.mark.parametrize(
    "url",
    [
        *("http://hanab.live", "ws://10.0.0.1", "http://127.0.0.1.example.com"),
        *("", "hanab.live", "ftp://hanab.live", "file:///etc/passwd", "https://", "https://a:b@c"),
        *("http://[::1", "https://hanab.live:99999", "https://hanab.live?x=1"),
        *("https://a..b", f"https://{'a' * 70}.com"),
    ],
)
def test_addresses_that_are_none_or_not_safe(url):
    with pytest.raises(NotationError) as raised:
        parse_url(url)
    assert "\n" not in str(raised.value)


def test_what_the_site_says_cannot_be_changed():
    """Events are values: they may be kept in sets, and nobody who has one can spoil it."""
    for action in (
        {"type": "turn", "num": 3, "currentPlayerIndex": 1},
        {"type": "draw", "playerIndex": 1, "order": 3, "suitIndex": -1, "rank": -1},
        {"type": "gameOver", "endCondition": 1},
    ):
        frame = f"gameAction {json.dumps({'tableID': 3, 'action': action})}"
        (event,) = parse_frame(frame).events
        assert {event} == set(parse_frame(frame).events)


def test_a_long_text_that_is_no_address_is_cut():
    """After 80 characters."""
    with pytest.raises(NotationError) as raised:
        parse_url("x" * 81)
    assert str(raised.value).startswith(f"no address '{'x' * 80}'; ")


def test_a_name_that_is_no_text_is_told():
    with pytest.raises(HanabiError, match="no UTF-8 text"):
        log_in(parse_url("http://localhost:1"), "\udcff", "")


def test_nobody_to_ask_for_a_name(monkeypatch, capsys):
    monkeypatch.delenv("HANABI_USERNAME", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert run(["bot", "--agent", "random", "--url", "https://hanab.live"]) == 2
    assert "HANABI_USERNAME" in capsys.readouterr().err


def test_an_action_that_cannot_have_been_is_told_with_its_number():
    """Seat 1 plays a card that it does not hold."""
    partner = tuple(NO_VARIANT.cards)[:5]
    seen = SeenGame(
        table=1,
        variant=NO_VARIANT,
        players=2,
        seat=0,
        cards=(*[None] * 5, *partner),
        held=tuple(range(5)),
        actions=(LogAction(LogKind.RANK_HINT, 1, 1), LogAction(LogKind.PLAY, 40)),
    )
    with pytest.raises(NotationError, match="the site's action 2 is not legal here: P1 does not"):
        seen.game()
