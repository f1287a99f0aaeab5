"""Shares: every thing is of one share, and shares of one run work side by side."""

from __future__ import annotations

import json

import pytest

from hanabilab.errors import NotationError, OutputError, ResumeError
from hanabilab.runs import RunFolder
from hanabilab.runs.shares import WHOLE, Share, join_run

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("total", "count"), [(10, 3), (2, 5), (7, 7), (0, 2), (100, 1)])
def test_everything_is_of_one_share(total, count):
    """Whether things follow each other or are dealt out in turn."""
    shares = [Share(number, count) for number in range(1, count + 1)]
    assert list(range(total)) == [index for share in shares for index in share.span(total)]
    for index in range(total):
        assert 1 == sum(share.has(index) for share in shares)
    assert all(abs(len(share.span(total)) - total / count) < 1 for share in shares)


def test_a_share_is_its_text():
    """And the share of one is everything."""
    assert Share(3, 16) == Share.parse("3/16")
    assert "3/16" == str(Share(3, 16))
    assert Share.parse("1/1") == WHOLE


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "a/b", "1/0", "1/2/3", "-1/3", "1.5/3"])
def test_other_text_is_refused(text):
    """In words that say what would be right."""
    with pytest.raises(NotationError, match="such as 3/16"):
        Share.parse(text)


def test_shares_hold_a_run_together_and_nobody_else_does(tmp_path):
    """Who comes first begins it; a process for the whole run waits for all of them."""
    path = tmp_path / "run"
    with join_run(path, "play", {"seed": 1}, {"games": 5}) as first:
        begun = (path / "manifest.json").read_bytes()
        with join_run(path, "play", {"seed": 1}, {"games": 5}) as second:
            assert second.manifest == first.manifest
            with pytest.raises(OutputError, match="shares of its run are at work"):
                RunFolder.find(path, "play").go_on({"games": 5}, lambda: None)
        with pytest.raises(OutputError, match="shares of its run are at work"):
            RunFolder.find(path, "play").go_on({"games": 5}, lambda: None)
    assert begun == (path / "manifest.json").read_bytes()
    found = RunFolder.find(path, "play")
    found.go_on({"games": 5}, lambda: None)
    with found, pytest.raises(OutputError, match="in use by process"):
        join_run(path, "play", {"seed": 1}, {"games": 5})


def test_a_share_of_another_run_is_refused(tmp_path):
    """Another command, seed or target, other code, or a folder that holds something else."""
    path = tmp_path / "run"
    join_run(path, "play", {"seed": 1}, {"games": 5}).release()
    for command, settings, target, told in (
        ("compare", {"seed": 1}, {"games": 5}, "of hanabi play, not compare"),
        ("play", {"seed": 2}, {"games": 5}, "has seed 1, not 2"),
        ("play", {"seed": 1}, {"games": 6}, "has games 5, not 6"),
    ):
        with pytest.raises(ResumeError, match=told):
            join_run(path, command, settings, target)
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["sessions"][0]["code"] = "0123456789abcdef"
    (path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ResumeError, match="begun by other code of hanabilab"):
        join_run(path, "play", {"seed": 1}, {"games": 5})
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match="is not empty"):
        join_run(tmp_path, "play", {"seed": 1}, {"games": 5})
