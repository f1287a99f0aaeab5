"""Sequences that wait to be saved, and those that are."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hanabilab.runs import job
from hanabilab.teamplay.adaptive import KeptSequences, SequencePlan
from tests.teamplay.adaptive.pools import SMALL

PLAN = SequencePlan(SMALL, ("a", "b"), length=2, sequences=3)


class _Planned:
    """A plan of sequences without the pool that they are played with."""

    command, target, played = "adhoc", {}, PLAN

    def as_json(self):
        return {}


@pytest.fixture(name="clock")
def _clock(monkeypatch):
    """A clock that goes only when a test moves it."""
    clock = SimpleNamespace(now=1000.0)
    time = SimpleNamespace(monotonic=lambda: clock.now)
    monkeypatch.setattr(job, "time", time)
    return clock


@pytest.fixture(name="kept")
def _kept(tmp_path, clock):
    """A run that has just saved what it had, which is nothing."""
    with KeptSequences(_Planned()).begin(tmp_path / "run") as kept:
        kept.hand_on()
        yield kept


def done(kept):
    """What the folder has."""
    kept.read()
    return kept.played


def test_sequences_are_saved_together_ten_seconds_after_the_last(kept, clock):
    """A part for each sequence would make thousands of files."""
    kept.keep({(0, 0, 0): [5, 6]})
    clock.now += 9
    kept.keep({(0, 1, 0): [7, 8]})
    assert done(kept) == {}
    clock.now += 2
    kept.keep({(1, 1, 2): [9, 0]})
    assert done(kept) == {(0, 0, 0): [5, 6], (0, 1, 0): [7, 8], (1, 1, 2): [9, 0]}
    assert len(kept.folder.parts("parts")) == 1


def test_what_waits_is_saved_at_a_stop(kept):
    """And nothing is written where nothing waits."""
    assert kept.folder.parts("parts") == []
    kept.keep({(0, 0, 0): [5, 6]})
    kept.hand_on()
    kept.hand_on()
    assert done(kept) == {(0, 0, 0): [5, 6]}
    assert len(kept.folder.parts("parts")) == 1
