"""The page in a real browser: walked, read, linked, branched; by mouse and by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanabilab.game.games import Game
from hanabilab.notation import Record, load_record, parse_rules
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.browser import check_tree, violations

pytestmark = [pytest.mark.once, pytest.mark.compiled]

_GOLDEN = Path(__file__).parents[1] / "golden"
#: Marks where a name would be markup, if names were not text.
_MARKUP = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def game():
    record = load_record(_GOLDEN / "smart-2p.hanabi")
    return {"label": "smart", **document(record, title="A game of smart")}


@pytest.fixture(scope="module")
def file(game, tmp_path_factory):
    """The page as a file with two games."""
    other = document(
        load_record(_GOLDEN / "five-rule-3p.hanabi"),
        names=["Ann", _MARKUP, "Cy"],
        notes=[["", f"mine {_MARKUP}"], [], []],
    )
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(self_contained([game, {"label": "other", **other}]), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(page, file):
    page.goto(f"{file}#turn=0")
    page.wait_for_selector(".board")
    return page


def turn(page):
    return int(page.locator(".said-turn b").inner_text())


def test_a_game_is_walked_by_keys(opened, game):
    last = len(game["actions"])
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("]")
    assert turn(opened) == 3
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("[")
    assert turn(opened) == 0
    for _ in range(last):
        opened.keyboard.press("j")
    assert turn(opened) == last
    assert opened.locator(".score dd").inner_text().startswith(str(game["positions"][-1]["score"]))
    opened.keyboard.press("Home")
    assert turn(opened) == 0
    opened.keyboard.press("End")
    assert turn(opened) == last
    opened.keyboard.press("Alt+t")
    opened.keyboard.type("17")
    opened.keyboard.press("Enter")
    assert turn(opened) == 17


def test_every_turn_shows_its_position(opened, game):
    """Names of all cards at every turn, read from the labels of the drawn board."""
    suits = {suit["letter"]: suit["name"] for suit in game["table"]["suits"]}
    for number, position in enumerate(game["positions"]):
        labels = opened.locator("button.card").evaluate_all(
            "all => all.map((one) => one.ariaLabel)"
        )
        held = [each for hand in position["hands"] for each in hand if each]
        assert len(labels) == len(held), number
        for label, each in zip(labels, held, strict=True):
            assert f"{suits[each['card'][0]]} {each['card'][1]};" in label
        opened.keyboard.press("ArrowRight")


def test_the_slider_the_log_and_played_cards_go_to_turns(opened, game):
    opened.locator("#slider").fill("30")
    assert turn(opened) == 30
    opened.locator(".log button").nth(12).click()
    assert turn(opened) == 12
    opened.keyboard.press("End")
    opened.locator("button.firework").first.click()
    top = game["positions"][-1]["stacks"][0][-1]
    played = next(
        each["turn"]
        for each in game["positions"][1:]
        if each["last"].get("card") == top and each["last"]["scored"]
    )
    assert turn(opened) == played - 1


def test_the_log_follows_and_the_page_stays(opened):
    """The line of the turn is seen in the log's own box; on a phone the log is below the board."""
    for width, box in ((1280, "#panel"), (390, "ol.log")):
        opened.set_viewport_size({"width": width, "height": 844})
        for key, line in (("End", -1), ("Home", 0)):
            opened.keyboard.press(key)
            opened.evaluate("() => new Promise(requestAnimationFrame)")
            row = opened.locator(".log button").nth(line).bounding_box()
            outer = opened.locator(box).bounding_box()
            assert outer["y"] <= row["y"]
            assert row["y"] + row["height"] <= outer["y"] + outer["height"]
            assert opened.evaluate("scrollY") == 0


def test_the_log_tells_of_hints_that_touch_nothing_and_of_the_deck(page, tmp_path):
    """In the words of the line above the board."""
    game = Game(parse_rules("full(suits=1, deck_plays=1, empty_hints=1, hand_size=4)"), seed=1)
    for action in ("hint 1 1", "discard 0", "play deck"):
        game.act(action)
    path = tmp_path / "page.html"
    path.write_text(self_contained([document(Record.of(game))]), encoding="utf-8")
    page.goto(path.as_uri())
    lines = page.locator("ol.log small")
    assert lines.all_inner_texts() == ["no card", "slot 0", "the deck"]


