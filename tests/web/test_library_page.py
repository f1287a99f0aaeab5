"""The library in a real browser: by mouse, by keys, and back to the same place."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.arena import play_games
from hanabilab.game.rules import Rules
from hanabilab.web.library import Library, Unread
from hanabilab.web.listed_games import part_of_run
from hanabilab.web.server.listing import host_library
from tests.web.browser import violations
from tests.web.running import running

pytestmark = [pytest.mark.once, pytest.mark.compiled]

RULES = Rules(players=2)


@pytest.fixture(scope="module")
def library():
    """Two teams that played the same 130 decks, and a file that is no game."""
    tables = {
        team: play_games([team, team], RULES, games=130, seed=5).table
        for team in ("five-rule", "random")
    }
    parts = [part_of_run(RULES, table, f"{team}: ") for team, table in tables.items()]
    return Library(parts, [Unread("x.hanabi", "x.hanabi:1:1: no record")])


@pytest.fixture
def opened(page, library):
    with running(lambda port: host_library(library, port)) as link:
        page.goto(link)
        page.wait_for_selector("table.games")
        yield page


def numbers(page):
    """The games that the page lists."""
    return [int(each.get_attribute("id")[5:]) for each in page.locator("tbody tr").all()]


def test_the_list_is_sorted_and_narrowed_by_keys(opened, library):
    """Tab and Enter alone; the column says how it is sorted."""
    opened.get_by_role("link", name="Score").focus()
    opened.keyboard.press("Enter")
    opened.wait_for_url("**sort=-score*")
    heads = opened.locator("thead th[aria-sort=descending]")
    assert heads.all_inner_texts() == ["Score▼"]
    wanted = library.index.sort("score", descending=True, maintain_order=True)["number"]
    assert numbers(opened) == wanted[:100].to_list()
    opened.get_by_label("Find", exact=True).focus()
    opened.keyboard.type("random")
    opened.keyboard.press("Enter")
    opened.wait_for_url("**find=random*")
    opened.get_by_text("1 to 100 of 130 games; 260 in all").wait_for()
    assert "sort=-score" in opened.url
    opened.get_by_role("link", name="On", exact=True).click()
    opened.get_by_text("Page 2 of 2").wait_for()
    assert len(numbers(opened)) == 30


def test_a_game_opens_and_leads_back_to_its_row(opened):
    opened.get_by_role("link", name="Score").click()
    opened.get_by_role("link", name="On", exact=True).click()
    opened.get_by_text("Page 2 of 3").wait_for()
    place, row = opened.url, opened.locator("tbody tr").nth(70)
    name = row.get_by_role("link").first.inner_text()
    number = row.get_attribute("id")
    row.get_by_role("link").first.click()
    opened.wait_for_selector(".board")
    assert opened.get_by_role("heading", level=1).inner_text() == name
    opened.keyboard.press("ArrowRight")
    opened.get_by_role("link", name="All games").click()
    opened.wait_for_selector("table.games")
    assert opened.url == f"{place}#{number}"
    assert opened.locator("tbody tr:target").get_attribute("id") == number
    box = opened.locator("tbody tr:target").bounding_box()
    assert -1 < box["y"] < 900


def test_games_of_a_deck_are_compared_and_opened_where_they_part(opened):
    opened.get_by_role("link", name="2 games").first.click()
    said = opened.locator(".pair p").first.inner_text()
    turn = re.search(r"part at turn (\d+), at which seat", said)[1]
    opened.locator(".pair thead").get_by_role("link").last.click()
    opened.wait_for_selector(".board")
    assert opened.locator(".said-turn b").inner_text() == turn
    assert opened.get_by_role("heading", level=1).inner_text() == "random: game 0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_list_and_in_a_deck(opened, scheme):
    opened.emulate_media(color_scheme=scheme)
    opened.locator("summary").click()
    opened.get_by_text("x.hanabi:1:1: no record").wait_for()
    assert violations(opened) == []
    opened.get_by_role("link", name="2 games").first.click()
    opened.wait_for_selector(".pair")
    assert violations(opened) == []
    opened.set_viewport_size({"width": 390, "height": 844})
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
