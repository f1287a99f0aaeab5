"""`hanabi bench`: HLE stands beside ours where both ran in this run, and nowhere else."""

from __future__ import annotations

import pytest

from hanabilab.arena import speed
from hanabilab.cli import run
from tests.cli.calling import document

ENGINE, ENCODING = "random play, engine alone", "observe and encode"


def _workload(name: str) -> speed.Workload:
    return speed.Workload(name, "games/s", lambda: 1)


@pytest.fixture(autouse=True)
def _two_workloads(monkeypatch):
    """Ours, done at once."""
    monkeypatch.setattr(speed, "workloads", lambda: [_workload(ENGINE), _workload(ENCODING)])


def _beside(capsys) -> list[bool]:
    """Whether HLE has a figure, row by row."""
    return [row["hle"] is not None for row in document(capsys, "bench")]


def test_no_ratio_without_hle(monkeypatch, capsys):
    """No figure from elsewhere stands in for it; the reason is told."""
    monkeypatch.setattr(speed, "hle_workloads", list)
    assert [False, False] == _beside(capsys)
    assert run(["bench"]) == 0
    shown = capsys.readouterr().out
    assert " x " not in shown
    assert "HLE is not installed" in shown


def test_a_ratio_where_both_ran(monkeypatch, capsys):
    """The workload that HLE has too; one that it has not has no ratio."""
    monkeypatch.setattr(speed, "hle_workloads", lambda: [_workload(ENCODING)])
    assert [False, True] == _beside(capsys)
    assert run(["bench"]) == 0
    shown = capsys.readouterr().out
    assert shown.count(" x ") == 1
    assert "HLE is not installed" not in shown
