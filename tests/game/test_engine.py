"""The rules of the game one by one, on decks set up by hand: tokens, cards and hands.

Hints are in `test_hints`, how games end is in `test_endings`. Expected values, where no other
source is named: HLE, hanabi_state.cc.
"""

from __future__ import annotations

import pytest

from hanabilab.errors import IllegalActionError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.tables import card_words, hand_of, legal_words, play_all, stacked

TWO_HANDS = "R1 R2 Y1 Y1 G4 W1 W2 R1 B1 B5"


def discarded(game):
    """The discarded cards in words, in order of id."""
    counts = game.state.discards
    return card_words(game.rules, [card for card, n in enumerate(counts) for _ in range(n)])


# --- The deal ------------------------------------------------------------------------------------


def test_the_first_seat_is_dealt_its_whole_hand_first():
    """Seat 0 gets the deck's first cards, the very first as its oldest."""
    game = stacked(TWO_HANDS)
    assert "R1 R2 Y1 Y1 G4" == hand_of(game, 0)
    assert "W1 W2 R1 B1 B5" == hand_of(game, 1)
    assert 10 == game.state.deck_drawn
    assert [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]] == game.state.deck_index[:2, :5].tolist()


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_first_seat_begins_and_deals_stay(first_seat):
    """Who begins does not change who is dealt what; turns pass to the left and around."""
    game = stacked("R1 R2 Y1", Rules(players=3, hand_size=1, first_seat=first_seat))
    assert "R1" == hand_of(game, 0)
    seats = [int(game.state.current_seat)]
    for _ in range(3):
        game.act("hint 1 " + str(hand_of(game, (seats[-1] + 1) % 3)[1]))
        seats.append(int(game.state.current_seat))
    assert [(first_seat + turn) % 3 for turn in range(4)] == seats


# --- Playing and discarding ----------------------------------------------------------------------


def test_a_card_that_fits_is_scored():
    """It goes on its firework, costs nothing, brings no token, and the next card is drawn."""
    game = play_all(stacked(TWO_HANDS + " B2"), "hint 1 5; play 0")
    state = game.state
    assert [0, 0, 0, 1, 0] == state.fireworks[:5].tolist()
    assert (1, 1, 3, 7) == (game.score, state.points, state.life_tokens, state.information_tokens)
    assert "W2 R1 B1 B5 B2" == hand_of(game, 1)


@pytest.mark.parametrize("action", ["play 1", "discard 1"])
def test_newest_draw_shifts_the_hand(action):
    """Older cards close the gap and the drawn card comes last, as in HLE."""
    game = play_all(stacked(TWO_HANDS + " B2"), f"hint 1 5; hint 1 red; {action}")
    assert "R1 Y1 Y1 G4 B2" == hand_of(game, 0)
    assert [0, 2, 3, 4, 10] == game.state.deck_index[0, :5].tolist()


@pytest.mark.parametrize("action", ["play 1", "discard 1"])
def test_vacated_draw_keeps_the_slots(action):
    """The drawn card takes the slot of the one that left; the others stay."""
    game = stacked(TWO_HANDS + " B2", Rules(draw_slot="vacated"))
    play_all(game, f"hint 1 5; hint 1 red; {action}")
    assert "R1 B2 Y1 Y1 G4" == hand_of(game, 0)
    assert [0, 10, 2, 3, 4] == game.state.deck_index[0, :5].tolist()


def test_a_misplay_costs_a_life_and_the_card():
    """The card is discarded, one life goes, and no information token comes."""
    game = play_all(stacked(TWO_HANDS), "hint 1 5; play 1")
    state = game.state
    assert (0, 2, 7) == (state.points, state.life_tokens, state.information_tokens)
    assert "W2" == discarded(game)


def test_a_second_copy_is_a_misplay():
    """A card that is already on its firework does not fit."""
    game = play_all(stacked(TWO_HANDS), "play 2; hint 1 1; play 2")
    assert (1, 2) == (game.state.points, game.state.life_tokens)
    assert "Y1" == discarded(game)


