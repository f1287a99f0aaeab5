"""Agents by name: names that round-trip, wrong names and arguments, and agents in users' files."""

from __future__ import annotations

import sys

import pytest

from hanabilab.agents import Family, families, make_agent, policy, register, register_policy
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_call

HEAD = """\
from hanabilab.agents import policy
from hanabilab.agents import five_rule
"""
CAREFUL = """\
@policy("careful")
def careful(view, memory, rng):
    return view.rules.hand_size
"""
BOLD = """\
@policy("bold")
def bold(view, memory, rng):
    return view.rules.hand_size + 1
"""


@pytest.fixture
def agent_file(tmp_path):
    """Writes a user's file and gives its path."""

    def write(text: str):
        path = tmp_path / "mine.py"
        path.write_text(text)
        return path

    return write


def refusal(name) -> str:
    """The one line that a name is refused with."""
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert 1 == len(str(error.value).splitlines())
    return str(error.value)


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "five-rule",
        "sparta(five-rule)",
        "sparta(random, rollouts=16)",
        "sparta(five-rule, threshold=0.5)",
        "sparta(five-rule, rollouts=16, threshold=1e-07)",
    ],
)
def test_names_round_trip(name):
    """An agent's name makes that agent again, from text or from a parsed call."""
    agent = make_agent(name)
    assert name == agent.name
    assert agent == make_agent(agent.name) == make_agent(parse_call(name))


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("five-rule()", "five-rule"),
        (" sparta( five-rule ,rollouts=10000, threshold=0.05)", "sparta(five-rule)"),
        (
            "sparta(five-rule(), threshold=0.5, rollouts=2)",
            "sparta(five-rule, rollouts=2, threshold=0.5)",
        ),
    ],
)
def test_an_agent_has_one_name(name, canonical):
    """However it was asked for: defaults left out, options in order."""
    assert canonical == make_agent(name).name


def test_a_whole_threshold_is_the_same_agent():
    """One agent, one name: the table and the record would tell two apart."""
    whole, point = (make_agent(f"sparta(random, threshold={text})") for text in ("1", "1.0"))
    assert whole == point
    assert whole.name == point.name


def test_families_are_told_in_order_of_name():
    """Each with a usage that begins with its name, and one line on what it is."""
    names = [family.name for family in families()]
    assert sorted(names) == names
    assert {"five-rule", "random", "sparta"} <= set(names)
    for family in families():
        assert family.usage.split("(")[0] == family.name
        assert family.summary
        assert "\n" not in family.summary


def test_a_name_can_be_taken_once():
    """Neither a family nor an agent replaces another silently."""
    family = next(family for family in families() if family.name == "random")
    with pytest.raises(AgentError) as error:
        register(Family("random", "random", "Another.", family.build))
    assert "agent name 'random' is taken" == str(error.value)
    with pytest.raises(AgentError):
        register_policy(policy("five-rule")(lambda view, memory, rng: 0))
    assert family in families()


