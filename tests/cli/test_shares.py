"""A run done in shares, by processes that know nothing of each other, ends as on one machine."""

from __future__ import annotations

import json

import pytest

from hanabilab.cli import run
from tests.cli.calling import document, printed, refusal
from tests.cli.keeping import COMMANDS, contents, results, run_killed

pytestmark = pytest.mark.usefixtures("small_parts")

SHARED = ("play", "compare", "crossplay")


def do_share(name: str, folder, share: str) -> int:
    """Do a share of a run of the command."""
    return run([*COMMANDS[name].begin(folder), "--share", share])


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.late_but(1)
def test_shares_make_the_result_of_one_machine(name, tmp_path):
    """In any order, one of them twice, one killed and done again, one by the folder alone."""
    one, shared = tmp_path / "one", tmp_path / "shared"
    assert run(COMMANDS[name].begin(one)) == 0
    assert do_share(name, shared, "3/3") == 0
    run_killed([*COMMANDS[name].begin(shared), "--share", "1/3"], 1)
    assert do_share(name, shared, "1/3") == 0
    assert do_share(name, shared, "3/3") == 0
    assert run([*COMMANDS[name].resume(shared), "--share", "2/3"]) == 0
    assert run(["run", "gather", str(shared)]) == 0
    assert results(one) == results(shared)
    assert not (shared / ".hanabi-lock").exists()


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.slow
def test_more_shares_than_work(name, tmp_path):
    """Some have nothing to do."""
    one, shared = tmp_path / "one", tmp_path / "shared"
    assert run(COMMANDS[name].begin(one)) == 0
    assert [0] * 13 == [do_share(name, shared, f"{number}/13") for number in range(1, 14)]
    assert run(["run", "gather", str(shared)]) == 0
    assert results(one) == results(shared)


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.late_but(1)
def test_what_is_missing_is_told_and_nothing_is_changed(name, tmp_path, capsys):
    """A share that was not done, or a part of it that is damaged."""
    shared = tmp_path / "shared"
    assert do_share(name, shared, "1/2") == 0
    before = contents(shared)
    told = refusal(capsys, "run", "gather", shared)
    assert "games are missing, the first is game " in told
    assert f"hanabi {name} --resume {shared}" in told
    assert do_share(name, shared, "2/2") == 0
    path = next(iter(sorted(shared.rglob("part-*"))))
    path.write_bytes(b"damaged")
    assert "a part is damaged" in refusal(capsys, "run", "gather", shared)
    assert set(before) <= set(contents(shared))
    assert do_share(name, shared, "1/2") == 0
    assert do_share(name, shared, "2/2") == 0
    assert run(["run", "gather", str(shared)]) == 0


def test_what_a_share_prints(tmp_path, capsys):
    """A line for people; a document for programs; the result is printed by who gathers."""
    shared = tmp_path / "shared"
    assert do_share("play", shared, "2/2") == 0
    out, err = capsys.readouterr()
    assert ("", f"hanabi: share 2/2 is done; once all are: hanabi run gather {shared}\n") == (
        out,
        err,
    )
    told = document(capsys, "play", "--resume", shared, "--share", "1/2")
    assert {"folder": str(shared), "share": "1/2", "complete": True} == told
    assert 5 == document(capsys, "run", "gather", shared)["games"]
    assert json.loads((shared / "manifest.json").read_text())["status"] == "finished"
    capsys.readouterr()
    assert run(["run", "check", str(shared)]) == 0


def test_no_share_without_a_folder_and_none_of_an_evolution(tmp_path, capsys, monkeypatch):
    """One line each."""
    assert "add --out DIR" in refusal(capsys, "play", "random", "random", "--share", "1/2")
    evolved = tmp_path / "evolved"
    printed(capsys, *COMMANDS["evolve"].begin(evolved))
    assert "play, compare, crossplay have shares" in refusal(capsys, "run", "gather", evolved)
    assert "such as 3/16" in refusal(capsys, *COMMANDS["play"].begin(evolved), "--share", "3")


def test_shares_of_other_code_are_refused(tmp_path, capsys, monkeypatch):
    """By who joins the run, and by who gathers."""
    shared = tmp_path / "shared"
    assert do_share("play", shared, "1/1") == 0
    monkeypatch.setattr("hanabilab.runs.shares.code_digest", lambda: "0" * 16)
    told = refusal(capsys, *COMMANDS["play"].begin(shared), "--share", "1/1")
    assert "was begun by other code of hanabilab" in told
    assert "was begun by other code of hanabilab" in refusal(capsys, "run", "gather", shared)
