"""A table in the terminal: what is typed is done, and what is shown is the seat's own."""

from __future__ import annotations

from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.review.conventions import read_by_convention
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting
from hanabilab.web.teaching import hints_explained, hints_would_mean, lesson_at
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


# --- Conventions ---------------------------------------------------------------------------------

PUPIL = Setting(Rules(players=3), ("human", "h-group(level=4)", "h-group(level=4)"), seed=7)


def test_what_a_hint_would_mean_is_what_it_means_once_it_is_given():
    """The words of a hint before it is given are those of the page and of `explain` after it."""
    checked = 0
    for seed in range(1, 4):
        table = LiveTable(PUPIL._replace(seed=seed))
        for action, told in hints_would_mean(lesson_at(table, 0)).items():
            ahead = LiveTable(PUPIL._replace(seed=seed), actions=(action,))
            (turn,) = read_by_convention(ahead.record, level=4)
            if "Seat" in turn.words or "nobody does" in turn.words or "It is" in turn.words:
                continue  # what only explain says, which sees all cards
            if turn.words == told:
                checked += 1
            else:
                # The receiver sees the person's hand, which the person does not.
                assert told.split(":")[0] == turn.words.split(":")[0]
    assert checked > 10


def test_teaching_does_not_see_the_persons_hand():
    """Own cards that are shuffled with the deck change no word of why and means."""
    questions = 0
    for seed in range(1, 6):
        setting = PUPIL._replace(seed=seed)
        table = LiveTable(setting)
        others = LiveTable(setting, deck=tuple(_other_hand(list(table.record.deck))))
        assert table.game.view(0).tobytes() == others.game.view(0).tobytes()
        assert table.game.state.hands[0].tolist() != others.game.state.hands[0].tolist()
        found = hints_would_mean(lesson_at(table, 0))
        assert found == hints_would_mean(lesson_at(others, 0))
        assert len(found) == sum(action >= 10 for action in table.game.legal_actions())
        questions += len(found)
    assert questions > 40


def _other_hand(deck):
    """The deck with the cards of seat 0, the first five, in place of the last five."""
    return [*deck[-5:], *deck[5:-5], *deck[:5]]


def test_why_and_means_are_questions():
    """They are answered in place, and what cannot be asked is told in a line."""
    table = LiveTable(PUPIL)
    hint = next(format_action(PUPIL.rules, a) for a in table.game.legal_actions() if a >= 10)
    _, shown = typed(table, "why", f"means {hint}", "means play 0", "means fly", hint, "why")
    assert "no hint since your last action" in shown
    assert hints_would_mean(lesson_at(LiveTable(PUPIL), 0))[table.game.actions[0]] in shown
    assert "only a hint has a meaning to ask for" in shown
    assert "no action 'fly'" in shown
    for each in hints_explained(lesson_at(table, 0)):
        assert f"turn {each.turn}, seat {each.seat}: {each.words}" in shown


def test_without_an_agent_of_conventions_nothing_is_taught():
    """In one line that says with whom to sit down; where searches are not allowed neither is it."""
    _, shown = typed(LiveTable(TWO), "why", "means hint 1 1")
    assert 2 == shown.count("nobody here plays by conventions that can be told; sit down with")
    _, shown = typed(LiveTable(PUPIL._replace(may_undo=False)), "why")
    assert "no questions at this table" in shown