def test_unknown_agents_are_refused_with_the_nearest_that_there_is():
    """And with the command that lists all; nothing is proposed where nothing is near."""
    lists = "; hanabi list agents lists them; FILE.py:NAME is one of yours"
    expected = f"unknown agent 'five-rul' (did you mean 'five-rule'?){lists}"
    assert expected == refusal("five-rul")
    assert f"unknown agent 'zebra'{lists}" == refusal("zebra")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("five-rule(3)", "agent 'five-rule' takes no arguments"),
        ("random(seed=3)", "agent 'random' takes no arguments"),
        ("sparta", "sparta takes one agent to search over, such as sparta(smart)"),
        ("sparta(3)", "sparta takes one agent to search over, such as sparta(smart)"),
        ('sparta("random")', "sparta takes one agent to search over, such as sparta(smart)"),
        (
            "sparta(random, five-rule)",
            "sparta takes one agent to search over, such as sparta(smart)",
        ),
        (
            "sparta(sparta(random))",
            "sparta asks its blueprint millions of times, and sparta(random) is a search",
        ),
        (
            "sparta(random, depth=2)",
            "sparta has no option 'depth'; it has rollouts, threshold, confidence, beliefs, error, "
            "seconds, min_worlds, sigmas, likely, turns, max_hands, samples, endgame",
        ),
        (
            "sparta(random, rollouts=1.5)",
            "rollouts is 1.5; a whole number from 0 to 1000000000",
        ),
        (
            "sparta(random, threshold=small)",
            "threshold is 'small'; a number of points from 0 up",
        ),
        (
            "sparta(random, rollouts=-1)",
            "rollouts is -1; a whole number from 0 to 1000000000",
        ),
        ("sparta(random, threshold=-0.1)", "threshold is -0.1; a number of points from 0 up"),
        (
            "sparta(random, beliefs=some)",
            "beliefs is 'some'; one of exact, conventions, hints, learned",
        ),
        (
            "sparta(random, confidence=-1)",
            "confidence is -1; a number of standard errors from 0 up",
        ),
    ],
)
def test_wrong_arguments_are_refused(name, message):
    """What was wrong, and what would be right."""
    assert message == refusal(name)


@pytest.mark.parametrize("name", ["", "five rule", "sparta(five-rule", "f(a=1, 2)"])
def test_names_out_of_the_grammar_are_refused(name):
    """The notation's own error comes through."""
    with pytest.raises(NotationError):
        make_agent(name)


# --- Files ---------------------------------------------------------------------------------------


def test_an_agent_of_a_file_is_named_by_the_file(agent_file):
    """FILE.py:NAME finds it, and so does FILE.py if it is the only one; the name round-trips."""
    path = agent_file(HEAD + CAREFUL)
    agent = make_agent(f"{path}:careful")
    assert f"{path}:careful" == agent.name
    assert agent.name == make_agent(str(path)).name == make_agent(agent.name).name
    results = play_games(Lineup((agent, agent)), Rules.preset("very-small"), games=2)
    assert [f"{path}:careful, {path}:careful"] * 2 == results.table["agents"].to_list()


def test_a_file_may_define_several_agents(agent_file):
    """Then the name says which; what the file imports is not its own."""
    path = agent_file(HEAD + CAREFUL + BOLD)
    assert f"{path}:bold" == make_agent(f"{path}:bold").name
    example = f"write {path}:careful"
    assert f"{path} defines 2 agents, careful, bold; {example}" == refusal(str(path))
    expected = f"no agent 'timid' in {path}, which defines careful, bold; {example}"
    assert expected == refusal(f"{path}:timid")


@pytest.mark.once
@pytest.mark.parametrize(
    ("more", "named", "second"),
    [
        (BOLD.replace('"bold"', '"careful"'), "careful", "bold"),
        ("copy = policy('careful')(careful.function)\n", "careful", "copy"),
        ("import dataclasses\ncopy = dataclasses.replace(careful)\n", "careful", "copy"),
    ],
)
def test_two_agents_of_one_name_are_told(agent_file, more, named, second):
    """The last one would play for both; by its variable each can be asked for."""
    path = agent_file(HEAD + CAREFUL + more)
    expected = f"{path} defines two agents named '{named}', careful and {second}; give each a name"
    for asked in (f"{path}", f"{path}:{named}", f"{path}:nobody"):
        assert refusal(asked).startswith(expected)
    assert f"{path}:{second}" == make_agent(f"{path}:{second}").name


@pytest.mark.once
def test_one_agent_may_have_several_variables(agent_file):
    """It is one agent."""
    path = agent_file(HEAD + CAREFUL + "alias = careful\n")
    for asked in (f"{path}", f"{path}:careful", f"{path}:alias"):
        assert make_agent(asked).function.__name__ == "careful"


