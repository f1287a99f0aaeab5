"""The panels that ask the server, in a real browser: chances, values, losses, agents, lines."""

from __future__ import annotations

import functools
import re
import threading
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from playwright.sync_api import expect

from hanabilab.game.games import Game
from hanabilab.notation import Record, load_record, parse_record
from hanabilab.notation.rules_text import parse_rules
from hanabilab.review.conventions import read_by_convention
from hanabilab.search.endgame import blueprint_values, open_values
from hanabilab.web import analysis
from hanabilab.web.analysis.positions import game_at
from hanabilab.web.document import document
from hanabilab.web.server import viewing
from hanabilab.web.server.viewing import host_view
from tests.web.browser import check_tree, violations
from tests.web.running import running

#: Milliseconds that a busy machine may take.
PATIENCE = 60_000
RECORD = load_record(Path(__file__).parents[1] / "golden" / "smart-2p.hanabi")

#: Panels, each with something that is there once all of it has come.
PANELS = {
    "Numbers": ".facts",
    "Chances": ".check input:enabled",  # chances from public knowledge come last
    "Values": "button",
    "Endgame": "h2",
    "Conventions": ".mistake",  # a small game is none of theirs
    "Agents": ".reason",
    "Lines": ".tree",
}


def careless_game():
    """A small game whose seats discard and hint at random."""
    game, random = Game(parse_rules("small(players=2)"), seed=4), Random(4)
    plays = range(2, 4)
    while len(game.actions) < 8:
        game.act(random.choice([each for each in game.legal_actions() if each not in plays]))
    return Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))


@pytest.fixture(scope="module")
def address(browser):
    """The page of a game that is served, and the cookie that opens it."""
    dealt = Game(parse_rules("reversed-6-suits(players=2)"), seed=1)
    deal = Record(rules=dealt.rules, deck=tuple(dealt.deck), actions=())
    games = [document(RECORD, title="A game"), document(careless_game(), title="Careless")]
    games.append(document(deal, title="A suit that goes down"))
    with running(lambda port: host_view(games, "Games", port)) as link:
        context = browser.new_context()
        first = context.new_page()
        first.goto(link)
        first.locator(".board").wait_for()
        yield first.url, context.cookies()
        context.close()


@pytest.fixture
def view(page, address):
    """Opens the page at a fragment, with a panel open."""
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.context.add_cookies(address[1])

    def open_at(fragment, panel):
        page.goto("about:blank")
        page.goto(f"{address[0].partition('#')[0]}#{fragment}")
        page.get_by_role("tab", name=panel).click()
        return page.locator("#panel")

    return open_at


def turn(page):
    return int(page.locator(".said-turn b").inner_text())


def test_chances_are_those_of_the_analysis(page, view):
    """Every number in the grids, by its label; the public ones on request."""
    panel = view("turn=30", "Chances")
    expect(panel.locator("table.chances")).to_have_count(5)
    seat = RECORD.replayed().rules.first_seat  # turn 30 of two players
    found, public = analysis.card_chances(RECORD, 30, seat)
    assert possible(panel) == [[each > 0 for each in slot["chances"]] for slot in found["slots"]]
    panel.get_by_role("checkbox").check()
    expect(panel.get_by_role("checkbox")).to_be_checked()
    assert possible(panel) == [[each > 0 for each in row] for row in public["public"]]
    assert violations(page) == []


def test_chances_stand_below_their_ranks(page, view):
    """Also those of a suit that is played from 5 down."""
    panel = view("game=2", "Chances")
    expect(panel.locator("table.chances")).to_have_count(5)
    grid = panel.locator("table.chances").first
    ranks = grid.locator("thead th").all_inner_texts()
    for row in grid.locator("tbody tr").all():
        titles = row.locator("td").evaluate_all("all => all.map((one) => one.title)")
        assert ranks == [title.partition(":")[0][-1] for title in titles]


def possible(panel):
    """[slot][card] whether the grids give a card a chance."""
    return [
        [title.rsplit(": ", 1)[1].endswith("%") for title in grid]
        for grid in panel.locator("table.chances").evaluate_all(
            "all => all.map((one) => [...one.querySelectorAll('td[title]')].map((td) => td.title))"
        )
    ]


