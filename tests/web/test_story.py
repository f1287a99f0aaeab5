"""The story of a card: what is told of it, in replays and at the table, and how it is reached."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.beliefs.history import new_rng
from hanabilab.game.rules import Rules
from hanabilab.notation.rules_text import parse_rules
from hanabilab.web.document import document
from hanabilab.web.live import LiveTable
from hanabilab.web.page import self_contained
from tests.web.browser import violations
from tests.web.node import needs_node, run_module
from tests.web.test_acting import card
from tests.web.test_engine import played
from tests.web.test_live import PEOPLE, play_at_random, redealt
from tests.web.test_table_page import open_table

pytestmark = [pytest.mark.once, pytest.mark.compiled]

#: Stories of all cards in hands after some turns; until: how many actions are told.
STORIES = """
globalThis.document = {createTreeWalker: () => ({}), createComment: () => ({})};
const {storyOf} = await load('hanabi/story');
return told.map(({table, log, now, hands}) => hands.map((hand, seat) => hand.map((held, slot) =>
  held && storyOf(table, log, now, seat, slot, held.drawn).map(({words, turn}) => [words, turn]))));
"""

RULES = [
    "full",
    "full(players=4, draw_slot=vacated, first_seat=2)",
    "full(players=3, deck_plays=1, empty_hints=1)",
    "full(players=5, all_or_nothing=1)",
    "up-or-down-5-suits",
]


def followed(positions, deck_place):
    """What happens to a card, by looking for it at every turn."""
    found, before = [], None
    for turn, position in enumerate(positions):
        last = position["last"]
        place = next(
            (
                (seat, slot)
                for seat, hand in enumerate(position["hands"])
                for slot, held in enumerate(hand)
                if held and held["id"] == deck_place
            ),
            None,
        )
        if place and before is None:
            found.append([f"drawn after turn {turn}" if turn else "dealt at the start", turn])
        if place and last and last.get("target") == place[0] and place[1] in last["touched"]:
            found.append([f"hinted {last['value']} on turn {turn}", turn])
        if before and not place:
            verb = "played" if last["scored"] else {"play": "misplayed"}.get(last["kind"])
            return [*found, [f"{verb or 'discarded'} on turn {turn}", turn - 1]]
        before = place
    return found


@needs_node
@pytest.mark.parametrize("name", RULES)
def test_a_story_is_what_happened_to_the_card(name):
    """At every turn, of every card in a hand: its slots are followed back and on."""
    told, wanted = [], []
    for seed in range(3):
        game = document(played(parse_rules(name), seed))
        positions = game["positions"]
        log = [each["last"] for each in positions[1:]]
        for now in range(0, len(positions), 3):
            for until in (now, len(log)):
                hands = positions[now]["hands"]
                part = log[:until]
                told.append({"table": game["table"], "log": part, "now": now, "hands": hands})
                shown = positions[: until + 1]
                wanted.append(
                    [[held and followed(shown, held["id"]) for held in hand] for hand in hands]
                )
    assert run_module(STORIES, told) == wanted


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("story") / "page.html"
    path.write_text(self_contained([document(played(Rules(players=3), 3))]), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(page, file):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{file}#turn=12")
    page.wait_for_selector(".board")
    return page


def story(page):
    return page.get_by_role("dialog", name="Story of the card")


def has_focus(part):
    return part.evaluate("(one) => one === document.activeElement")


def test_a_story_is_opened_and_left_by_keys(opened):
    """From the card, which gets the focus back; a screen reader is led into what it says."""
    card(opened, 1, 2).focus()
    opened.keyboard.press("i")
    expect(story(opened)).to_have_count(1)
    assert has_focus(story(opened))
    words = opened.locator(f"#{story(opened).get_attribute('aria-describedby')}").inner_text()
    assert "Its holder knows" in words
    assert "on turn" in words or "at the start" in words or "after turn" in words
    assert violations(opened) == []
    opened.keyboard.press("Escape")
    expect(story(opened)).to_have_count(0)
    assert has_focus(card(opened, 1, 2))
    opened.keyboard.press("Enter")
    expect(opened.locator(".beside")).to_have_count(1)
    expect(story(opened)).to_have_count(0)
    opened.get_by_role("button", name="Story", exact=True).press("Enter")
    assert has_focus(story(opened))
    opened.get_by_role("button", name="Story", exact=True).press("Enter")
    expect(story(opened)).to_have_count(0)


def test_a_turn_of_a_story_is_gone_to_and_the_story_stays(opened):
    """With the card, in whatever slot it was then; the focus stays in the story."""
    card(opened, 1, 3).click()
    opened.get_by_role("button", name="Story", exact=True).click()
    title = story(opened).get_by_role("heading").inner_text().split(",")[0]
    for link in range(story(opened).locator(".history button").count()):
        story(opened).locator(".history button").nth(link).press("Enter")
        expect(story(opened)).to_have_count(1)
        assert story(opened).get_by_role("heading").inner_text().startswith(title)
        assert opened.evaluate("Boolean(document.activeElement.closest('.story'))")


def test_what_comes_later_is_not_told_where_it_is_hidden(opened):
    """How the card left its hand, for one."""
    card(opened, 0, 0).focus()
    opened.keyboard.press("i")
    before = story(opened).locator(".history li").count()
    opened.get_by_role("checkbox", name="Hide what comes later").check()
    last = story(opened).locator(".history li").last.inner_text()
    assert story(opened).locator(".history li").count() < before
    assert last == "dealt at the start" or int(last.split()[-1]) <= 12


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_a_story_is_in_the_window(opened, size):
    """Of every card; on a phone it is a sheet below."""
    opened.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for seat in range(3):
        for slot in range(5):
            card(opened, seat, slot).focus()
            opened.keyboard.press("i")
            box = story(opened).bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]
            opened.keyboard.press("Escape")
    assert violations(opened) == []


def stories(page):
    """The stories of all cards at a table, by label."""
    found = {}
    for each in page.locator("button.card[data-slot]").all():
        each.focus()
        page.keyboard.press("i")
        found[each.get_attribute("aria-label")] = story(page).inner_text()
        page.keyboard.press("Escape")
    return found


def test_the_story_at_a_table_tells_nothing_that_is_hidden(page):
    """Nothing changes when the own hand and the deck are dealt again; hints to it are told."""
    rng, told = new_rng(), []
    table = LiveTable(PEOPLE._replace(seed=5))
    play_at_random(table, random.Random(4), turns=9)
    table.play_agents()
    other = redealt(table, 0, rng)
    assert other.game.deck != table.game.deck
    for each in (table, other):
        setting = each.setting
        with open_table(page, setting, table=each):
            told.append(stories(page))
            assert violations(page) == []
    assert told[0] == told[1]
    assert len(told[0]) == 15
    own = [words for label, words in told[0].items() if "; its holder knows" not in label]
    assert any("hinted" in words for words in own)


def test_a_card_of_which_nothing_can_be_done_tells_its_story_at_once(page):
    """By a click, when somebody else is to act."""
    table = LiveTable(PEOPLE)
    table.act(0, 0, table.game.legal_actions()[0])
    table.play_agents()
    with open_table(page, PEOPLE, table=table):
        expect(page.locator(".said-words")).to_contain_text("is to act")
        card(page, 1, 4).click()
        assert has_focus(story(page))
        expect(page.locator("[data-choice]")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".beside")).to_have_count(0)
        assert has_focus(card(page, 1, 4))


def test_a_story_stays_when_the_table_changes(page):
    """With its card; but not when the person acts."""
    with open_table(page, rounds=3) as table:
        card(page, 1, 0).focus()
        page.keyboard.press("i")
        before = len(table.game.actions)
        page.keyboard.press("u")
        expect(page.locator(".log li")).to_have_count(before - 2)
        expect(story(page)).to_have_count(1)
        assert has_focus(story(page))
        page.locator("[data-choice]").first.click()
        expect(page.locator(".log li")).to_have_count(before)
        expect(page.locator(".beside")).to_have_count(0)
