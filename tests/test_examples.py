"""Every example runs as it stands and keeps the assertion that it ends in."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
#: Options of those that would otherwise take long. Learning takes longer than a test may anyway.
OPTIONS = {"ppo": ["--steps", "100000"]}
SLOW = {"ppo", "own_network"}
#: Most lines of an example (style.md); a whole algorithm in one file has more.
MOST_LINES = {"ppo": 150}


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=[pytest.mark.slow] * (e.stem in SLOW)) for e in EXAMPLES],
    ids=lambda path: path.stem,
)
@pytest.mark.late_but(3)
def test_example_runs(example, capsys, monkeypatch):
    """It prints its answer and its assertion holds; or it says which extra it lacks, and ends."""
    monkeypatch.setattr(sys, "argv", [str(example), *OPTIONS.get(example.stem, [])])
    try:
        runpy.run_path(str(example), run_name="__main__")
    except SystemExit as ended:
        assert not ended.code
        pytest.skip(capsys.readouterr().out.strip())
    assert capsys.readouterr().out


def test_examples_are_short():
    """So that they are read in one go."""
    for path in EXAMPLES:
        assert len(path.read_text().splitlines()) <= MOST_LINES.get(path.stem, 80), path


def test_the_page_of_examples_names_each():
    """A row for each file, with a link to it, and none for another."""
    page = (Path(__file__).parent.parent / "docs" / "examples.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| \[(\w+\.py)\]\(\.\./examples/(\w+\.py)\)", re.MULTILINE)
    rows = row.findall(page)
    assert sorted(rows) == [(path.name, path.name) for path in EXAMPLES]


@pytest.mark.parametrize("rules", ["nonsense", "full(players=9)"])
def test_rules_that_are_none_are_told_by_the_algorithm_in_one_file(rules, capsys, monkeypatch):
    """As by a command: what was wrong, exit 2."""
    pytest.importorskip("torch")
    pytest.importorskip("gymnasium")
    path = EXAMPLES[0].with_name("ppo.py")
    monkeypatch.setattr(sys, "argv", [str(path), "--rules", rules])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert 2 == ended.value.code
    assert " error: " in capsys.readouterr().err.splitlines()[-1]
