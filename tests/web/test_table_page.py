"""The page of a seat in a real browser: whole games by mouse and by keyboard, reload, axe."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.agents.registry import HUMAN
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_record
from hanabilab.web.live import LiveTable
from hanabilab.web.server import playing, streams
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.server.lobby import Lobby
from hanabilab.web.setting import Setting
from hanabilab.web.teaching import hints_explained, hints_would_mean, lesson_at
from tests.web.browser import check_tree, violations
from tests.web.running import running

SETTING = Setting(Rules(), (HUMAN, "smart"), seed=11)
#: Milliseconds that a busy machine may take.
PATIENCE = 60_000


@contextmanager
def open_table(page, setting=SETTING, rounds=0, table=None):
    """The page of the first seat, at a table that is served; after some rounds, as smart plays."""
    table = table or LiveTable(setting)
    for _ in range(rounds):
        table.act(0, len(table.game.actions), table.game.ask("smart"))
        table.play_agents()
    warm_up(setting)
    page.set_default_timeout(PATIENCE)
    page.emulate_media(reduced_motion="reduce")
    expect.set_options(timeout=PATIENCE)
    with running(lambda port: host_table(table, port, pace=0.0)) as links:
        page.goto(links[0])
        expect(page.locator(".board")).to_be_visible()
        yield table
        page.goto("about:blank")


def choice(table):
    """What smart would do: an entry of what the seat may do."""
    action = table.game.ask("smart")
    legal = table.shown_to(0)["position"]["legal"]
    return next(each for each in legal if each["id"] == action)


def settle(page, table, before):
    """Wait until the agent has answered and the page shows it; `before`: how many actions."""
    end = time.monotonic() + PATIENCE / 1000
    while len(table.game.actions) <= before or table.waits_for_agent:
        assert time.monotonic() < end
        page.wait_for_timeout(5)
    expect(page.locator(".log .n").last).to_have_text(str(len(table.game.actions)))


def by_mouse(page, action):
    """A click on a card that it is about, then on the button."""
    seat, slot = (action["target"], action["touched"][0]) if "target" in action else (
        0, action["slot"])  # fmt: skip
    page.locator(f"[data-seat='{seat}'][data-slot='{slot}']").click()
    button = page.locator(f"button.chosen[data-action='{action['id']}']")
    expect(button).to_be_visible()
    button.click()


def by_keys(page, action):
    """Keys choose, Enter acts."""
    if "target" not in action:
        page.keyboard.press({"play": "a", "discard": "d"}[action["kind"]])
        page.keyboard.press(str(action["slot"]))
    elif action["kind"] == "rank":
        page.keyboard.press(action["value"])
    else:
        names = ("red", "yellow", "green", "white", "blue")
        page.keyboard.press("qwert"[names.index(action["value"])])
    page.keyboard.press("Enter")


def play(page, table, act, turns=1000):
    """So many turns of the person."""
    for _ in range(turns):
        if table.game.is_over:
            return
        before = len(table.game.actions)
        act(page, choice(table))
        settle(page, table, before)


@pytest.mark.slow
@pytest.mark.parametrize("act", [by_mouse, by_keys])
def test_a_whole_game_against_smart(page, act):
    """To its end, by mouse alone or by keyboard alone; then the record is there."""
    with open_table(page) as table:
        play(page, table, act)
        assert table.game.score > 10
        expect(page.get_by_role("heading", name=f"Score {table.game.score} of 25")).to_be_visible()
        assert [] == violations(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save the record").click()
        assert parse_record(download.value.path().read_bytes()) == table.record
        page.get_by_role("button", name="Play again").click()
        expect(page.get_by_text("It is your turn.")).to_be_visible()


@pytest.mark.slow
def test_reload_and_go_on(page):
    """In the middle of a game, after mouse, keys and a typed command; undo takes back."""
    with open_table(page) as table:
        play(page, table, by_mouse, 2)
        page.reload()
        expect(page.locator(".log .n").last).to_have_text(str(len(table.game.actions)))
        play(page, table, by_keys, 1)
        before = len(table.game.actions)
        page.keyboard.press("c")
        page.keyboard.type("play 0")
        page.keyboard.press("Enter")
        settle(page, table, before)
        page.get_by_role("button", name="Take my last action back").click()
        expect(page.locator(".log .n").last).to_have_text(str(before))
        page.locator("#command").fill("fly 3")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("alert")).to_contain_text('no action "fly 3"')


def test_axe_finds_nothing_at_the_table(page):
    """On the board, as text, in the dialogs, while a search answers, at phone width and in dark.

    And accessibility trees in the middle of a game are the golden ones.
    """
    with open_table(page, rounds=8):
        assert [] == violations(page)
        check_tree(page.locator("#app"), "table-later")
        page.get_by_role("button", name="As text").click()
        expect(page.get_by_role("heading", name="The table")).to_be_visible()
        assert [] == violations(page)
        check_tree(page.locator(".stage"), "table-text")
        page.get_by_role("button", name="As text").click()
        page.get_by_role("button", name="Ask a search").click()
        expect(page.locator(".search td").first).to_contain_text(
            re.compile("^(play|discard|hint) ?")
        )
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")
        assert [] == violations(page)
        page.get_by_role("button", name="Keys").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert [] == violations(page)
        page.get_by_role("button", name="Close").click()


def test_the_guided_start_teaches_the_rules(page):
    """Step by step; a question must be answered rightly to go on.

    The table before has its golden accessibility tree.
    """
    with open_table(page):
        check_tree(page.locator("#app"), "table-fresh")
        expect(page.get_by_role("button", name="Take my last action back")).to_be_disabled()
        page.get_by_role("button", name="Learn the rules").click()
        dialog = page.get_by_role("dialog")
        for _ in range(3):
            dialog.get_by_role("button", name="Next").click()
        expect(dialog.get_by_role("button", name="Next")).to_be_disabled()
        dialog.get_by_role("button", name="Y1").or_(dialog.get_by_role("button", name="R2")).click()
        expect(dialog.get_by_text("Not this one")).to_be_visible()
        dialog.get_by_role("button", name="R3").click()
        expect(dialog.get_by_text("Right.")).to_be_visible()
        assert [] == violations(page)
        for answer in ("R1", "Play it"):
            dialog.get_by_role("button", name="Next").click()
            expect(dialog.get_by_role("button", name="Next")).to_be_disabled()
            dialog.get_by_role("button", name=answer).click()
        dialog.get_by_role("button", name="Next").click()
        dialog.get_by_role("button", name="Play", exact=True).click()
        expect(dialog).to_be_hidden()


def test_an_action_adds_one_entry_to_the_log_and_leaves_the_focus_with_the_actions(page):
    """Entries that are there stay as they are; one line announces; nothing is called alike."""
    setting = Setting(Rules(players=3), (HUMAN, "smart", "smart"), seed=11)
    with open_table(page, setting, rounds=2) as table:
        log = page.locator(".log ol")
        log.evaluate(COUNT)
        before = len(table.game.actions)
        page.locator(f"[data-action='{choice(table)['id']}']").focus()
        page.keyboard.press("Enter")
        settle(page, table, before)
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        added = len(table.game.actions) - before
        assert log.evaluate("() => [...window.changes]") == [1] * added
        assert page.evaluate("document.activeElement.className") == "actions"
        expect(page.locator(".log li").last).to_contain_text("smart (seat 2)")
        top = [page.locator(".log li").nth(at).bounding_box()["y"] for at in (0, -1)]
        assert top[1] < top[0], "the newest is drawn first"
        live = "all => all.filter((one) => !['', 'off', null].includes(one.ariaLive)).length"
        assert page.locator("[aria-live]").evaluate_all(live) == 1
        ids = page.locator("[id]").evaluate_all("all => all.map((one) => one.id)")
        assert len(ids) == len(set(ids))
        expect(page.get_by_role("group", name="Your hand, to act")).to_be_visible()
        expect(page.locator(".log")).to_contain_text(re.compile("You (hint|play|discard)"))
        page.locator("#command").fill("hint 1 smart")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("alert")).to_contain_text('2 seats are called "smart"')


#: Counts the entries that each change adds to a list; a changed text counts a thousand.
COUNT = """(list) => {
  window.changes = [];
  const what = {childList: true, subtree: true, characterData: true};
  new MutationObserver((all) => all.forEach(({type, target, addedNodes}) => {
    if (type === "characterData") window.changes.push(1000);
    else {
      const added = [...addedNodes].filter((one) => one.nodeType === 1).length;
      if (added) window.changes.push(added);
    }
  })).observe(list, what);
}"""


def test_a_server_that_was_started_again_tells_what_to_do(browser):
    """An old tab, whose seat the new server does not know."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    with running(lambda port: host_table(LiveTable(SETTING), port)) as links:
        page.goto(links[0])
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        context.clear_cookies()
        told = page.evaluate("""async () => {
            const source = new EventSource(`/api${location.pathname}/events`);
            await new Promise((refused) => { source.onerror = refused; });
            return (await import("hanabi/server")).whySilent(source);
        }""")
        assert "open the address that it printed" in told
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    expect(page.get_by_role("alert")).to_contain_text("The game is kept in its file.")
    context.close()