def test_actions_near_the_end_are_valued(page, view):
    """Not before five cards are in the deck; by an agent that may be another one."""
    panel = view("turn=30", "Endgame")
    expect(panel).to_contain_text("Actions are valued where there are 5 at most")
    panel.get_by_role("button", name="Go to turn").click()
    late = turn(page)
    tables = panel.locator("table.values")
    expect(tables).to_have_count(2)
    game = game_at(RECORD, late)
    for number, found in enumerate((open_values(game), blueprint_values(game, "smart"))):
        rows = tables.nth(number).locator("tbody tr")
        expect(rows).to_have_count(len(found.actions))
        expect(rows.first).to_contain_text(f"{float(found.actions[0].score.lower):.2f}")
    expect(panel.locator(".tag.played").first).to_be_visible()
    assert violations(page) == []
    panel.get_by_label("Everybody plays on as").fill("random")
    panel.get_by_label("Everybody plays on as").press("Tab")
    expect(panel.get_by_role("alert")).to_contain_text("random numbers")
    expect(tables).to_have_count(1)
    tables.first.get_by_role("button").first.click()
    assert turn(page) == late + 1


def test_an_action_is_read_by_conventions(page, view, monkeypatch):
    """In the words of `explain`, with names for seats; with marks on the board; by any level."""
    monkeypatch.setattr("hanabilab.web.analysis.conventions.BUILT_LEVELS", range(1, 6))
    panel = view("turn=3", "Conventions")
    told = read_by_convention(RECORD, level=4)[2]
    names = dict(zip("01", ("Alice", "Bob"), strict=True))
    words = re.sub(r"\b[Ss]eat (\d)", lambda found: names[found[1]], told.words)
    expect(panel.locator(".reason")).to_have_text(words)
    expect(panel.locator(".tag")).to_have_text("keeps the conventions")
    expect(panel.locator(".reading")).to_contain_text(str(told.verdict))
    assert [mark.kind for mark in told.marks] == ["finessed"]
    (mark,) = told.marks
    card = page.locator(f"[data-seat='{mark.seat}'][data-slot='{mark.slot}']")
    expect(card).to_have_attribute("aria-label", re.compile("; finessed$"))
    expect(page.locator(".mark.sign")).to_have_count(1)
    assert violations(page) == []
    levels = panel.get_by_label("Level of the H-Group")
    assert levels.locator("option").all_inner_texts() == list("12345"), "as the server tells"
    expect(levels).to_have_value("4")
    levels.select_option("1")
    at_first = read_by_convention(RECORD, level=1)
    kept = sum(each.kept is True for each in at_first)
    expect(panel).to_contain_text(f"{kept} of {len(at_first)} actions keep the conventions")
    expect(page.locator(".mark.sign")).to_have_count(0)
    broken = [each.turn for each in at_first if each.kept is False]
    panel.get_by_role("button", name=str(broken[-1]), exact=True).click()
    assert turn(page) == broken[-1]
    expect(panel.locator(".tag")).to_have_text("breaks the conventions")
    page.get_by_role("tab", name="Log").click()
    page.evaluate("location.hash = '#turn=3'")
    expect(page.locator(".said-turn b")).to_have_text("3")
    expect(page.locator(".mark.sign")).to_have_count(0)


def test_conventions_follow_a_variation(page, view):
    """Its own actions are read, and a variant is refused in a sentence."""
    panel = view("turn=3&line=2.5", "Conventions")
    expect(panel.locator("b").first).to_contain_text("Alice misplays")
    expect(panel).to_contain_text("of 3 actions keep")
    panel = view("game=2", "Conventions")
    expect(panel.get_by_role("alert")).to_contain_text("no variant")


def test_values_stream_and_stop(page, view):
    """They firm up; an action that is clicked begins a variation; the key stops the search."""
    panel = view("turn=31", "Values")
    page.keyboard.press("l")
    expect(panel.locator(".values tbody tr").first).to_be_visible()
    expect(panel.get_by_role("status")).to_contain_text("games played out")
    assert violations(page) == []
    cells = "rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText))"
    shown = panel.locator(".values tbody tr").evaluate_all(cells)
    bases = [
        float(mean) - float(gain.split()[0].replace("\N{MINUS SIGN}", "-"))
        for _, gain, _, mean in shown
    ]
    assert max(bases) - min(bases) <= 0.021, "each mean is the agent's and the gain, rounded"
    row = panel.locator(".values tbody tr", has_not=page.locator(".tag.played")).first
    row.get_by_role("button").click()
    expect(page.locator(".said-turn")).to_contain_text("Variation")
    page.keyboard.press("l")
    expect(panel.locator(".values")).to_have_count(0)


