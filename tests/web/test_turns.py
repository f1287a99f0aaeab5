"""The strip of turns below the board of a replay, in a real browser."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab import Rules
from hanabilab.web import analysis
from hanabilab.web.page import self_contained
from tests.web.browser import violations
from tests.web.test_best_action import open_values
from tests.web.test_end_card import game, losses
from tests.web.test_served_page import careless_game

pytestmark = [pytest.mark.once, pytest.mark.compiled]

#: What a cell says, and how it looks.
CELLS = """all => all.map((one) => [one.textContent, one.classList[0] ?? "", one.title])"""


@pytest.fixture(scope="module")
def told():
    return game("five-rule", Rules(players=4), 3)


@pytest.fixture
def opened(page, told, tmp_path):
    """The page of a game that lost points at several turns, as a file."""
    file = tmp_path / "page.html"
    file.write_text(self_contained([told]), encoding="utf-8")
    page.goto(f"{file.as_uri()}#turn=20")
    page.wait_for_selector(".board")
    return page


def turn(page):
    return int(page.locator(".said-turn b").inner_text())


def strip(page):
    return page.locator(".turn-strip")


def test_a_cell_for_each_turn_tells_the_points_that_were_lost(told, opened):
    """As counting of copies finds them, at the position before the action; in one sentence, too."""
    lost = dict(losses(told)[0])
    assert len(lost) > 2
    cells = strip(opened).locator("i").evaluate_all(CELLS)
    assert len(cells) == len(told["positions"])
    for at, (text, kind, title) in enumerate(cells):
        points = lost.get(at + 1)
        assert text == (str(points) if points else "")
        assert (kind == "lost") == bool(points)
        if points:
            assert title == f"turn {at + 1} lost {points} point{'s' * (points > 1)}"
    said = strip(opened).get_attribute("aria-label")
    assert said.startswith("Losses by turn: turn ")
    found = re.findall(r"turn (\d+) lost (\d+) point", said)
    assert {int(at): int(points) for at, points in found} == lost
    assert violations(opened) == []


def test_a_click_on_a_cell_goes_to_its_turn(told, opened):
    """And the cell of the turn that is looked at is marked, whoever went there."""
    cells, now = strip(opened).locator("i"), strip(opened).locator(".now")
    for at, key, to in ((31, "ArrowRight", 32), (0, "ArrowRight", 1), (12, "ArrowLeft", 11)):
        cells.nth(at).click()
        assert turn(opened) == at
        opened.keyboard.press(key)
        assert turn(opened) == to
        expect(now).to_have_count(1)
        assert now.get_attribute("data-turn") == str(to)


def test_the_strip_is_of_the_line_that_is_looked_at(told, opened):
    """A variation has its own; later losses are hidden on request."""
    first = min(turn for turn, _ in losses(told)[0])
    opened.get_by_role("checkbox", name="Hide what comes later").check()
    for at, count in ((first - 1, 0), (first, 1)):
        strip(opened).locator("i").nth(at).click()
        expect(strip(opened).locator(".lost")).to_have_count(count)
    opened.get_by_role("checkbox", name="Hide what comes later").uncheck()
    strip(opened).locator("i").nth(first - 1).click()
    opened.evaluate(f"location.hash = '#turn={first}&line={first - 1}.4'")
    expect(opened.locator(".said-turn")).to_contain_text("Variation")
    expect(strip(opened).locator("i")).to_have_count(first + 1)


@pytest.fixture
def served(page):
    with open_values(page) as panel:
        yield panel


def test_the_cost_of_an_action_stands_where_it_is_known(page, served):
    """Of the turn that is searched; then of all turns, as the analysis finds them."""
    cells = strip(page).locator("i")
    page.keyboard.press("l")
    expect(served.get_by_role("status")).to_contain_text("games played out; beliefs")
    best, played = (
        float(served.locator(f".values tr:has(.tag.{kind}) td").first.inner_text().split()[0]
              .replace("\N{MINUS SIGN}", "-"))
        for kind in ("best", "played")
    )  # fmt: skip
    assert best > played
    title = cells.first.get_attribute("title")
    assert abs(float(title.split()[3]) - (best - played)) < 0.021
    assert float(cells.first.inner_text()) == round(float(title.split()[3]), 1)
    page.keyboard.press("l")
    expect(cells.first).to_have_text("")
    served.get_by_role("button", name="Search all turns").click()
    expect(served.get_by_role("button", name="Search all turns again")).to_be_visible()
    found = list(analysis.losses(careless_game(), "five-rule"))
    for each in found:
        cost = f"cost {each['loss']:.2f} by search" if each["loss"] >= 0.05 else ""
        assert cells.nth(each["turn"] - 1).get_attribute("title").endswith(cost)
    sure = sum(each["loss"] >= max(0.1, 2 * each["loss_sem"]) for each in found)
    assert strip(page).get_attribute("aria-label").count("cost") == sure > 0
    assert violations(page) == []