def test_hands_are_hidden_as_their_holders_see_them(opened):
    opened.keyboard.press("Space")
    assert opened.locator("button.card.hidden").count() == 10
    opened.keyboard.press("0")
    assert opened.locator("button.card.hidden").count() == 0
    opened.keyboard.press("2")
    assert opened.locator(".hand").nth(1).locator("button.card.hidden").count() == 5
    assert opened.locator(".hand").nth(0).locator("button.card.hidden").count() == 0
    label = opened.locator("button.card.hidden").first.get_attribute("aria-label")
    assert label == "slot 0: any card"


def test_a_card_tells_its_story(opened):
    opened.keyboard.press("ArrowRight")
    opened.locator("button.card").nth(5).click()
    opened.get_by_role("button", name="Story", exact=True).click()
    told = opened.locator(".story")
    assert "Its holder knows" in told.inner_text()
    told.get_by_text("hinted yellow on turn 1").click()
    assert turn(opened) == 1


def test_notes_of_a_card_are_text(opened):
    """As who played has written them, whatever it looks like."""
    opened.evaluate("location.hash = '#game=1&turn=0'")
    opened.locator("button.card").nth(1).focus()
    opened.keyboard.press("i")
    assert opened.locator(".card-notes dd").all_inner_texts() == [f"mine {_MARKUP}"]


def test_the_address_says_what_is_looked_at(opened, page, file):
    opened.locator("#slider").fill("9")
    opened.keyboard.press("2")
    address = opened.url
    assert address.endswith("#turn=9&view=seat&seat=1")
    page.goto("about:blank")
    page.goto(address)
    assert turn(page) == 9
    assert page.locator("button.card.hidden").count() == 5
    page.evaluate("location.hash = '#game=1&turn=4'")
    page.wait_for_selector(".players-3")
    assert turn(page) == 4
    assert page.locator(".hand h2", has_text=_MARKUP).count() == 1, "markup in names stays text"


def test_a_link_holds_a_whole_game(opened, game, tmp_path):
    """Opened by a copy of the page that has no game at all; nonsense is refused in words."""
    opened.locator("#slider").fill("20")
    opened.get_by_role("button", name="Copy link").click()
    opened.wait_for_selector(".notice")
    fragment = opened.url.partition("#")[2]
    assert len(fragment) < 2500
    empty = tmp_path / "empty.html"
    empty.write_text(self_contained([]), encoding="utf-8")
    opened.goto(f"{empty.as_uri()}#{fragment}")
    opened.wait_for_selector(".board")
    assert turn(opened) == 20
    assert f"of {len(game['actions'])}" in opened.locator(".said-turn").inner_text()
    opened.goto("about:blank")
    opened.goto(f"{empty.as_uri()}#record=AAAA")
    opened.locator("#app", has_text="cannot be read").wait_for()


def follow(page, link, players):
    """Change the address of the page that is open, and wait for a game of so many players."""
    page.evaluate("(link) => { location.hash = link; }", link)
    page.wait_for_selector(f".players-{players}")


def test_a_link_opens_its_game_in_a_page_that_is_open(opened, tmp_path):
    """Any game of the page, also one that the page does not have; without one, the page's first."""
    links = []
    for number, players in ((0, 2), (1, 3)):
        follow(opened, f"game={number}&turn={number + 4}", players)
        opened.get_by_role("button", name="Copy link").click()
        opened.wait_for_selector(".notice")
        links.append(opened.url.partition("#")[2])
    follow(opened, links[0], 2)
    assert turn(opened) == 4
    follow(opened, links[1], 3)
    assert turn(opened) == 5
    follow(opened, "turn=2", 2)
    follow(opened, links[0].replace("turn", "game=1&turn"), 2)
    empty = tmp_path / "empty.html"
    empty.write_text(self_contained([]), encoding="utf-8")
    opened.goto(f"{empty.as_uri()}#{links[0]}")
    opened.wait_for_selector(".players-2")
    follow(opened, links[1], 3)
    assert turn(opened) == 5


