"""`hanabi explain`: the table for people, the document for programs, one line for mistakes."""

from __future__ import annotations

import pytest

from hanabilab.cli import run
from tests.cli.calling import document, printed

_AGENT = """
from hanabilab import policy
from hanabilab.game.actions import is_legal

def observe(view, memory):
    memory[0] += 1

def explain(view, memory):
    return f"branch {memory[0] % 2} of seat {view.seat}"

def interpret(view, before, after):
    return [f"read by {view.seat}"] if after[0] % 3 == 0 else ["read alike"]

@policy("wordy", observe=observe, memory_size=1, explain=explain, interpret=interpret)
def wordy(view, memory, rng):
    for action in range(view.rules.num_actions):
        if is_legal(view, action):
            return action
    return -1
"""


@pytest.fixture(name="record")
def _record(tmp_path, capsys):
    """A game of five-rule and random, as a file."""
    command = ["play", "five-rule", "random", "five-rule", "--games", "1", "--seed", "2"]
    assert run([*command, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    return str(tmp_path / "best.hanabi")


@pytest.fixture(name="wordy")
def _wordy(tmp_path):
    """The name of an agent in a file of its own."""
    path = tmp_path / "agents.py"
    path.write_text(_AGENT)
    return f"{path}:wordy"


def test_every_turn_has_its_reason(record, capsys):
    """Seat, action, the rule that acts; what it would have done instead is marked."""
    shown = printed(capsys, "explain", "five-rule", record)
    told = document(capsys, "explain", "five-rule", record)
    title = "seat 0: five-rule, seat 1: random, seat 2: five-rule; seed=2 game=0"
    assert title in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) == 80
    differing = [turn for turn in told["by_turn"] if turn["differs"]]
    assert {1} == {turn["seat"] for turn in differing}
    assert shown.count("≠ ") == len(differing) + 1  # and once below the table
    for turn in differing:
        assert f"≠ {turn['choice']} " in shown
    same = len(told["by_turn"]) - len(differing)
    assert f"would have done the same in {same} of {len(told['by_turn'])} turns" in shown
    assert "what it told" not in shown
    assert "plays slot" in shown


@pytest.mark.late
def test_words_of_reasons_are_explained_below(record, capsys):
    """Those that were used, and no others; the action stands in words and as it is written."""
    shown = printed(capsys, "explain", "smart", record, "--turn", "1")
    assert "\nexcludes: rules out" in shown
    assert "twin: " not in shown
    assert " to seat " in shown
    assert "hint " in shown


def test_json_keeps_its_contract(record, capsys):
    """The keys are those of the contract, in order."""
    told = document(capsys, "explain", "five-rule", record)
    assert ["agent", "rules", "agents", "source", "by_turn"] == list(told)
    assert ("five-rule", "full(players=3)") == (told["agent"], told["rules"])
    keys = ["turn", "seat", "action", "choice", "differs", "reason", "readings"]
    for number, turn in enumerate(told["by_turn"], start=1):
        assert keys == list(turn)
        assert number == turn["turn"]
        assert turn["reason"].startswith(("rule ", "no rule"))


@pytest.mark.late
def test_readings_say_whose_they_are(record, wordy, capsys):
    """Where all seats read alike nobody is named."""
    first, second = document(capsys, "explain", wordy, record)["by_turn"][:2]
    assert [{"seats": [0, 1, 2], "lines": ["read alike"]}] == first["readings"]
    expected = [{"seats": [seat], "lines": [f"read by {seat}"]} for seat in range(3)]
    assert expected == second["readings"]
    shown = printed(capsys, "explain", wordy, record, "--turn", "1")
    assert "what it told" in shown
    assert "branch 1 of seat 0" in shown
    assert "read alike" in shown
    assert "to seat 2:" not in shown
    assert "to seat 2:" in printed(capsys, "explain", wordy, record, "--turn", "2")


@pytest.mark.late
def test_turns_and_seats_can_be_picked(record, capsys):
    """One turn, one seat."""
    whole = document(capsys, "explain", "five-rule", record)["by_turn"]
    assert [whole[4]] == document(capsys, "explain", "five-rule", record, "--turn", "5")["by_turn"]
    seat = [turn for turn in whole if turn["seat"] == 1]
    assert seat == document(capsys, "explain", "five-rule", record, "--seat", "1")["by_turn"]


def test_an_agent_without_reasons_says_so(record, capsys):
    """Its choices are told all the same."""
    shown = printed(capsys, "explain", "random", record)
    assert "random gives no reasons." in " ".join(shown.split())
    assert document(capsys, "explain", "random", record)["by_turn"][0]["reason"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nobody", "RECORD"], "unknown agent 'nobody'"),
        (["five-rule", "nowhere.hanabi"], "cannot read nowhere.hanabi: No such file"),
        (["five-rule", "RECORD", "--turn", "999"], "best.hanabi has turns 1 to "),
        (["five-rule", "RECORD", "--turn", "one"], "'--turn'"),
        (["five-rule", "RECORD", "--seat", "3"], "seat is 3; seats are 0 to 2"),
        (["five-rule", "RECORD", "--seat", "0", "--turn", "2"], "turn 2 is of seat 1, not"),
        (["five-rule"], "Missing argument"),
    ],
)
@pytest.mark.late_but(2)
def test_one_line_and_exit_2(arguments, says, record, capsys):
    """Each mistake is told in one line, without a traceback."""
    given = [record if argument == "RECORD" else argument for argument in arguments]
    assert run(["explain", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert says in err
