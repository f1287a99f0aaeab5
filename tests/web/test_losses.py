"""One list of losses: keys, commands, the strip of turns and the card of the end agree on it."""

from __future__ import annotations

import random
import re

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from hanabilab import Rules
from hanabilab.agents.registry import HUMAN
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from hanabilab.web.setting import Setting
from tests.web.browser import violations
from tests.web.test_end_card import game, losses
from tests.web.test_live import play_at_random
from tests.web.test_table_page import open_table

pytestmark = [pytest.mark.once, pytest.mark.compiled]


@pytest.fixture(scope="module")
def told():
    return game("five-rule", Rules(players=4), 3)


@pytest.fixture
def opened(page, tmp_path):
    """Opens the page of a game that lost its perfect score at a turn; None: it is not known."""

    def at(told, lost_at, fragment="turn=0"):
        file = tmp_path / "page.html"
        file.write_text(self_contained([{**told, "lost_at": lost_at}]), encoding="utf-8")
        page.goto("about:blank")
        page.goto(f"{file.as_uri()}#{fragment}")
        page.wait_for_selector(".board")
        return page

    return at


def turn(page):
    return int(page.locator(".said-turn b").inner_text())


def walked(page, step, count):
    """The turns that so many steps go to."""
    return [(step(), turn(page))[1] for _ in range(count)]


def command(page, text):
    page.locator("#command").fill(text)
    page.locator("#command").press("Enter")


def listed(page):
    """The turns of the list, by number."""
    rows = page.locator(".lost-list li").all_inner_texts()
    return [int(re.match(r"Turn (\d+):", each)[1]) for each in rows]


@pytest.mark.parametrize("earlier", [4, 0], ids=["before all others", "with the first"])
def test_all_ways_lead_to_the_same_turns(told, opened, earlier):
    """The perfect score may be lost before copies of cards tell it, or with the same action."""
    points = dict(losses(told)[0])
    perfect = min(points) - earlier
    turns = sorted({*points, perfect})
    before = [each - 1 for each in turns]
    page = opened(told, perfect)
    assert walked(page, lambda: page.keyboard.press("b"), len(turns) + 1) == [*before, before[0]]
    page.keyboard.press("End")
    page.keyboard.press("p")
    assert turn(page) == perfect - 1
    lost = page.locator(".turn-strip .lost").evaluate_all(
        "all => all.map((one) => one.dataset.turn)"
    )
    assert [int(each) for each in lost] == before
    page.keyboard.press("End")
    assert listed(page) == turns
    row = page.locator(".lost-list li", has_text=f"Turn {perfect}:")
    assert "the perfect score" in row.inner_text()
    for at, each in enumerate(turns):
        page.keyboard.press("End")
        page.locator(".lost-list button").nth(at).click()
        assert turn(page) == each - 1
    page.keyboard.press("t")
    command(page, "start")
    assert walked(page, lambda: command(page, "loss"), len(turns)) == before
    assert violations(page) == []


def test_what_is_not_known_is_said(told, opened):
    """Then the first loss of points bounds the turn; a deck may be lost before it is dealt."""
    first = min(turn for turn, _ in losses(told)[0])
    page = opened(told, None)
    page.keyboard.press("p")
    assert turn(page) == first - 1
    assert f"at turn {first} at the latest" in page.locator(".notice").inner_text()
    page = opened(told, 0)
    page.keyboard.press("p")
    assert turn(page) == 0
    assert page.locator(".notice").inner_text() == "This deck could never be won."
    page = opened(told, None)
    page.get_by_role("checkbox", name="Hide what comes later").check()
    page.keyboard.press("b")
    assert "No losses are known" in page.locator(".notice").inner_text()


def test_a_variation_has_the_losses_that_it_shares(told, opened):
    """Those of turns before it leaves the game; what was found of later ones is not its own."""
    points = dict(losses(told)[0])
    first, second, *_ = sorted(points)
    leaves = second - 1
    for perfect, shared in ((first, True), (second, False)):
        page = opened(told, perfect, f"turn={second}&line={leaves}.4")
        assert "Variation" in page.locator(".said-turn").inner_text()
        said = page.locator(".turn-strip").get_attribute("aria-label")
        assert f"turn {first} lost" in said
        assert ("the perfect score" in said) == shared
        page.keyboard.press("Home")
        page.keyboard.press("b")
        assert turn(page) == first - 1
        assert "Variation" in page.locator(".said-turn").inner_text()


def test_a_table_tells_the_list_of_its_replay_once_the_game_is_over(page, opened):
    """Turn by turn in the same words; nothing before the end."""
    setting = Setting(Rules(), (HUMAN, "five-rule"), seed=3)
    with open_table(page, setting, rounds=2) as table:
        assert page.locator(".lost-list").count() == 0
        play_at_random(table, random.Random(8))
        page.reload()
        page.get_by_role("region", name="The end").wait_for()
        shown = page.locator(".lost-list li").all_inner_texts()
        words = page.locator(".ended .quiet").first.inner_text()
        assert violations(page) == []
    replay = document(table.record)
    assert [int(re.match(r"Turn (\d+)", each)[1]) for each in shown] == [
        turn for turn, _ in losses(replay)[0]
    ]
    assert shown, "who plays at random loses points"
    replay["table"]["seats"] = ["You", "five-rule"]
    there = opened(replay, None, "turn=999")
    assert there.locator(".lost-list li").all_inner_texts() == shown
    assert there.locator(".end-card .quiet").inner_text() == words
