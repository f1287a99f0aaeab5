"""Cards that move, sounds, and how a table calls the person whose turn it is; in a real browser."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from hanabilab.web.setting import Setting
from tests.web.test_engine import played
from tests.web.test_table_page import open_table

#: Presses a key, and tells what moves then: the kinds of elements, and for how many milliseconds.
MOVED = """async (key) => {
  dispatchEvent(new KeyboardEvent("keydown", {key}));
  await new Promise(requestAnimationFrame);
  return document.getAnimations().filter((one) => !(one instanceof CSSTransition)).map((one) =>
    [one.effect.target.className.split(" ")[0], one.effect.getTiming().duration]);
}"""
#: Counts the notes that are played.
COUNT_NOTES = """
window.notes = 0;
AudioContext.prototype.createOscillator = ((make) => function () {
  window.notes += 1;
  return make.call(this);
})(AudioContext.prototype.createOscillator);
"""


def test_cards_move_with_each_turn_and_not_where_less_motion_is_asked_for(page, tmp_path):
    """The card that left and the one that was drawn; by a jump over several turns none moves."""
    game = document(played(Rules(players=3), 3))
    file = tmp_path / "page.html"
    file.write_text(self_contained([game]), encoding="utf-8")
    turn = next(
        at
        for at, each in enumerate(game["positions"][1:])
        if each["last"]["kind"] == "play" and each["last"]["scored"] and each["last"]["slot"] < 4
    )
    address = f"{file.as_uri()}#turn={turn}"
    page.goto(address)
    page.wait_for_selector(".board")
    moved = page.evaluate(MOVED, "ArrowRight")
    assert {200} == {time for _, time in moved}
    slot = game["positions"][turn + 1]["last"]["slot"]
    assert ["card"] * (5 - slot) + ["firework"] == [kind for kind, _ in moved]
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    assert [] == page.evaluate(MOVED, "]")
    page.emulate_media(reduced_motion="reduce")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".board")
    assert [] == page.evaluate(MOVED, "ArrowRight")


def test_no_card_moves_for_turns_that_no_frame_shows(page, tmp_path):
    """Where keys come faster than frames, from a turn to the next but one."""
    file = tmp_path / "page.html"
    file.write_text(self_contained([document(played(Rules(players=3), 3))]), encoding="utf-8")
    page.goto(f"{file.as_uri()}#turn=9")
    page.wait_for_selector(".board")
    press = 'dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));'
    assert [] == page.evaluate(
        MOVED.replace("dispatchEvent", f"{press} dispatchEvent"), "ArrowRight"
    )
    assert page.evaluate(MOVED, "ArrowRight")


def test_title_and_icon_say_whose_turn_it_is(page):
    """Of the person's tab; then it is another person's turn."""
    with open_table(page, Setting(Rules(), (HUMAN, HUMAN), seed=11)):
        expect(page).to_have_title("Your turn: Hanabi, seat 0")
        icon = page.locator("link[rel=icon]").get_attribute("href")
        page.locator("#command").fill("play 0")
        page.get_by_role("button", name="Do it").click()
        expect(page).to_have_title("Hanabi, seat 0")
        expect(page.locator("link[rel=icon]")).not_to_have_attribute("href", icon)


def test_sounds_are_off_until_they_are_turned_on(page):
    """Then the page remembers it."""
    page.add_init_script(COUNT_NOTES)
    with open_table(page) as table:
        switch = page.get_by_role("button", name="Sounds")
        for on in (False, True):
            expect(switch).to_have_attribute("aria-pressed", "true" if on else "false")
            before, heard = len(table.game.actions), page.evaluate("window.notes")
            page.locator("#command").fill("play 0")
            page.get_by_role("button", name="Do it").click()
            expect(page.locator(".log .n").last).to_have_text(str(before + 2))
            assert on == (page.evaluate("window.notes") > heard)
            if not on:
                switch.click()
        page.reload()
        expect(switch).to_have_attribute("aria-pressed", "true")
