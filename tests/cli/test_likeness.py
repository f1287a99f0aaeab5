"""`hanabi log likeness`: a table for people, a list for programs, one line for mistakes."""

from __future__ import annotations

import json

import pytest

from hanabilab.cli import run
from hanabilab.people.game import HUMAN
from tests.cli.calling import document, printed, refusal
from tests.people.telling import as_people, game_of, write_lines

_KEYS = [
    "agent", "games", "decisions", "agreement", "sem", "kind", "discard", "play", "color", "rank",
    "hint_given_hint", "cross_entropy", "smoothed_cross_entropy",
]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    """Two games that `five-rule` played, as lines."""
    games = [
        as_people(game_of(["five-rule"] * 2, seed), str(seed), (HUMAN, HUMAN)) for seed in range(2)
    ]
    return write_lines(tmp_path / "games.jsonl", games)


def test_a_list_has_a_row_for_each_agent(file, capsys):
    """With the keys that docs/people.md names."""
    rows = document(capsys, "log", "likeness", "five-rule", "smart", "--games", file)
    assert [row["agent"] for row in rows] == ["five-rule", "smart"]
    assert all(list(row) == _KEYS for row in rows)
    assert rows[0]["games"] == 2
    assert 0 < rows[1]["agreement"] < rows[0]["agreement"]


def test_a_table_tells_the_paired_difference(file, capsys):
    """And where the agents differ."""
    told = printed(capsys, "log", "likeness", "five-rule", "smart", "--games", file)
    assert "five-rule less smart" in told
    assert "agents differ at" in told


def test_a_game_that_is_named_twice_counts_once(file, capsys):
    """Counted twice, it would make the errors too small; a line says so."""
    asked = ["log", "likeness", "smart", "--games", file]
    once = document(capsys, *asked)
    assert run([*map(str, asked), "--games", str(file.parent), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == once
    assert err == f"hanabi: {file.parent}: games that were named before, and count once: 2\n"


def test_people_who_are_not_known_have_no_errors_by_person(file, capsys):
    """One line says which game."""
    told = refusal(capsys, "log", "likeness", "smart", "--games", file, "--by", "person")
    assert "game 0 does not say who played it" in told


def test_seeds_go_as_far_as_all_others_do(file, capsys):
    """To 2**63 - 1, whose second game begins again at 0."""
    asked = ["log", "likeness", "random", "--games", file, "--seed"]
    told = refusal(capsys, *asked, 1 << 64)
    assert told.startswith(f"hanabi: seed is {1 << 64}; a whole number from 0 to 2**63 - 1")
    assert document(capsys, *asked, (1 << 63) - 1)[0]["games"] == 2
