"""A folder of a study goes on with its own study alone, and tells nobody's work as another's."""

from __future__ import annotations

import json
import random
import re
import shutil
import stat
from pathlib import Path

import pytest

from hanabilab.errors import HanabiError, NotationError, OutputError
from hanabilab.web.clock import Thought
from hanabilab.web.live import LiveTable
from hanabilab.web.study import Study
from hanabilab.web.study_folder import StudyFolder
from tests.cli.calling import refusal
from tests.cli.keeping import contents

TOML = """
title = "A study"
consent = "consent.txt"
rules = "very-small(players=2)"
partners = ["five-rule", "random"]
games = 2
seed = 2026
questions = ["How was it?"]
"""


def study_of(folder: Path, *edits: tuple[str, str]) -> Study:
    """The study of a TOML file in `folder`, edited."""
    text = TOML
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / "consent.txt").write_text("Do you agree?")
    (folder / "study.toml").write_text(text)
    return Study.read(folder / "study.toml")


def take_part(folder: StudyFolder, number: int, *, unfinished: bool = False) -> None:
    """One person, from consent to the end of a first game and the answers; then a second game."""
    person, rng = folder.people[number], random.Random(number)
    person.agree()
    for game in range(2):
        table = person.table(game)
        while not table.is_over:
            turn = len(table.game.actions)
            if unfinished and game and turn:
                return
            if table.waits_for_agent:
                table.take(table.version, table.decision()())
            else:
                legal = table.game.legal_actions()  # the last one is a hint, which loses no game
                table.act(0, turn, rng.choice(legal) if turn else legal[-1])
            person.note(table, game, None if turn % 2 else Thought(1.0))
        person.answer(game, [f"fine, {number}"])


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """A folder with three participants, of whom the third has not finished."""
    place = tmp_path_factory.mktemp("study")
    with StudyFolder(study_of(place), place / "out", 3) as folder:
        take_part(folder, 0)
        take_part(folder, 1)
        take_part(folder, 2, unfinished=True)
    with StudyFolder(study_of(place), place / "out", 3):
        pass  # tables are put together
    return place


@pytest.fixture
def place(collected, tmp_path) -> Path:
    """A copy to be spoiled."""
    shutil.copytree(collected, tmp_path / "copy")
    return tmp_path / "copy"


def refused(place: Path, study: Study, match: str, count: int = 3) -> None:
    """The folder is refused in a line, and nothing in it has changed."""
    before = contents(place)
    with pytest.raises(HanabiError, match=match) as told:
        StudyFolder(study, place / "out", count)
    assert "\n" not in str(told.value)
    assert contents(place) == before


EDITS = [
    (("seed = 2026", "seed = 2027"), "has seed 2026, not 2027"),
    (("games = 2", "games = 3"), "has games 2, not 3"),
    (("games = 2", "games = 1"), "has games 2, not 1"),
    (('["five-rule", "random"]', '["random", "five-rule"]'), "has partners"),
    (('["five-rule", "random"]', '["five-rule"]'), "has partners"),
    (("very-small(", "very-small(life_tokens=2, "), "has rules"),
    (("How was it?", "How bad was it?"), "has questions"),
    (("A study", "Another"), "has title"),
]


@pytest.mark.parametrize(("edit", "match"), EDITS)
def test_another_study_is_refused(place, edit, match):
    """Whatever differs in its file: nothing is told as what it is not."""
    refused(place, study_of(place, edit), match)


def test_other_words_of_consent_are_refused(place):
    """People have agreed to the first ones."""
    study = study_of(place)
    (place / "consent.txt").write_text("Do you agree to more?")
    refused(place, Study.read(place / "study.toml"), "has consent")
    with StudyFolder(study, place / "out", 3):
        pass


def test_another_partner_in_the_same_file_is_refused(tmp_path):
    """Its name is the same, its code is not."""
    code = "from hanabilab.agents import make_agent\nmine = make_agent('{}')\n"
    file = tmp_path / "mine.py"
    edit = ('["five-rule", "random"]', f'["{file}:mine"]')
    file.write_text(code.format("random"))
    with StudyFolder(study_of(tmp_path, edit), tmp_path / "out", 1):
        pass
    file.write_text(code.format("five-rule"))
    refused(tmp_path, study_of(tmp_path, edit), "has code", 1)


@pytest.mark.parametrize("edit", [EDITS[0][0], *(edit for edit, _ in EDITS[2:7])])
def test_a_folder_of_an_older_release_is_held_against_the_study(place, edit):
    """It has no manifest; each record tells by itself whether it is of the study."""
    (place / "out" / "study.json").unlink()
    refused(place, study_of(place, edit), "participant-00")


