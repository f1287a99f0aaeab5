"""Actions on the board itself, in a real browser: by drag, by click and by keys."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from hanabilab.web.setting import Setting
from tests.web.browser import violations
from tests.web.test_engine import played
from tests.web.test_table_page import SETTING, open_table, play, settle

FIVE = Setting(Rules(players=5), (HUMAN, *["five-rule"] * 4), seed=11)
#: Where an own card is put to do something with it.
PILES = {"play": ".fireworks", "discard": ".discards"}


def card(page, seat, slot):
    return page.locator(f"button.card[data-seat='{seat}'][data-slot='{slot}']")


def place_of(action):
    """The seat and slot of a card that an action is about; of a hint, the last one touched."""
    if "target" in action:
        return action["target"], action["touched"][-1]
    return action.get("seat", 0), action["slot"]


def is_about(action, seat, slot):
    if "target" in action:
        return action["target"] == seat and slot in action["touched"]
    return (seat, slot) == (0, action["slot"])


def middle(part):
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, part, to):
    """With the mouse, in steps as a hand makes them; `to`: a place on the page."""
    page.mouse.move(*middle(part))
    page.mouse.down()
    page.mouse.move(*to, steps=5)
    page.mouse.up()


def by_click(page, action):
    """A click on the card, then on the button beside it."""
    card(page, *place_of(action)).click()
    page.locator(f".beside [data-choice='{action['id']}']").click()


def by_drag(page, action):
    """Own cards are dragged."""
    if "target" in action:
        by_click(page, action)
    else:
        drag(page, card(page, *place_of(action)), middle(page.locator(PILES[action["kind"]])))


def by_pile(page, action):
    """A click on the own card, then on the pile."""
    if "target" in action:
        by_click(page, action)
    else:
        card(page, *place_of(action)).click()
        page.locator(PILES[action["kind"]]).click()


def by_enter(page, action):
    """With keys alone."""
    card(page, *place_of(action)).focus()
    page.keyboard.press("Enter")
    tabs = page.locator(".beside [data-choice]").count() + 1
    while page.evaluate("document.activeElement.dataset.choice") != str(action["id"]):
        assert tabs > 0, "the focus does not come to the action"
        page.keyboard.press("Tab")
        tabs -= 1
    page.keyboard.press("Enter")


def one_of_each(page, table, act):
    """A hint, a discard and a play of the first seat; what was done is what was meant."""
    for kinds in (("color", "rank"), ("discard",), ("play",)):
        before = len(table.game.actions)
        legal = table.shown_to(0)["position"]["legal"]
        action = [each for each in legal if each["kind"] in kinds][-1]
        act(page, action)
        settle(page, table, before)
        assert action["id"] == table.game.actions[before]


@pytest.mark.parametrize("act", [by_click, by_drag, by_pile, by_enter])
def test_a_card_is_acted_on_where_it_is(page, act):
    """A hint, a discard, a play; nothing is scrolled to, and axe finds nothing beside the card."""
    page.set_viewport_size({"width": 1366, "height": 768})
    with open_table(page, rounds=2) as table:
        one_of_each(page, table, act)
        card(page, 1, 0).click()
        assert [] == violations(page)
        assert 0 == page.evaluate("scrollY")


def test_buttons_beside_a_card_are_in_the_window(page):
    """Of all cards of five hands; each tells which cards its hint would touch."""
    page.set_viewport_size({"width": 1366, "height": 768})
    with open_table(page, FIVE, rounds=1) as table:
        legal = table.shown_to(0)["position"]["legal"]
        told = {str(each["id"]): each for each in legal}
        for seat in range(5):
            for slot in range(4):
                card(page, seat, slot).click()
                buttons = page.locator(".beside [data-choice]")
                about = [each for each in legal if is_about(each, seat, slot)]
                expect(buttons).to_have_count(len(about))
                for button in buttons.all():
                    box = button.bounding_box()
                    assert 0 <= box["y"] <= 768 - box["height"]
                    assert 0 <= box["x"] <= 1366 - box["width"]
                    touched = told[button.get_attribute("data-choice")].get("touched", [])
                    assert [str(each) for each in touched] == [
                        part for part in button.inner_text().split() if part.isdigit()
                    ]
                page.keyboard.press("Escape")
                expect(page.locator(".beside")).to_have_count(0)


def test_a_drag_that_ends_elsewhere_does_nothing(page):
    """Nor does one of another's card, or a click on a pile when no own card was chosen."""
    with open_table(page, rounds=2) as table:
        before = list(table.game.actions)
        drag(page, card(page, 0, 1), middle(page.locator(".tokens")))
        drag(page, card(page, 0, 1), middle(card(page, 0, 2)))
        drag(page, card(page, 1, 1), middle(page.locator(".fireworks")))
        page.locator(".discards").click()
        card(page, 1, 1).click()
        page.locator(".discards").click()
        page.mouse.move(*middle(card(page, 0, 0)))
        page.mouse.down()
        page.mouse.move(*middle(page.locator(".fireworks")), steps=5)
        expect(page.locator(".dragged")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".dragged")).to_have_count(0)
        page.mouse.up()
        expect(page.locator(".board")).not_to_have_attribute("data-piles", "play discard")
        assert before == table.game.actions
        play(page, table, by_drag, 1)
        assert len(before) < len(table.game.actions)