def test_an_agent_says_what_it_would_do_and_why(page, view):
    """And for each hand of the other seat; what it would do with the real one is marked."""
    panel = view("turn=20", "Agents")
    (said,) = analysis.agent_opinion(RECORD, 20, "smart")
    expect(panel.locator(".reason").first).to_have_text(said["reason"].replace("\n", ""))
    panel.get_by_role("button", name="Show").click()
    rows = panel.locator(".hands-table tbody tr")
    seat = 1 - RECORD.rules.first_seat
    (found,) = analysis.hand_choices(RECORD, 20, seat, "smart")
    expect(rows).to_have_count(len(found["groups"]))
    expect(panel.locator(".hands-table .tag.best")).to_have_count(1)
    assert "seat" not in panel.locator(".hands-table").inner_text(), "seats are told by name"
    rows.first.locator("summary").click()
    expect(rows.first.locator("li")).to_have_count(4)
    assert violations(page) == []
    panel.get_by_label("Agent", exact=True).fill("no-such")
    panel.get_by_label("Agent", exact=True).press("Enter")
    expect(panel.get_by_role("alert").first).to_contain_text("unknown agent")


def test_two_agents_are_put_side_by_side(page, view):
    """From their first difference on; a side opens as a line."""
    panel = view("turn=0", "Agents")
    panel.get_by_role("button", name="Compare").click()
    expect(panel.locator(".sides > section")).to_have_count(2)
    expect(panel.get_by_text("They differ first at turn")).to_be_visible()
    assert panel.locator(".sides .differs").count() == 2
    assert violations(page) == []
    panel.locator(".sides > section").nth(1).get_by_role("button", name="Open as a line").click()
    expect(page.locator(".said-turn")).to_contain_text("Variation")


def test_an_agent_plays_a_line_on(page, view):
    """From a turn of the game to an end of its own."""
    panel = view("turn=40", "Lines")
    panel.get_by_label("Agent").fill("five-rule")
    panel.get_by_label("Agent").press("Tab")
    panel.get_by_role("button", name="Play on").click()
    expect(page.locator(".notice")).to_contain_text("five-rule has played")
    expect(panel.locator(".tree li li")).to_have_count(1)
    expect(panel.locator(".tree li li")).to_contain_text("five-rule")
    page.keyboard.press("End")
    expect(page.locator(".said-words")).to_contain_text("Score")


#: A click on the highest point of a curve.
CLICK_PEAK = """
(drawn) => {
  const path = drawn.querySelector("path.line").getAttribute("d");
  const points = [...path.matchAll(/([\\d.]+) ([\\d.]+)/g)];
  const [peak] = points.map(([, x, y]) => [Number(x), Number(y)]).sort((a, b) => a[1] - b[1]);
  const at = new DOMPoint(...peak).matrixTransform(drawn.getScreenCTM());
  drawn.dispatchEvent(new MouseEvent("click", {clientX: at.x, clientY: at.y, bubbles: true}));
}
"""


def test_losses_are_listed_and_something_better_is_found(page, view):
    """List, keys and curve agree; the reader finds the action that the search prefers."""
    panel = view("game=1&turn=0", "Values")
    panel.get_by_label("Everybody plays on as").fill("five-rule")
    panel.get_by_label("Everybody plays on as").press("Tab")
    panel.get_by_role("button", name="Search all turns").click()
    expect(panel.get_by_role("button", name="Search all turns again")).to_be_visible()
    losses = panel.locator(".losses li")
    assert losses.count() > 0, "who plays at random loses points"
    turns = sorted(
        int(text) - 1 for text in re.findall(r"turn (\d+)", panel.locator(".losses").inner_text())
    )
    reached = [each["max_reachable"] for each in document(careless_game())["positions"]]
    points = {at for at in range(len(reached) - 1) if reached[at + 1] < reached[at]}
    all_losses = sorted({*turns, *points})
    page.keyboard.press("End")
    for each in (*all_losses, all_losses[0]):
        page.keyboard.press("b")
        assert turn(page) == each, "by turn, then from the first again"
    losses.first.get_by_role("button").click()
    at = turn(page)
    assert at in turns, "keys and the list go to the same turn"
    drawn = panel.locator(".chart svg")
    loss = float(losses.first.locator("b").inner_text())
    assert re.search(rf"at turn {at}: .* {loss:g}$", drawn.get_attribute("aria-label"))
    page.keyboard.press("Home")
    drawn.evaluate(CLICK_PEAK)
    assert turn(page) == at, "and so does a click on its peak"
    panel.get_by_role("button", name="Find better").click()
    assert turn(page) == at
    expect(panel.get_by_label("Find better")).to_contain_text(f"turn {at + 1}")
    assert page.locator("button.card.hidden").count() == 2, "as the seat saw it"
    assert violations(page) == []
    panel.get_by_role("button", name="Show it").click()
    best = re.search(r"The search plays: (.*)\.", panel.get_by_label("Find better").inner_text())
    panel.get_by_label("Your action").select_option(label=best[1])
    expect(panel.get_by_role("status").last).to_contain_text("is the best that the search found")
    (found,) = [
        each for each in analysis.losses(careless_game(), "five-rule") if each["turn"] == at + 1
    ]
    marked = panel.locator(".values tr", has=page.locator(".tag.agent")).get_by_role("button")
    words = {each["id"]: each["text"] for each in found["actions"]}
    expect(marked).to_contain_text(words[found["blueprint_action"]].split(" to ")[0])
    panel.get_by_role("button", name="Leave").click()
    expect(panel.get_by_label("Find better")).to_have_count(0)


