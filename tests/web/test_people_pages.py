"""Pages of several people in a real browser: two tabs at one table, and a participant's study."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table
from hanabilab.web.server.studying import host_study
from hanabilab.web.setting import Setting
from hanabilab.web.study import Study
from hanabilab.web.study_folder import StudyFolder
from tests.web.browser import check_tree, violations
from tests.web.running import running

#: Milliseconds that a busy machine may take.
PATIENCE = 60_000

STUDY = """
title = "Playing with partners"
consent = "consent.txt"
rules = "small(players=2)"
partners = ["five-rule", "random"]
games = 1
seed = 2026
questions = ["How well did you understand your partner?"]
"""


def do(page, command):
    """Type a command at the table, once it is this person's turn."""
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    page.locator("#command").fill(command)
    page.get_by_role("button", name="Do it").click()


def look(page, name):
    """Keep a picture where HANABI_PICTURES says so, to be looked at."""
    if folder := os.environ.get("HANABI_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_two_people_in_two_tabs(page):
    """Each sees the other's cards alone; one asks to go back, the other refuses, then agrees."""
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    table = LiveTable(Setting(Rules(), (HUMAN, HUMAN), seed=11))
    with running(lambda port: host_table(table, port, pace=0.0)) as links:
        other = page.context.new_page()
        for tab, link in zip((page, other), links, strict=True):
            tab.goto(link)
            expect(tab.locator("button.card.hidden")).to_have_count(5)
        answers = []
        other.on("request", lambda sent: "/answer" in sent.url and answers.append(sent.url))
        expect(other.get_by_role("status").first).to_contain_text("is to act")
        do(page, "play 0")
        expect(other.get_by_text("It is your turn.")).to_be_visible()
        do(other, "play 4")
        expect(page.locator(".log .n").last).to_have_text("2")
        for answer, left in (("Refuse", 2), ("Agree", 0)):
            page.get_by_role("button", name="Take my last action back").click()
            expect(page.locator(".notice")).to_contain_text("The others are asked")
            expect(other.get_by_role("alert")).to_contain_text("asks to go back")
            assert violations(other) == []
            other.get_by_role("button", name=answer).dblclick()
            expect(page.locator(".notice")).to_have_count(0)
            assert len(table.game.actions) == left
        assert len(answers) == 2, "the second click of each asks for nothing"
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        other.close()
        page.goto("about:blank")


def test_a_participant_is_led_through_a_study(page, tmp_path):
    """Consent, a game, questions, thanks: axe finds nothing, and no partner is named.

    Accessibility trees are the golden ones.
    """
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    (tmp_path / "consent.txt").write_text("You play one game. <b>Nothing</b> else is kept.")
    (tmp_path / "study.toml").write_text(STUDY)
    study, folder = Study.read(tmp_path / "study.toml"), tmp_path / "out"
    with (
        StudyFolder(study, folder, 1) as kept,
        running(lambda port: host_study(kept, 1, port, pace=0.0)) as links,
    ):
        page.goto(links[0])
        expect(page.get_by_text("<b>Nothing</b> else is kept.")).to_be_visible()
        seen(page, "study-consent")
        page.get_by_role("button", name="I agree and take part").click()
        expect(page.get_by_role("heading", name="Game 1 of 1")).to_be_visible()
        seen(page, "study-game")
        page.get_by_role("button", name="Sit down at the table").click()
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        check_tree(page.locator("#app"), "study-table")
        while not page.get_by_role("link", name="Go on").count():
            turn = page.locator(".log .n").count()
            do(page, "play 0")
            expect(page.locator(".log .n")).not_to_have_count(turn)
            expect(page.get_by_text("It is your turn.").or_(page.locator(".ended"))).to_be_visible()
        page.get_by_role("link", name="Go on").click()
        page.get_by_label("How well did you understand").fill("Not at all, <i>really</i>")
        seen(page, "study-questions")
        # The second click asks for nothing, so that nothing is said to be wrong.
        page.get_by_role("button", name="Go on").dblclick()
        expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        seen(page, "study-end")
    with (folder / "answers.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["answer"] == "Not at all, <i>really</i>"


def seen(page, name):
    """Look at a page in both widths: no partner's name, nothing that axe finds."""
    assert "five-rule" not in page.content()
    for width, theme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") == width
        look(page, f"{name}-{width}")
    check_tree(page.locator("#app"), name)