def test_a_folder_of_an_older_release_goes_on(place):
    """Records without a participant, turns without reloads: read, and kept in the tables."""
    folder = place / "out"
    tables = {name: (folder / name).read_text() for name in ("games.csv", "answers.csv")}
    (folder / "study.json").unlink()
    for file in folder.rglob("*.hanabi"):
        old = [line.partition(" participant=")[0] for line in file.read_text().splitlines()]
        file.write_text("\n".join(old) + "\n")
    for file in folder.rglob("game-*-turns.csv"):
        old = [line.rpartition(",")[0] for line in file.read_text().splitlines()]
        file.write_text("\n".join(old) + "\n")
    with StudyFolder(study_of(place), folder, 3):
        assert tables == {name: (folder / name).read_text() for name in tables}
        assert (folder / "turns.csv").read_text().splitlines()[1].endswith(",1.000,")


def swap(first: Path, second: Path) -> None:
    """Exchange the names of two files or folders."""
    first.rename(first.with_name("passing"))
    second.rename(first)
    first.with_name("passing").rename(second)


def respell(out: Path, old: str, new: str) -> None:
    """Change a text in the turns of a game."""
    file = out / "participant-001" / "game-1-turns.csv"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


SPOILED = {
    "people exchanged": lambda out: swap(out / "participant-001", out / "participant-002"),
    "people with the same partners exchanged": lambda out: swap(
        out / "participant-001", out / "participant-003"
    ),
    "a person copied": lambda out: shutil.copytree(
        out / "participant-001", out / "participant-005"
    ),
    "a person kept aside": lambda out: shutil.copytree(
        out / "participant-001", out / "participant-001 (copy)"
    ),
    "a person renumbered": lambda out: (out / "participant-001").rename(out / "participant-1"),
    "games exchanged": lambda out: swap(
        out / "participant-001" / "game-1.hanabi", out / "participant-001" / "game-2.hanabi"
    ),
    "a record of another": lambda out: shutil.copy(
        out / "participant-003" / "game-1.hanabi", out / "participant-001" / "game-1.hanabi"
    ),
    "turns of another": lambda out: shutil.copy(
        out / "participant-003" / "game-1-turns.csv", out / "participant-001" / "game-1-turns.csv"
    ),
    "answers of another": lambda out: shutil.copy(
        out / "participant-003" / "game-1-answers.csv",
        out / "participant-001" / "game-1-answers.csv",
    ),
    "answers of a game that goes on": lambda out: (
        out / "participant-003" / "game-2-answers.csv"
    ).write_text("participant,game,question,answer\n003,2,How was it?,well\n"),
    "a record gone": lambda out: (out / "participant-001" / "game-1.hanabi").unlink(),
    "a consent gone": lambda out: (out / "participant-001" / "consent.txt").unlink(),
    "another consent": lambda out: (out / "participant-001" / "consent.txt").write_text("No."),
    "a record renamed": lambda out: (out / "participant-001" / "game-2.hanabi").rename(
        out / "participant-001" / "game-7.hanabi"
    ),
    "a record damaged": lambda out: (out / "participant-001" / "game-1.hanabi").write_bytes(
        b"\xff\xfe"
    ),
    "turns damaged": lambda out: (out / "participant-001" / "game-1-turns.csv").write_bytes(
        b"\xff\xfe"
    ),
    "turns too long": lambda out: (out / "participant-001" / "game-1-turns.csv").write_text(
        "a" * 200_000
    ),
    "a think time that is none": lambda out: respell(out, ",1.000,0\n", ",1.0O0,0\n"),
    "a think time below zero": lambda out: respell(out, ",1.000,0\n", ",-1.000,0\n"),
    "reloads that are none": lambda out: respell(out, ",1.000,0\n", ",1.000,x\n"),
    "a think time of an agent": lambda out: respell(out, ",,\n", ",1.000,0\n"),
    "a turn spelled otherwise": lambda out: respell(out, "\n001,1,1,", "\n001,1,01,"),
    "a folder for answers": lambda out: (
        (out / "participant-001" / "game-1-answers.csv").unlink(),
        (out / "participant-001" / "game-1-answers.csv").mkdir(),
    ),
    "a manifest damaged": lambda out: (out / "study.json").write_text("{"),
    "a manifest of something else": lambda out: (out / "study.json").write_text("[1]"),
    "a run's folder": lambda out: (out / "manifest.json").write_text("{}"),
}


@pytest.mark.parametrize("way", SPOILED)
def test_what_is_not_of_the_study_is_refused(place, way):
    """In a line; all that was collected stays as it is."""
    SPOILED[way](place / "out")
    refused(place, study_of(place), "participant-00|study.json|name another folder")


def test_a_record_that_was_changed_by_hand_is_refused(place):
    """Its actions are not those whose think times were kept."""
    file = place / "out" / "participant-001" / "game-1.hanabi"
    setting = study_of(place).setting(0, 0, file)
    file.unlink()
    table = LiveTable(setting)
    table.act(0, 0, table.game.legal_actions()[0])
    refused(place, study_of(place), "game-1-turns.csv is not of game-1.hanabi|not the end of game")


def test_tables_of_something_else_are_not_overwritten(tmp_path):
    """Nor is a folder taken that has them."""
    study = study_of(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "games.csv").write_text("mine")
    refused(tmp_path, study, "has games.csv, but no participants")


