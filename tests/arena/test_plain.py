"""Agents in plain Python: what their objects see, the same wherever they are asked."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab import (
    AgentError,
    Game,
    Lineup,
    Rules,
    Sparta,
    batched_policy,
    evaluate,
    legal_actions,
    legal_masks,
    make_agent,
    plain_policy,
    play_games,
)
from hanabilab.agents.policy import Turns
from hanabilab.arena import plain, record_of
from hanabilab.arena.table import table_layout
from hanabilab.review import explain_record
from hanabilab.search.evaluate import turns_of
from tests.strategies import examples, games

pytestmark = pytest.mark.once

SMALL = Rules.preset("small")


class Log:
    """What a seat has been shown, and what it did; acts by chance and by all that it has seen."""

    def __init__(self, rules, seat, rng):
        self.rules, self.seat, self.rng = rules, seat, rng
        self.shown, self.acted = [], []

    def observe(self, view):
        self.shown.append(view)

    def act(self, view):
        assert self.shown[-1].tobytes() == view.tobytes()
        legal = legal_actions(self.rules, view)
        told = sum(sum(each.tobytes()) for each in self.shown) + sum(self.acted)
        self.acted.append(legal[(told + int(self.rng.integers(len(legal)))) % len(legal)])
        return self.acted[-1]


log = plain_policy("log")(Log)


def table_of(lineup, **options):
    """Games without what their speed was."""
    rules = options.pop("rules", SMALL)
    return play_games(lineup, rules, seed=4, **options).table.drop("seconds")


@examples(40, plain=10)
@given(games(), st.integers(0, 2**32))
def test_an_object_sees_what_its_seat_saw(game, seed):
    """However late it is asked: the view after the deal and after every action."""
    if game.is_over:
        return
    found = []

    class Watch(Log):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            found.append(self)

    agent = plain_policy("watch")(Watch)
    action = agent.act_batch(turns_of(game, agent, seed))[0]
    assert action in game.legal_actions()
    twin, seat = Game(game.rules, deck=game.deck), game.current_seat
    expected = [twin.view(seat).tobytes()]
    for taken in game.actions:
        twin.act(taken)
        expected.append(twin.view(seat).tobytes())
    assert expected == [view.tobytes() for view in found[0].shown]
    assert seat == found[0].seat


@pytest.mark.late
def test_games_do_not_depend_on_what_is_kept(monkeypatch):
    """Alone, in any order, on threads, and when every object lives through its game each time."""
    expected = table_of((log, log), games=6, threads=1)
    assert expected.equals(table_of((log, log), games=6, threads=3))
    assert expected[3:4].equals(table_of((log, log), games=[3]))
    monkeypatch.setattr(plain, "MOST_KEPT", 1)
    assert expected.equals(table_of((log, log), games=6, threads=1))
    fresh = plain_policy("log")(Log)
    assert expected.equals(table_of((fresh, log), games=6, threads=1))


def test_a_game_explained_is_the_game_played():
    """Asked again of a record, the agent does the same."""
    row = play_games((log, log), SMALL, games=2, seed=4).table.row(1, named=True)
    turns = explain_record(log, record_of(SMALL, row))
    assert not any(turn.differs for turn in turns)


def test_a_function_is_an_agent_too():
    """Of a view and random numbers, or of many games at once."""

    @plain_policy("chance")
    def chance(view, rng):
        return int(rng.choice(legal_actions(SMALL, view)))

    @batched_policy("first", games_at_once=3)
    def first(turns: Turns):
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    table = table_of((chance, first), games=5)
    assert ["chance, first"] * 5 == table["agents"].to_list()
    assert (table["turns"] > 0).all()


@pytest.mark.parametrize("name", sorted(table_layout(SMALL, 1).columns))
@pytest.mark.late_but(8)
def test_a_counter_cannot_take_the_place_of_a_column(name):
    """It would report what the agent says of itself: a mean of 25, say."""

    @batched_policy("boaster", games_at_once=3)
    def boaster(turns: Turns):
        turns.counters[name] = 25 * (turns.views["turn"] == 0)
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    with pytest.raises(AgentError, match=f"'boaster' has a counter named '{name}', which is a"):
        play_games([boaster, boaster], SMALL, games=2)


@pytest.mark.parametrize(
    ("counted", "says"),
    [
        (lambda count: np.full(count, -1), r"as \[-1 -1\]"),  # a run with it could not be resumed
        (lambda count: np.full(count, 0.5), r"as \[0.5 0.5\]"),
        (lambda count: np.full(count, 2**63, np.uint64), "as"),
        (lambda count: np.ones(count + 1, np.int64), r"as \[1 1 1\]"),
        (lambda count: np.ones((count, 1), np.int64), "as"),
        (lambda _: 1, "as 1;"),
        (lambda _: None, "as None;"),
        (lambda count: ["many"] * count, "as"),
        (lambda _: [[1], [2, 3]], "as"),
    ],
)
def test_a_counter_counts_each_game(counted, says):
    """One whole number for each game asked about, or one line that says what it was."""

    @batched_policy("counting", games_at_once=2)
    def counting(turns: Turns):
        turns.counters["asked"] = counted(len(turns.views))
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    with pytest.raises(AgentError, match=f"'counting' counts 'asked' {says}") as caught:
        play_games([counting, counting], SMALL, games=2, threads=1)
    assert "whole number from 0 on for each of 2 games" in str(caught.value)


@pytest.mark.parametrize("name", [7, None, "", ("a", "b")])
def test_the_name_of_a_counter_is_a_text(name):
    """As that of a column is."""

    @batched_policy("counting", games_at_once=3)
    def counting(turns: Turns):
        turns.counters[name] = np.ones(len(turns.views), np.int64)
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    with pytest.raises(AgentError, match=r"has a counter named .*; a name is a text"):
        play_games([counting, counting], SMALL, games=2)


def test_writing_into_what_it_is_shown_changes_no_game():
    """A batched agent gets copies: its games end as those of one that leaves them alone."""

    def act(turns: Turns):
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    @batched_policy("vandal", games_at_once=3)
    def vandal(turns: Turns):
        actions = act(turns)
        for shown in (turns.views, turns.memory, turns.rngs, turns.known_decks, turns.actions):
            shown.view(np.uint8)[...] = 1
        return actions

    first, second = (
        play_games([agent, agent], SMALL, games=4).table.drop("seconds", "agents")
        for agent in (batched_policy("quiet", games_at_once=3)(act), vandal)
    )
    assert first.equals(second)


def test_a_counter_of_its_own_is_a_column():
    """Summed over each game, and over the seats that count it."""

    @batched_policy("counting", games_at_once=3)
    def counting(turns: Turns):
        turns.counters["asked"] = np.ones(len(turns.views), np.int64)
        return legal_masks(turns.rules, turns.views).argmax(axis=1)

    table = play_games([counting, counting], SMALL, games=4).table
    assert table["turns"].to_list() == table["asked"].to_list()


@pytest.mark.late
def test_a_search_may_follow_one():
    """As the blueprint of SPARTA, from a position in the middle of a game."""
    game = Game(Rules(suits=2, ranks=2, hand_size=2), seed=3)
    game.act(game.ask(log))
    game.act("discard 0" if game.state.information_tokens < 8 else "play 0")
    found = evaluate(game, Sparta(log, rollouts=100, min_worlds=2, beliefs="hints"))
    assert found.rollouts > 0
    assert found.legal[found.action]


def test_an_agent_of_a_file_has_the_name_of_the_file(tmp_path):
    """In tables, whether class or function; and it round-trips."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from hanabilab import batched_policy, legal_masks, plain_policy\n"
        "@plain_policy('last')\nclass Last:\n"
        "    def __init__(self, rules, seat, rng):\n        self.rules = rules\n"
        "    def act(self, view):\n        return self.rules.hand_size\n"
        "@batched_policy('first')\ndef first(turns):\n"
        "    return legal_masks(turns.rules, turns.views).argmax(axis=1)\n"
    )
    names = [f"{path}:last", f"{path}:first"]
    table = table_of(names, games=2)
    assert ", ".join(names) == table["agents"][0]
    assert make_agent(names[0]) == make_agent(names[0])


