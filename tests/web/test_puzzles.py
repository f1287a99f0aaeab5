"""The page of puzzles: what is asked tells nothing of the own hand; solved in a real browser."""

from __future__ import annotations

import base64
import json
import re
import zlib

import msgspec
import pytest

from hanabilab import make_agent
from hanabilab.beliefs import History
from hanabilab.notation import Record, replay
from hanabilab.puzzles.choosing import game_of
from hanabilab.search.evaluate import turns_of
from hanabilab.web.position import position
from hanabilab.web.puzzles import puzzle_page, question
from tests.puzzles.games import AGENT, puzzles
from tests.web.browser import violations

pytestmark = [pytest.mark.once, pytest.mark.compiled]


@pytest.fixture(scope="module")
def html():
    return puzzle_page(puzzles())


@pytest.fixture(scope="module")
def file(html, tmp_path_factory):
    path = tmp_path_factory.mktemp("puzzles") / "puzzles.html"
    path.write_text(html, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(page, file):
    page.goto(file)
    page.wait_for_selector(".board")
    return page


def _embedded(html, name):
    text = re.search(rf'id="{name}">([^<]*)<', html)[1]
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_what_is_asked_and_the_answers_are_apart(html):
    asked, answers = _embedded(html, "games"), _embedded(html, "answers")
    assert [each["id"] for each in asked] == [each.id for each in puzzles()]
    for told, answer, puzzle in zip(asked, answers, puzzles(), strict=True):
        seat = puzzle.view.seat
        assert all(held is None or held["card"] is None for held in told["position"]["hands"][seat])
        assert not {"hand", "best", "values", "deck"} & told.keys()
        assert answer["hand"] == puzzle.answer.hand
        assert len(told["history"]) == puzzle.view.turn
        done = [position(each.state, None)["last"] for each in replay(Record.of(game_of(puzzle)))]
        for each, wanted in zip(told["history"], done[1:], strict=True):
            assert each["last"].keys() >= {"seat", "kind"}
            assert wanted == {**wanted, **each["last"]}
        hands = told["position"]["hands"]
        held = [sum(each is not None for each in hand) for hand in hands]
        assert not told["history"] or told["history"][-1]["held"] == held
        assert answer["best"] in [each["id"] for each in told["position"]["legal"]]
        assert answer["values"][0]["id"] == answer["best"]


def test_hidden_cards_do_not_change_what_is_asked():
    """Dealt again so that the seat cannot notice, a puzzle asks the same, to the byte."""
    agent, changed = make_agent(AGENT), 0
    for puzzle in puzzles():
        game = game_of(puzzle)
        history = History.of(agent, turns_of(game, agent, 0), 0)
        deck = tuple(history.likely_deck[: game.rules.deck_size].tolist())
        other = Record(rules=game.rules, deck=deck, actions=tuple(game.actions)).replayed()
        assert json.dumps(question(puzzle, other)) == json.dumps(question(puzzle, game))
        changed += deck != tuple(game.deck)
    assert changed


def test_slots_of_logs_are_told_as_the_site_counts_them():
    puzzle = puzzles()[0]
    view = msgspec.structs.replace(puzzle.view, site_slots=True)
    told = question(msgspec.structs.replace(puzzle, view=view), game_of(puzzle))
    assert told["table"]["site_slots"]
    assert not question(puzzle, game_of(puzzle))["table"]["site_slots"]


def _own_labels(page):
    return page.locator(".hand.acts button.card").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )


def test_a_puzzle_is_solved_by_keys(opened):
    answer = puzzles()[0].answer
    assert not any("its holder knows" in label for label in _own_labels(opened))
    assert opened.locator("#verdict").count() == 0
    opened.keyboard.press("h")
    assert opened.get_by_label("Help").locator("li").count() == 1
    legal = puzzles()[0].view.legal
    choice = opened.locator("input[name=action]").nth(legal.index(answer.best_action))
    choice.focus()
    opened.keyboard.press(" ")
    opened.keyboard.press("c")
    assert opened.locator("#verdict").inner_text().startswith("Right.")
    assert opened.evaluate("document.activeElement.id") == "verdict"
    assert all("its holder knows" in label for label in _own_labels(opened) if "empty" not in label)
    assert opened.locator(".worth tbody tr").count() == len(legal)
    assert opened.locator(".about").inner_text() == "1 of 1 right"


def test_a_wrong_choice_is_told_with_what_it_costs(opened):
    answer, legal = puzzles()[0].answer, puzzles()[0].view.legal
    worst = answer.actions[-1]
    opened.locator("input[name=action]").nth(legal.index(worst.action)).check()
    opened.get_by_role("button", name="I choose this").click()
    opened.wait_for_selector("#verdict")
    told = opened.locator(".panel").inner_text()
    assert "Not the best. The best action is: " in told
    assert f"Your choice costs {-worst.gain:.2f}" in told
    assert "everybody, you too, plays on as five-rule" in told
    assert "What you chose" in told


