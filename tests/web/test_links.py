"""Games in links: a stranger's link brings a game and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.notation import format_record, load_record, parse_rules
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.site import format_link
from hanabilab.web.document import document
from hanabilab.web.table import table
from tests.web.mutated_links import mutated
from tests.web.node import needs_node, run_module
from tests.web.test_engine import RULES, played

pytestmark = [pytest.mark.once, pytest.mark.compiled, needs_node]

GOLDEN = Path(__file__).parents[1] / "golden"
#: What a link tells of a game.
TOLD = ("table", "deck", "actions", "agents", "title", "ended")

CHECK = """
globalThis.document = {createTreeWalker: () => ({})};  // lit-html makes one when it is loaded
const {checkedGame} = await load('hanabi/checked');
const {mainLine, recordText} = await load('hanabi/lines');
const {siteLink} = await load('hanabi/site');
return told.map((each) => {
  try {
    const game = checkedGame(each), line = mainLine(game);
    return {game, record: recordText(game, line), site: siteLink(line)};
  } catch (error) {
    return {error: error.message};
  }
});
"""


def told_of(record, **more):
    """What a link tells of a record."""
    whole = document(record, **more)
    return {name: whole[name] for name in TOLD}


@pytest.fixture(scope="module")
def told():
    return told_of(load_record(GOLDEN / "smart-2p.hanabi"), title="A game")


@pytest.mark.parametrize("name", RULES)
@pytest.mark.late_but(5)
def test_every_game_of_the_page_is_one_that_a_link_may_bring(name):
    """Of all kinds of suits and rules, with its own record and its own address at the site."""
    records = [played(parse_rules(name), seed) for seed in range(3)]
    for record, found in zip(records, run_module(CHECK, list(map(told_of, records))), strict=True):
        assert "error" not in found, found
        assert found["record"] == format_record(record)
        if table(record.rules)["site"] is None:
            assert found["site"] is None
        else:
            assert found["site"] == format_link(log_of_record(record))


def test_rules_that_the_site_lacks_have_no_address_there():
    """Six players it has; other slots, first seats, ends and rules of the deck it has not."""
    linked = [name for name in RULES if table(parse_rules(name))["site"]]
    assert {"full", "full(players=6)", "rainbow-5-suits", "up-or-down-5-suits"} <= set(linked)
    others = ("full(players=3", "full(players=4, draw", "full(players=5, all", "very-small")
    assert not any(name.startswith(others) for name in linked)


def test_what_a_link_adds_is_left_behind(told):
    """An address, a record, facts and positions of its own: none of them is shown."""
    evil = {
        "site": "https://evil.example/", "record": "rm -rf", "facts": [{"turn": 0}],
        "log": ["<b>"], "positions": [{}], "source": "x", "label": "y", "offered": ["z"],
        "__proto__": {"lost_at": 3}, "lost_at": 4, "lost_between": [1, 2],
    }  # fmt: skip
    more = {**told["table"], "evil": 1, "engine": {**told["table"]["engine"], "evil": 1}}
    plain, found = run_module(CHECK, [told, {**told, **evil, "table": more}])
    assert found == plain
    assert set(found["game"]) == {*TOLD, "facts", "positions"}
    assert set(found["game"]["table"]) == set(told["table"])
    assert found["site"].startswith("https://hanab.live/shared-replay-json/")


def test_links_of_earlier_pages_are_read(told):
    """They tell no letters of hints, and nothing of the site."""
    table = {
        name: told["table"][name] for name in told["table"] if name not in ("hint_letters", "site")
    }
    (found,) = run_module(CHECK, [{**told, "table": table}])
    assert found["game"]["actions"] == told["actions"]
    assert found["site"] is None


ENDS = """
globalThis.document = {createTreeWalker: () => ({})};
const {statusWords} = await load('hanabi/words');
return told.map(([table, position]) => statusWords(table, position));
"""


def test_ends_are_told_with_the_points_that_count():
    """Struck out, played out, perfect, and a perfect score that is out of reach."""
    ends = [("lost", 0, 7, 0), ("lost", 1, 1, 0), ("lost", 7, 7, 0), ("over", 19, 19, 2),
            ("complete", 25, 25, 1), ("lost", 0, 3, 2)]  # fmt: skip
    positions = [
        {"status": status, "score": score, "points": points, "life_tokens": lives}
        for status, score, points, lives in ends
    ]
    assert run_module(ENDS, [({"max_score": 25}, each) for each in positions]) == [
        "Struck out: the last life is lost. Score 0 of 25; 7 points on the table.",
        "Struck out: the last life is lost. Score 1 of 25.",
        "Struck out: the last life is lost. Score 7 of 25.",
        "The deck is empty, and everybody has had the last turn. Score 19 of 25.",
        "A perfect game: every card is played. Score 25 of 25.",
        "The game is lost: a perfect score is out of reach. Score 0 of 25; 3 points on the table.",
    ]


def test_ends_that_a_log_tells_are_told():
    """A score that is kept and one that counts; what the rules say of a strikeout stands."""
    ends = [("stopped", 12, 2, "terminated", 0), ("stopped", 9, 1, "timeout", 0),
            ("stopped", 25, 1, "normal", 25), ("lost", 7, 0, "strikeout", 0),
            ("stopped", 3, 2, "speedrun fail", 0), ("stopped", 3, 2, "constructor", 3)]  # fmt: skip
    positions = [
        {
            "status": status,
            "score": score,
            "points": score,
            "life_tokens": lives,
            "ended": {"how": how, "counted": counted},
        }
        for status, score, lives, how, counted in ends
    ]
    assert run_module(ENDS, [({"max_score": 25}, each) for each in positions]) == [
        "Terminated by a player. Score 0 of 25; 12 points on the table.",
        "Out of time. Score 0 of 25; 9 points on the table.",
        "The game has ended: no more points were possible. Score 25 of 25.",
        "Struck out: the last life is lost. Score 0 of 25; 7 points on the table.",
        "The game ended: speedrun fail. Score 0 of 25; 3 points on the table.",
        "The game ended: constructor. Score 3 of 25.",
    ]


TREE = """
globalThis.document = {createTreeWalker: () => ({})};
const {branch, grown, mainLine, treeOf} = await load('hanabi/lines');
const {budgetOfLink, readFragment, writeFragment} = await load('hanabi/link');
const main = mainLine({...told, positions: null});
const first = branch(main, 4, [main.positions[4].legal.at(-1).id], {by: "an agent (mine)"});
const second = branch(first, 5, [first.positions[5].legal[0].id]);
const held = main.positions[2].hands[0][0];
const third = branch(main, 2, [], {morphs: [{id: held.id, card: told.other}]});
const lines = [main, first, second, third];
const {tree} = readFragment(writeFragment({turn: 1, view: "all", tree: treeOf(lines)}));
const again = grown(main, tree, budgetOfLink()).lines;
const shown = (all) => all.map(({deck, actions, by, from, parent}) =>
  [deck, actions, by, from, all.indexOf(parent)]);
