"""Arrows from who gave a hint to the cards that it touches, in a real browser."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.test_table_page import open_table

pytestmark = [pytest.mark.once, pytest.mark.compiled]

#: Boxes of hands and of cards, by seat and slot, and each way that is drawn, in pixels of the page.
DRAWN = """async () => {
  await new Promise(requestAnimationFrame);  // in which they are drawn
  const box = (one) => (({ left, top, right, bottom }) => [left, top, right, bottom])(one.getBoundingClientRect());
  const layer = document.querySelector(".arrows").getBoundingClientRect();
  const boxes = (kind) => [...document.querySelectorAll(kind)].map((one) => [one.dataset.hand ?? `${one.dataset.seat} ${one.dataset.slot}`, box(one)]);
  return { hands: Object.fromEntries(boxes(".hand")), cards: Object.fromEntries(boxes("button.card")),
    corner: [layer.left, layer.top], ways: [...document.querySelectorAll(".hint-line")].map((one) => one.getAttribute("d")),
    colors: [...document.querySelectorAll(".hint-line")].map((one) => one.getAttribute("stroke")) };
}"""  # noqa: E501
#: Scrolls the page: headings of hands that are where the row of turns is, and are seen.
OVER = """() => {
  const row = document.querySelector(".transport"), found = [];
  let looked = 0;
  for (let top = 0; top < 400; top += 8) {
    scrollTo(0, top);
    const box = row.getBoundingClientRect();
    for (const each of document.querySelectorAll(".hand h2, .card")) {
      const { left, top: y, height } = each.getBoundingClientRect(), at = y + height / 2;
      if (at <= box.top || at >= box.bottom) continue;
      looked += 1;
      if (!row.contains(document.elementFromPoint(left + 30, at))) found.push(each.innerText);
    }
  }
  return { looked, found };
}"""
SIZES = [(1280, 800), (1366, 768), (700, 800), (390, 844)]


@pytest.fixture(scope="module")
def games():
    """One for each number of players."""
    found = []
    for players in range(2, 7):
        rules = Rules(players=players)
        row = play_games("five-rule", rules, games=1, seed=3).table.row(0, named=True)
        found.append(document(record_of(rules, row), title=f"{players} players"))
    return found


@pytest.fixture(scope="module")
def file(games, tmp_path_factory):
    path = tmp_path_factory.mktemp("arrows") / "page.html"
    path.write_text(self_contained(games), encoding="utf-8")
    return path.as_uri()


def points(way, corner):
    """The corners of a way, beginning with the first, and its tips, in pixels of the page."""
    found, tips, at = [], [], (0.0, 0.0)
    for kind, text in re.findall(r"([MVHla])([^MVHla]*)", way):
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", text)]
        if kind == "l":
            tips.append(at)
        elif kind in "MVH":
            at = {"M": tuple(numbers[:2]), "V": (at[0], numbers[0]), "H": (numbers[0], at[1])}[kind]
            found.append(at)
    return [(x + corner[0], y + corner[1]) for x, y in found], [
        (x + corner[0], y + corner[1])
        for x, y in tips[::2]  # a head has two strokes
    ]


def inside(point, box, margin):
    """Whether a point is in a box that is larger by a margin."""
    return (
        box[0] - margin <= point[0] <= box[2] + margin
        and box[1] - margin <= point[1] <= box[3] + margin
    )


def check(drawn, last):
    """The way leaves the giver's hand, ends at each touched card, and covers no card."""
    (way,) = drawn["ways"]
    corners, tips = points(way, drawn["corner"])
    giver, target = str(last["seat"]), last["target"]
    assert inside(corners[0], drawn["hands"][giver], 4)
    touched = [drawn["cards"][f"{target} {slot}"] for slot in last["touched"]]
    assert len(tips) == len(touched)
    for tip, box in zip(tips, touched, strict=True):
        assert abs(tip[0] - (box[0] + box[2]) / 2) < 2
        assert inside(tip, box, 16)
    for point in corners:
        assert not any(inside(point, box, -1) for box in drawn["cards"].values())


@pytest.mark.parametrize("size", SIZES)
def test_arrows_lead_from_the_giver_to_each_touched_card(page, games, file, size):
    """For 2 to 6 players, of each hint; other actions have none."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.emulate_media(reduced_motion="reduce")
    for number, game in enumerate(games):
        page.goto("about:blank")
        page.goto(f"{file}#game={number}&turn=0")
        page.wait_for_selector(".board")
        seen = set()
        for position in game["positions"][1:24]:
            page.keyboard.press("ArrowRight")
            last, drawn = position["last"], page.evaluate(DRAWN)
            if last.get("touched"):
                check(drawn, last)
                suits = {each["name"]: each["color"] for each in game["table"]["suits"]}
                assert drawn["colors"] == [suits.get(last["value"])]
                seen.add((last["target"] - last["seat"]) % len(position["hands"]))
            else:
                assert drawn["ways"] == []
        assert len(seen) >= min(2, len(position["hands"]) - 1)


def test_arrows_follow_the_size_of_the_window(page, games, file):
    """And turned tables, and a board that was text; the status line alone tells it to a reader."""
    number, game = 3, games[3]
    turn = next(
        at for at, each in enumerate(game["positions"][1:], 1) if each["last"].get("touched")
    )
    page.goto(f"{file}#game={number}&turn={turn}")
    page.wait_for_selector(".hint-line", state="attached")
    last = game["positions"][turn]["last"]
    for size in SIZES:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        check(page.evaluate(DRAWN), last)
    for key in ("f", "f", "t", "t"):
        page.keyboard.press(key)
    check(page.evaluate(DRAWN), last)
    assert page.locator(".arrows").get_attribute("aria-hidden") == "true"
    page.emulate_media(media="print")
    assert not page.locator(".arrows").is_visible()


def test_nothing_of_the_board_is_drawn_over_the_row_of_turns(page, file):
    """On a phone this row stays at the bottom while the board is scrolled."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{file}#game=1&turn=999")
    page.wait_for_selector(".board")
    over = page.evaluate(OVER)
    assert over["looked"] > 0
    assert over["found"] == []


def test_arrows_are_drawn_while_cards_move(page, games, file):
    """They lead to where cards will be."""
    page.emulate_media(reduced_motion="no-preference")
    game = games[0]
    turn = next(
        at
        for at, each in enumerate(game["positions"])
        if at > 1 and each["last"].get("touched") and game["positions"][at - 1]["last"].get("card")
    )
    page.goto(f"{file}#game=0&turn={turn - 2}")
    page.wait_for_selector(".board")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    drawn = page.evaluate(DRAWN)
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    settled = page.evaluate(DRAWN)
    assert drawn["ways"] == settled["ways"]
    check(settled, game["positions"][turn]["last"])


def test_a_table_has_arrows_too(page):
    """From the agent's hand to the person's own cards."""
    with open_table(page, rounds=6) as table:
        while not (last := table.shown_to(0)["position"]["last"]).get("touched"):
            before = len(table.game.actions)
            page.locator("#command").fill("play 0")
            page.get_by_role("button", name="Do it").click()
            expect(page.locator(".log .n").last).to_have_text(str(before + 2))
        check(page.evaluate(DRAWN), last)
