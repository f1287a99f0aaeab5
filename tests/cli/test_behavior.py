"""`hanabi log behavior`: people first, then agents; one line for mistakes."""

from __future__ import annotations

import pytest

from hanabilab.cli.documents.schemas import fits
from tests.cli.calling import document, printed, refusal
from tests.cli.test_likeness import file  # noqa: F401  # a fixture

pytestmark = [pytest.mark.once, pytest.mark.compiled]


def test_people_stand_beside_agents(file, capsys):  # noqa: F811
    """The games of the file are those of `five-rule`, which is then the same on its own decks."""
    call = ("log", "behavior", "five-rule", "smart", "--games", file)
    rows = document(capsys, *call, "--self-play", "50")
    assert fits("log behavior", rows) == ""
    people, alike, smart = rows
    assert [row["who"] for row in rows] == ["people", "five-rule", "smart"]
    assert (people["games"], smart["games"]) == (2, 50)
    for row in (people, alike):
        assert (row["risk_aversion"]["mean"], row["misplays"]["mean"]) == (1.0, 0.0)
        assert row["convention_gap"]["mean"] == pytest.approx(0)
    assert smart["convention_gap"]["mean"] > 0.2
    told = printed(capsys, *call, "--self-play", "2")
    assert "convention" in told
    assert "people" in told


def test_people_who_are_not_known_have_no_errors_by_person(file, capsys):  # noqa: F811
    told = refusal(capsys, "log", "behavior", "--games", file, "--by", "person")
    assert told.endswith("does not say who played it; ask for errors by game\n")
