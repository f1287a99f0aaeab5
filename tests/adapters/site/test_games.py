"""Whole games of bots at one table: views and actions are those of our own table."""

from __future__ import annotations

import gc
import json
import threading

import numpy as np
import pytest

from hanabilab.adapters.site import Bot, serve
from hanabilab.agents import make_agent
from hanabilab.arena import play_games
from hanabilab.cli import run
from hanabilab.errors import HanabiError
from tests.adapters.site.mock_site import MockSite, MockTable

NAMES = ("Xenia", "Yves", "Zoe", "Walt", "Vera", "Uma")
PASSWORDS = dict.fromkeys(NAMES, "open sesame")


def play_without_wires(table, agents, seed=0):
    """Bots at a table, frames handed on by hand; the bots."""
    bots = {
        name: Bot(agent, table="bots", seed=seed)
        for name, agent in zip(NAMES, agents, strict=False)
    }
    waiting = [(name, frame) for name in bots for frame in table.welcome(name)]
    while waiting:
        name, frame = waiting.pop(0)
        for reply in bots[name].hear(frame):
            waiting += table.hear(name, reply)
    return bots


def arena_game(table, agent, seed=0):
    """The same deck, played in the arena."""
    rules = table.game.rules
    results = play_games(agent, rules, decks=[table.game.deck], seed=seed, threads=1)
    row = results.table.row(0, named=True)
    return list(row["actions"][: row["turns"]])


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("h-group", "I am the agent h-group at level 3."),  # its default
        ("h-group(level=1)", "I am the agent h-group(level=1)."),
        ("five-rule", "I am the agent five-rule."),
    ],
)
@pytest.mark.late_but(1)
def test_bots_say_at_the_table_who_they_are_once_a_game(agent, said):
    table = MockTable("p2v0s1")
    play_without_wires(table, [make_agent(agent)] * 2)
    assert table.game.is_over
    assert sorted(who for who, _ in table.said) == sorted(NAMES[:2])
    assert all(text.startswith(said) for _, text in table.said)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("seed", "agent"),
    [
        ("p2v0s1", "smart"),
        ("p3v0s2", "smart"),
        ("p4v0s3", "smart"),
        ("p5v0s4", "information"),
        ("p3v0s5", "five-rule"),
        ("p2v0s6", "random"),
        ("p3v1s1", "smart"),
        ("p2v16s1", "five-rule"),  # Rainbow (5 Suits)
        ("p3v352s2", "random"),  # Pink-Ones & Null (4 Suits)
        ("p2v1343s3", "five-rule"),  # Reversed (5 Suits)
        ("p2v24s4", "five-rule"),  # Up or Down (5 Suits)
        ("p2v52s5", "five-rule"),  # Clue Starved (5 Suits)
    ],
)
@pytest.mark.late_but(4)
def test_bots_play_the_game_that_the_arena_plays(seed, agent):
    """Action for action; random numbers are those of the seats in the arena, too."""
    table = MockTable(seed)
    bots = play_without_wires(table, [make_agent(agent)] * table.seed.players)
    assert table.game.is_over
    assert table.game.actions == arena_game(table, agent)
    for seat, bot in enumerate(bots.values()):
        (played,) = bot.played
        assert (played.score, played.seat) == (int(table.game.state.points), seat)
        assert played.turns == len(table.game.actions)


@pytest.mark.parametrize(
    ("players", "first"), [(players, seat) for players in range(2, 7) for seat in range(players)]
)
@pytest.mark.late_but(6)
def test_whoever_begins_moves(players, first):
    """The site tells of no turn before the first action: it is that of the seat which begins."""
    options = {"startingPlayer": first} if first else {}
    table = MockTable(f"p{players}v0s9", options)
    play_without_wires(table, [make_agent("random")] * players)
    assert table.game.is_over
    begun = table.events[players * table.log.hand_size :]
    used = next(each for each in begun if each["type"] in ("clue", "play", "discard"))
    assert used.get("giver", used.get("playerIndex")) == first


