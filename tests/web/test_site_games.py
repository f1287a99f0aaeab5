"""Games of the public site: its names, colors and way of counting slots, on the page."""

from __future__ import annotations

import re

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.cli.game_files import load_game
from hanabilab.notation import format_record
from hanabilab.notation.game_files import log_of_record, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.site import format_link
from hanabilab.review.conventions import read_by_convention
from hanabilab.web.document import document
from hanabilab.web.page import self_contained
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, pytest.mark.compiled, needs_node]

TOLD = """
globalThis.document = {createTreeWalker: () => ({})};
const {actionWords, cardWords, heldWords, lastWords, withNames} = await load('hanabi/words');
const {checkedGame} = await load('hanabi/checked');
const {mainLine, recordText} = await load('hanabi/lines');
const {siteLink} = await load('hanabi/site');
const {typedAction} = await load('hanabi/typed');
const game = {...told.game, positions: null}, line = mainLine(game);
const words = (table) => line.positions.map((position) => ({
  last: position.last ? lastWords(table, position) : "",
  legal: position.legal.map((each) => actionWords(table, each)),
  hands: position.hands.map((hand) => hand.map((_, slot) => heldWords(table, hand, slot, true))),
}));
const as_site = {...game.table, as_site: true};
return {
  deck: game.deck.map((name) => cardWords(game.table, name)),
  record: recordText(game, line), site: siteLink(line), again: recordText(checkedGame(game), line),
  ours: words(game.table), theirs: words(as_site),
  renamed: withNames(game.table, told.text), typed: typedAction(game.table, told.typed, 0),
};
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """A game of three of one name, as the site's JSON has it."""
    rules = Rules(players=3)
    played = play_games("smart", rules, games=1, seed=5).table.row(0, named=True)
    file = tmp_path_factory.mktemp("site") / "game.json"
    file.write_text(write_log(log_of_record(record_of(rules, played)), Kind.EXPORT))
    return load_game(str(file), partial=False)


@pytest.fixture(scope="module")
def told(loaded):
    """The page's document of it."""
    log = loaded.log
    return document(loaded.record, names=log.players, variant=log.variant, title="A game")


def test_suits_and_hints_have_the_names_of_the_log(loaded, told):
    """Blue and purple where records of ours have white and blue; records and links stay right."""
    text = "seat 1 plays slot 2, W3 or B1; the hint was white, not blue or red"
    found = run_module(TOLD, {"game": told, "text": text, "typed": "hint 1 purple"})
    log = loaded.log
    names = [suit.name.lower() for suit in log.variant.suits]
    assert found["deck"] == [f"{names[card.suit]} {card.rank}" for card in log.deck]
    assert found["record"] == found["again"] == format_record(loaded.record)
    assert found["site"] == format_link(log)
    assert found["typed"] == 2 * 5 + 4, "the fifth color, to the next seat"
    assert found["renamed"] == (
        "smart (seat 1) plays slot 2, B3 or P1; the hint was blue, not purple or red"
    )
    said = " ".join(each["last"] for each in found["ours"])
    assert "purple" in said
    assert "white" not in said


def test_slots_are_counted_as_on_the_site_where_it_is_wished(told):
    """From the newest, which is 1; what records say is told behind it."""
    found = run_module(TOLD, {"game": told, "text": "", "typed": "play 0"})
    hands = found["theirs"][0]["hands"][0]
    assert [re.match(r"slot \d \(\d in records\)", each)[0] for each in hands] == [
        f"slot {5 - slot} ({slot} in records)" for slot in range(5)
    ]
    assert "play slot 5 (0 in records)" in found["theirs"][0]["legal"]
    for ours, theirs in zip(found["ours"], found["theirs"], strict=True):
        pair = re.findall(r"slots? ([\d, and]+) \(the site's ([\d, and]+)\)", ours["last"])
        back = re.findall(r"slots? ([\d, and]+) \(([\d, and]+) in records\)", theirs["last"])
        assert [{*map(tuple, map(sorted, each))} for each in pair] == [
            {*map(tuple, map(sorted, each))} for each in back
        ]


COUNTED = """
globalThis.document = {createTreeWalker: () => ({})};
const {heldWords, withNames} = await load('hanabi/words');
const as_site = {...told.table, as_site: true};
return {
  ours: told.words.map((each) => withNames(told.table, each)),
  theirs: told.words.map((each) => withNames(as_site, each)),
  empty: [told.table, as_site].map((table) => heldWords(table, [null], 0, true)),
};
"""


def test_words_of_conventions_count_slots_as_the_page_does(loaded, told):
    """They tell slots both ways; the way that the page counts comes first."""
    words = [each.words for each in read_by_convention(loaded.record, level=4)]
    words.append("slots 0 and 3 (the site's 5 and 2)")
    found = run_module(COUNTED, {"table": told["table"], "words": words})
    both = [re.findall(r"slots? (.*?) \(the site's (.*?)\)", each) for each in found["ours"]]
    assert len([each for each in both if each]) > 5
    back = [
        re.findall(r"slots? ([\d and]+) \((.*?) in records\)", each) for each in found["theirs"]
    ]
    assert [[(site, ours) for ours, site in each] for each in both] == back
    assert "the site's" not in "".join(found["theirs"])
    assert found["empty"] == ["slot 0: empty", "empty"], "an empty slot has no number there"


@pytest.fixture
def opened(page, told, loaded, tmp_path):
    ours = document(loaded.record, title="Ours")
    file = tmp_path / "page.html"
    file.write_text(
        self_contained([{"label": "site", **told}, {"label": "ours", **ours}]), encoding="utf-8"
    )
    page.goto(file.as_uri())
    page.wait_for_selector(".board")
    return page


def test_hands_are_as_on_the_site_for_its_games(opened):
    """Newest on the left; a choice holds for all games, and after the page is loaded again."""
    slots = "all => all.map((one) => Number(one.dataset.slot))"
    first = opened.locator(".hand").first.locator("button.card")
    assert opened.locator(".about").inner_text() == "No Variant, 3 players"
    letters = opened.locator(".firework .letter").all_text_contents()
    assert letters == ["R", "Y", "G", "B", "P"]
    assert first.evaluate_all(slots) == [4, 3, 2, 1, 0]
    heads = opened.locator(".hand h2").all_inner_texts()
    assert ["smart (seat" in each for each in heads] == [True] * 3
    opened.locator(".pick select").select_option(label="ours")
    assert first.evaluate_all(slots) == [0, 1, 2, 3, 4]
    assert opened.locator(".firework .letter").all_text_contents() == ["R", "Y", "G", "W", "B"]
    opened.get_by_role("button", name="As on hanab.live").click()
    assert first.evaluate_all(slots) == [4, 3, 2, 1, 0]
    opened.reload()
    opened.wait_for_selector(".board")
    assert first.evaluate_all(slots) == [4, 3, 2, 1, 0]
