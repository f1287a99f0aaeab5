"""The rules in the browser against the engine: every position of games of many variants."""

from __future__ import annotations

from random import Random

import pytest

from hanabilab.game.games import Game
from hanabilab.notation import Record
from hanabilab.notation.rules_text import parse_rules
from hanabilab.web.document import document
from tests.strategies import choose_action
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, pytest.mark.compiled, needs_node]

REPLAY = """
const {deal, act, position} = await load('hanabi/engine');
return told.map(({table, deck, actions}) => {
  let state = deal(table, deck);
  const found = [position(state)];
  for (const action of actions) { state = act(state, action); found.push(position(state)); }
  return found;
});
"""

RULES = [
    "full",
    "full(players=6)",
    "full(players=4, draw_slot=vacated, first_seat=2, bomb=keep)",
    "full(players=3, deck_plays=1, empty_hints=1)",
    "full(players=5, all_or_nothing=1)",
    "full(players=3, discard_at_max=1)",
    "very-small",
    "rainbow-5-suits",
    "up-or-down-5-suits",
    "reversed-6-suits",
    "orange-6-suits",
    "clue-starved-5-suits",
    'full(players=3, variant=own(name=wild, number=9, letters=RKX, ranks="123,543,721", '
    'copies=321321321, colors="red,black", color_letters=RK, hint_ranks=25, touches="7,511,73,1", '
    "empty_hints=8, discards_per_token=3), hand_size=3)",
    "alternating-clues-5-suits",
    "odds-and-evens-5-suits",
    "null-6-suits",
]


def played(rules, seed):
    """A game to its end, well or carelessly played."""
    game, random = Game(rules, seed=seed), Random(seed)
    skill = (0.0, 0.9, 0.98)[seed % 3]
    plain = rules.variant is None
    while not game.is_over:
        legal = game.legal_actions()
        game.act(choose_action(game, random, skill) if plain else random.choice(legal))
    return Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.late_but(6)
def test_the_page_plays_as_the_engine_does(name):
    documents = [document(played(parse_rules(name), seed)) for seed in range(4)]
    found = run_module(REPLAY, documents)
    for told, positions in zip(documents, found, strict=True):
        assert positions == told["positions"]


REOPEN = """
globalThis.document = {createTreeWalker: () => ({})};  // lit-html makes one when it is loaded
const {branch, difference, mainLine, morphsOf} = await load('hanabi/lines');
const {readFragment, writeFragment} = await load('hanabi/link');
const main = mainLine(told), found = [];
const make = (line, turn) => {
  const hand = line.positions[turn].hands[turn % told.table.players];
  for (const held of hand.filter(Boolean)) {
    const [card] = morphsOf(line, turn, held);
    if (card) return branch(line, turn, [], {morphs: [{id: held.id, card}]});
  }
};
const playOn = (line, count) => {
  for (let more = 0; more < count && line.positions.at(-1).legal.length; more++) {
    const ids = line.positions.at(-1).legal.map(({id}) => id), at = line.actions.length;
    const action = ids.includes(main.actions[at]) ? main.actions[at] : ids[0];
    line = branch(line, at, [action]);
  }
  return line;
};
for (let turn = 0; turn < main.actions.length; turn++) {
  const line = make(main, turn);
  if (!line) continue;
  const played = playOn(line, 3), nested = make(played, played.actions.length);
  const early = branch(played, turn >> 1, [played.positions[turn >> 1].legal[0].id]);
  for (const each of [line, played, nested, early]) {
    if (!each) continue;
    const address = writeFragment({turn, ...difference(main, each)});
    const asked = readFragment(address);
    const again = branch(main, asked.line.from, asked.line.actions, {morphs: asked.morphs});
    const kept = writeFragment({turn, ...difference(main, again)});
    found.push([[each.deck, each.actions, address], [again.deck, again.actions, kept]]);
  }
}
return found;
"""


@pytest.mark.late
def test_lines_with_exchanged_cards_are_reopened_from_their_address():
    """Played on as the game was, exchanged again, and left before the turn of the exchange."""
    lines = run_module(REOPEN, document(played(parse_rules("full"), 1)))
    assert len(lines) > 50
    for line, again in lines:
        assert line == again


def test_an_illegal_action_is_refused():
    told = document(played(parse_rules("full"), 1))
    code = """
    const {deal, act} = await load('hanabi/engine');
    const state = deal(told.table, told.deck);
    return [0, -1, 99, 1.5].map((action) => act(state, action));
    """
    assert run_module(code, told) == [None] * 4
