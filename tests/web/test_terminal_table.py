"""A table in the terminal: what is typed is done, and what is shown is the seat's own."""

from __future__ import annotations

from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting
from hanabilab.web.terminal import Screen, play_in_terminal

TWO = Setting(Rules(), ("human", "five-rule"), seed=7)


def typed(table, *lines):
    """Whether the game ended, and all that was shown."""
    left, shown = list(lines), []

    def ask(prompt):
        shown.append(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    return play_in_terminal(table, Screen(ask, shown.append)), "\n".join(shown)


def test_actions_questions_and_mistakes():
    """Each is answered in place; the end of input leaves the game as it is."""
    table = LiveTable(TWO)
    ended, shown = typed(table, "legal", "fly", "discard 0", "play 0", "undo", "hint 2", "search")
    assert not ended
    for words in ("play 0, play 1", "no action 'fly'", "nothing may be discarded", "+-"):
        assert words in shown
    assert 2 == len(table.game.actions)


def test_own_cards_are_never_shown():
    """But those that are played or discarded."""
    table = LiveTable(TWO)
    _, shown = typed(table, "quit")
    hands = [line for line in shown.splitlines() if line.startswith("seat 0")]
    assert ["seat 0 *  ?? ?  ?? ?  ?? ?  ?? ?  ?? ?"] == hands[:1]


def test_people_pass_the_keyboard_on_and_agree_on_going_back():
    """The screen is cleared between two people; a refusal leaves all as it is."""
    table = LiveTable(TWO._replace(agents=("human", "human")))
    _, shown = typed(table, "play 0", "", "undo", "play 1", "", "undo", "n", "undo", "y", "quit")
    assert "\x1b[2J" in shown
    assert "you have not acted yet" in shown
    assert "go back to before seat 0's last action?" in shown
    assert 0 == len(table.game.actions)


def test_the_end_of_input_leaves_between_two_people_too():
    """As it does where an action is asked for."""
    ended, _ = typed(LiveTable(TWO._replace(agents=("human", "human"))), "play 0")
    assert not ended


def test_a_game_to_its_end():
    """Three misplays end it."""
    table = LiveTable(TWO._replace(rules=Rules.preset("small", players=2)))
    ended, shown = typed(table, *["play 0", "play 1"] * 30)
    assert ended
    assert f"The game is {table.game.status}; score {table.game.score}." in shown