def test_a_link_without_a_line_leaves_the_variation(opened):
    """And its view is the usual one."""
    opened.evaluate("location.hash = '#turn=3&line=2.5&view=empathy'")
    opened.get_by_text("Variation, turn").wait_for()
    opened.evaluate("location.hash = '#turn=2'")
    opened.locator(".said-turn", has_text="Turn 2 of").wait_for()
    assert opened.locator("button.card.hidden").count() == 0


def test_what_is_left_out_of_a_link_is_told(opened):
    """Variations that are none, and a line that cannot be read; the rest is there."""
    opened.evaluate("location.hash = '#turn=2&line=2..5&var=0.2.5&var=x'")
    notice = opened.get_by_text("1 of the 2 variations in this link cannot be read or played")
    notice.wait_for()
    assert "The variation in this link cannot be played." in notice.inner_text()
    opened.get_by_role("tab", name="Lines").click()
    assert opened.locator(".tree li").count() == 2


def test_notes_of_several_games_survive_a_reload(opened):
    """With the game that was looked at, which may have none."""
    for number, players in ((0, 2), (1, 3)):
        opened.locator(".pick select").select_option(index=number)
        opened.wait_for_selector(f".players-{players}")
        opened.locator("#slider").fill("1")
        opened.locator("#note").fill(f"note to game {number}")
        opened.locator("#note").press("Tab")
        opened.wait_for_url(re.compile("[&]record="))
        opened.locator(".pick select").select_option(index=0)
    opened.wait_for_selector(".players-2")
    opened.locator("#slider").fill("1")
    for number in (0, 1):
        opened.reload()
        opened.wait_for_selector(f".players-{(2, 3)[number]}")
        opened.locator(".log .note", has_text=f"note to game {number}").wait_for()
        opened.locator(".pick select").select_option(index=1)
        opened.wait_for_selector(".players-3")


def test_a_seat_that_another_game_lacks_is_not_looked_through(opened):
    """The last one is, instead."""
    opened.evaluate("location.hash = '#game=1&turn=4&view=seat&seat=2'")
    opened.wait_for_selector(".players-3")
    opened.locator(".pick select").select_option(index=0)
    opened.wait_for_selector(".players-2")
    assert opened.locator("button.card.hidden").count() == 5
    assert "seat=1" in opened.url


def test_a_variation_is_played_by_hand_and_kept_in_the_address(opened, page):
    opened.locator("#slider").fill("2")
    opened.get_by_role("tab", name="Lines").click()
    opened.get_by_role("button", name="play slot 0", exact=True).click()
    opened.get_by_role("button", name="play slot 0", exact=True).click()
    assert "Variation" in opened.locator(".said-turn").inner_text()
    assert opened.locator(".tree li").count() == 2
    address = opened.url
    assert re.search(r"line=2\.5\.5", address)
    opened.keyboard.press("Shift+ArrowLeft")
    assert "Variation" not in opened.locator(".said-turn").inner_text()
    page.goto("about:blank")
    page.goto(address)
    assert "Variation" in page.locator(".said-turn").inner_text()
    assert turn(page) == 4


def test_a_card_is_made_another(opened):
    opened.locator("button.card").first.focus()
    opened.keyboard.press("i")
    box = opened.locator(".morph select")
    name = box.locator("option").nth(1).inner_text()
    box.select_option(index=1)
    assert f"slot 0: {name};" in opened.locator("button.card").first.get_attribute("aria-label")
    assert "morph=" in opened.url


def test_the_board_as_text_takes_commands(opened, game):
    opened.keyboard.press("t")
    box = opened.get_by_label("Command", exact=True)
    for command in ("next", "go 30", "hand 1", "nonsense"):
        box.fill(command)
        box.press("Enter")
    assert turn(opened) == 30
    answers = opened.get_by_role("log", name="Answers").inner_text()
    assert "hand 1: slot 0: " in answers
    assert "nonsense: Commands: next" in answers
    assert (
        f"Score {game['positions'][30]['score']} of 25"
        in opened.locator(".text-board").inner_text()
    )


