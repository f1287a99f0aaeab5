"""Numbers that agents declare: read from memory, given by name, refused in one line."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from hanabilab import Number, Rules, make_agent, play_games, policy
from hanabilab.agents.numbers import values_of, with_numbers
from hanabilab.agents.policy import new_memory
from hanabilab.agents.smart import keen
from hanabilab.agents.smart.keen import numbers as of_keen
from hanabilab.errors import AgentError
from hanabilab.game.actions import action_slot

CODE = '''
from hanabilab import Number, policy
from hanabilab.game.actions import play_action

def count(view, memory):
    memory[0] += 1

@policy("player", observe=count, memory_size=1, numbers=[
    Number("first", 0, 0, 4, "The slot that it plays at its first turn."),
    Number("later", 0, 0, 4, "The slot that it plays afterwards."),
])
def player(view, memory, rng):
    """Plays whatever card is in a slot."""
    return play_action(view.rules, memory[1] if memory[0] <= 2 else memory[2])
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A user's file with one agent, which remembers something beside its numbers."""
    path = tmp_path / "mine.py"
    path.write_text(CODE)
    return path


def refusal(name: object) -> str:
    with pytest.raises(AgentError) as caught:
        make_agent(str(name))
    return str(caught.value)


def slots_played(*names: str) -> list[int]:
    """The slots that seats play in a game of three misplays."""
    actions = play_games(list(names), Rules(players=2), games=1, seed=4).table["actions"]
    return [int(action_slot(Rules(players=2).tables, action)) for action in actions[0][:3]]


@pytest.mark.late
def test_numbers_of_a_users_agent_are_read_in_the_game(file):
    """They stand behind what it remembers; each seat reads those of its own name."""
    agent = make_agent(f"{file}(later=2, first=3)")
    assert f"{file}:player(first=3, later=2)" == agent.name
    assert [[0, 3, 2]] == new_memory(agent, 1).tolist()
    assert [3, 3, 2] == slots_played(agent.name, agent.name)
    assert [3, 1, 2] == slots_played(agent.name, f"{file}(first=1, later=4)")
    assert [0, 0, 0] == slots_played(str(file), str(file))


def test_a_name_tells_what_is_not_the_default_in_the_order_declared():
    """So one agent has one name, whatever was given and in which order."""
    assert make_agent("keen") == make_agent("keen(short_deck=20)")
    found = make_agent("keen(useless_known=3, short_deck=9, last_cards=1)")
    assert "keen(short_deck=9, useless_known=3)" == found.name
    assert make_agent(found.name) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert 9 == values_of(found)["short_deck"]
    assert keen == with_numbers(found, {"short_deck": 20, "useless_known": 2})


def test_a_number_less_is_a_number_of_its_own():
    """Each of keen's entries is where the number of its name is."""
    for number in of_keen.NUMBERS:
        agent = with_numbers(keen, {number.name: number.low})
        entry = getattr(of_keen, number.name.upper())
        assert number.low == new_memory(agent, 1)[0, entry]


@pytest.mark.compiled
@pytest.mark.parametrize("care", [0, 1])
@pytest.mark.late
def test_each_of_keens_numbers_changes_its_games(care):
    """At one end of its range or the other, unless it is for play with care, and there is none."""
    rules, given = Rules(players=3), with_numbers(keen, {"care": care})

    def scores(agent):
        return play_games(agent, rules, games=150, seed=3, threads=1).table["turns"].to_list()

    usual = scores(given)
    for number in of_keen.NUMBERS:
        ends = [with_numbers(given, {number.name: end}) for end in (number.low, number.high)]
        matters = bool(care) or not number.meaning.startswith("With care")
        assert matters == any(scores(agent) != usual for agent in ends), number.name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("keen(short_dock=3)", "no number 'short_dock' (did you mean 'short_deck'?); it has draws"),
        ("keen(short_deck=41)", "short_deck of agent 'keen' is 41; a whole number from 0 to 40"),
        ("keen(short_deck=2.5)", "short_deck of agent 'keen' is 2.5; a whole number from 0"),
        ("keen(short_deck=smart)", "short_deck of agent 'keen' is smart; a whole number from 0"),
        ('keen(short_deck="3")', "short_deck of agent 'keen' is '3'; a whole number from 0"),
        ("keen(3)", "agent 'keen' takes its numbers by name, such as keen(draws_for_finesse=4)"),
        ("simple(short_deck=3)", "agent 'simple' takes no arguments"),
    ],
)
def test_wrong_numbers_are_refused_in_one_line(name, message):
    told = refusal(name)
    assert message in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (("a", 3, 4, 8, ""), "default of number 'a' is 3; a whole number from 4 to 8"),
        (("a", 3, 3, 3, ""), "number 'a' has the range 3 to 3; it needs two values at least"),
        (("a", 3, 8, 2, ""), "number 'a' has the range 8 to 2; it needs two values at least"),
        (("a", 0.5, 0, 1, ""), "number 'a' has 0.5; its default and its range are whole numbers"),
        (("a", True, 0, 1, ""), "number 'a' has True; its default"),
        (("a", 0, 0, 2**40, ""), f"number 'a' has {2**40}; its default"),
        (("a b", 0, 0, 1, ""), "number name 'a b'; use letters, digits and _"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_where_they_are_declared(number, message):
    with pytest.raises(AgentError) as caught:
        Number(*number)
    assert message in str(caught.value)


def test_what_is_declared_is_a_list_of_numbers_with_one_name_each():
    one = Number("a", 0, 0, 1, "")
    with pytest.raises(AgentError, match="agent 'x' has two numbers named 'a'"):
        policy("x", numbers=[one, one])
    with pytest.raises(AgentError, match="has 3 among its numbers; write Number"):
        policy("x", numbers=[3])  # type: ignore[list-item]  # a user's mistake


@pytest.mark.parametrize(
    ("agent", "values", "message"),
    [
        ("keen", {"care": np.int64(2)}, "care of agent 'keen' is 2; a whole number from 0 to 1"),
        ("keen", {"care": 10**5000}, "care of agent 'keen' is a number of 16610 bits; a whole"),
        ("keen", {"care": "1"}, "care of agent 'keen' is '1'; a whole number from 0 to 1"),
        ("keen", {3: 1}, "agent 'keen' has no number 3; it has draws_for_finesse"),
        ("keen", [("care", 1)], r"numbers are \[\('care', 1\)\]; a dict of names and values"),
        ("sparta(smart)", {"care": 1}, r"agent 'sparta' has no number 'care'; it declares none"),
    ],
)
def test_wrong_numbers_from_python_are_refused_in_one_line(agent, values, message):
    with pytest.raises(AgentError, match=message):
        with_numbers(make_agent(agent), values)


def test_whole_numbers_of_numpy_are_numbers():
    """As where a range of them is tried, and the name is the same."""
    made = with_numbers(make_agent("keen"), {"tokens_kept": np.int16(5)})
    assert made.name == "keen(tokens_kept=5)"
    assert values_of(made)["tokens_kept"] == 5


def test_numbers_are_asked_of_agents():
    """A name is told apart; an agent that declares none has none, and stays as it is."""
    for ask in (values_of, lambda agent: with_numbers(agent, {"care": 1})):
        with pytest.raises(AgentError, match="'keen' is no agent; make_agent makes one of a name"):
            ask("keen")
    search = make_agent("sparta(smart)")
    assert values_of(search) == {}
    assert with_numbers(search, {}) is search
