"""The table of discards: how many copies of each card are left, in a real browser."""

from __future__ import annotations

import io

import pytest

from hanabilab import Rules
from hanabilab.notation import parse_rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.browser import violations
from tests.web.test_engine import played
from tests.web.test_look import contrast

pytestmark = [pytest.mark.once, pytest.mark.compiled]

Image = pytest.importorskip("PIL.Image", reason="pictures are read with Pillow")

RULES = (
    Rules(),
    Rules(players=6, suits=6),
    parse_rules("rainbow-6-suits(players=5)"),
    parse_rules("up-or-down-5-suits(players=4)"),
    parse_rules("reversed-6-suits(players=3)"),
    parse_rules("small(players=2)"),
)
LABELS = """() => [...document.querySelectorAll(".copies [data-pile]")].map((one) =>
  [one.dataset.pile, one.ariaLabel, one.tagName])"""


@pytest.fixture(scope="module")
def games():
    return [document(played(rules, 5)) for rules in RULES]


@pytest.fixture(scope="module")
def file(games, tmp_path_factory):
    path = tmp_path_factory.mktemp("discards") / "page.html"
    path.write_text(self_contained(games), encoding="utf-8")
    return path.as_uri()


def words(table, position, name):
    """What a cell says, by counting."""
    suit = next(each for each in table["suits"] if each["letter"] == name[0])
    rank = "start" if name[1] == "7" else name[1]
    gone = position["discards"].count(name)
    left = table["copies"][table["cards"].index(name)] - gone
    said = {0: "none left", 1: "last copy"}.get(left, f"{left} left")
    if any(name in stack for stack in position["stacks"]):
        said = "played"
    elif left and name in position["useless"]:
        said += ", of no use any more"
    if not gone:
        return said, "SPAN"
    return f"{suit['name']} {rank}: {said}, {gone} discarded; go to its turn", "BUTTON"


@pytest.mark.parametrize("number", range(len(RULES)))
def test_each_cell_tells_how_many_copies_are_left(page, games, file, number):
    """Of all cards of a variant, at every turn."""
    table = games[number]["table"]
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{file}#game={number}&turn=0")
    page.wait_for_selector(".board")
    said = set()
    for position in games[number]["positions"]:
        found = page.evaluate(LABELS)
        assert sorted(name for name, _, _ in found) == sorted(table["cards"])
        for name, label, kind in found:
            assert (label, kind) == words(table, position, name)
            said.add(label.rpartition(": ")[2])
        page.keyboard.press("ArrowRight")
    assert any(each.startswith("last copy") for each in said)
    assert any(each.startswith("played") for each in said)


def test_a_cell_leads_to_the_turn_of_the_last_discard(page, games, file):
    """To the position before it, of a card of which several copies were discarded, too."""
    positions = games[0]["positions"]
    twice = next(
        name for name in positions[-1]["discards"] if positions[-1]["discards"].count(name) > 1
    )
    turn = max(
        at
        for at, each in enumerate(positions[1:], 1)
        if each["last"].get("card") == twice and not each["last"]["scored"]
    )
    page.goto(f"{file}#turn=999")
    page.wait_for_selector(".board")
    page.locator(f"[data-pile='{twice}']").click()
    assert page.locator(".said-turn b").inner_text() == str(turn - 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_are_read_in_light_and_dark(page, file, theme):
    """What is drawn in them at 3:1 or more; axe finds nothing."""
    page.emulate_media(color_scheme=theme)
    for number in (1, 3):
        page.goto("about:blank")
        page.goto(f"{file}#game={number}&turn=999")
        page.wait_for_selector(".board")
        for cell in page.locator(".copies td:not(.is-useless) .pile").all():
            picture = Image.open(io.BytesIO(cell.screenshot())).convert("RGB")
            inner = picture.crop((3, 3, picture.width - 3, picture.height - 3))
            pixels = inner.getcolors(inner.width * inner.height)
            ground = max(pixels)[1]
            best = max(contrast(ground, ink) for _, ink in pixels)
            assert best >= 3, (number, cell.get_attribute("aria-label"), best)
        assert violations(page) == []


@pytest.mark.parametrize("width", [390, 700, 1021, 1280])
def test_the_table_fits_beside_the_fireworks(page, games, file, width):
    """Nothing is cut, and nothing overlaps."""
    page.set_viewport_size({"width": width, "height": 844})
    for number in range(len(RULES)):
        page.goto("about:blank")
        page.goto(f"{file}#game={number}&turn=999")
        page.wait_for_selector(".board")
        boxes = {
            name: page.locator(name).bounding_box() for name in (".copies", ".middle", ".fireworks")
        }
        inner, outer, beside = boxes[".copies"], boxes[".middle"], boxes[".fireworks"]
        assert (
            inner["x"] >= beside["x"] + beside["width"]
            or inner["y"] >= beside["y"] + beside["height"]
        )
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
