"""Hints one by one, on decks set up by hand: when they are legal, and what is known afterwards.

Expected values, where no other source is named: HLE, hanabi_state.cc and hanabi_hand.cc.
"""

from __future__ import annotations

import pytest

from hanabilab.errors import IllegalActionError
from hanabilab.game.rules import Rules
from tests.tables import hand_of, legal_words, play_all, stacked

TWO_HANDS = "R1 R2 Y1 Y1 G4 W1 W2 R1 B1 B5"


def knowledge(game, seat, slot):
    """What hints allow a card to be and what they have said, as (suits, ranks, hint values)."""
    rules, state = game.rules, game.state
    possible, hinted = int(state.possible[seat, slot]), int(state.hinted[seat, slot])
    cards = [card for card in range(rules.suits * rules.ranks) if possible >> card & 1]
    suits = sorted({card // rules.ranks for card in cards})
    ranks = sorted({card % rules.ranks + 1 for card in cards})
    assert len(cards) == len(suits) * len(ranks)
    return (
        suits,
        ranks,
        [value for value in range(rules.suits + rules.ranks) if hinted >> value & 1],
    )


def test_a_hint_costs_a_token():
    """One token for any hint, whatever it touches."""
    game = play_all(stacked(TWO_HANDS), "hint 1 1")
    assert 7 == game.state.information_tokens


def test_hints_need_a_token():
    """With no token left only plays and discards are legal."""
    game = play_all(stacked(TWO_HANDS), "; ".join(["hint 1 1"] * 8))
    assert 0 == game.state.information_tokens
    assert [] == legal_words(game, "hint")
    assert 5 == len(legal_words(game, "play")) == len(legal_words(game, "discard"))
    with pytest.raises(IllegalActionError, match="no information token is left"):
        game.act("hint 1 1")


def test_a_hint_must_touch_a_card():
    """Colors and ranks that the other hand lacks are not legal."""
    game = stacked(TWO_HANDS)
    words = ["red", "white", "blue", "1", "2", "5"]
    assert [f"hint 1 {word}" for word in words] == legal_words(game, "hint")
    with pytest.raises(IllegalActionError, match="seat 1 holds no green card"):
        game.act("hint 1 green")


def test_hints_are_aimed_to_the_left():
    """The offset counts seats from the actor, around the table."""
    rules = Rules(players=3, hand_size=1)
    game = play_all(stacked("R1 Y2 G3", rules), "hint 2 3")
    assert ["hint 1 green", "hint 2 red", "hint 1 3", "hint 2 1"] == legal_words(game, "hint")
    play_all(game, "hint 2 red")
    assert ([0], [1, 2, 3, 4, 5], [0]) == knowledge(game, 0, 0)


def test_a_hint_marks_what_it_touches_and_what_not():
    """A touched card is of that color; every other card of the hand is not."""
    game = play_all(stacked(TWO_HANDS), "hint 1 red")
    assert ([0], [1, 2, 3, 4, 5], [0]) == knowledge(game, 1, 2)
    assert ([1, 2, 3, 4], [1, 2, 3, 4, 5], []) == knowledge(game, 1, 0)
    assert ([0, 1, 2, 3, 4], [1, 2, 3, 4, 5], []) == knowledge(game, 0, 0)
    assert 0b00100 == game.state.last_touched


def test_a_rank_hint_marks_what_it_touches_and_what_not():
    """Ranks are hint values after the colors."""
    game = play_all(stacked(TWO_HANDS), "hint 1 1")
    assert ([0, 1, 2, 3, 4], [1], [5]) == knowledge(game, 1, 0)
    assert ([0, 1, 2, 3, 4], [2, 3, 4, 5], []) == knowledge(game, 1, 4)
    assert 0b01101 == game.state.last_touched


def test_nothing_is_hinted_by_elimination():
    """Four colors denied leave one possible, but only a hint says so (ColorHinted in HLE)."""
    deck = "R1 R1 Y1 G1 B1 W1"
    game = stacked(deck, Rules(players=2, hand_size=3, suits=5))
    play_all(game, "hint 1 green; hint 1 red; hint 1 blue; hint 1 yellow; hint 1 white")
    assert ([3], [1, 2, 3, 4, 5], [3]) == knowledge(game, 1, 2)
    assert ([0], [1, 2, 3, 4, 5], [0]) == knowledge(game, 0, 0)


def test_hints_add_up():
    """A card that was told its color and its rank is known, and has been told both."""
    game = play_all(stacked(TWO_HANDS), "hint 1 blue; hint 1 1; hint 1 5")
    assert ([4], [5], [4, 9]) == knowledge(game, 1, 4)
    assert ([4], [1, 2, 3, 4], [4]) == knowledge(game, 1, 3)


@pytest.mark.parametrize(("draw_slot", "slot"), [("newest", 4), ("vacated", 0)])
def test_a_drawn_card_is_unknown(draw_slot, slot):
    """Hints given before a card was drawn say nothing about it, whatever its slot has heard."""
    game = stacked(TWO_HANDS + " W3", Rules(draw_slot=draw_slot))
    play_all(game, "hint 1 white; hint 1 1; hint 1 5; discard 0")
    assert ([0, 1, 2, 3, 4], [1, 2, 3, 4, 5], []) == knowledge(game, 1, slot)
    assert "W3" == hand_of(game, 1).split()[slot]


def test_knowledge_moves_with_its_card():
    """What was said of a card stays with it when the hand closes up."""
    game = play_all(stacked(TWO_HANDS), "hint 1 2; discard 0")
    assert ([0, 1, 2, 3, 4], [2], [6]) == knowledge(game, 1, 0)
    assert ([0, 1, 2, 3, 4], [1, 3, 4, 5], []) == knowledge(game, 1, 1)


def test_rules_without_tokens_leave_plays_alone():
    """At none of none tokens there is no hint to give and no discard to make."""
    game = stacked(TWO_HANDS, Rules(information_tokens=0))
    assert [5, 6, 7, 8, 9] == game.legal_actions()
