"""Everything raised on purpose: the tree as it is drawn, and one line for every mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hanabilab
from hanabilab import errors
from hanabilab.agents import five_rule, make_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import (
    AgentError,
    HanabiError,
    IllegalActionError,
    NotationError,
    OutputError,
    ResumeError,
    RulesError,
    StoppedError,
)
from hanabilab.game.games import Game, Games
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record, parse_call, parse_record, parse_rules, parse_state
from hanabilab.search import Sparta, evaluate, search_lineup


@pytest.mark.parametrize(
    ("error_class", "also"),
    [
        (RulesError, ValueError),
        (NotationError, ValueError),
        (IllegalActionError, ValueError),
        (AgentError, ValueError),
        (OutputError, OSError),
        (ResumeError, ValueError),
        (StoppedError, HanabiError),
    ],
)
def test_errors_are_ours_and_what_python_would_raise(error_class, also):
    """Whoever catches `HanabiError`, or the usual class for such a mistake, catches it."""
    assert issubclass(error_class, HanabiError)
    assert issubclass(error_class, also)
    assert "x" == str(error_class("x"))


NAMES = sorted(name for name in vars(errors) if name.endswith("Error"))


def test_the_tree_in_the_documentation_is_the_tree():
    """Every class is drawn under its base, with the built-in class that it also is."""
    line = r"^    ((?:\|   )*)(\+-- )?(\w+Error) .*?(?:an? (\w+Error))?$"
    drawn = re.findall(line, errors.__doc__, re.MULTILINE)
    assert sorted(name for _, _, name, _ in drawn) == NAMES
    above = ["Exception"]  # the class drawn last at each depth
    for bars, branch, name, builtin in drawn:
        depth = len(bars) // 4 + bool(branch) + 1
        above[depth:] = [name]
        bases = {base.__name__ for base in getattr(errors, name).__bases__}
        assert bases == {above[depth - 1]} | ({builtin} if builtin else set())


def test_all_errors_are_in_the_public_face():
    """`hanabilab.SomeError` is the class of `hanabilab.errors`."""
    for name in {*NAMES} & {*hanabilab.__all__}:
        assert getattr(errors, name) is getattr(hanabilab, name)
    assert {"HanabiError", "AgentError", "RulesError"} <= set(hanabilab.__all__)


TWO = Lineup((five_rule, five_rule))
MISTAKES = [
    (RulesError, lambda: Rules(players=7)),
    (RulesError, lambda: Rules.preset("tiny")),
    (RulesError, lambda: Rules.preset("full", colors=4)),
    (RulesError, lambda: Rules(suits=1, hand_size=6)),
    (RulesError, lambda: Game(deck=[0, 1, 2])),
    (RulesError, lambda: Game(deck=[0] * 50)),
    (RulesError, lambda: Game(seed=-1)),
    (RulesError, lambda: Games(Rules(), 0)),
    (RulesError, lambda: parse_rules("full(suits=9)")),
    (NotationError, lambda: parse_rules("full(suits=")),
    (NotationError, lambda: parse_call("a\nb")),
    (NotationError, lambda: parse_state("full(players=2)\nR1")),
    (NotationError, lambda: parse_record("hanabilab-record 1\n\n")),
    (NotationError, lambda: load_record(Path("no such file"))),
    (NotationError, lambda: load_record("no such file")),
    (NotationError, lambda: load_record(None)),
    (NotationError, lambda: load_record(3.5)),
    (NotationError, lambda: parse_rules(None)),
    (NotationError, lambda: parse_call(3)),
    (NotationError, lambda: parse_state(3)),
    (AgentError, lambda: make_agent(None)),
    (AgentError, lambda: make_agent(3)),
    (AgentError, lambda: make_agent(five_rule)),
    (NotationError, lambda: Game().act("play\n1")),
    (NotationError, lambda: make_agent("two words")),
    (IllegalActionError, lambda: Game().act("discard 0")),
    (IllegalActionError, lambda: Game().act(10**6)),
    (IllegalActionError, lambda: Games(Rules(), 2).step([5])),
    (AgentError, lambda: make_agent("nobody")),
    (AgentError, lambda: make_agent("five-rule(1)")),
    (AgentError, lambda: make_agent("nowhere.py:me")),
    (AgentError, lambda: make_agent("sparta(five-rule, rollouts=many)")),
    (AgentError, lambda: Sparta(five_rule, rollouts=-1)),
    (AgentError, lambda: search_lineup(five_rule, 2, [2])),
    (AgentError, lambda: Lineup((five_rule,))),
    (AgentError, lambda: play_games(TWO, Rules(players=3))),
    (AgentError, lambda: play_games(TWO, Rules(), games=0)),
    (AgentError, lambda: play_games(TWO, Rules(), threads=0)),
]


@pytest.mark.parametrize(("error_class", "mistake"), MISTAKES)
def test_a_mistake_is_told_in_one_line(error_class, mistake):
    """The narrowest class, and words that end without a full stop, as all of them do."""
    with pytest.raises(error_class) as error:
        mistake()
    message = str(error.value)
    assert error_class is type(error.value)
    assert 1 == len(message.splitlines())
    assert message == message.strip()
    assert not message.endswith(".")


def test_a_position_without_a_future_is_told_in_one_line():
    """A search of a game that is over."""
    game = Game(Rules(life_tokens=1, suits=1, hand_size=2), deck=[4, 0, 0, 0, 1, 1, 2, 2, 3, 3])
    game.act("play 0")
    with pytest.raises(AgentError, match="the game is over"):
        evaluate(game, Sparta(five_rule, rollouts=1))