def test_a_table_that_was_dropped_is_told_of(browser):
    """The server goes on; it says itself that nobody has looked at the table for long."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    lobby, table = Lobby(), LiveTable(SETTING)
    with running(lambda port: host_table(table, port, lobby=lobby)) as links:
        page.goto(links[0])
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        name = page.evaluate("location.pathname").split("/")[2]
        lobby.drop(lobby.find(name))
        told = page.evaluate("""async () => {
            const source = new EventSource(`/api${location.pathname}/events`);
            await new Promise((refused) => { source.onerror = refused; });
            return (await import("hanabi/server")).whySilent(source);
        }""")
        assert "the game may have been dropped as idle" in told
    context.close()


def test_a_double_click_and_a_held_key_take_one_action_back(page):
    """Each asks the server once."""
    asked = []
    page.on("request", lambda told: told.url.endswith("/undo") and asked.append(told))
    with open_table(page, rounds=3):
        page.get_by_role("button", name="Take my last action back").dblclick()
        expect(page.locator(".log .n")).to_have_count(4)
        for _ in range(5):
            page.keyboard.down("u")
        expect(page.locator(".log .n")).to_have_count(2)
        page.keyboard.up("u")
        assert 2 == len(asked)


def test_a_game_that_has_stopped_is_gone_on_with(page):
    """By taking the last action back, or with another game."""
    with open_table(page) as table:
        for way_on in ("Take my last action back", "Play again"):
            table.decision = lambda: failing
            page.locator("#command").fill("play 0")
            page.get_by_role("button", name="Do it").click()
            expect(page.get_by_role("heading", name="The game has stopped.")).to_be_visible()
            assert [] == violations(page)
            del table.decision
            page.get_by_role("button", name=way_on).click()
            expect(page.get_by_text("It is your turn.")).to_be_visible()
            expect(page.locator(".log .n")).to_have_count(0)


def test_an_agent_of_conventions_teaches(page):
    """What hints mean is listed by a button, a key or a command, and gone after an action."""
    setting = Setting(Rules(players=3), (HUMAN, "h-group(level=3)", "h-group(level=3)"), seed=7)
    with open_table(page, setting) as table:
        would = hints_would_mean(lesson_at(table, 0))
        lesson = page.get_by_role("region", name="What hints mean")
        page.get_by_role("button", name="What do hints mean?").click()
        expect(lesson.get_by_text("Nobody has given a hint")).to_be_visible()
        expect(lesson.locator("dd")).to_have_text(list(would.values()))
        assert [] == violations(page)
        check_tree(lesson, "meanings")
        legal = table.shown_to(0)["position"]["legal"]
        by_mouse(page, next(each for each in legal if each["id"] in would))
        settle(page, table, 0)
        expect(lesson).to_have_count(0)
        page.locator("#command").fill("why")
        page.get_by_role("button", name="Do it").click()
        told = hints_explained(lesson_at(table, 0))
        count = len(told) + len(hints_would_mean(lesson_at(table, 0)))
        expect(lesson.locator("dd")).to_have_count(count)


def failing():
    raise AgentError("the agent has failed")


def test_streams_that_are_refused_are_asked_for_again(browser, monkeypatch):
    """The table comes once the server has room; a search that it refuses is told of."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    with running(lambda port: host_table(LiveTable(SETTING), port)) as links:
        monkeypatch.setattr(streams, "_MOST", 0)
        page.goto(links[0])
        expect(page.get_by_text("The server refuses: too many streams are open")).to_be_visible()
        monkeypatch.setattr(streams, "_MOST", 64)
        monkeypatch.setattr(playing, "_STREAMS_EACH", 0)
        expect(page.get_by_text("this table is open in too many pages")).to_be_visible()
        monkeypatch.setattr(playing, "_STREAMS_EACH", 8)
        expect(page.get_by_text("It is your turn.")).to_be_visible()
        monkeypatch.setattr(streams, "_MOST", 1)
        page.get_by_role("button", name="Ask a search").click()
        expect(page.get_by_role("alert")).to_contain_text("refuses the search")
        expect(page.get_by_text("Searching")).to_have_count(0)
        context.close()