def test_a_file_may_define_a_batched_agent(agent_file):
    """Any object with the protocol's members, found by its name or its variable's."""
    path = agent_file("from tests.agents.samples import imitate\nmine = imitate(" + "five_rule)\n")
    path.write_text(HEAD + path.read_text())
    agent = make_agent(f"{path}:batched-five-rule")
    assert f"{path}:batched-five-rule" == agent.name == make_agent(str(path)).name
    assert f"{path}:mine" == make_agent(f"{path}:mine").name
    table = play_games([agent, agent], Rules.preset("very-small"), games=2, threads=1).table
    assert f"{agent.name}, {agent.name}" == table["agents"][0]


def test_a_file_may_define_a_dataclass(agent_file):
    """A frozen dataclass with quoted annotations, as a batched agent would naturally be."""
    path = agent_file(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        f"{HEAD}{CAREFUL}"
        "@dataclass(frozen=True)\nclass Options:\n    depth: int = 2\n"
    )
    assert f"{path}:careful" == make_agent(str(path)).name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "no agent 'x' in {path}; hanabi new agent FILE.py writes a first one"),
        ("def f(:\n", "agent file {path} fails: SyntaxError: "),
        ("import no_such_module\n", "agent file {path} fails: ModuleNotFoundError: No module "),
        ("1 / 0\n", "agent file {path} fails: ZeroDivisionError: division by zero"),
        ("open('no such file')\n", "agent file {path} fails: FileNotFoundError: "),
    ],
)
def test_a_failing_file_is_told_in_one_line(agent_file, text, message):
    """The file, the kind of failure and its reason."""
    path = agent_file(text)
    assert refusal(f"{path}:x").startswith(message.format(path=path))


@pytest.mark.parametrize("text", ["raise ValueError('two\\nlines')\n", "raise SystemExit('bye')\n"])
def test_a_file_that_fails_oddly_is_told_in_one_line_too(agent_file, text):
    """A message of two lines, and a script that ends the program."""
    try:
        message = refusal(f"{agent_file(text)}:x")
    except SystemExit:
        pytest.fail("the file ended the program")
    assert " fails: " in message


def test_a_file_that_changes_the_search_path_changes_nothing_else(agent_file, monkeypatch):
    """What was put on `sys.path` to read it is taken off again, and what it put there stays."""
    monkeypatch.setattr(sys, "path", before := [*sys.path])
    path = agent_file("import sys\nsys.path.insert(0, 'lib')\n" + HEAD + CAREFUL)
    expected = ["lib", *before]
    make_agent(str(path))
    assert expected == sys.path


def test_a_file_may_import_its_neighbors(agent_file):
    """As a script would; another file of the same name elsewhere is not in the way."""
    path = agent_file(
        "from registry_neighbor import SLOT\n" + HEAD + CAREFUL.replace("size", "size * SLOT")
    )
    (path.parent / "registry_neighbor.py").write_text("SLOT = 1\n")
    assert f"{path}:careful" == make_agent(str(path)).name


def test_an_error_of_ours_in_a_file_comes_through(agent_file):
    """A wrong name within the user's file is told as anywhere else."""
    path = agent_file("from hanabilab.agents import make_agent\nmake_agent('nobody')\n")
    assert refusal(f"{path}:x").startswith("unknown agent 'nobody'; ")


@pytest.mark.parametrize("name", ["missing.py:x", "missing.py", "missing.pyx:x", "a.py/b:x"])
def test_a_missing_file_is_told(name):
    """The path, as it was given."""
    assert f"no agent file {name.removesuffix(':x')}" == refusal(name)


def test_an_agent_of_a_file_takes_no_arguments(agent_file):
    """Not even keywords."""
    path = agent_file(HEAD + CAREFUL)
    for arguments in ("(3)", "(a=3)"):
        assert f"agent '{path}:careful' takes no arguments" == refusal(f"{path}:careful{arguments}")


def test_a_search_over_an_agent_of_a_file_has_a_name_that_round_trips(agent_file):
    """`sparta(FILE.py:NAME)` makes the same search again."""
    path = agent_file(HEAD + CAREFUL)
    name = f"sparta({path}:careful, rollouts=2)"
    assert name == make_agent(name).name == make_agent(make_agent(name).name).name
