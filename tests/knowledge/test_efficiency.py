"""Pace and efficiency as the public site computes them."""

from __future__ import annotations

import pytest

from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.efficiency import cards_got, hints_left, pace
from hanabilab.notation import parse_rules, parse_state
from tests.notation.samples import START
from tests.tables import stacked


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


def test_a_touched_card_is_got_while_it_is_still_to_be_played():
    """Seat 1 holds R1 R1 R1 R2 R2: red ones touched, then one of them played.

    What seat 1 knows does not matter: for it, the other two may be ones of other colors.
    """
    first = [5, 10, 15, 20, 6]  # Y1 G1 W1 B1 Y2
    deck = [*first, 0, 0, 0, 1, 1]
    game = Game(Rules(players=2), deck=[*deck, *_rest(deck)])
    game.act("hint 1 1")
    assert cards_got(game) == 3
    game.act("play 0")
    assert (game.score, cards_got(game)) == (1, 1)
    game.act("hint 1 red")
    # The two red ones are useless; the three red cards beside them are not.
    assert cards_got(game) == 4


def test_a_touched_card_that_can_never_be_played_is_not_got():
    """Seat 0 is told its green cards and discards every green 1: its green 2 is dead then."""
    game = stacked("G1 G1 G1 G2 R1 B1 B2 W1 W2 Y5 Y2 Y3 Y4")
    game.act("hint 1 5")
    got = []
    for _ in range(3):
        game.act("hint 1 green")
        game.act("discard 0")
        got.append(cards_got(game))
    assert got == [4, 3, 1]


def test_the_state_text_of_a_deal_has_a_pace():
    _, state = parse_state(START)
    assert pace(state) is not None