def test_fewer_participants_lose_nobody(place):
    """Those of earlier sessions stay in the tables."""
    before = {name: (place / "out" / name).read_bytes() for name in ("turns.csv", "games.csv")}
    with StudyFolder(study_of(place), place / "out", 1) as folder:
        assert ["001", "002", "003"] == [each.name for each in folder.people]
    assert before == {name: (place / "out" / name).read_bytes() for name in before}


def test_two_servers_do_not_share_a_folder(place, capsys):
    """The second is refused; the first goes on."""
    first = StudyFolder(study_of(place), place / "out", 3)
    with first, pytest.raises(OutputError, match="is in use by process"):
        StudyFolder(study_of(place), place / "out", 3)
    with StudyFolder(study_of(place), place / "out", 3):
        pass
    record = place / "out" / "participant-003" / "game-2.hanabi"
    told = refusal(capsys, "play", "--resume", record, "--terminal")
    assert "is of a study" in told


def test_what_is_appended_is_what_is_put_together(place):
    """Rows in the order of events, then in that of people; and nobody else may read them."""
    with StudyFolder(study_of(place), place / "out", 4) as folder:
        person = folder.people[3]
        person.agree()
        table = person.table(0)
        table.act(0, 0, table.game.legal_actions()[-1])
        row = person.note(table, 0, Thought(2.5, 1))
        folder.append("turns.csv", [row]).result()
        appended = (place / "out" / "turns.csv").read_text()
    assert appended.splitlines()[-1].endswith(",2.500,1")
    with StudyFolder(study_of(place), place / "out", 4):
        assert appended == (place / "out" / "turns.csv").read_text()
    modes = {stat.S_IMODE(each.stat().st_mode) for each in (place / "out").rglob("*.*")}
    assert modes == {0o600}
    sessions = json.loads((place / "out" / "study.json").read_text())["sessions"]
    assert len(sessions) == 4


def test_an_action_whose_row_was_lost_is_in_the_tables(place, capsys):
    """A killed server has kept the record first: the row has no think time then, as is told."""
    with StudyFolder(study_of(place), place / "out", 4) as folder:
        person = folder.people[3]
        person.agree()
        table = person.table(0)
        table.act(0, 0, table.game.legal_actions()[-1])  # killed here
    capsys.readouterr()
    with StudyFolder(study_of(place), place / "out", 4) as folder:
        assert "turns.csv lacks think_seconds, as after a kill: 1\n" in capsys.readouterr().err
        person = folder.people[3]
        table = person.table(0)
        table.take(table.version, table.decision()())
        person.note(table, 0, None)
    for file in ("turns.csv", "participant-004/game-1-turns.csv"):
        if file == "turns.csv":
            StudyFolder(study_of(place), place / "out", 4).__exit__()
        first, second = (place / "out" / file).read_text().splitlines()[-2:]
        assert (first[:16], first[-2:]) == ("004,1,1,0,person", ",,")
        assert second[:15] == "004,1,2,1,agent"


def test_a_game_of_a_study_is_no_table(place):
    """Opened by itself, its actions would have no think times."""
    with pytest.raises(NotationError, match="is of a study"):
        LiveTable.open(place / "out" / "participant-003" / "game-2.hanabi")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("game-1-answers.csv", b"\xff\xfe"),
        (
            "game-1-answers.csv",
            b"participant,game,question,answer\n001,1,How was it?," + b"x" * 200_000,
        ),
        ("game-1-turns.csv", b"\xff\xfe"),
        ("game-1-answers.csv", None),
        ("game-1.hanabi", None),
        ("consent.txt", None),
    ],
)
def test_what_is_no_file_of_a_person_is_refused(place, name, content):
    """Bytes that are no text, a field without end, a folder in its place: a line each."""
    path = place / "out" / "participant-001" / name
    path.unlink()
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    refused(place, study_of(place), re.escape(str(path.parent)))


def test_a_number_without_end_is_refused(place):
    """Python makes no number of 5,000 digits."""
    path = place / "out" / "participant-001" / "game-1-turns.csv"
    path.write_text(path.read_text().replace("001,1,1,", f"001,1,{'9' * 5000},"))
    refused(place, study_of(place), re.escape(str(path.parent)))


@pytest.mark.parametrize(
    "value", ["[" * 5000, "9" * 5000, '"\\u0000"', "inf", "2026-01-01", "[[1]]"]
)
def test_a_study_of_wild_values_is_refused(tmp_path, value):
    """Lists without end, numbers of thousands of digits, what is none: one short line."""
    study_of(tmp_path)
    file = tmp_path / "study.toml"
    for name in ("seed", "games", "partners", "rules", "consent"):
        lines = [line for line in TOML.splitlines() if not line.startswith(name)]
        file.write_text("\n".join([*lines, f"{name} = {value}"]))
        with pytest.raises(HanabiError) as told:
            Study.read(file)
        assert "\n" not in str(told.value)
        assert len(str(told.value)) < 500
