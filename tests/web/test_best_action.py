"""The best action on the cards themselves, while the panel of values shows it, in a browser."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.web.document import document
from hanabilab.web.server.viewing import host_view
from tests.web.browser import violations
from tests.web.running import running
from tests.web.test_served_page import PATIENCE, careless_game

#: Labels of the cards that have the halo, with the letter of each.
MARKED = """all => all.map((one) => [one.dataset.seat, one.dataset.slot,
  one.ariaLabel.split("; ").at(-1), one.querySelector(".sign text").textContent])"""


@contextmanager
def open_values(page):
    """The panel of values of a served game of careless seats; agents that play any rules."""
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    told = document(careless_game(), title="Careless")
    with running(lambda port: host_view([told], "Careless", port)) as link:
        page.goto(link)
        page.locator(".board").wait_for()
        page.get_by_role("tab", name="Values").click()
        found = page.locator("#panel")
        found.get_by_label("Everybody plays on as").fill("five-rule")
        found.get_by_label("Everybody plays on as").press("Tab")
        yield found
        page.goto("about:blank")


@pytest.fixture
def panel(page):
    with open_values(page) as found:
        yield found


def best_words(panel):
    """What the panel calls the best action, once the search is done."""
    expect(panel.get_by_role("status")).to_contain_text("games played out; beliefs")
    return panel.locator(".values tr.best th button").inner_text()


def test_the_cards_of_the_best_action_have_a_halo(page, panel):
    """A played card, or those that a hint touches; at other turns others, and nowhere else."""
    game, kinds = document(careless_game()), set()
    page.keyboard.press("l")
    for turn, position in enumerate(game["positions"]):
        words = best_words(panel)
        kind, _, rest = words.partition(" ")
        marked = page.locator("button.card.best").evaluate_all(MARKED)
        assert {each[2] for each in marked} == {f"best: {words}"}
        places = [(int(seat), int(slot)) for seat, slot, *_ in marked]
        kinds.add(kind)
        if kind == "hint":
            legal = (each for each in position["legal"] if "target" in each)
            wanted = next(each for each in legal if hint_words(game, each) == rest)
            assert places == [(wanted["target"], slot) for slot in wanted["touched"]]
            assert {each[3].upper() for each in marked} == {wanted["value"][0].upper()}
        else:
            assert places == [(position["seat_to_act"], int(rest.removeprefix("slot ")))]
            assert marked[0][3] == {"play": "P", "discard": "D"}[kind]
        if turn == 4:
            break
        page.keyboard.press("ArrowRight")
        expect(page.locator(".said-turn b")).to_have_text(str(turn + 1))
    assert len(kinds) > 1


def hint_words(game, action):
    value = f"{action['value']}s" if action["kind"] == "rank" else action["value"]
    return f"{value} to {game['table']['seats'][action['target']]}"


def test_the_halo_goes_with_the_values(page, panel):
    """With a search that is stopped, and behind another panel; axe finds nothing beside it."""
    halo = page.locator("button.card.best")
    expect(halo).to_have_count(0)
    page.keyboard.press("l")
    best_words(panel)
    expect(halo).not_to_have_count(0)
    assert violations(page) == []
    page.get_by_role("tab", name="Log").click()
    expect(halo).to_have_count(0)
    page.get_by_role("tab", name="Values").click()
    expect(halo).not_to_have_count(0)
    page.keyboard.press("l")
    expect(halo).to_have_count(0)


def test_who_looks_for_a_better_action_is_not_told_it(page, panel):
    """The board before a loss has no halo, though the search has found the best action."""
    page.keyboard.press("l")
    best_words(panel)
    panel.get_by_role("button", name="Search all turns").click()
    expect(panel.get_by_role("button", name="Search all turns again")).to_be_visible()
    panel.get_by_role("button", name="Find better").click()
    expect(panel.get_by_label("Find better")).to_be_visible()
    expect(page.locator("button.card.best")).to_have_count(0)
