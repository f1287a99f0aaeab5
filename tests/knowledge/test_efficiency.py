"""Pace and efficiency as the public site computes them."""

from __future__ import annotations

import pytest

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.efficiency import cards_got, hints_left, pace, tokens_in_store
from hanabilab.notation import parse_rules, parse_state
from tests.notation.samples import START


@pytest.mark.parametrize(
    ("players", "hints", "spare"), [(2, 29, 17), (3, 25, 13), (4, 25, 13), (5, 21, 10), (6, 24, 13)]
)
def test_a_game_begins_with_the_hints_and_the_pace_that_the_site_tells(players, hints, spare):
    """Minimum efficiency of No Variant, 25 over these: 0.86, 1.00, 1.00, 1.19, 1.04."""
    state = Game(Rules(players=players)).state
    assert (hints_left(state), pace(state)) == (hints, spare)


@pytest.mark.parametrize(("players", "hints"), [(2, 18), (3, 16)])
def test_half_a_token_for_a_discard_gives_fewer_hints(players, hints):
    """Clue Starved, 2 players: 8 tokens, 17 discards and 4 suits at half a token each, 18.5."""
    rules = parse_rules(f"clue-starved-5-suits(players={players})")
    assert hints_left(Game(rules).state) == hints


def test_a_discard_costs_pace_and_a_play_does_not():
    game = Game(Rules(players=2), deck=[*range(5), *_rest(range(5))])
    game.act("hint 1 red" if "hint 1 red" in _legal(game) else "hint 1 1")
    before = pace(game.state)
    game.act("discard 0")
    assert pace(game.state) == before - 1
    game.act("play 0")  # red 1
    assert (pace(game.state), game.score) == (before - 1, 1)


def _legal(game):
    from hanabilab.game.words import format_action

    return [format_action(game.rules, action) for action in game.legal_actions()]


def _rest(taken):
    """The cards of the standard deck but those `taken`, in order of id."""
    cards = [card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5])]
    for card in taken:
        cards.remove(card)
    return cards


def test_a_touched_card_is_got_while_it_is_needed():
    """Seat 1 holds R1 R1 R1 R2 R2: ones touched, then one of them played."""
    first = [5, 10, 15, 20, 6]  # Y1 G1 W1 B1 Y2
    deck = [*first, 0, 0, 0, 1, 1]
    game = Game(Rules(players=2), deck=[*deck, *_rest(deck)])
    game.act("hint 1 1")
    assert cards_got(game) == 3
    game.act("play 0")
    # The other two are of no use any more, whether seat 1 knows it or not.
    assert (game.score, cards_got(game)) == (1, 1)
    game.act("hint 1 red")
    # Two twos are touched besides, both needed until one is played, and the three that was drawn.
    assert cards_got(game) == 4


def test_no_more_is_got_than_can_be_reached():
    """Three touched copies of one card count each, but not beyond the last point."""
    rules = Rules(players=2, suits=1, ranks=2, copies=(3, 3), hand_size=3)
    game = Game(rules, deck=[0, 0, 0, 1, 1, 1])
    game.act("hint 1 2")
    assert (game.state.hinted != 0).sum() == 3
    assert cards_got(game) == game.max_reachable_score == 2


def test_half_tokens_are_told():
    """A discard brings half a token in Clue Starved; elsewhere tokens are whole numbers."""
    game = Game(parse_rules("clue-starved-5-suits(players=2)"), seed=1)
    game.act(_legal(game)[-1])
    game.act("discard 0")
    assert tokens_in_store(game.state) == 7.5
    assert isinstance(tokens_in_store(Game(Rules(players=2)).state), int)


def test_the_state_text_of_a_deal_has_a_pace():
    _, state = parse_state(START)
    assert pace(state) is not None
