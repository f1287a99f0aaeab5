"""The table on a phone, in a real browser: the board and every action are seen at once."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table
from hanabilab.web.setting import Setting
from tests.web.browser import violations
from tests.web.running import running
from tests.web.test_acting import by_click, one_of_each
from tests.web.test_table_page import open_table

SIZE = {"width": 390, "height": 844}
BOX = "all => all.map((one) => one.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("players", range(2, 7))
def test_the_board_and_all_actions_share_the_screen(page, players):
    """Each kind of action opens with one tap, and nothing has to be scrolled."""
    rules = Rules(players=players, suits=6 if players == 6 else 5)
    table = LiveTable(Setting(rules, (HUMAN, *["five-rule"] * (players - 1)), seed=11))
    for _ in range(4):
        table.act(0, len(table.game.actions), table.game.ask("five-rule"))
        table.play_agents()
    page.set_viewport_size(SIZE)
    with running(lambda port: host_table(table, port, pace=0.0)) as links:
        page.goto(links[0])
        expect(page.locator(".board")).to_be_visible()
        seen = set()
        for tab in page.locator(".sheet-tabs button").all():
            tab.click()
            sheet = page.locator(".actions").bounding_box()
            assert 844 == round(sheet["y"] + sheet["height"])
            parts = page.locator("button.card, .firework, .discards").evaluate_all(BOX)
            assert 0 <= min(part["top"] for part in parts)
            assert max(part["bottom"] for part in parts) <= sheet["y"]
            for button in page.locator(".action-group.open .action, .sheet-tabs button").all():
                box = button.bounding_box()
                assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
                assert sheet["y"] <= box["y"] <= box["y"] + box["height"] <= 844
                assert box["height"] >= 40, "wide enough for a thumb"
                seen.add(button.get_attribute("data-action"))
        legal = {str(each["id"]) for each in table.shown_to(0)["position"]["legal"]}
        assert legal == seen - {None}
        assert 390 == page.evaluate("document.documentElement.scrollWidth")
        page.goto("about:blank")


def test_a_card_has_its_actions_above_the_thumb(page):
    """Each is done from there; by keys, the sheet shows the action that was chosen."""
    page.set_viewport_size(SIZE)
    with open_table(page, rounds=2) as table:
        one_of_each(page, table, by_click)
        page.locator("button.card[data-seat='1']").first.click()
        box = page.locator(".beside").bounding_box()
        assert (0, 844) == (box["x"], round(box["y"] + box["height"]))
        assert [] == violations(page)
        page.keyboard.press("Escape")
        page.keyboard.press("a")
        page.keyboard.press("1")
        assert page.evaluate("document.activeElement.ariaLabel") == "play slot 1"
        assert [] == violations(page)
