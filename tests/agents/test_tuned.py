"""`tuned(AGENT, players=N)`: names for what tuning has found."""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.tuned import tuned_names
from hanabilab.errors import AgentError
from hanabilab.notation.call import parse_call

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("agent", "players"), tuned_names())
def test_it_is_the_agent_by_its_numbers(agent, players):
    """The file has the name that the agent goes by, which tells its numbers."""
    name = tuned_names()[agent, players]
    assert make_agent(f"tuned({agent}, players={players})").name == name
    assert make_agent(name).name == name
    assert parse_call(name).name == parse_call(agent).name


def test_a_number_can_be_another():
    """Those that are not given are as tuned."""
    tuned = make_agent("tuned(information, players=5)")
    ahead = make_agent("tuned(information, players=5, endgame=4)")
    assert ahead.name == tuned.name.removesuffix(")") + ", endgame=4)"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tuned(keen, players=6)", "'keen' was tuned for 2, 3, 4, 5 players, not for 6"),
        ("tuned(smart, players=6)", "'smart' was tuned for 2, 3, 4, 5 players, not for 6"),
        ("tuned(value, players=3)", "'value' was tuned for no number of players, not for 3; tuned"),
        (
            "tuned(information(endgame=4), players=5)",
            r"not for 5; tuned were information, information\(endgame=3\), keen, smart$",
        ),
        ("tuned(keen(short_deck=3), players=3)", "was tuned for no number of players"),
        ("tuned(keen)", r"write tuned\(AGENT, players=N, NAME=VALUE\)"),
        ("tuned(players=3)", r"write tuned\(AGENT, players=N, NAME=VALUE\)"),
        ("tuned(keen, 3)", r"write tuned\(AGENT, players=N, NAME=VALUE\)"),
        ("tuned(keen, players=3, fast=1)", "agent 'keen' has no number 'fast'"),
        ("tuned(information, players=3, endgame=99)", "a whole number from -1 to 6"),
        ('tuned("keen", players=3)', r"write tuned\(AGENT, players=N, NAME=VALUE\)"),
        ("tuned(keen, players=true)", "not for true$"),
        ('tuned(keen, players="2")', "for 2, 3, 4, 5 players, not for '2'$"),
    ],
)
def test_what_was_not_tuned_is_told(name, told):
    with pytest.raises(AgentError, match=told):
        make_agent(name)
