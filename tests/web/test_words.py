"""Actions and cards in the page's words."""

from __future__ import annotations

import re

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.cli.game_files import load_game
from hanabilab.notation import replay
from hanabilab.notation.game_files import log_of_record, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.web.document import document
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