@pytest.fixture
def held(monkeypatch):
    """Searches of all turns by `random` find one turn, and the next ones once they are let go."""
    let_go = threading.Event()

    @functools.wraps(analysis.losses)
    def losses(record, blueprint="smart", *others, **more):
        for found in analysis.losses(record, blueprint, *others, **more):
            yield found
            if blueprint == "random":
                let_go.wait(PATIENCE / 1000)

    monkeypatch.setattr(viewing, "ANALYSES", {**viewing.ANALYSES, "losses": losses})
    yield let_go
    let_go.set()


def test_losses_are_dropped_when_they_are_asked_for_anew(page, view, held):
    """With another agent, or once more, even amid a search or while the reader looks for better."""
    panel = view("game=1&turn=0", "Values")
    agent = panel.get_by_label("Everybody plays on as")
    again = panel.get_by_role("button", name="Search all turns again")
    agent.fill("five-rule")
    agent.press("Tab")
    panel.get_by_role("button", name="Search all turns").click()
    expect(again).to_be_visible()
    panel.get_by_role("button", name="Find better").click()
    again.click()
    expect(panel.get_by_label("Find better")).to_have_count(0)
    expect(again).to_be_visible()
    panel.get_by_role("button", name="Find better").click()
    agent.fill("random")
    agent.press("Tab")
    expect(panel.get_by_label("Find better")).to_have_count(0)
    expect(panel.get_by_text("A shorter search at every turn")).to_be_visible()
    panel.get_by_role("button", name="Search all turns").click()
    expect(panel.get_by_role("button", name="Stop (turn 1 of")).to_be_visible()
    agent.fill("five-rule")
    agent.press("Tab")
    expect(panel.get_by_role("button", name="Search all turns", exact=True)).to_be_visible()


def test_a_game_from_a_link_has_numbers_and_a_record(page, view):
    """The server computes numbers of a game that it was not started with."""
    view("turn=12&game=1", "Log")
    fields = (
        "({table, deck, actions, agents}) => ({table, deck, actions: actions.slice(0, -1), agents})"
    )
    link = page.evaluate(
        f"""async () => {{
            const {{packRecord, unpackGames}} = await import("hanabi/link");
            const games = await unpackGames(document.getElementById("games").textContent);
            return packRecord(({fields})(games[1]));
        }}"""
    )
    panel = view(f"turn=2&record={link}", "Numbers")
    expect(panel.locator(".facts")).to_be_visible()
    expect(page.locator(".said-turn")).to_contain_text("of 7")
    record = page.get_by_role("link", name="Save record").get_attribute("href")
    assert (
        parse_record(unquote(record.partition(",")[2]).encode()).actions
        == (careless_game().actions[:-1])
    )


def test_notes_stay_with_the_game_and_are_text(page, view):
    """After a reload, too: the address has them."""
    panel = view("turn=12", "Log")
    panel.get_by_label("Note to turn 12").fill("<b>why</b> not?")
    panel.get_by_label("Note to turn 12").press("Tab")
    expect(panel.locator(".log .note")).to_have_text("<b>why</b> not?")
    expect(page).to_have_url(re.compile("record="))
    page.reload()
    expect(panel.locator(".log .note")).to_have_text("<b>why</b> not?")
    assert turn(page) == 12
    page.get_by_role("tab", name="Numbers").click()
    expect(panel.locator(".facts")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    assert violations(page) == []
    panel.get_by_label("Note to turn 12").fill("")
    panel.get_by_label("Note to turn 12").press("Tab")
    expect(panel.locator(".log .note")).to_have_count(0)


def test_the_accessibility_trees_of_panels_are_the_golden_ones(page, view):
    """Of a short game, so that they can be read; values as they are before a search."""
    panel = view("game=1&turn=4&tab=log", "Log")
    assert page.get_by_role("tab").all_inner_texts() == ["Log", *PANELS]
    check_tree(panel, "panel-log")
    for name, drawn in PANELS.items():
        page.get_by_role("tab", name=name).click()
        expect(panel.locator(drawn).first).to_be_visible()
        check_tree(panel, f"panel-{name.lower()}")
