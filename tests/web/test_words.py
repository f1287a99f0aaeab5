"""Actions and cards in the page's words."""

from __future__ import annotations

import re

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.cli.game_files import load_game
from hanabilab.notation import parse_rules, replay
from hanabilab.notation.game_files import log_of_record, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.web.document import document
from hanabilab.web.table import table
from tests.web.node import needs_node, run_module

pytestmark = [pytest.mark.once, needs_node]

WORDS = """
const {heldWords, lastWords} = await load('hanabi/words');
const {table, positions} = told;
return positions.map((position) => ({
  last: position.last ? lastWords(table, position) : "",
  hands: position.hands.map((hand) => hand.map((_, slot) => heldWords(table, hand, slot, true))),
}));
"""


def test_slots_of_a_log_are_also_told_as_its_site_counts(tmp_path):
    """To the end, where hands are short: the same as in the terminal."""
    rules = Rules(players=3)
    game = record_of(rules, play_games("smart", rules, games=1, seed=5).table.row(0, named=True))
    file = tmp_path / "log.game"
    file.write_text(write_log(log_of_record(game), Kind.LANGUAGE))
    loaded = load_game(str(file), partial=False)
    told = document(loaded.record, names=loaded.log.players, variant=loaded.log.variant)
    short = 0
    for found, position in zip(run_module(WORDS, told), replay(loaded.record), strict=True):
        slots = r"slots? [\d, and]+\(the site's [\d, and]+\)"
        if position.actions:
            wanted = re.findall(slots, loaded.said(position))
            assert re.findall(slots, found["last"]) == wanted or "hints" in found["last"]
        for hand in found["hands"]:
            held = [words for words in hand if "empty" not in words]
            short += len(held) < len(hand)
            for slot, words in enumerate(held):
                assert words.startswith(f"slot {slot} (the site's {len(held) - slot}): ")
    assert short


def test_slots_of_a_record_are_told_as_we_count():
    rules = Rules(players=3)
    game = record_of(rules, play_games("smart", rules, games=1, seed=5).table.row(0, named=True))
    assert "site" not in str(run_module(WORDS, document(game)))


CARDS = """
const {fireworksWords, possibleWords} = await load('hanabi/words');
return told.map(([table, stacks, held]) =>
  [fireworksWords(table, {stacks}), possibleWords(table, held)]);
"""


def test_start_cards_are_called_so_and_fireworks_tell_their_way():
    """Records write a start card as 7. Of a suit that goes up or down its first card is told."""
    turns, plain = table(parse_rules("up-or-down-5-suits(players=2)")), table(Rules())
    held = [
        {"suits": [0, 1], "ranks": [1, 7], "possible": _bits(turns, ["R1", "R7", "Y1", "Y7"])},
        {"suits": [0, 1], "ranks": [1, 2], "possible": _bits(plain, ["R1", "R2", "Y1", "Y2"])},
    ]
    stacks = [
        [["R5", "R4"], ["Y7", "Y2", "Y3"], ["G1"], ["B7"], []],
        [["R1", "R2"], ["Y1"], [], [], []],
    ]
    found = run_module(CARDS, [*zip((turns, plain), stacks, held, strict=True)])
    fireworks, possible = zip(*found, strict=True)
    assert possible == ("red or yellow, 1 or start", "red or yellow, 1 or 2")
    assert fireworks == (
        "red 5 to 4, yellow start to 3, green 1, blue start, purple 0",
        "red 2, yellow 1, green 0, white 0, blue 0",
    )


def _bits(told, names):
    return sum(1 << told["cards"].index(name) for name in names)
