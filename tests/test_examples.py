"""Every example runs as it stands and keeps the assertion that it ends in."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.compiled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, capsys):
    """It prints its answer and its assertion holds; or it says which extra it lacks, and ends."""
    try:
        runpy.run_path(str(example), run_name="__main__")
    except SystemExit as ended:
        assert not ended.code
        pytest.skip(capsys.readouterr().out.strip())
    assert capsys.readouterr().out


def test_examples_are_short():
    """An example is at most 80 lines (style.md)."""
    assert all(len(path.read_text().splitlines()) <= 80 for path in EXAMPLES)
