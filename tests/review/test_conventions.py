"""Games read by conventions of people: what each action said, and whether it kept them."""

from __future__ import annotations

import pytest

from hanabilab.errors import AgentError, RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_words
from hanabilab.notation import Record
from hanabilab.review.conventions import Verdict, read_by_convention
from tests.tables import stacked_deck

THREE = Rules(players=3)
#: Hands of seats 0, 1 and 2, the oldest card first; seat 1 has R1 on its finesse position.
FIRST = "W3 W4 B3 B4 Y4  G3 G4 Y3 W2 R1  B2 W4 R2 Y4 G4  Y1 Y2"


def read(actions: str, deck: str = FIRST, level: int = 3):
    """What is said of actions in words, separated by semicolons."""
    game = Game(THREE, deck=stacked_deck(THREE, deck))
    for action in actions.split("; "):
        game.act(action)
    return read_by_convention(Record.of(game), level=level)


def names(cards: int) -> str:
    """A bit set of cards."""
    return card_words(THREE.tables, cards)


@pytest.mark.late
def test_a_finesse_is_told_answered_and_shown():
    """The hint names who is to act; the blind play keeps the conventions and shows the focus."""
    hint, play, focus = read("hint 2 red; play 4; play 2")
    assert ("play", (2, 2), "R1 R2") == (hint.kind, hint.place, names(hint.note_after))
    assert (True, Verdict.SEVERAL, None) == (hint.kept, hint.verdict, hint.expected)
    assert "On its next turn seat 1 is to play blindly slot 4 (the site's 1), R1." in hint.words
    assert "If nobody does, seat 2 takes it for R1." in hint.words
    assert ("finesse", 4, True) == (play.kind, play.expected, play.kept)
    assert "It shows that seat 2's slot 2 (the site's 3) is" in play.words
    assert ("known play", "R2", True) == (focus.kind, names(focus.note_before), focus.kept)


def test_cards_that_all_watch_are_marked():
    """A finesse until it is answered; a prompt is called; a moved chop stays moved."""
    hint, play, focus = read("hint 2 red; play 4; play 2")
    assert [(1, 4, "finessed")] == list(hint.marks)
    assert [] == [*play.marks, *focus.marks]
    deck = "W3 W4 B3 B4 Y4  G3 R2 Y3 W2 R1  B2 W4 R3 Y3 G4  Y1 Y2"
    *_, prompt, other = read("hint 1 red; play 4; discard 0; hint 2 red; discard 0", deck)
    assert [(1, 1, "called")] == list(prompt.marks)
    assert not other.marks, "it was let pass"
    deck = "W3 W4 B3 B4 Y4  W4 B5 Y3 W2 R1  B2 W1 R2 Y4 G4  Y1 Y2"
    *_, move, other = read("hint 1 1; play 4; discard 0; hint 1 5; discard 2", deck, level=4)
    assert "five's chop move" == move.kind
    assert [(1, 0, "chop moved")] == list(move.marks) == list(other.marks)


@pytest.mark.parametrize("action", ["discard 0", "hint 1 4", "play 0"])
def test_who_is_called_and_does_something_else_breaks_the_conventions(action):
    """Whatever it is; the words say what was asked."""
    turns = read(f"hint 2 4; hint 1 blue; discard 0; hint 2 red; {action}")
    assert 4 == turns[-1].expected
    assert turns[-1].kept is False
    assert "Seat 1 was called to play slot 4 (the site's 1), R1." in turns[-1].words


def test_a_note_without_the_true_card_is_told():
    """Nobody has the ones: the receiver takes a red three for a one."""
    hint = read("hint 2 red", "W3 W4 B3 B4 Y4  G3 G4 Y3 W2 W1  B2 W4 R3 Y4 G4")[0]
    assert (False, "R1") == (hint.kept, names(hint.note_after))
    assert hint.words.endswith("It is R3.")


def test_discards_are_judged():
    """The chop is fine, and ends the early game; a newer card is not."""
    turns = read("hint 2 2; discard 0; hint 1 white; discard 4")
    assert ("chop discard", True) == (turns[1].kind, turns[1].kept)
    assert turns[1].words.endswith("The early game ends.")
    assert ("other discard", False) == (turns[3].kind, turns[3].kept)


def test_what_no_rule_is_about_is_not_covered():
    """A blind play that no hint asked for: no claim is made."""
    turn = read("play 2")[0]
    assert (None, Verdict.NOT_COVERED) == (turn.kept, turn.verdict)


def test_levels_differ():
    """At level 1 nobody is asked after the receiver."""
    deck = "W3 W4 B3 B4 Y4  B2 W4 R2 Y4 G4  G3 G4 Y3 W2 R1"
    assert "seat 2 is to play" not in read("hint 1 red", deck, level=1)[0].words
    assert "seat 2 is to play" in read("hint 1 red", deck, level=2)[0].words


def test_what_is_not_built_is_refused():
    """One line says which levels are, and that variants are not read."""
    record = Record.of(Game(THREE))
    with pytest.raises(AgentError, match="level is 7; levels 1 to 6 are built"):
        read_by_convention(record, level=7)
    with pytest.raises(AgentError, match="unknown convention 'reactor'; known is h-group"):
        read_by_convention(record, convention="reactor")
    with pytest.raises(RulesError, match="five suits of five ranks"):
        read_by_convention(Record.of(Game(Rules(suits=4))))
    with pytest.raises(RulesError, match="draw_slot is vacated"):
        read_by_convention(Record.of(Game(Rules(draw_slot="vacated"))))


def test_a_hint_that_touches_nothing_is_not_covered():
    """It has no focus, and no rule says what it means."""
    game = Game(Rules(players=3, empty_hints=True), seed=1)
    held = {int(card) // 5 for card in game.state.hands[1] if card >= 0}
    color = next(color for color in range(5) if color not in held)
    game.act(f"hint 1 {('red', 'yellow', 'green', 'white', 'blue')[color]}")
    (turn,) = read_by_convention(Record.of(game))
    assert turn.verdict == "not covered"
    assert turn.kept is None
