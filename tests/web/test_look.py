"""How the board looks in a real browser: what is seen at once, and whether cards can be read."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.notation import parse_rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.test_engine import played

pytestmark = [pytest.mark.once, pytest.mark.compiled]

Image = pytest.importorskip("PIL.Image", reason="pictures are read with Pillow")

#: Where the rank is on a card of 60 by 84: left, top, right, bottom.
RANK = (9, 9, 31, 33)
VARIANTS = ("rainbow-6-suits(players=5)", "up-or-down-5-suits(players=4)")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A game for each number of players, then some of variants."""
    games = []
    for players in range(2, 7):
        rules = Rules(players=players, suits=6 if players == 6 else 5)
        row = play_games("five-rule", rules, games=1, seed=3).table.row(0, named=True)
        games.append(
            document(record_of(rules, row), title="A game with a long name, as files have")
        )
    games += [document(played(parse_rules(name), 3), title=name) for name in VARIANTS]
    path = tmp_path_factory.mktemp("look") / "page.html"
    path.write_text(self_contained(games), encoding="utf-8")
    return path.as_uri()


def look(page, file, fragment, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto("about:blank")
    page.goto(f"{file}#{fragment}")
    page.wait_for_selector(".board")


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768), (1920, 1080)])
def test_all_hands_are_seen_at_once(page, file, size):
    """With the row of turns, which covers nothing; with two to six players, of some variants."""
    boxes = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    for game in range(5 + len(VARIANTS)):
        look(page, file, f"game={game}&turn=20", size)
        cards = page.locator("button.card").evaluate_all(boxes)
        assert max(card["bottom"] for card in cards) <= size[1], game
        turns = page.locator(".transport").bounding_box()
        assert turns["y"] + turns["height"] <= size[1], game
        assert max(card["bottom"] for card in cards) <= turns["y"], game
        assert min(card["width"] for card in cards) >= 44, game
        stacks = page.locator(".firework").evaluate_all(boxes)
        rows = page.locator(".ranks-row").evaluate_all(boxes)
        for stack, after in pairwise(stacks):
            assert stack["right"] <= after["left"], "stacks do not touch"
        for stack, row in zip(stacks, rows, strict=True):
            assert stack["left"] <= row["left"] + 1
            assert row["right"] <= stack["right"] + 1


@pytest.mark.parametrize("size", [(390, 844), (640, 400), (683, 384)])
def test_the_row_of_turns_covers_nothing_that_has_the_focus(page, file, size):
    """On a phone, and at a zoom of 200 %, with five players."""
    look(page, file, "game=3&turn=20", size)
    hidden = page.locator("button.card, button.pile, .panel button").evaluate_all(
        """(all) => all.filter((one) => {
            one.focus();
            const box = one.getBoundingClientRect();
            const row = document.querySelector(".transport").getBoundingClientRect();
            const middle = (box.top + box.bottom) / 2;
            return middle > row.top && middle < row.bottom || middle < 0 || middle > innerHeight;
        }).map((one) => one.ariaLabel || one.innerText)"""
    )
    assert hidden == []


def luminance(color):
    """The relative luminance of an sRGB color, as WCAG 2.2 defines it."""
    parts = np.asarray(color[:3]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one, other):
    """The contrast of two colors, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("safe", ["0", "1"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_rank_is_read_on_its_card(page, file, theme, safe):
    """At 3:1 or more in the picture; of useless cards, too, which have a mark of their own.

    In the colors of hanab.live, and in those for the color-blind.
    """
    page.emulate_media(color_scheme=theme)
    keep = f"localStorage.setItem('hanabi-safe-colors', '{safe}')"
    page.add_init_script(f"if (location.protocol === 'file:') {keep};")
    useless = 0
    for game in (0, 4, 5):
        look(page, file, f"game={game}&turn=999", (1366, 768))
        switch = page.get_by_role("button", name="Colors for the color-blind")
        assert switch.get_attribute("aria-pressed") == ("true" if safe == "1" else "false")
        for card in page.locator("button.card").all():
            useless += (card.get_attribute("class") or "").split().count("useless")
            drawn = card.locator("svg").first
            picture = Image.open(io.BytesIO(drawn.screenshot())).convert("RGB")
            scale = picture.width / 60
            rank = picture.crop(tuple(round(each * scale) for each in RANK))
            pixels = rank.getcolors(rank.width * rank.height)
            ground = max(pixels)[1]
            best = max(contrast(ground, ink) for count, ink in pixels if count > 1)
            assert best >= 3, (game, card.get_attribute("aria-label"), best)
        marked = page.locator(".useless .mark.trash").count()
        assert marked == page.locator(".card.useless").count()
    assert useless > 3


RED = {"0": "#d12c2c", "1": "#d55e00"}


def test_colors_are_chosen_and_remembered(page, file):
    """Games of ours begin with colors that any color vision tells apart; links keep either."""
    look(page, file, "game=0&turn=20", (1366, 768))
    switch = page.get_by_role("button", name="Colors for the color-blind")
    for safe in ("1", "0", "1", "0"):
        assert switch.get_attribute("aria-pressed") == ("true" if safe == "1" else "false")
        top = page.locator(".firework").first.locator("[fill]").first.get_attribute("fill")
        assert top == RED[safe]
        switch.click()
    switch.click()
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_selector(".notice")
    page.reload()
    page.wait_for_selector(".board")
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    red = page.locator(".firework").first.locator("[fill]").first
    assert red.get_attribute("fill") == RED["1"]
