"""The study of the reader of conventions, on games that agents play."""

from __future__ import annotations

import pytest

from studies.conventions import PROGRAM, Called, Measured, Told, measure, play_randomly, table
from tests.people.telling import as_people, game_of, write_lines

_HUMANS = ("human",) * 3


@pytest.mark.slow
def test_hints_and_calls_are_counted(tmp_path, capsys):
    """Every hint with a new card once; the program prints what it measured."""
    game = as_people(game_of(["five-rule"] * 3, seed=1), "one", _HUMANS)
    found = measure([game], 3)
    assert found.told
    assert all(told.size >= 0 for told in found.told)
    assert found.rate > 0
    file = write_lines(tmp_path / "games.jsonl", [game])
    assert PROGRAM.run([str(file), "--random", "300"]) == 0
    shown = capsys.readouterr().out
    assert f"n {len(found.told)})" in shown
    assert ": 0 places out of bounds" in shown


def test_shares_are_of_those_that_are_asked_for():
    """By hand: two of three notes hold the card, one of two useful ones; one of three calls."""
    measured = Measured(
        told=[Told(True, 1.0, False), Told(True, 0.0, True), Told(False, 2.0, True)],
        called=[Called(True, True, True), Called(False, False, True), Called(False, True, False)],
        rate=1000.0,
    )
    rows = list(table({1: measured}))
    assert "| 1 | 66.7 % (" in rows[2]
    assert "| 50.0 % (" in rows[2]
    assert "| 1.000 | 1,000 |" in rows[2]
    assert ["33.3 %", "50.0 %", "50.0 %", "100.0 %"] == [
        cell.split(" (")[0] for cell in rows[-1].split(" | ")[1:]
    ]


@pytest.mark.slow
def test_random_play_stays_in_bounds():
    """For 2 to 6 players and all levels."""
    games, actions, faults, _ = play_randomly(300, seed=3)
    assert games >= 5
    assert actions >= 300
    assert faults == 0
