"""The study of small games: what its documents say, and the programs of its tables."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

from studies.small_games import learning
from studies.small_games.plots import LearningGoal, save_learning


@pytest.mark.parametrize("seeds", [1, 2])
def test_one_seed_has_no_interval(seeds, tmp_path):
    """Neither in the document, where it is null, nor in the figure, which is drawn without."""
    found = SimpleNamespace(
        algorithm="vdn",
        tree=SimpleNamespace(largest_payoff=2.0),
        curves=np.array([[1.0, 2.0], [2.0, 2.0]])[:seeds],
        seeds=range(seeds),
        episodes=[1, 2],
        seconds=1.0,
    )
    curve = learning.curve_of(found, 2.0)
    told = learning._document(curve)
    assert [ends is None for ends in told["ci95"]] == [seeds == 1] * 2
    json.dumps(told, allow_nan=False)
    save_learning([curve], LearningGoal("A", 0.0, 2.0), tmp_path / "a.png")
