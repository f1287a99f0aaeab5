"""The card of a game that is over, in a real browser: its score, how it ended, what lost points."""

from __future__ import annotations

import re

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.notation import parse_rules
from hanabilab.web.document import Ended, document
from hanabilab.web.page import self_contained
from tests.web.browser import violations

pytestmark = [pytest.mark.once, pytest.mark.compiled]


def game(agent, rules, seed, ended=None):
    row = play_games(agent, rules, games=1, seed=seed).table.row(0, named=True)
    return document(record_of(rules, row), ended=ended)


@pytest.fixture(scope="module")
def games():
    """Played out, perfect, struck out by both rules, terminated, of suits that go both ways."""
    return {
        "over": game("five-rule", Rules(players=4), 3),
        "perfect": game("smart", Rules(), 2),
        "bomb": game("random", Rules(players=3), 4),
        "kept": game("random", Rules(players=3, bomb="keep"), 4),
        "terminated": game("five-rule", Rules(players=3), 5, Ended("terminated", 0)),
        "both ways": game("random", parse_rules("up-or-down-5-suits(players=2)"), 6),
    }


@pytest.fixture
def at_end(page, games, tmp_path):
    """Opens the page of a game at its end."""

    def opened(name, turn=999):
        file = tmp_path / f"{name}.html"
        file.write_text(self_contained([games[name]]), encoding="utf-8")
        page.goto(f"{file.as_uri()}#turn={turn}")
        page.wait_for_selector(".board")
        return page.get_by_role("region", name="The end")

    return opened


def reachable(table, position):
    """Points that copies of cards allow, of suits that go up alone, by counting."""
    ranks, points = len(table["cards"]) // len(table["suits"]), 0
    for first in range(0, len(table["cards"]), ranks):
        for card in range(first, first + ranks):
            name = table["cards"][card]
            if position["discards"].count(name) == table["copies"][card]:
                break
            points += 1
    return points


def losses(told):
    """Turns that lost points, with how many; what was left at the last action."""
    table, found, before = told["table"], [], told["table"]["max_score"]
    for position in told["positions"][1:-1]:
        now = reachable(table, position)
        if now < before:
            found.append((position["turn"], before - now))
        before = now
    return found, before - told["positions"][-1]["points"]


def read(card):
    """The turns and points of a card's list."""
    rows = [each.inner_text().replace("\n", " ") for each in card.locator("li").all()]
    found = [re.fullmatch(r"Turn (\d+):\s+\S+ .*; lost (\d+) points?", row) for row in rows]
    return [(int(each[1]), int(each[2])) for each in found]


@pytest.mark.parametrize("name", ["over", "bomb", "kept", "terminated"])
def test_the_card_lists_the_turns_that_lost_points(games, at_end, name):
    """As counting of copies finds them; with the rest, they are what the score lacks."""
    told, card = games[name], at_end(name)
    turns, unreached = losses(told)
    assert turns
    assert read(card) == turns
    words = card.locator("p.quiet").inner_text()
    parts = sum(int(each) for each in re.findall(r"(\d+) (?:by|that)", words))
    counted = int(card.locator("h2 b").inner_text())
    assert parts == told["table"]["max_score"] - counted
    assert (f"{unreached} that could still be reached" in words) == (unreached > 0)
    kinds = {told["positions"][turn]["last"]["kind"] for turn, _ in turns}
    assert ("by discards" in words) == ("discard" in kinds)
    assert ("by misplays" in words) == ("play" in kinds)


def test_the_points_of_suits_that_go_both_ways_add_up(games, at_end):
    """There, too, each loss is of the reachable score that the board shows."""
    told, card = games["both ways"], at_end("both ways")
    shown = [each["max_reachable"] for each in told["positions"][:-1]]
    turns = [
        (at, shown[at - 1] - shown[at]) for at in range(1, len(shown)) if shown[at] < shown[at - 1]
    ]
    assert read(card) == turns


@pytest.mark.parametrize(
    ("name", "how", "counted"),
    [
        ("over", "The deck is empty, and everybody has had the last turn.", None),
        ("perfect", "A perfect game: every card is played.", 25),
        ("bomb", "Struck out: the last life is lost.", 0),
        ("kept", "Struck out: the last life is lost.", None),
        ("terminated", "on the table, of which 0 count.", 0),
    ],
)
def test_the_card_tells_how_it_ended_and_the_score(games, at_end, name, how, counted):
    """The score that counts, and the points on the table where they are not the same."""
    card, end = at_end(name), games[name]["positions"][-1]
    assert how in card.inner_text()
    score = end["score"] if counted is None else counted
    assert card.locator("h2").inner_text().split() == [str(score), "of", "25"]
    points = end["points"]
    told = f"{points} point{'' if points == 1 else 's'} on the table, of which {score} count."
    assert (told in card.inner_text()) == (points != score)


def test_review_goes_to_the_first_turn_that_lost_points(page, games, at_end):
    """To the position before it; the card is there at the end alone. A perfect game has none."""
    (first, _), *_ = losses(games["over"])[0]
    card = at_end("over")
    card.get_by_role("button", name=f"Review from turn {first}").click()
    assert page.locator(".said-turn b").inner_text() == str(first - 1)
    assert card.count() == 0
    page.keyboard.press("End")
    card.get_by_role("button", name=re.compile("^Turn")).last.click()
    assert page.locator(".said-turn b").inner_text() == str(losses(games["over"])[0][-1][0] - 1)
    assert at_end("perfect").get_by_role("button").count() == 0
    assert "Lost" not in at_end("perfect").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (390, 844)])
def test_the_card_is_seen_at_once_and_hides_nothing(page, at_end, size, theme):
    """Beside the hands, which are all seen, or above the board on a phone; axe finds nothing."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.emulate_media(color_scheme=theme)
    box = at_end("over").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    board = page.locator(".board").bounding_box()
    assert box["x"] >= board["x"] + board["width"] or box["y"] + box["height"] <= board["y"]
    if size[0] > 1020:
        for each in page.locator("button.card").all():
            card = each.bounding_box()
            assert card["y"] + card["height"] <= size[1]
        panel = page.locator(".panel").bounding_box()
        assert panel["height"] > 200
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert violations(page) == []
