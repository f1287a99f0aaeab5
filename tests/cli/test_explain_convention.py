"""`hanabi explain GAME --convention h-group`: the table, the document, one line for mistakes."""

from __future__ import annotations

import pytest

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, format_record
from tests.cli.calling import document, printed, refusal


@pytest.fixture(name="record")
def _record(tmp_path, capsys):
    """A game, as a file."""
    command = ["play", "five-rule", "five-rule", "five-rule", "--games", "1", "--seed", "2"]
    printed(capsys, *command, "--out", tmp_path)
    return str(tmp_path / "best.hanabi")


@pytest.mark.late
def test_every_action_is_read(record, capsys):
    """The keys are those of the contract; the table shows the words, marks and sums."""
    told = document(capsys, "explain", record, "--convention", "h-group", "--level", "2")
    keys = ["turn", "seat", "action", "kind", "focus", "note_before", "note_after", "expected"]
    for number, turn in enumerate(told, start=1):
        assert [*keys, "kept", "verdict", "words", "marks"] == list(turn)
        assert number == turn["turn"]
    shown = printed(capsys, "explain", record, "--convention", "h-group", "--level", "2")
    kept, broken = (sum(turn["kept"] is value for turn in told) for value in (True, False))
    assert f"Level 2: {kept} of {len(told)} actions keep the conventions, {broken}" in shown
    assert max(map(len, shown.splitlines())) == 80
    assert "(the site's " in shown


def test_a_game_without_actions_has_no_turn(tmp_path, capsys):
    """One line, by a convention and by an agent."""
    file = tmp_path / "begun.hanabi"
    file.write_text(format_record(Record.of(Game(Rules(players=3)))))
    for more in (["--convention", "h-group"], []):
        agent = [] if more else ["smart"]
        told = refusal(capsys, "explain", *agent, file, *more, "--turn", 1)
        assert "turn is 1" in told
        assert "has no action yet" in told


@pytest.mark.late
def test_turns_and_seats_can_be_picked(record, capsys):
    """One turn, one seat; level 4 if none is given."""
    whole = document(capsys, "explain", record, "--convention", "h-group")
    fifth = document(capsys, "explain", record, "--convention", "h-group", "--turn", "5")
    assert [whole[4]] == fifth
    seat = document(capsys, "explain", record, "--convention", "h-group", "--seat", "1")
    assert [turn for turn in whole if turn["seat"] == 1] == seat


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--convention", "h-group", "--level", "9"], "level is 9; levels 1 to 6 are built"),
        (["--convention", "sieve"], "unknown convention 'sieve'; known is h-group"),
        (["--level", "2"], "--level is of a convention: add --convention h-group"),
        (["GAME", "--convention", "h-group"], "--convention explains without an agent"),
        (["--convention", "h-group", "--turn", "999"], "has turns 1 to "),
        (["--convention", "h-group", "--seat", "3"], "seat is 3; seats are 0 to 2"),
    ],
)
@pytest.mark.late_but(2)
def test_one_line_and_exit_2(arguments, says, record, capsys):
    """Each mistake is told in one line."""
    assert says in refusal(capsys, "explain", record, *arguments)
