"""What tests of runs that are kept share."""

from __future__ import annotations

import pytest

from hanabilab import plots
from hanabilab.arena import checkpoint as arena_checkpoint
from hanabilab.arena import play as arena_play
from hanabilab.cli import evolve as cli_evolve
from hanabilab.cli import run
from hanabilab.cli.tiny import capi as cli_capi
from hanabilab.teamplay import pairs
from hanabilab.teamplay.adaptive import keeping as adaptive_keeping
from hanabilab.teamplay.pools import figures
from tests.teamplay.pools.small import keep_run


@pytest.fixture(scope="session")
def world(tmp_path_factory):
    """A folder with what commands work on: an evolution in `evolved`, a cross-play in `pool`."""
    path = tmp_path_factory.mktemp("world")
    keep_run(path / "evolved", 0)
    short = ["--rules", "very-small", "--games", "4", "--seed", "1", "--out", str(path / "pool")]
    assert run(["crossplay", "random", "five-rule", *short]) == 0
    return path


@pytest.fixture
def small_parts(monkeypatch, world):
    """Parts of two games, blocks of four, a state for every batch, figures drawn at once."""
    monkeypatch.chdir(world)
    monkeypatch.setattr(arena_play, "_COMPILED_CHUNK", 2)
    monkeypatch.setattr(arena_checkpoint, "BLOCK", 4)
    monkeypatch.setattr(pairs, "_UNIT_GAMES", 3)
    monkeypatch.setattr(pairs, "_SECONDS_BETWEEN_PARTS", 0.0)
    monkeypatch.setattr(cli_evolve, "_SECONDS_BETWEEN_STATES", 0.0)
    monkeypatch.setattr(adaptive_keeping, "_SECONDS_BETWEEN_PARTS", 0.0)
    monkeypatch.setattr(cli_capi, "_EVERY", 1)
    monkeypatch.setattr(figures, "_save_map", lambda *about: about[-1].write(b"figure"))
    monkeypatch.setattr(figures, "_save_curves", lambda *about: None)
    for name, place in (("histograms", 1), ("matrix", 1), ("archive", 3), ("rounds", 1)):
        monkeypatch.setattr(
            plots, f"save_{name}", lambda *about, place=place, **_: about[place].write(b"figure")
        )
