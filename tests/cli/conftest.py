"""What tests of runs that are kept share."""

from __future__ import annotations

import pytest

from tests.cli.small import make_small, make_world


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    """A folder with what commands work on; see `small.make_world`."""
    path = tmp_path_factory.mktemp("world")
    make_world(path)
    return path


@pytest.fixture
def small_parts(monkeypatch, world):
    """Runs as `small.make_small` makes them, in the folder `world`."""
    monkeypatch.chdir(world)
    make_small(monkeypatch.setattr)
