"""Node for the tests of the page's modules."""

from __future__ import annotations

import pytest

from tests.web import node

pytestmark = pytest.mark.once


def test_playwrights_own_node_stands_in_for_one_of_the_system(monkeypatch):
    """It runs modules of the page, too; so with Playwright no such test is skipped."""
    pytest.importorskip("playwright", reason="pip install 'hanabilab[browser]'")
    monkeypatch.setenv("PATH", "")
    found = node.node_program()
    assert found is not None
    monkeypatch.setattr(node, "_NODE", found)
    assert (
        node.run_module("return (await load('hanabi/link')).readFragment(told).turn;", "#turn=3")
        == 3
    )