def test_a_mistake_names_agent_game_seat_turn_and_line():
    """One line, as for every batched agent."""

    @plain_policy("lost")
    class Lost:
        def __init__(self, rules, seat, rng):
            self.notes = {}

        def act(self, view):
            return self.notes["plan"] if view.turn == 3 else view.rules.hand_size

    with pytest.raises(AgentError) as error:
        table_of(Lost, games=1, rules=Rules(life_tokens=9))
    assert str(error.value).startswith("agent 'lost' in game 0, seat 1 at turn 3: KeyError: 'plan'")
    assert "test_plain.py, line" in str(error.value)
    with pytest.raises(AgentError, match="agent name 'two words' would not read back"):
        plain_policy("two words")(Log)


@pytest.mark.parametrize(
    ("slip", "message"),
    [
        (lambda: plain_policy(Log), "agent name Log is no text"),
        (lambda: plain_policy("a")(3), "agent 'a': act is 3; a function is needed"),
        (lambda: plain_policy("a", players=3)(Log), "agent 'a' has players 3; a range"),
        (lambda: batched_policy(len), "agent name len is no text"),
        (lambda: batched_policy("a")(3), "agent 'a': act is 3; a function is needed"),
        (lambda: batched_policy("a", players="23")(len), "agent 'a' has players '23'; a range"),
        *(
            (
                lambda count=count: batched_policy("a", games_at_once=count)(len),
                f"agent 'a' has games_at_once {count!r}; a whole number from 1 up",
            )
            for count in (1.5, 0, -1, "9", None, True)
        ),
    ],
)
def test_a_slip_in_what_an_agent_declares_is_told_in_one_line(slip, message):
    """Before it plays."""
    with pytest.raises(AgentError) as error:
        slip()
    assert message in str(error.value)
    assert 1 == len(str(error.value).splitlines())


@pytest.mark.parametrize("answer", [5.9, "5", None])
def test_an_answer_is_a_whole_number(answer):
    """Nothing is rounded, nothing read."""
    agent = plain_policy("odd")(lambda view, rng: answer)
    with pytest.raises(AgentError, match="an action is a whole number"):
        table_of((agent, agent), games=1)
    with pytest.raises(AgentError, match="an action is a whole number"):
        Game().ask(agent)


def test_what_a_seat_keeps_is_its_own():
    """Views that it was shown do not change when the game moves on."""
    kept = []

    @plain_policy("keeper")
    def keeper(view, rng):
        kept.append((view, view.tobytes()))
        return legal_actions(SMALL, view)[0]

    table_of((keeper, keeper), games=3)
    assert kept
    assert all(view.tobytes() == data for view, data in kept)
    assert isinstance(kept[0][0].turn, np.int16)
    assert Lineup.of(keeper, 3).name == "keeper, keeper, keeper"


@pytest.mark.late
def test_threads_may_drop_what_is_kept_at_once(monkeypatch):
    """They share what is kept; games come out as one after the other."""
    monkeypatch.setattr(plain, "MOST_KEPT", 8)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        many = table_of([log, log], games=120, threads=4)
    finally:
        sys.setswitchinterval(before)
    assert many.equals(table_of([log, log], games=120, threads=1))
