"""Golden games: played again, they are the committed records to the letter.

Where a change is meant, `python scripts/make_golden.py` writes them anew.
"""

from __future__ import annotations

import pytest

from scripts.make_golden import GAMES, GOLDEN, golden_record

#: Hours in plain Python: searches run again for every hand, sums over every order of a hand.
_COMPILED_ONLY = {"hat-5p", "joint-2p", "joint-3p"}


def _games() -> list[object]:
    return [
        pytest.param(name, marks=pytest.mark.compiled) if name in _COMPILED_ONLY else name
        for name in GAMES
    ]


@pytest.mark.parametrize("name", _games())
def test_game_is_as_it_was(name):
    """Decks, random numbers, rules, agents and the record's form are those of the commit."""
    assert (GOLDEN / f"{name}.hanabi").read_text() == golden_record(name)


def test_no_golden_file_is_left_over():
    """Every committed record is one that is checked."""
    assert sorted(path.stem for path in GOLDEN.glob("*.hanabi")) == sorted(GAMES)
