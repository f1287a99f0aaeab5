"""The harness itself: a small run finds nothing, and planted faults are found."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from tests.harness import games, parsers
from tests.harness.games import fuzz_games
from tests.harness.parsers import fuzz_parsers
from tests.harness.rules import play_beside_twin
from tests.notation.samples import START

pytestmark = pytest.mark.once


def test_fuzz_finds_a_planted_fault(tmp_path, monkeypatch):
    """A parser that raises something else, and one whose value does not come back."""

    def broken(text):
        raise KeyError(text)

    monkeypatch.setattr(parsers, "parse_call", broken)
    monkeypatch.setattr(parsers, "format_state", lambda *_: START)
    found = fuzz_parsers(Random(1), 600, tmp_path).findings
    assert any(words.startswith("names: KeyError") for words in found)
    assert any("does not come back" in words for words in found)


def test_parsers_hold(tmp_path):
    """A few spoiled texts each; every one is refused in a line, or comes back from its own text."""
    found = fuzz_parsers(Random(1), 300, tmp_path)
    assert (found.findings, found.trials) == ([], 300)


def test_games_hold(tmp_path, monkeypatch):
    """A few spoiled games of each kind; and a reader that raises something else is found."""
    found = fuzz_games(Random(1), 200, tmp_path)
    assert (found.findings, found.trials) == ([], 200)
    assert len(found.kept) == 3

    def broken(data, kind):
        raise KeyError(kind)

    monkeypatch.setattr(games, "check_game", broken)
    assert len(fuzz_games(Random(1), 20, tmp_path).findings) == 20


def test_the_engine_plays_by_the_rules(tmp_path):
    """A few games of any rules, beside the naive twin."""
    assert not play_beside_twin(Random(1), 10, tmp_path).findings


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
def test_a_small_run_finds_nothing():
    """All attacks with a hundredth of their trials, in a process of its own."""
    command = [sys.executable, "-m", "tests.harness", "--scale", "0.01"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for attack in ("parsers", "games", "folders", "strangers", "crashes", "processes", "rules"):
        assert f"| {attack} | " in ran.stdout
