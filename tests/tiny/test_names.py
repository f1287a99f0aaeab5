"""Small games by name, and names of none."""

from __future__ import annotations

import pytest

from hanabilab.errors import GameError, HanabiError
from hanabilab.tiny.names import make_game

_NAMES = [
    "A",
    "G",
    "trade-comm(3, 2)",
    "lever(4)",
    'matrix("10 0; 0 9")',
    "hanabi(full(players=2, suits=2, ranks=2, copies=21, hand_size=1))",
]


@pytest.mark.parametrize("name", _NAMES)
def test_a_name_is_found_again(name):
    """A game's name makes the game."""
    assert make_game(name).name == name
    assert make_game(make_game(name).name).name == name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Z", "unknown game 'Z'"),
        ("A(2)", "unknown game"),
        ("lever", r"write lever\(LEVERS\)"),
        ("lever(1)", "from 2 to 1000"),
        ("trade-comm(3)", "write trade-comm"),
        ("trade-comm(0, 3)", "items is 0"),
        ('matrix("1 2; 3")', "different lengths"),
        ('matrix("1 x")', "cannot read matrix"),
        ("hanabi(fulll)", "unknown rules"),
        ("nowhere.py:Game", "no game file"),
        ("lever(", "cannot read"),
        ("examples/signal_game.py:SignalGame(7)", "without arguments; write FILE.py:NAME"),
        ("examples/signal_game.py:SignalGame(x=3)", "without arguments; write FILE.py:NAME"),
    ],
)
def test_a_name_of_none_is_told_in_one_line(name, words):
    """What was wrong, and what would be right."""
    with pytest.raises(HanabiError, match=words) as error:
        make_game(name)
    assert "\n" not in str(error.value)


def test_a_path_that_no_name_can_hold_is_told(tmp_path):
    """By its letter."""
    (path := tmp_path / "my games.py").write_text("")
    with pytest.raises(HanabiError, match=r"games\.py' has ' ', and a name has letters A to Z"):
        make_game(f"{path}:mine")


def test_a_users_file(tmp_path):
    """Classes and objects of a file are games; what else is there is not."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from hanabilab.tiny.games import lever_game\n"
        "mine = lever_game(3)\n"
        "number = 3\n"
        "class Fails:\n"
        "    def __init__(self): raise RuntimeError('no luck')\n"
    )
    assert make_game(f"{path}:mine").name == "lever(3)"
    for name, words in [("number", "no small game"), ("Fails", "no luck"), ("none", "no game")]:
        with pytest.raises(GameError, match=words):
            make_game(f"{path}:{name}")
