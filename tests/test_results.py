"""What is kept in `results/` is small: summaries and tables that pages quote."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_RESULTS = Path(__file__).parents[1] / "results"
_MOST_BYTES = 1_500_000


def test_results_are_small():
    """All files together; what a command makes belongs in `runs/`, which git ignores."""
    sizes = {path: path.stat().st_size for path in _RESULTS.rglob("*") if path.is_file()}
    largest = sorted(sizes, key=sizes.get, reverse=True)[:3]
    assert sum(sizes.values()) <= _MOST_BYTES, f"the largest are {', '.join(map(str, largest))}"