@pytest.mark.slow
def test_a_whole_game_by_drags(page):
    """To its end, as smart plays."""
    with open_table(page, SETTING) as table:
        play(page, table, by_drag)
        assert table.game.score > 10


@pytest.fixture(scope="module")
def game():
    return document(played(Rules(players=3), 3))


@pytest.fixture(scope="module")
def file(game, tmp_path_factory):
    path = tmp_path_factory.mktemp("acting") / "page.html"
    path.write_text(self_contained([game]), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("act", [by_click, by_drag, by_pile, by_enter])
def test_what_if_is_asked_on_the_board_of_a_replay(page, game, file, act):
    """Each action begins a variation; the focus is with the cards of who is to act next."""
    for turn in (7, 8, 9):
        seat, done = turn % 3, game["actions"][turn]
        legal = [each for each in game["positions"][turn]["legal"] if each["id"] != done]
        for kinds in (("color", "rank"), ("discard",), ("play",)):
            action = next((each for each in legal if each["kind"] in kinds), None)
            if action is None:
                continue
            page.goto("about:blank")
            page.goto(f"{file}#turn={turn}")
            page.wait_for_selector(".board")
            act(page, {**action, "seat": seat})
            expect(page.locator(".said-turn")).to_have_text(
                f"Variation, turn {turn + 1} of {turn + 1}"
            )
            assert f"&line={turn}.{action['id']}&" in page.url
            assert page.evaluate("document.activeElement.matches('.hand.acts .card')")
            assert page.locator(".beside").count() == 0


def test_the_card_of_a_replay_is_left_by_key_and_by_click(page, file):
    """And its buttons with it; at the end of a game its story is told at once."""
    page.goto(f"{file}#turn=7")
    page.wait_for_selector(".board")
    for leave in (lambda: page.keyboard.press("Escape"), lambda: card(page, 1, 0).click()):
        card(page, 1, 0).click()
        expect(page.locator(".beside")).to_have_count(1)
        assert [] == violations(page)
        leave()
        expect(page.locator(".beside")).to_have_count(0)
    page.keyboard.press("End")
    card(page, 1, 0).click()
    expect(page.locator(".beside .story")).to_have_count(1)
    expect(page.locator("[data-choice]")).to_have_count(0)


def test_a_note_to_a_card_is_kept_in_the_browser_alone(page):
    """By its field, at any time, and by a command; it goes with its card, and nothing is sent."""
    posted = []
    page.on("request", lambda told: told.method == "POST" and posted.append(told.post_data))
    with open_table(page, rounds=2) as table:
        field = page.locator("#note")
        expect(field).to_have_count(0)
        card(page, 0, 1).click()
        expect(page.get_by_label("Your slot 1: your note")).to_be_visible()
        field.fill("<b>2 of red?</b>")
        field.press("Tab")
        noted = page.get_by_role("button", name="your note: <b>2 of red?</b>")
        expect(noted).to_have_attribute("data-slot", "1")
        expect(noted.locator(".mark.note")).to_have_count(1)
        assert [] == violations(page)
        page.locator("#command").fill("note 0 next")
        page.get_by_role("button", name="Do it").click()
        expect(card(page, 0, 0)).to_have_accessible_name(re.compile("; your note: next$"))
        page.locator("#command").fill("note 7 no")
        page.get_by_role("button", name="Do it").click()
        expect(page.get_by_role("alert")).to_contain_text('no note "note 7 no"; try note 2 keep')
        assert [] == posted
        page.locator("#command").fill("play 0")
        page.get_by_role("button", name="Do it").click()
        settle(page, table, 4)
        page.reload()
        expect(noted).to_have_attribute("data-slot", "0")
        expect(page.locator(".mark.note")).to_have_count(1)
        assert not any("note" in each or "red?" in each for each in posted)
        page.get_by_role("button", name="As text").click()
        expect(page.get_by_role("listitem").filter(has_text="<b>2 of red?</b>")).to_have_count(1)
        page.get_by_role("button", name="As text").click()
        card(page, 0, 0).click()
        field.fill("")
        field.press("Tab")
        expect(page.locator(".mark.note")).to_have_count(0)
