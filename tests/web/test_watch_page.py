"""The page of agents that are watched, in a real browser: pause, steps, pace, commands, the end."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.game.rules import Rules
from hanabilab.notation import parse_record
from hanabilab.web.live import LiveTable
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.setting import Setting
from tests.web.browser import check_tree, violations
from tests.web.running import running
from tests.web.test_table_page import PATIENCE

AGENTS = Setting(Rules(players=3), ("smart", "five-rule", "smart"), seed=11, watched=True)


@contextmanager
def open_watched(page, pace=60.0):
    """The page of who watches."""
    table = LiveTable(AGENTS)
    warm_up(AGENTS)
    page.set_default_timeout(PATIENCE)
    page.emulate_media(reduced_motion="reduce")
    expect.set_options(timeout=PATIENCE)
    with running(lambda port: host_table(table, port, pace=pace)) as links:
        page.goto(links[0])
        expect(page.locator(".board")).to_be_visible()
        yield table
        page.goto("about:blank")


def test_a_game_is_watched_step_by_step(page):
    """By a button, by a key and by a command; each action is told in the one line that is live."""
    with open_watched(page) as table:
        status, steps = page.locator("[aria-live=polite]"), page.locator(".log .n")
        expect(status).to_have_count(1)
        expect(page.locator(".hand .card.hidden")).to_have_count(0)
        expect(page.locator(".hand button.card")).to_have_count(15)
        page.get_by_role("button", name="One step").click()
        expect(steps).to_have_count(1)
        said = "smart (seat 0) hints green to smart (seat 2): slot 3. five-rule is to act. Paused."
        expect(status).to_have_text(said)
        page.keyboard.press("ArrowRight")
        expect(steps).to_have_count(2)
        page.keyboard.press("c")
        page.keyboard.type("step")
        page.keyboard.press("Enter")
        expect(steps).to_have_count(3)
        check_tree(page.locator("#app"), "watched")
        assert [] == violations(page)
        assert 3 == len(table.game.actions)
        page.locator("#command").fill("fly 3")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("alert")).to_contain_text('no command "fly 3"; there are pause, go')


def test_pace_and_pause_by_keys_and_commands(page):
    """Space pauses and goes on, + and - change the pace, and so do a list and a command."""
    with open_watched(page) as table:
        heard = page.locator("#pace")
        expect(heard).to_have_value("60")
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.keyboard.press("+")
        expect(heard).to_have_value("15")
        page.keyboard.press("-")
        expect(heard).to_have_value("15")
        page.locator("#command").fill("pace 7")
        page.get_by_role("button", name="Do it").click()
        expect(heard).to_have_value("7")
        page.locator("#command").fill("pause")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        heard.select_option("0")
        expect(heard).to_have_value("0")
        assert [] == table.game.actions
        page.get_by_role("button", name="As known").click()
        expect(page.locator(".hand button.card:not(.hidden)")).to_have_count(0)
        page.get_by_role("button", name="As text").click()
        expect(page.get_by_role("heading", name="The table")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")
        assert [] == violations(page)
        page.get_by_role("button", name="Keys").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert [] == violations(page)


def test_the_end_leads_to_the_replay_and_to_another_game(page):
    """The record can be saved; the replay has the game, with its analyses."""
    with open_watched(page, pace=0.0) as table:
        expect(page.get_by_role("link", name="Open the replay")).to_be_visible()
        assert [] == violations(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save the record").click()
        assert parse_record(download.value.path().read_bytes()) == table.record
        page.get_by_role("link", name="Open the replay").click()
        expect(page.locator(".log")).to_contain_text("smart (seat 2)")
        page.get_by_role("tab", name="Chances").click()
        expect(page.get_by_role("table").first).to_be_visible()
        page.go_back()
        old = page.url
        page.get_by_role("button", name="Watch another game").click()
        page.wait_for_url(lambda url: url != old and url.endswith("/watch"))
        expect(page.locator(".board")).to_be_visible()