def test_a_discard_brings_a_token_back():
    """The card is discarded, scoring or not, and one token returns."""
    game = play_all(stacked(TWO_HANDS), "hint 1 5; hint 1 red; discard 0")
    state = game.state
    assert (7, 3, 0) == (state.information_tokens, state.life_tokens, state.points)
    assert "R1" == discarded(game)


@pytest.mark.parametrize("action", [10**30, -(10**30), 1 << 63, -1, 20])
def test_numbers_that_are_no_action_are_illegal(action):
    """However large they are."""
    with pytest.raises(IllegalActionError, match="action ids are 0 to 19"):
        Game(Rules(players=2), seed=1).act(action)


def test_no_discard_while_all_tokens_are_there():
    """Nothing may be discarded at eight tokens, everything below."""
    game = stacked(TWO_HANDS)
    assert [] == legal_words(game, "discard")
    with pytest.raises(IllegalActionError, match="all 8 information tokens are there"):
        game.act("discard 0")
    game.act("hint 1 5")
    assert [f"discard {slot}" for slot in range(5)] == legal_words(game, "discard")


def test_played_cards_are_not_in_the_discards():
    """The discards hold misplayed and discarded cards alone."""
    game = play_all(stacked(TWO_HANDS), "play 0; play 0")
    assert "" == discarded(game)


# --- The token for a completed suit --------------------------------------------------------------

ONE_SUIT = Rules(suits=2, ranks=2, hand_size=2, information_tokens=2)


def test_completing_a_suit_brings_a_token_back():
    """Below the most there may be, the highest rank of a suit is worth a token."""
    game = play_all(stacked("R1 R2 Y1 Y2", ONE_SUIT), "play 0; hint 1 red; play 0")
    assert (2, 1, 1) == (
        game.state.information_tokens,
        game.state.last_scored,
        game.state.last_gained_token,
    )


def test_no_token_comes_above_the_most():
    """With all tokens there, completing a suit brings none."""
    game = play_all(stacked("R1 R2 Y1 Y2", ONE_SUIT), "play 0; play 0; play 0")
    assert (2, 1, 0) == (
        game.state.information_tokens,
        game.state.last_scored,
        game.state.last_gained_token,
    )


def test_only_the_highest_rank_brings_a_token():
    """Other cards that fit bring none."""
    game = play_all(stacked("R1 R2 Y1 Y2", ONE_SUIT), "hint 1 2; play 0")
    assert (1, 1, 0) == (
        game.state.information_tokens,
        game.state.last_scored,
        game.state.last_gained_token,
    )


# --- What the table remembers of the last action -------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "seat", "card", "touched", "scored"),
    [
        ("play 0", 0, 0, 0, 1),
        ("play 1", 0, 1, 0, 0),
        ("hint 1 1", 0, -1, 0b01101, 0),
        ("hint 1 1; discard 1", 1, 16, 0, 0),
    ],
)
def test_the_last_action_is_on_record(actions, seat, card, touched, scored):
    """Who, which card, which slots, and whether it scored; a discard's token is no gain."""
    state = play_all(stacked(TWO_HANDS), actions).state
    assert (seat, card, touched, scored, 0) == (
        state.last_seat,
        state.last_card,
        state.last_touched,
        state.last_scored,
        state.last_gained_token,
    )


def test_the_record_is_of_one_action_alone():
    """A token that was gained, a card that scored, slots that were touched: gone with the next."""
    game = play_all(stacked("R1 R2 Y1 Y2", ONE_SUIT), "play 0; hint 1 red; play 0; hint 1 1")
    state = game.state
    assert (0, 0, -1) == (state.last_gained_token, state.last_scored, state.last_card)
    assert 0 < state.last_touched
    play_all(game, "play 0")
    assert 0 == state.last_touched


def test_nothing_is_on_record_before_the_first_action():
    """A fresh game has no last action."""
    state = stacked(TWO_HANDS).state
    assert (-1, -1, -1, 0, 0) == (
        state.last_seat,
        state.last_action,
        state.last_card,
        state.last_touched,
        state.last_scored,
    )
