"""Forty people take part in a study at once, over HTTP."""

from __future__ import annotations

import csv
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.notation import load_record
from hanabilab.web.server.studying import host_study
from hanabilab.web.study import Study
from hanabilab.web.study_folder import StudyFolder
from tests.web.running import running
from tests.web.visitor import Visitor

STUDY = """
title = "Playing with partners"
consent = "consent.txt"
rules = "very-small(players=2)"
partners = ["five-rule", "random"]
games = 2
seed = 2026
questions = ["How was it?"]
"""
PEOPLE = 40


def take_part(link: str, together: threading.Barrier) -> int:
    """Go from the link to the end; how many actions the person took."""
    visitor = Visitor(link)
    visitor.get(visitor.home)
    stage, acted = visitor.post(f"{visitor.home}/agree"), 0
    while stage["stage"] != "end":
        if stage["stage"] == "game":
            table = visitor.post(f"{visitor.home}/begin")["next"]
            visitor.get(table)
            acted += play(visitor, table, together if stage["game"] == 1 else None)
            stage = visitor.stage()
        else:
            told = {"game": stage["game"], "answers": [f"game {stage['game']}"]}
            stage = visitor.post(f"{visitor.home}/answers", told)
    return acted


def play(visitor: Visitor, table: str, together: threading.Barrier | None) -> int:
    """Play a game with one stream open all the time; all wait until everybody has one."""
    acted = 0
    for told in visitor.events(f"{table}/events"):
        if together is not None:
            together.wait(60)
            together = None
        position = told["position"]
        if position["status"] != "running":
            break
        if position["seat_to_act"] == told["seat"]:
            action = position["legal"][-1]["id"]
            visitor.post(f"{table}/act", {"turn": position["turn"], "action": action})
            acted += 1
    return acted


def rows(file):
    with file.open(newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.slow
def test_forty_people_take_part_at_once(tmp_path):
    """All have tables and streams at the same time; each action and answer is kept, once."""
    (tmp_path / "consent.txt").write_text("Do you agree?")
    (tmp_path / "study.toml").write_text(STUDY)
    study, together = Study.read(tmp_path / "study.toml"), threading.Barrier(PEOPLE)
    with (
        StudyFolder(study, tmp_path / "out", PEOPLE) as kept,
        running(lambda port: host_study(kept, PEOPLE, port, pace=0.0), PEOPLE) as links,
        ThreadPoolExecutor(PEOPLE) as people,
    ):
        acted = sum(people.map(lambda link: take_part(link, together), links))
    appended = {name: rows(tmp_path / "out" / f"{name}.csv") for name in ("turns", "games")}
    assert acted == sum(row["by"] == "person" for row in appended["turns"])
    assert {"0"} == {row["reloads"] for row in appended["turns"] if row["by"] == "person"}
    assert 2 * PEOPLE == len(appended["games"]) == len(rows(tmp_path / "out" / "answers.csv"))
    records = sorted((tmp_path / "out").rglob("*.hanabi"))
    assert len(appended["turns"]) == sum(len(load_record(each).actions) for each in records)
    with StudyFolder(study, tmp_path / "out", PEOPLE):  # puts the tables together again
        for name, former in appended.items():
            again = rows(tmp_path / "out" / f"{name}.csv")
            assert sorted(map(str, former)) == sorted(map(str, again))