@pytest.mark.parametrize("after", [0, 1, 2, 7])
def test_a_bot_that_is_started_again_goes_back_to_its_game(after):
    """Stopped before the first action, on its turn or on its partner's; then its partner, too."""
    table = MockTable("p2v0s9")
    bots = {name: Bot(make_agent("random"), table="bots") for name in NAMES[:2]}
    waiting = [(name, frame) for name in bots for frame in table.welcome(name)]
    stopped = 0
    while waiting:
        name, frame = waiting.pop(0)
        replies = bots[name].hear(frame)
        if stopped < 2 and len(table.game.actions) == after and table.has_begun:
            stopped += 1
            bots[name] = Bot(make_agent("random"), table="bots")
            waiting = [each for each in waiting if each[0] != name]
            waiting += [(name, frame) for frame in table.welcome(name)]
            continue
        for reply in replies:
            waiting += table.hear(name, reply)
    assert stopped == 2
    assert table.game.is_over
    assert [len(bot.played) for bot in bots.values()] == [1, 1]


@pytest.mark.parametrize("seed", ["p2v0s11", "p3v0s12", "p5v0s13"])
def test_a_bot_sees_at_every_turn_what_its_seat_sees(seed):
    """Views are equal to the byte, though the game behind them has other cards in the own hand."""
    table = MockTable(seed)
    count = table.seed.players
    bots = {name: Bot(make_agent("random"), table="bots") for name in NAMES[:count]}
    waiting = [(name, frame) for name in bots for frame in table.welcome(name)]
    different, compared = 0, 0
    while waiting:
        name, frame = waiting.pop(0)
        replies = bots[name].hear(frame)
        for reply in replies:
            if reply.startswith("action "):
                seat = table.names.index(name)
                seen = bots[name].session.game.game()
                assert bytes(seen.view(seat)) == bytes(table.game.view(seat))
                different += (seen.state.hands[seat] != table.game.state.hands[seat]).any()
                compared += 1
            waiting += table.hear(name, reply)
    assert compared == len(table.game.actions)
    assert different > compared / 2


def everything(bot):
    """All that a bot holds, but its agent, which was there before: every object, however deep."""
    seen = {id(bot.agent): None}
    stack = [bot]
    while stack:
        each = stack.pop()
        named = type(each).__name__ in ("module", "type", "function", "method", "ABCMeta")
        if id(each) in seen or named or isinstance(each, type):
            continue
        seen[id(each)] = each
        stack += [each.tobytes()] if isinstance(each, np.ndarray) else gc.get_referents(each)
    return list(seen.values())


def test_nothing_of_the_seed_stays_in_a_bot():
    """At every turn: the seed was sent, and is in no text, number or bytes that the bot holds."""
    table = MockTable("p2v0s123456789")
    bots = {name: Bot(make_agent("random"), table="bots") for name in NAMES[:2]}
    waiting = [(name, frame) for name in bots for frame in table.welcome(name)]
    told = turns = 0
    while waiting:
        name, frame = waiting.pop(0)
        told += "123456789" in frame
        replies = bots[name].hear(frame)
        frame = None
        if turns % 10 == 0:
            held = everything(bots[name])
            texts = [each for each in held if isinstance(each, str | bytes)]
            assert len(held) > 100 * (turns > 0)
            assert not any("123456789" in str(text) for text in texts)
            assert 990011 not in [each for each in held if isinstance(each, int)]
        for reply in replies:
            turns += reply.startswith("action ")
            waiting += table.hear(name, reply)
    assert told == 2  # in each seat's init
    assert turns == len(table.game.actions)


def test_a_search_that_finds_secrets_would_find_one():
    bot = Bot(make_agent("random"))
    bot.session.tables[3] = {"deep": ["p2v0s123456789"]}
    assert "p2v0s123456789" in [each for each in everything(bot) if isinstance(each, str)]


