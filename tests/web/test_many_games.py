"""Pages of many games, and links from strangers, in a real browser."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from hanabilab.game.rules import Rules
from hanabilab.notation import Record
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.test_engine import played

pytestmark = [pytest.mark.once, pytest.mark.compiled]


@pytest.fixture(scope="module")
def documents():
    """Thirty short games."""
    records = [played(Rules(players=2), seed) for seed in range(30)]
    cut = [Record(rules=r.rules, deck=r.deck, actions=r.actions[: 5 + at])
           for at, r in enumerate(records)]  # fmt: skip
    return [{"label": f"game {at:02d}", **document(each)} for at, each in enumerate(cut)]


@pytest.fixture
def opened(page, documents, tmp_path):
    """A page with all of them, and 6 MB of words: more than a link may hold."""
    path = tmp_path / "page.html"
    path.write_text(self_contained([*documents, {**documents[0], "label": "x" * 6_000_000}]))
    page.goto(path.as_uri())
    page.wait_for_selector(".board")
    return page


def test_many_games_open_and_are_found_by_name(opened):
    picker = opened.locator(".pick select")
    assert 31 == picker.locator("option").count()
    opened.get_by_label("Find").fill("GAME 1")
    opened.get_by_role("status").get_by_text("11 of 31 games").wait_for()
    assert 11 == picker.locator("option").count(), "the ten that fit, and the one that is shown"
    picker.select_option(label="game 17")
    opened.locator(".said-turn", has_text="of 22").wait_for()


def fragment(told):
    """What a link says that tells a game."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(json.dumps(told).encode()) + packed.flush()
    return "#record=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_link_shows_no_address_and_no_record_of_its_own(page, documents, tmp_path):
    """Both are made of the game, whatever the link says."""
    empty = tmp_path / "empty.html"
    empty.write_text(self_contained([]))
    evil = {**documents[9], "site": "https://evil.example/", "record": "evil", "source": "evil"}
    page.goto(f"{empty.as_uri()}{fragment(evil)}")
    address = page.get_by_role("link", name="Open on hanab.live").get_attribute("href")
    record = page.get_by_role("link", name="Save record").get_attribute("href")
    assert address.startswith("https://hanab.live/shared-replay-json/215")
    assert record.startswith("data:text/plain;charset=us-ascii,hanabilab-record%201%0Arules%3A%20")
    assert "evil" not in page.content()


def test_a_link_that_tells_no_game_is_told(page, documents, tmp_path):
    """A page that has games shows them, and says so; one without says so alone."""
    fault = {**documents[9], "table": {**documents[9]["table"], "rules": 7}}
    for games, place in (([], "#app"), (documents[:1], ".notice")):
        path = tmp_path / "page.html"
        path.write_text(self_contained(games))
        page.goto("about:blank")
        page.goto(f"{path.as_uri()}{fragment(fault)}")
        page.locator(place, has_text="rules is not a game's").wait_for()
    assert page.locator(".board").count() == 1


def test_no_fault_at_the_start_leaves_a_blank_page(browser, documents, tmp_path):
    """A page's own game may be damaged, too."""
    path, context = tmp_path / "page.html", browser.new_context()
    path.write_text(self_contained([{**documents[0], "actions": [299]}]))
    page = context.new_page()
    page.goto(path.as_uri())
    page.locator("#app", has_text="This page cannot be shown: action 1 is not legal.").wait_for()
    context.close()