def test_what_comes_later_can_be_hidden(opened, game):
    """In the log and in the curves: a review without spoilers."""
    opened.locator("#slider").fill("9")
    opened.get_by_label("Hide what comes later").check()
    assert opened.locator(".log button").count() == 10
    opened.keyboard.press("ArrowRight")
    assert opened.locator(".log button").count() == 11
    opened.get_by_role("tab", name="Numbers").click()
    assert opened.locator(".chart .tick", has_text="turn 10").count() == 3
    assert opened.locator(".verdict").count() == 0
    opened.get_by_role("tab", name="Log").click()
    opened.get_by_label("Hide what comes later").uncheck()
    assert opened.locator(".log button").count() == len(game["actions"]) + 1


def test_a_tree_of_variations_survives_a_reload(opened):
    """Nested ones, too; the one that is looked at stays."""
    opened.locator("#slider").fill("2")
    opened.get_by_role("tab", name="Lines").click()
    for slot in (0, 1):
        opened.get_by_role("button", name=f"play slot {slot}", exact=True).click()
    opened.locator("#slider").fill("3")
    opened.get_by_role("button", name="play slot 3", exact=True).click()
    words = opened.locator(".tree").first.inner_text()
    shown = opened.locator(".said-words").inner_text()
    assert opened.locator(".tree li").count() == 3
    opened.reload()
    opened.wait_for_selector(".board")
    assert opened.locator(".tree").first.inner_text() == words
    assert opened.locator(".said-words").inner_text() == shown


def test_keys_are_listed_and_cards_reached_by_keys_alone(opened):
    opened.keyboard.press("?")
    assert opened.get_by_role("dialog").is_visible()
    opened.keyboard.press("Escape")
    assert not opened.locator("#help").is_visible()
    opened.locator("button.card").first.focus()
    opened.keyboard.press("ArrowDown")
    assert opened.evaluate("document.activeElement.dataset.slot") == "1"


def test_keys_work_after_a_view_was_chosen(opened):
    """Arrows and the space bar belong to the buttons of views."""
    opened.locator(".views label").nth(1).click()
    assert opened.locator("button.card.hidden").count() == 10
    opened.keyboard.press("]")
    assert turn(opened) == 2


def test_black_is_told_from_blue(page, tmp_path):
    """By the badge of a hint, and by the letters that can be typed."""
    rules = parse_rules("black-6-suits(players=2)")
    game = Game(rules, seed=6)
    told = document(Record(rules=rules, deck=tuple(game.deck), actions=()))
    file = tmp_path / "black.html"
    file.write_text(self_contained([told]), encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_selector(".board")
    page.keyboard.press("t")
    box = page.get_by_label("Command", exact=True)
    for command in ("hint b 1", "hint k"):
        box.fill(command)
        box.press("Enter")
    answers = page.get_by_role("log", name="Answers").inner_text()
    assert "write hint 1 b for the seat 1 to the left" in answers
    assert "hints black to" in answers
    assert turn(page) == 1
    page.get_by_role("button", name="As text").click()
    assert {"K"} == set(page.locator(".arrow").all_inner_texts())


def test_panels_that_need_a_server_say_so(opened):
    for name in ("Chances", "Values", "Endgame", "Conventions", "Agents"):
        opened.get_by_role("tab", name=name).click()
        assert "hanabi view" in opened.locator("#panel").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(opened, theme):
    """On every view and every panel, at both widths."""
    opened.emulate_media(color_scheme=theme, reduced_motion="reduce")
    opened.locator("#slider").fill("31")
    for keys in (["0"], ["Space"], ["1"], ["t"], ["t"], ["?"]):
        for key in keys:
            opened.keyboard.press(key)
        assert violations(opened) == []
    opened.keyboard.press("Escape")
    opened.locator("button.card").first.click()
    for tab in opened.get_by_role("tab").all():
        tab.click()
        assert violations(opened) == [], tab.inner_text()
    opened.set_viewport_size({"width": 390, "height": 844})
    assert violations(opened) == []
    assert opened.evaluate("document.documentElement.scrollWidth") == 390


def test_the_accessibility_trees_are_the_golden_ones(opened):
    """Of the board as it is drawn, and as text."""
    opened.locator("#slider").fill("31")
    check_tree(opened.locator(".stage"), "replay-board")
    opened.keyboard.press("t")
    check_tree(opened.locator(".stage"), "replay-text")
