"""What is typed on the page: the grammar of `hanabilab.game.typed_actions`, case by case."""

from __future__ import annotations

import pytest

from hanabilab.game.words import format_action
from hanabilab.notation import parse_rules
from hanabilab.web.table import table
from tests.game.test_typed_actions import TABLES
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, needs_node]

#: The ids of what is typed, or why nothing is meant; and whether the text of the board asks for it.
TYPED = """
const {isAction, typedAction} = await load('hanabi/typed');
return told.map(({table, seat, texts}) => texts.map((text) => {
  try { return [typedAction(table, text, seat), isAction(text)]; }
  catch (error) { return [error.message, isAction(text)]; }
}));
"""


def test_the_page_understands_what_the_terminal_does_and_no_more():
    """The same action, or a refusal in one line; whoever acts, whatever the seats are called."""
    told, wanted = [], []
    for each in TABLES:
        rules = parse_rules(each["rules"])
        texts = [text for text, _ in each["cases"]]
        told.append({"table": table(rules, each["seats"]), "seat": each["seat"], "texts": texts})
        wanted.append([meant for _, meant in each["cases"]])
    for each, meants, answers in zip(told, wanted, run_module(TYPED, told), strict=True):
        rules = parse_rules(each["table"]["rules"])
        for text, meant, (answer, is_action) in zip(each["texts"], meants, answers, strict=True):
            found = format_action(rules, answer) if isinstance(answer, int) else None
            assert (text, meant) == (text, found)
            assert is_action or meant is None
            assert isinstance(answer, int) or len(answer) < 300


def test_ids_of_actions_are_the_engines():
    """Every action of some rules, by kind and place; a play from the deck, too."""
    names = ("full(players=2)", "full(players=5)", "full(players=3, deck_plays=1)", "null-6-suits")
    tables = [table(parse_rules(name)) for name in names]
    code = """
    const {actionOf, describe} = await load('hanabi/engine');
    return told.map((table) => {
      const count = 2 * table.hand_size + (table.players - 1) * table.hints.length;
      const ids = Array.from({length: count + (table.engine.deck_plays ? 1 : 0)}, (_, id) => id);
      return ids.map((id) => {
        const {kind, slot, target, value} = describe(table, id, 0);
        const hint = kind === "rank" ? table.hints.lastIndexOf(value) : table.hints.indexOf(value);
        return actionOf(table, kind, slot ?? target, hint);
      });
    });
    """
    for found in run_module(code, tables):
        assert list(range(len(found))) == found
