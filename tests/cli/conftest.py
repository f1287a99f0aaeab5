"""What tests of runs that are kept share."""

from __future__ import annotations

import pytest

from hanabilab import plots
from hanabilab.arena import checkpoint as arena_checkpoint
from hanabilab.arena import play as arena_play


@pytest.fixture
def small_parts(monkeypatch):
    """Parts of two games, blocks of four, and figures that are drawn at once."""
    monkeypatch.setattr(arena_play, "_COMPILED_CHUNK", 2)
    monkeypatch.setattr(arena_checkpoint, "BLOCK", 4)
    monkeypatch.setattr(plots, "save_histograms", lambda shares, file, **_: file.write(b"figure"))