def _asked(html, kind):
    """A puzzle in which an action of this kind is legal: its number, what it asks, the action."""
    return next(
        (number, told, action)
        for number, told in enumerate(_embedded(html, "games"))
        for action in told["position"]["legal"]
        if action["kind"] == kind
    )


def _open(page, file, told):
    page.goto(f"{file}#{told['id']}")
    page.wait_for_selector(".board")


def _chosen(page, action):
    page.wait_for_selector("#verdict")
    row = page.locator(".worth tr.is-chosen")
    assert row.count() == 1
    assert row.locator("th").inner_text().startswith(_words(action))
    assert page.locator(".beside").count() == 0


def _words(action):
    if "target" not in action:
        return action["text"]
    value = f"{action['value']}s" if action["kind"] == "rank" else action["value"]
    return f"hint {value} to "


def _card(page, seat, slot):
    return page.locator(f"button.card[data-seat='{seat}'][data-slot='{slot}']")


def _place(told, action):
    """The seat and slot of a card that an action is about."""
    if "target" in action:
        return action["target"], action["touched"][0]
    return told["position"]["seat_to_act"], action["slot"]


@pytest.mark.parametrize("kind", ["play", "discard", "color", "rank"])
def test_an_action_is_chosen_beside_a_card(page, file, html, kind):
    """By a click on the card, then on what stands beside it; Escape leaves the card."""
    _, told, action = _asked(html, kind)
    _open(page, file, told)
    card = _card(page, *_place(told, action))
    card.click()
    assert page.evaluate("document.activeElement.hasAttribute('data-choice')")
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".beside").count() == 0
    card.click()
    page.locator(f".beside [data-choice='{action['id']}']").click()
    _chosen(page, action)


@pytest.mark.parametrize(("kind", "pile"), [("play", ".fireworks"), ("discard", ".discards")])
def test_a_card_is_dragged_to_a_pile(page, file, html, kind, pile):
    """Which chooses that action; once the answer is there, a drag does nothing."""
    _, told, action = _asked(html, kind)
    _open(page, file, told)
    card = _card(page, *_place(told, action))
    for _ in range(2):
        start, end = (part.bounding_box() for part in (card, page.locator(pile)))
        page.mouse.move(start["x"] + 10, start["y"] + 10)
        page.mouse.down()
        page.mouse.move(end["x"] + 5, end["y"] + 5, steps=5)
        page.mouse.up()
        _chosen(page, action)


@pytest.mark.parametrize("kind", ["play", "discard", "color", "rank"])
def test_keys_mark_an_action_as_at_the_table(page, file, html, kind):
    """And nothing is chosen yet; Enter chooses what is marked."""
    _, told, action = _asked(html, kind)
    _open(page, file, told)
    hints = told["table"]["hints"]
    keys = {
        "play": ["a", str(action.get("slot"))],
        "discard": ["d", str(action.get("slot"))],
        "rank": [action.get("value")],
        "color": ["qwerty"[hints.index(action["value"])]] if kind == "color" else [],
    }
    for key in keys[kind]:
        page.keyboard.press(key)
    assert page.locator("input[name=action]:checked").get_attribute("value") == str(action["id"])
    assert page.locator("#verdict").count() == 0
    page.keyboard.press("Enter")
    _chosen(page, action)


def test_hands_and_colors_as_on_the_site(page, file, html):
    """Both are remembered; keys then count slots as the board does."""
    _, told, action = _asked(html, "play")
    _open(page, file, told)
    seat = told["position"]["seat_to_act"]
    order = page.locator(f"[data-seat='{seat}']")
    slots = "all => all.map((one) => one.dataset.slot)"
    before = order.evaluate_all(slots)
    colors = page.get_by_role("button", name="Colors for the color-blind")
    pressed = colors.get_attribute("aria-pressed")
    page.get_by_role("button", name="As on hanab.live").click()
    colors.click()
    page.reload()
    page.wait_for_selector(".board")
    assert order.evaluate_all(slots) == before[::-1]
    assert colors.get_attribute("aria-pressed") != pressed
    assert page.get_by_text("count slots as records do").count() == 1
    assert violations(page) == []
    page.keyboard.press("a")
    page.keyboard.press(str(action["held"] - action["slot"]))
    assert page.locator("input[name=action]:checked").get_attribute("value") == str(action["id"])


def test_the_next_puzzle_is_unsolved_and_has_an_address(opened):
    opened.keyboard.press("ArrowRight")
    assert opened.url.endswith(f"#{puzzles()[1].id}")
    assert opened.locator(".said-turn b").inner_text() == "2"
    assert opened.locator("#verdict").count() == 0
    opened.reload()
    assert opened.locator(".said-turn b").inner_text() == "2"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_wrong_for_screen_readers(opened, theme):
    opened.emulate_media(color_scheme=theme)
    assert violations(opened) == []
    opened.locator("input[name=action]").nth(0).check()
    opened.keyboard.press("c")
    opened.wait_for_selector("#verdict")
    assert violations(opened) == []
