"""A view hides the seat's own cards and the deck, and shows everything else."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.actions import fill_legal
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rows import new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.state import TABLE_FIELDS
from hanabilab.game.view import fill_known_deck, look, look_from
from tests.strategies import examples, games
from tests.tables import stacked


def view_bytes(game, seat):
    """The view of a seat, byte for byte."""
    views = new_views(game.rules, 1)
    look(views[0], game.state, seat)
    return views.tobytes()


def reshuffle_hidden(game, seat, random):
    """The game's deck with the seat's hand and the undrawn cards dealt anew, as hints allow."""
    deck, state = game.deck, game.state
    allowed = {
        int(place): int(state.possible[seat, slot])
        for slot, place in enumerate(state.deck_index[seat])
        if place >= 0
    }
    hidden = [*allowed, *range(int(state.deck_drawn), len(deck))]
    anything = (1 << game.rules.max_score) - 1
    for first in hidden:
        second = random.choice(hidden)
        fits_first = allowed.get(first, anything) >> deck[second] & 1
        if fits_first and allowed.get(second, anything) >> deck[first] & 1:
            deck[first], deck[second] = deck[second], deck[first]
    return deck


def known_deck(game, seat):
    """What a seat knows of the deck."""
    deck = np.full(MAX_DECK, 99, np.int16)
    fill_known_deck(deck, game.state, seat)
    return deck.tolist()


def history(game, deck, seat):
    """What a seat knows at every ply of the game's actions on another deck."""
    replayed = Game(game.rules, deck=deck)
    known = [(view_bytes(replayed, seat), known_deck(replayed, seat))]
    for action in game.actions:
        replayed.act(action)
        known.append((view_bytes(replayed, seat), known_deck(replayed, seat)))
    return known


@examples(200, plain=30)
@given(games(), st.integers(0, 5), st.integers(0, 2**32))
def test_a_view_hides_the_own_hand_and_the_deck(game, offset, choices):
    """Changing only what a seat cannot see never changes any view it had in the game."""
    seat = offset % game.rules.players
    deck = reshuffle_hidden(game, seat, Random(choices))
    assert history(game, game.deck, seat) == history(game, deck, seat)


def test_hidden_cards_are_reshuffled_at_all():
    """The test above would be empty if its other decks were the same decks."""
    game = Game(seed=1)
    game.act("hint 1 1")
    decks = [reshuffle_hidden(game, 0, Random(choices)) for choices in range(10)]
    assert 10 == len({tuple(deck[:5]) for deck in decks})
    assert all(deck[5:10] == game.deck[5:10] for deck in decks)


def test_a_view_shows_the_other_hands():
    """Own cards are there but unknown; empty slots and other hands are seen as they are."""
    view = stacked("R1 R2 R3 R4 R5 B1 B2 B3 B4 B5").view(1)
    assert [0, 1, 2, 3, 4] == view.hands[0, :5].tolist()
    assert [UNKNOWN_CARD] * 5 == view.hands[1, :5].tolist()
    assert NO_CARD == view.hands[1, 5] == view.hands[2, 0]
    assert 1 == view.seat


@examples(100)
@given(games())
def test_a_view_shows_all_that_is_public(game):
    """Every public field, and every hand but the own, is that of the state."""
    for seat in range(game.rules.players):
        view = game.view(seat)
        for name in {name for name, *_ in TABLE_FIELDS} - {"hands"}:
            assert np.array_equal(game.state[name], view[name])
        others = [other for other in range(game.rules.players) if other != seat]
        assert game.state.hands[others].tolist() == view.hands[others].tolist()
        held = [card != NO_CARD for card in game.state.hands[seat]]
        assert held == [card == UNKNOWN_CARD for card in view.hands[seat]]


@examples(100)
@given(games())
def test_a_view_is_turned_to_any_seat(game):
    """From every seat's view to every seat's, byte for byte what that seat sees."""
    seats = range(game.rules.players)
    for viewer in seats:
        for seat in seats:
            views = new_views(game.rules, 1)
            look(views[0], game.state, viewer)
            look_from(views[0], game.state, seat)
            assert view_bytes(game, seat) == views.tobytes()


@examples(100)
@given(games())
def test_a_seat_knows_the_cards_that_left_the_deck(game):
    """All that were drawn but those in its own hand, each at its place in the deck."""
    for seat in range(game.rules.players):
        own = game.state.deck_index[seat].tolist()
        drawn = [place for place in range(game.state.deck_drawn) if place not in own]
        size = game.rules.deck_size
        expected = [game.deck[place] if place in drawn else -2 for place in range(size)]
        expected += [0] * (MAX_DECK - size)
        assert expected == known_deck(game, seat)


@examples(60)
@given(games(running=True))
def test_the_actor_can_tell_what_is_legal(game):
    """The legal actions of a running game follow from the view of the seat to act."""
    legal = np.zeros(game.rules.num_actions, np.bool_)
    fill_legal(legal, game.view())
    assert game.legal_actions() == np.flatnonzero(legal).tolist()


@examples(100)
@given(games())
def test_equal_games_are_equal_bytes(game):
    """A state is a function of rules, deck and actions: no stale byte is left in it."""
    replayed = Game(game.rules, deck=game.deck)
    for action in game.actions:
        replayed.act(action)
    assert game.states.tobytes() == replayed.states.tobytes()
