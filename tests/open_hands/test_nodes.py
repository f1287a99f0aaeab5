"""Which actions a search with open hands tries: all that matter, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.game.rules import Rules
from hanabilab.open_hands.nodes import DISCARD_BIT, NODE, PASS, fill_actions, fill_node
from hanabilab.open_hands.solver import deal_of
from tests.tables import play_all, stacked

#: One is playable, of the five there is no other copy, of the others there is.
HAND = "R1 Y5 G2 B3 W4"
OTHER = "R3 Y3 G3 B4 W3"


def word_of(action: int) -> str:
    """A search's action in words."""
    if action == PASS:
        return "hint"
    return f"discard {action ^ DISCARD_BIT}" if action & DISCARD_BIT else f"play {action}"


def tried(deck: str, actions: str = "", **changes) -> list[str]:
    """What the seat to act tries after some actions."""
    game = stacked(deck, Rules(players=2, **changes))
    if actions:
        play_all(game, actions)
    found, node = np.zeros(13, np.int8), np.zeros(1, NODE)[0]
    fill_node(node, game.state)
    count = fill_actions(found, node, deal_of(game), game.current_seat)
    return sorted(word_of(int(action)) for action in found[:count])


def test_what_can_be_had_again_is_discarded():
    """With a token missing: also the playable one, of which two copies are left."""
    found = tried(f"{OTHER} {HAND}", "hint 1 red")
    assert found == ["discard 0", "discard 2", "discard 3", "discard 4", "hint", "play 0"]


def test_at_all_tokens_a_misplay_takes_the_place_of_a_discard():
    """Of cards that do not fit, where a life can be spared."""
    assert tried(HAND) == ["discard 2", "discard 3", "discard 4", "hint", "play 0"]
    assert tried(HAND, life_tokens=1) == ["hint", "play 0"]


@pytest.mark.parametrize(
    ("gone", "found"),
    [
        ("discard 0; hint 1 red", ["discard 0", "hint", "play 0"]),
        ("discard 0; hint 1 red; discard 0; hint 1 3", ["hint", "play 0"]),
    ],
)
def test_a_last_copy_is_kept(gone, found):
    """Of three red ones; the first may go while another hand holds one."""
    deck = "R1 R5 Y5 G5 B5 R1 R1 R3 Y3 G3"
    assert tried(deck, f"hint 1 red; {gone}; hint 1 5") == found


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("R1 Y1 G2 B3 W4", ["discard 0", "hint", "play 1"]),
        ("Y3 Y1 G2 B3 R1", ["discard 4", "hint", "play 1"]),
        ("Y3 Y1 G2 G2 B3", ["discard 3", "hint", "play 1"]),
    ],
)
def test_a_useless_card_is_discarded_before_all_others(hand, found):
    """It is played already, or the second of its kind in the hand."""
    assert tried(f"R1 R5 Y5 G5 B5 {hand}", "play 0") == found


def test_without_tokens_nobody_hints():
    """Nor with the token that was the only one."""
    found = tried(f"{OTHER} {HAND}", "hint 1 red", information_tokens=1)
    assert found == ["discard 0", "discard 2", "discard 3", "discard 4", "play 0"]