return [shown(lines), shown(again)];
"""


def test_a_link_keeps_the_tree_of_variations(told):
    """With who played them, cards exchanged, and which line they leave."""
    last = told["deck"][-1]
    lines, again = run_module(TREE, {**told, "other": last})
    assert lines == again
    assert [line[4] for line in again] == [-1, 0, 1, 0]


CHANGED = """
globalThis.document = {createTreeWalker: () => ({}), querySelector: () => null};
globalThis.history = {replaceState: () => {}};
const {Replay} = await load('hanabi/app');
const {treeOf} = await load('hanabi/lines');
Replay.prototype.draw = () => {};
const begun = () => {
  const app = new Replay([{...told, positions: null}]);
  app.set({turn: 4});
  app.take(app.position.legal.at(-1).id);
  return [app, app.line, app.turn];
};
const parents = (app) => treeOf(app.lines).map(({parent}) => parent);
const end = ([app, line, turn]) => {
  try {
    app.openFrom(line, turn, [line.positions[turn].legal[0].id], "smart");
  } catch (error) {
    return error.message;
  }
  return parents(app);
};
const plain = begun(), extended = begun(), dropped = begun(), early = begun();
extended[0].take(extended[0].position.legal[1].id);
dropped[0].drop(dropped[1]);
early[0].drop(early[1]);
early[2] = 3;
const again = begun();
again[0].set({line: again[0].main, turn: 4});
again[0].take(again[1].actions[4]);
return [[plain, extended, dropped, early].map(end), again[0].lines.length];
"""


def test_a_line_that_changes_while_an_agent_plays_on_is_found_again(told):
    """Played on meanwhile; taken away; taken away where the game itself was the same so far."""
    gone = "The variation that smart played on from is not there any more."
    found, lines = run_module(CHANGED, told)
    assert found == [[0, 1], [0, 1], gone, [0]]
    assert lines == 2, "an action that a variation begins with leads into it"


MANY = """
globalThis.document = {createTreeWalker: () => ({})};
const {branch, grown, mainLine, treeOf} = await load('hanabi/lines');
const {budgetOfLink, readFragment, writeFragment} = await load('hanabi/link');
const main = mainLine({...told, positions: null});
const lines = [main];
const action = main.positions[4].legal.at(-1).id;
for (let at = 0; at < 45; at++) {
  lines.push(branch(main, 4, [action], {by: `${at} ${"x".repeat(300)}`}));
}
const after = lines[45].positions[5].legal[0].id;
lines.push(branch(lines[45], 5, [after], {by: "a\\nb*c!d"}));
const reread = (text) => grown(main, readFragment(text).tree, budgetOfLink());
const shown = (all) => all.map(({actions, by, parent}) => [actions, by, all.indexOf(parent)]);
const again = reread(writeFragment({turn: 1, view: "all", tree: treeOf(lines)}));
const good = [`0.4.${action}*good`, "0.5", `4.5.${after}*child`];
const broken = ["x", "0.4..5", "0.4.999", ...good, "1.5", "5.5"];
const kept = reread(`#${broken.map((each) => `var=${each}`).join("&")}`);
const most = reread(`#${"var=0.4&".repeat(203)}`);
return {
  lines: shown(lines), again: [shown(again.lines), again.leftOut],
  kept: [shown(kept.lines).map((each) => each.slice(1)), kept.leftOut],
  most: [most.lines.length, most.leftOut],
};
"""


def test_no_variation_is_lost_without_a_word(told):
    """Many, with long names, are kept; of bad ones the number is told; parents stay right."""
    found = run_module(MANY, told)
    assert found["again"] == [found["lines"], 0]
    # Left out: no variation, a number that is missing, an action that is not legal, what leaves it.
    assert found["kept"] == [[["", -1], ["good", 0], ["", 0], ["child", 1], ["", 2]], 4]
    assert found["most"] == [201, 3]


ENDLESS = """
globalThis.document = {createTreeWalker: () => ({})};
const {gamesOf} = await load('hanabi/games');
const {grown, mainLine} = await load('hanabi/lines');
const {budgetOfLink, packRecord, readFragment, unpackRecord} = await load('hanabi/link');
const main = mainLine({...told, positions: null}), last = told.actions.length;
const over = (told) => {
  const budget = budgetOfLink(), {lines, leftOut} = grown(main, readFragment(told).tree, budget);
  return [lines.length, leftOut, budget.positions];
};
const packed = await packRecord({...told, title: "x".repeat(1 << 20)});
let read = 0, why = "";
try {
  for (const budget = budgetOfLink();;) { await unpackRecord(packed, budget); read += 1; }
} catch (error) {
  why = error.message;
}
const others = Array(400).fill(await packRecord(told)), budget = budgetOfLink();
const {notice} = await gamesOf({others, record: null}, [told], budget);
const after = grown(main, readFragment(`#var=0.${last}`).tree, budget);
const fails = `#${`var=0.${last}.999&`.repeat(200)}`, plays = `#${`var=0.${last}&`.repeat(200)}`;
return {plays: over(plays), fails: over(fails), read, why, notice, after: after.leftOut};
"""


@pytest.mark.late
def test_a_short_link_cannot_ask_for_endless_work(told):
    """Games and variations of a link have so many positions together, its games so many bytes."""
    found = run_module(ENDLESS, told)
    each, most = len(told["actions"]) + 1, 20_000
    lines = min(200, -(-most // each))
    assert found["plays"] == [1 + lines, 200 - lines, most - lines * each]
    tried = min(200, -(-most // (each + 1)))
    assert found["fails"] == [1, 200, most - tried * (each + 1)]
    assert (found["read"], found["why"]) == (3, "it is too large")
    left = 400 - -(-most // each)
    assert found["notice"].startswith(f"{left} of the 400 other games in this link are left out")
    assert found["after"] == 1, "variations take what the games leave"


WAYS = """
const {cardSets} = await load('hanabi/suits');
let read = 0;
const get = (rows, name) => { read += 1; return rows[name]; };
const {cards} = told.table, left = {stacks: [0, 0, 0, 0, 0], discards: cards.map(() => 0)};
const engine = {...told.table.engine, stack_after: new Proxy(told.stack_after, {get})};
const found = cardSets({...left, table: {...told.table, engine}});
return {read, reachable: found.reachable, useless: found.useless};
"""


def test_stacks_of_a_link_that_many_ways_lead_to_are_looked_at_once():
    """Each card may come next, so 6**6 ways lead to the end of a suit, but over seven stacks."""
    rows = table(parse_rules("up-or-down-5-suits"))
    ranks = len(rows["cards"]) // 5
    after = [[length + 1] * ranks for length in range(ranks)] + [[0] * ranks]
    rows["engine"]["stack_places"] = [list(range(length)) for length in range(ranks + 1)]
    found = run_module(WAYS, {"table": rows, "stack_after": after})
    assert (found["reachable"], found["useless"]) == (5 * ranks, [])
    assert found["read"] < 5 * (ranks + 1) * (ranks + 2)


def test_a_stack_of_a_link_has_no_card_twice():
    """Else a suit could go on without an end."""
    good = told_of(played(parse_rules("up-or-down-5-suits"), 1))
    evil = json.loads(json.dumps(good))
    places = evil["table"]["engine"]["stack_places"]
    at = next(at for at, row in enumerate(places) if len(row) == 2)
    places[at] = [places[at][0]] * 2
    kept, refused = run_module(CHECK, [good, evil])
    assert "error" not in kept
    assert refused == {"error": "its stacks are not a game's"}


@pytest.mark.parametrize(
    "text", ["line=0...1", "line=9.x.3", "line=", "line=9&morph=x", "line=9&morph=1R2-3;4Y1"]
)
@pytest.mark.late_but(1)
def test_a_line_that_is_not_numbers_is_not_read_as_another(text):
    """Nor with cards exchanged that are none."""
    code = "return (await load('hanabi/link')).readFragment(told);"
    found = run_module(code, f"#turn=3&{text}")
    assert (found["line"], found["unread"], found["turn"]) == (None, True, 3)
    good = run_module(code, "#line=9.27.3&morph=17R3-34.4Y1")
    assert (good["line"], good["unread"]) == ({"from": 9, "actions": [27, 3]}, False)
    assert [each["id"] for each in good["morphs"]] == [17, 4]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("table", "rules"), 7),
        (("table", "rules"), None),
        (("table", "seats"), ["a", {"toString": 1}]),
        (("table", "suits"), [None] * 5),
        (("table", "suits", 0, "color"), "#d55e00;}body{background:url(//evil.example)}"),
        (("table", "suits", 0, "symbol"), 5),
        (("table", "cards"), ["R1"] * 25),
        (("table", "cards", 0), "R2"),
        (("table", "suits", 0, "letter"), "Y"),
        (("table", "suits", 0, "symbol"), "x"),
        (("table", "hints", 0), ""),
        (("table", "rules"), "full\nagent: mine.py:bot"),
        (("table", "agent"), ["smart"]),
        (("table", "record_hints", 0), ["red"]),
        (("agents", 0), "smart\nscore: 25"),
        (("agents", 0), "\ud800"),
        (("deck", 0), "R1"),
        (("deck", 1), "R1"),
        (("table", "hint_letters"), 3),
        (("table", "touches"), [1]),
        (("table", "copies", 3), 10**9),
        (("table", "deck_size"), 51),
        (("table", "num_colors"), 99),
        (("table", "engine"), None),
        (("table", "engine", "max_information_tokens"), 10**9),
        (("table", "engine", "draw_slot"), "evil"),
        (("table", "engine", "stack_after"), [[0] * 6] * 7),
        (("table", "site"), {"variant": "/../x", "ranks": [1] * 25, "hint_ranks": []}),
        (("table", "site"), {"variant": 0, "ranks": [1], "hint_ranks": []}),
        (("deck", 0), "X9"),
        (("deck",), {}),
        (("actions", 0), "0"),
        (("actions", 0), 299),
        (("actions", 0), 1.5),
        (("agents",), "smart"),
        (("agents",), [["smart"]]),
        (("title",), {"a": 1}),
    ],
)
@pytest.mark.late_but(12)
def test_a_field_that_is_not_as_in_a_game_is_refused(told, path, value):
    """In words; nothing is drawn of it."""
    changed = json.loads(json.dumps(told))
    *parents, last = path
    place = changed
    for name in parents:
        place = place[name]
    place[last] = value
    (found,) = run_module(CHECK, [changed])
    assert set(found) == {"error"}, found


MUTATED = """
globalThis.document = {createTreeWalker: () => ({})};
const {checkedGame} = await load('hanabi/checked');
const {mainLine, recordText} = await load('hanabi/lines');
const {siteLink} = await load('hanabi/site');
const {statusWords, lastWords} = await load('hanabi/words');
const ours = /^https:..hanab.live.shared-replay-json.[-a-zA-Z0-9,]*$/;
const counts = {game: 0, refused: 0};
for (const each of told) {
  let game = null;
  try { game = checkedGame(each); } catch { counts.refused += 1; continue; }
  const line = mainLine(game);
  for (const position of line.positions) {
    statusWords(game.table, position);
    if (position.last) lastWords(game.table, position);
  }
  recordText(game, line);
  const site = siteLink(line);
  if (site && !ours.test(site)) throw new Error(site);
  counts.game += 1;
}
return counts;
"""


@pytest.mark.late
def test_whatever_a_link_tells_becomes_a_game_or_a_refusal(told):
    """4,000 documents, each changed in one to three places; no fault, no endless loop."""
    random, documents = Random(7), []
    starts = [told, *(told_of(played(parse_rules(name), 1)) for name in RULES[7:13])]
    for _ in range(4000):
        changed = random.choice(starts)
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            changed = mutated(changed, random)
        documents.append(changed)
    counts = run_module(MUTATED, documents)
    assert counts["game"] + counts["refused"] == 4000
    assert min(counts.values()) > 100


@pytest.mark.parametrize("name", RULES)
def test_whoever_a_page_asks_first_plays_these_rules(name):
    """Smart where it can, and five-rule elsewhere, in the rules of every kind."""
    rules = parse_rules(name)
    agent = table(rules)["agent"]
    assert agent == ("smart" if rules.variant is None and not rules.all_or_nothing else "five-rule")
    check_rules(make_agent(agent), rules)