def test_a_lost_connection_is_told_again_from_the_beginning():
    table = MockTable("p2v0s21")
    bots = play_without_wires(table, [make_agent("random")] * 2)
    actions = table.game.actions
    again = Bot(make_agent("random"), table="bots")
    for frame in table.welcome(NAMES[0]):
        again.hear(frame)
    for command in ("getGameInfo1", "getGameInfo2"):
        for _, frame in table.hear(NAMES[0], f'{command} {{"tableID": 7}}'):
            again.hear(frame)
    assert again.session.game == bots[NAMES[0]].session.game
    assert len(again.session.game.actions) == len(actions)


# --- Through a WebSocket -------------------------------------------------------------------------


def play_through_sockets(site, agents):
    """Bots on threads of their own; what each played, or the error that it met."""
    outcomes = {}

    def play(name, agent):
        bot = Bot(make_agent(agent), table="bots")
        try:
            serve(bot, site.url, name, PASSWORDS[name], done=lambda bot: bool(bot.played))
            outcomes[name] = bot.played[0]
        except Exception as error:  # noqa: BLE001  # whatever it is, the test tells it
            outcomes[name] = error

    pairs = zip(NAMES, agents, strict=False)
    threads = [threading.Thread(target=play, args=pair, daemon=True) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    return outcomes


@pytest.mark.compiled
@pytest.mark.parametrize("seed", ["p2v0s1", "p3v0s7"])
def test_bots_play_through_a_real_websocket(seed):
    pytest.importorskip("websockets", reason="websockets is not installed: make extras")
    table = MockTable(seed)
    with MockSite(table, PASSWORDS).running() as site:
        outcomes = play_through_sockets(site, ["smart"] * table.seed.players)
    scores = {getattr(outcome, "score", outcome) for outcome in outcomes.values()}
    assert scores == {int(table.game.state.points)}
    expected = arena_game(table, "smart")
    # Bots sit down in the order in which they come; all are the same agent.
    assert table.game.actions == expected


@pytest.mark.compiled
def test_the_command_plays_a_game(monkeypatch, capsys):
    pytest.importorskip("websockets", reason="websockets is not installed: make extras")
    table = MockTable("p2v0s3")
    with MockSite(table, PASSWORDS).running() as site:
        partner = threading.Thread(target=play_through_sockets, args=(site, ["smart"]), daemon=True)
        partner.start()
        monkeypatch.setenv("HANABI_USERNAME", "Yves")
        monkeypatch.setenv("HANABI_PASSWORD", "open sesame")
        asked = ["bot", "--agent", "smart", "--url", site.url, "--table", "bots", "--json"]
        assert run(asked) == 0
        partner.join(timeout=300)
    (played,) = json.loads(capsys.readouterr().out)
    assert played["score"] == int(table.game.state.points)
    assert played["end"] == "normal"


def test_a_wrong_password_is_told_in_a_line(monkeypatch, capsys):
    pytest.importorskip("websockets", reason="websockets is not installed: make extras")
    with MockSite(MockTable("p2v0s3"), PASSWORDS).running() as site:
        monkeypatch.setenv("HANABI_USERNAME", "Yves")
        monkeypatch.setenv("HANABI_PASSWORD", "wrong")
        assert run(["bot", "--agent", "random", "--url", site.url]) == 2
    assert "does not let us in" in capsys.readouterr().err


def test_a_site_that_is_not_there_is_told_in_a_line(monkeypatch, capsys):
    pytest.importorskip("websockets", reason="websockets is not installed: make extras")
    monkeypatch.setenv("HANABI_USERNAME", "Yves")
    monkeypatch.setenv("HANABI_PASSWORD", "wrong")
    assert run(["bot", "--agent", "random", "--url", "http://127.0.0.1:9"]) == 2
    assert "cannot reach" in capsys.readouterr().err


def test_without_its_extra_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "websockets.sync.client", None)
    monkeypatch.setitem(__import__("sys").modules, "websockets.exceptions", None)
    with pytest.raises(HanabiError, match=r"install it with: .*\[bot\]"):
        serve(Bot(make_agent("random")), "http://127.0.0.1:9", "a", "b", done=lambda _: True)
