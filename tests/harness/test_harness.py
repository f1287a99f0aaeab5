"""The harness itself: a small run finds nothing, and planted faults are found."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from hanabilab.notation import load_record
from tests.harness import games, parsers
from tests.harness.attacks import ATTACKS
from tests.harness.collected import fault_of
from tests.harness.games import fuzz_games
from tests.harness.parsers import fuzz_parsers
from tests.harness.rules import play_beside_twin
from tests.harness.seats import Done
from tests.harness.tables import fault_of_record
from tests.notation.samples import START
from tests.web.test_study_folder import StudyFolder, study_of, take_part

pytestmark = pytest.mark.once


@pytest.mark.late
def test_fuzz_finds_a_planted_fault(tmp_path, monkeypatch):
    """A parser that raises something else, and one whose value does not come back."""

    def broken(text):
        raise KeyError(text)

    monkeypatch.setattr(parsers, "parse_call", broken)
    monkeypatch.setattr(parsers, "format_state", lambda *_: START)
    found = fuzz_parsers(Random(1), 1500, tmp_path).findings
    assert any(words.startswith("names: KeyError") for words in found)
    assert any("does not come back" in words for words in found)


def test_parsers_hold(tmp_path):
    """A few spoiled texts each; every one is refused in a line, or comes back from its own text."""
    found = fuzz_parsers(Random(1), 300, tmp_path)
    assert (found.findings, found.trials) == ([], 300)


def test_games_hold(tmp_path, monkeypatch):
    """A few spoiled games of each kind; and a reader that raises something else is found."""
    found = fuzz_games(Random(1), 200, tmp_path)
    assert (found.findings, found.trials) == ([], 200)
    assert len(found.kept) == 3

    def broken(data, kind):
        raise KeyError(kind)

    monkeypatch.setattr(games, "check_game", broken)
    assert len(fuzz_games(Random(1), 20, tmp_path).findings) == 20


def test_the_engine_plays_by_the_rules(tmp_path):
    """A few games of any rules, beside the naive twin."""
    assert not play_beside_twin(Random(1), 10, tmp_path).findings


@pytest.fixture(name="study")
def _study(tmp_path):
    """The folder of a study in which one person has taken part."""
    with StudyFolder(study_of(tmp_path), tmp_path / "out", 1) as folder:
        take_part(folder, 0)
    with StudyFolder(study_of(tmp_path), tmp_path / "out", 1):
        return tmp_path


def lose_a_row(file):
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))


#: What happens to the folder of a study, with what is told of it.
LOST = {
    "turns.csv has": lambda out: lose_a_row(out / "turns.csv"),
    "games.csv has": lambda out: lose_a_row(out / "games.csv"),
    "answers.csv has": lambda out: lose_a_row(out / "answers.csv"),
    "its turns are": lambda out: lose_a_row(out / "participant-001" / "game-1-turns.csv"),
    "are told to be kept": lambda out: (out / "participant-001" / "game-2-answers.csv").unlink(),
    "no consent is kept": lambda out: (out / "participant-001" / "consent.txt").unlink(),
    "of somebody else": lambda out: (out / "participant-001").rename(out / "participant-002"),
}


@pytest.mark.parametrize("told", LOST)
def test_work_of_people_that_is_lost_is_found(study, told):
    """Rows of tables and of games, answers, consent; what was told to be kept is looked for."""
    actions = load_record(study / "out" / "participant-001" / "game-1.hanabi").actions
    last = len(actions) - (2 if len(actions) % 2 == 0 else 1)
    log = [
        {"what": "agreed", "sure": True},
        {"what": "acted", "sure": True, "game": 1, "turn": last, "action": actions[last]},
        {"what": "answered", "sure": True, "game": 2, "answers": ["fine, 0"]},
    ]
    assert fault_of(study, [log], closed=True) == ""
    assert "the record has" in fault_of(study, [[log[1] | {"turn": last - 1}]], closed=True)
    assert "were not given" in fault_of(
        study, [[log[2] | {"sure": False, "answers": ["x"]}]], closed=True
    )
    LOST[told](study / "out")
    assert told in fault_of(study, [] if "somebody" in told else [log], closed=True)


def test_an_action_at_a_table_that_is_lost_is_found(study):
    """Or done though nobody did it; a way back that was not answered may be taken or not."""
    file = study / "out" / "participant-001" / "game-1.hanabi"
    actions = load_record(file).actions
    for asked in ("", "act", "undo"):
        assert fault_of_record(file, Done(actions, asked, (), False)) == ""
        assert fault_of_record(file, Done(actions[:-1], asked, (), False)) == ""
        assert "not" in fault_of_record(file, Done((*actions[:-1], 99), asked, (), False))
        longer = fault_of_record(file, Done((*actions, 1), asked, (), False))
        assert bool(longer) == (asked != "undo")
    assert fault_of_record(file, Done(actions, "", ("done twice",), False)) == "done twice"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
def test_a_small_run_finds_nothing():
    """All attacks with a hundredth of their trials, in a process of its own."""
    command = [sys.executable, "-m", "tests.harness", "--scale", "0.01"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=550)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for attack in ATTACKS:
        assert f"| {attack} | " in ran.stdout
