"""Runs made small: what commands work on, and how they come to many parts in little time."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hanabilab import plots
from hanabilab.arena import checkpoint as arena_checkpoint
from hanabilab.arena import play as arena_play
from hanabilab.cli import run
from hanabilab.evolution import Kept
from hanabilab.teamplay import KeptPairs, pairs
from hanabilab.teamplay.adaptive import KeptSequences
from hanabilab.tiny.deep.capi import keeping as capi_keeping
from tests.evolution.elites import keep_run
from tests.learning.small import TINY

__all__ = ["make_small", "make_world"]


def make_world(path: Path) -> None:
    """Put into a folder what commands work on.

    An evolution `evolved`, a cross-play `pool`, and configs of training.
    """
    keep_run(path / "evolved", 0)
    short = ["--rules", "very-small", "--games", "4", "--seed", "1", "--out", str(path / "pool")]
    for name, text in TINY.items():
        (path / f"{name}.toml").write_text(text)
    assert run(["crossplay", "random", "five-rule", *short]) == 0


def make_small(patch: Callable[[Any, str, Any], None]) -> None:
    """Parts of two games, blocks of four, a state for every batch, figures drawn at once.

    Args:
        patch: sets an attribute, such as `setattr`, or a test's `monkeypatch.setattr`.
    """
    patch(arena_play, "COMPILED_CHUNK", 2)
    patch(arena_checkpoint, "BLOCK", 4)
    patch(pairs, "UNIT_GAMES", 3)
    patch(KeptPairs, "seconds_between", 0.0)
    patch(Kept, "seconds_between", 0.0)
    patch(KeptSequences, "seconds_between", 0.0)
    patch(capi_keeping, "_MOST_EPISODES", 1)
    patch(capi_keeping.KeptCapi, "seconds_between", 0.0)
    if find_spec("torch"):
        from hanabilab.learning import training

        patch(training.TrainingRun, "seconds_between", 0.0)
    for name in ("histograms", "matrix", "archive", "rounds", "training"):
        patch(plots, f"save_{name}", lambda *about, **__: about[-1].write(b"figure"))
