"""A model of people plays the same games whether its kernels are compiled or plain Python."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("safetensors")

from hanabilab.arena import Lineup, play_games
from hanabilab.notation import parse_rules
from tests.learning.people_files import RULES, random_people


def test_a_few_games_come_out_as_they_did():
    """Turns and hints of three games beside `iggi`, kept from a compiled run."""
    agent = f"people({random_people()})"
    found = play_games(Lineup.of(["iggi", agent]), parse_rules(RULES), games=3, seed=5).table
    assert found.select("turns", "hints", "plays").rows() == [(14, 6, 7), (7, 2, 3), (20, 10, 7)]
