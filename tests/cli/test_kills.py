"""Runs that are killed at any moment and resumed end as if they had been left alone."""

from __future__ import annotations

import shutil

import pytest

from hanabilab.cli import run
from tests.cli.keeping import COMMANDS, results, run_killed, run_killed_to_the_end
from tests.lanes import slow_after

pytestmark = pytest.mark.usefixtures("small_parts")


_QUICK = ("play", "adhoc")


@pytest.fixture(
    name="command", params=slow_after(2, sorted(COMMANDS, key=lambda name: name not in _QUICK))
)
def _command(request):
    return COMMANDS[request.param]


@pytest.fixture(name="expected")
def _expected(command, tmp_path):
    """What a run that was left alone comes to."""
    assert run(command.begin(tmp_path / "whole")) == 0
    return results(tmp_path / "whole")


@pytest.mark.late
def test_a_run_can_be_killed_at_any_change(command, expected, tmp_path, capsys):
    """Before each file is given its name or goes, or some; nothing passing stays behind."""
    ended, changes = False, 0
    while not ended:
        folder = tmp_path / str(changes)
        ended = run_killed_to_the_end(command, folder, command.begin(folder), changes)
        assert expected == results(folder)
        changes += command.step
    assert changes > command.changes


@pytest.mark.parametrize("start", ["stopped", "finished"])
@pytest.mark.slow
def test_a_resumed_run_can_be_killed_at_any_change(command, expected, start, tmp_path, capsys):
    """One that was stopped, and one that was finished and is to get more."""
    origin = tmp_path / start
    if start == "stopped":
        assert not run_killed(command.begin(origin), 4)
    elif command.target:
        assert run(command.begin(origin, few=True)) == 0
    else:
        assert run(command.begin(origin)) == 0
    ended, changes = False, 0
    while not ended:
        folder = tmp_path / f"{start}{changes}"
        shutil.copytree(origin, folder)
        arguments = command.resume(folder, *command.wanted())
        ended = run_killed_to_the_end(command, folder, arguments, changes)
        assert expected == results(folder)
        changes += command.step
    assert changes > 3
