"""The code on every page runs, and prints what the page says."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[1]
_PAGES = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]


@pytest.mark.compiled
@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_page_runs(page, capsys):
    """Example by example; what differs is shown."""
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert failed == 0, capsys.readouterr().out
