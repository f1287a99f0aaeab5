"""Records that are damaged, cut short, or of impossible games: each is refused, with the line."""

from __future__ import annotations

import re

import pytest

from hanabilab.errors import IllegalActionError, NotationError, RulesError
from hanabilab.notation import format_record, parse_record
from hanabilab.notation.game_files import check_game
from hanabilab.notation.game_kinds import Kind
from tests.notation.samples import TEXT, small_record

_CUT = "cut short: the last line of a record is 'score: N' and a line end"
_WRONG = [
    (TEXT, "", _CUT),
    ("score: 1\n", "score: 1", _CUT),
    ("score: 1\n", "", "cut short: one line 'score: ...' belongs here"),
    ("hanabilab-record 1\n", "", "line 1: a record begins with 'hanabilab-record 1'"),
    ("record 1\n", "record 2\n", "line 1: a record begins with 'hanabilab-record 1'"),
    (
        "record 1\n",
        "record 1 \n",
        "line 1: a record begins with 'hanabilab-record 1', not 'hanabilab-record 1 '",
    ),
    ("rules: small(players=2)\n", "", "line 2: one line 'rules: ...' belongs here"),
    ("rules: ", "rules:", "line 2: one line 'rules: ...' belongs here"),
    ("players=2", "players=", "line 2: cannot read 'small(players=)' at column 15; write "),
    (
        "agent: five-rule\n",
        "",
        "line 3: 1 agents for 2 seats; name one for each, or none",
    ),
    (
        "source: seed=7",
        "source: x\nsource: seed=7",
        "line 6: 2 sources; there is one at most",
    ),
    ("agent: five-rule", "agent: ", "line 3: agent is empty or not plain text"),
    ("seed=7", "seed=\t7", "line 5: source is empty or not plain text"),
    ("seed=7", "s" * 4096, "line 5: source is empty or not plain text"),
    ("deck: ", "cards: ", "line 6: one line 'deck: ...' belongs here"),
    ("hint 1 red", "hint 1 green", "line 7: no hint 'green' in 'hint 1 green'; it is one of red, "),
    ("play 1", "", "line 8: no action ''; an action is 'play SLOT', "),
    ("play 1", "play 1 ", "line 8: no action 'play 1 '; an action is 'play SLOT', "),
    ("score: 1", "score: 2", "line 10: score '2' is not the 1 of its game"),
    ("score: 1", "score: 01", "line 10: score '01' is not the 1 of its game"),
    ("score: 1", "score:1", "line 10: one line 'score: ...' belongs here"),
    ("score: 1\n", "score: 1\n\n", "line 11: nothing may follow the score"),
    ("score: 1\n", "score: 1\nscore: 1\n", "line 10: one line 'score: ...' belongs here"),
    ("score: 1\n", "score: 1\nplay 0\n", "line 11: nothing may follow the score"),
]


@pytest.mark.parametrize(("part", "wrong", "message"), _WRONG)
def test_a_damaged_record_is_refused_with_the_line(part, wrong, message):
    """One part of a good record is spoiled; the message says which line, and what belongs there."""
    assert 1 == TEXT.count(part)
    for data in (TEXT.replace(part, wrong), TEXT.replace(part, wrong).encode()):
        with pytest.raises(NotationError) as error:
            parse_record(data)
        assert str(error.value).startswith(message)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(("part", "wrong", "message"), _WRONG)
def test_the_finding_of_a_damaged_record_has_the_line_of_its_message(part, wrong, message):
    """Once: the message does not repeat it. What is cut short is so in the last line."""
    text = TEXT.replace(part, wrong)
    (finding,) = check_game(text.encode(), Kind.RECORD).findings
    place, told = re.fullmatch(r"(?:line (\d+): )?(.*)", message).groups()
    assert finding.line == int(place or max(1, len(text.splitlines())))
    assert finding.message.startswith(told)


@pytest.mark.parametrize("line", range(10))
def test_a_record_cut_at_any_line_is_refused(line):
    """However many whole lines are left, what is missing is told."""
    lines = TEXT.splitlines(True)[:line]
    with pytest.raises(NotationError) as error:
        parse_record("".join(lines))
    assert str(error.value).startswith("cut short: ")


@pytest.mark.parametrize(
    ("cards", "error_class", "message"),
    [
        (
            "Y4Y4G5",
            NotationError,
            "no card 'G5' in these rules; a card is one of RY and one of 1234",
        ),
        (
            "Y4Y4Y",
            NotationError,
            "no card 'Y' in these rules; a card is one of RY and one of 12345",
        ),
        ("Y4Y4", RulesError, "the deck has 19 cards; these rules have 20"),
        ("Y4Y4Y4", RulesError, "the deck holds card 8 not exactly 2 times"),
    ],
)
def test_a_wrong_deck_is_refused(cards, error_class, message):
    """An unknown card, a missing card and a card too often are told apart."""
    with pytest.raises(error_class) as error:
        parse_record(TEXT.replace("Y4Y4Y5", cards))
    assert str(error.value).startswith(f"line 6: {message}")


@pytest.mark.parametrize(
    ("part", "wrong", "message"),
    [
        (
            "hint 1 red",
            "discard 0",
            "line 7: action 1 of 3: illegal action 'discard 0' of seat 0 at turn 0: all 3 "
            "information tokens are there, nothing may be discarded",
        ),
        (
            "play 1",
            "hint 1 5",
            "line 8: action 2 of 3: illegal action 'hint 1 5' of seat 1 at turn 1: seat 0 "
            "holds no 5",
        ),
        (
            "play 1",
            "play 0",
            "line 9: action 3 of 3: illegal action 'discard 1' of seat 0 at turn 2: the game is "
            "over (lost)",
        ),
    ],
)
def test_an_illegal_action_is_told_with_its_number_and_the_reason(part, wrong, message):
    """Which action of how many, whose, when, and what the rules have against it."""
    with pytest.raises(IllegalActionError) as error:
        parse_record(TEXT.replace(part, wrong))
    assert message == str(error.value)


def test_a_record_with_an_illegal_action_is_not_written():
    """Writing checks as reading does."""
    with pytest.raises(IllegalActionError, match=r"^action 1 of 1: illegal action 'discard 0'"):
        format_record(small_record(actions=(0,)))


@pytest.mark.parametrize(
    "changes", [{"agents": ("five-rule",)}, {"agents": ("a\nb", "c")}, {"source": "a\nscore: 1"}]
)
def test_captions_that_would_not_read_back_are_not_written(changes):
    """What is written can be read: captions are lines of plain text, an agent for each seat."""
    with pytest.raises(NotationError):
        format_record(small_record(**changes))
