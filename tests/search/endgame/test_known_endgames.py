"""Endgames on which solvers of others were wrong, rebuilt as they are described in public.

The numbers are those of threads of will-hanabi-bot/hanabi-bot, in which they were told.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from hanabilab import Rules, make_agent
from hanabilab.errors import IllegalActionError
from hanabilab.game.games import Game
from hanabilab.game.words import format_action, parse_card
from hanabilab.search.endgame import blueprint_values, honest_values, open_values
from tests.following import Following
from tests.tables import hand_of

pytestmark = pytest.mark.compiled

_FOUR = Rules(players=4)


def by_words(game, found):
    return {format_action(game.rules, each.action): each for each in found.actions}


def rank_of(game, card):
    return card % game.rules.ranks + 1


# --- 1221: each of four players holds a 5, and the fifth one is the last card of the deck ---------


def fives_everywhere():
    """A game in which all 4s are played, each seat has been told of its only 5, and one is left."""
    for seed in range(100_000):
        game = dealt_with_last_five(seed)
        while game.cards_left > 1 and not game.is_over:
            game.act(sensible_action(game))
        if not game.is_over and is_as_told(game):
            for offset in (1, 1, 1, 1):
                try:
                    game.act(f"hint {offset} 5")
                except IllegalActionError:
                    break
            else:
                return game
    raise AssertionError


def dealt_with_last_five(seed):
    deck = [int(card) for card in _FOUR.tables.sorted_deck[: _FOUR.deck_size]]
    Random(seed).shuffle(deck)
    last = next(place for place, card in enumerate(deck) if card % 5 == 4)
    deck[last], deck[-1] = deck[-1], deck[last]
    return Game(_FOUR, deck=deck)


def sensible_action(game):
    """With open hands: play what fits but 5s, else throw away what is useless, else hint."""
    state, seat = game.state, game.current_seat
    hand = [int(card) for card in state.hands[seat][:4]]
    fits = [s for s, c in enumerate(hand) if (int(state.playable) >> c) & 1 and c % 5 < 4]
    if fits:
        return f"play {fits[0]}"
    spare = [
        slot
        for slot, card in enumerate(hand)
        if (int(state.useless) >> card) & 1
        or any(card in state.hands[other] for other in range(4) if other != seat)
        or hand.count(card) > 1
    ]
    if spare and state.information_tokens < 8:
        return f"discard {spare[0]}"
    hints = [each for each in game.legal_actions() if each >= 8]
    return hints[0] if hints else f"discard {min(range(4), key=lambda slot: -(hand[slot] % 5 < 4))}"


def is_as_told(game):
    fives = [sum(int(card) % 5 == 4 for card in hand[:4]) for hand in game.state.hands[:4]]
    stacks = [int(each) for each in game.state.fireworks[:5]]
    return stacks == [4] * 5 and fives == [1] * 4 and game.state.information_tokens >= 4


def test_a_blind_play_in_the_last_round_makes_a_certain_win():
    """1221: counted as lost there, for the last seat would have to play what it has just drawn."""
    game = fives_everywhere()
    seat = game.current_seat
    slot = next(s for s, card in enumerate(game.state.hands[seat][:4]) if rank_of(game, card) == 5)
    for found in (open_values(game), honest_values(game, seconds=1000)):
        told = by_words(game, found)[f"play {slot}"]
        assert told.win.lower == told.win.upper == 1
        assert told.score.lower == 25


# --- 937: two r3, two r4 and the r5 are somewhere in three cards of the hand and five of the deck -


def waiting_for_reds(end="R4 R3 R1 R4 R2"):
    """Seat 0 knows that it holds the R2, which fits; its other cards came after all hints.

    The whole of the second suit is played or useless, and the partner holds four useless cards of
    it: the deck and three cards of the hand are all that is unseen.
    """
    rules = Rules(players=2, suits=2, hand_size=4)
    start = f"R2 Y1 Y3 R1  Y2 Y4 Y5 Y4  R3 Y1 R1 Y1 R5 Y2 Y3  {end}"
    game = Game(rules, deck=[parse_card(rules, each) for each in start.split()])
    told = (
        "hint 1 4; hint 1 2; hint 1 5; hint 1 red; play 1; play 0; play 1; play 0; play 1; play 0"
    )
    for action in (told + "; hint 1 1; discard 0").split("; "):
        game.act(action)
    return game


@pytest.mark.slow
def test_arrangements_of_what_is_missing_are_counted_once():
    """C(8, 5) x 5! / (2! 2!) = 1,680 ways to put them on eight places, the rest being useless.

    Each way wins or does not, once the R2 is played: so chances are whole numbers of 1,680. Before
    that, the other R2 is not useless either, and there are three times as many.
    """
    game = waiting_for_reds()
    assert (game.cards_left, hand_of(game, 0)) == (5, "R2 R3 R1 R5")
    found = honest_values(game, seconds=1000, rounds=3)
    assert found.hands == len(set(permutations("3344511" + "2", 3)))
    told = by_words(game, found)
    for name, each in told.items():
        ways = 1680 if name == "play 0" else 5040
        assert (ways * each.win.lower).denominator == (ways * each.win.upper).denominator == 1
    assert 0 < told["play 0"].win.lower <= told["play 0"].win.upper < 1


# --- 1063: what was lost before is no win ---------------------------------------------------------


def small(deck, actions, **options):
    rules = Rules(**{"players": 2, "suits": 1, "information_tokens": 3} | options)
    game = Game(rules, deck=[parse_card(rules, each) for each in deck.split()])
    for action in actions:
        game.act(action)
    return game


def test_a_score_that_is_still_reachable_is_no_win_once_a_critical_card_is_gone():
    game = small(
        "R1 R3 R2 R1 R1",
        ["hint 1 2", "hint 1 3", "discard 1"],
        ranks=3,
        copies=(3, 1, 1),
        hand_size=2,
    )
    for found in (open_values(game), honest_values(game)):
        assert max(each.score.upper for each in found.actions) > 0
        assert {each.win.upper for each in found.actions} == {0}


# --- 338, 198: draws are left to chance, whatever is missing --------------------------------------


def test_a_needed_card_that_was_not_drawn_is_drawn_by_chance():
    """Three needed cards are in the deck: fractions, which do not depend on the order it is in."""
    one, other = (waiting_for_reds(end) for end in ("R4 R3 R1 R4 R2", "R2 R4 R1 R4 R3"))
    found = open_values(one, seconds=1000)
    assert found.exact
    assert any(0 < each.win.lower < 1 for each in found.actions)
    assert found.actions == open_values(other, seconds=1000).actions


# --- 1112: what others can still do for a seat that waits ----------------------------------------


def test_waiting_for_a_hint_wins_as_often_as_the_card_is_in_the_hand():
    """The 4 is one of two cards of the hand, or the last of the deck: 2/3, and 0 after a discard.

    There all lines after waiting counted as lost. Another seat tells where the 4 is, so that it is
    played in time for the 5 to follow; whoever draws the last card has no time for that.
    """
    game = small(
        "R1 R5 R2 R1 R3 R4  R1 R2 R2 R3 R3",
        ["hint 1 1", "hint 2 1", "hint 1 1", "play 0", "play 0", "play 0", "hint 1 1", "discard 0"],
        players=3,
        ranks=5,
        copies=(3, 3, 3, 1, 1),
        hand_size=2,
        information_tokens=6,
    )
    assert (game.cards_left, hand_of(game, 2), hand_of(game, 0)) == (1, "R4 R2", "R5 R1")
    found = by_words(game, honest_values(game, seconds=1000))
    best = {"hint": Fraction(2, 3), "discard": 0, "play": Fraction(1, 3)}
    assert {name.split()[0] for name in found} == set(best)
    for name, each in found.items():
        assert each.win.lower == each.win.upper == best[name.split()[0]]


# --- Elsewhere: a line for which there is no time counts as lost ----------------------------------


def test_what_was_not_looked_at_in_time_is_not_lost():
    """A certain win, by a search that may look at so many positions: never told as below 1."""
    game = fives_everywhere()
    seat = game.current_seat
    slot = next(s for s, card in enumerate(game.state.hands[seat][:4]) if rank_of(game, card) == 5)
    for positions in (0, 1, 2, 5, 20):
        found = by_words(game, open_values(game, positions=positions))[f"play {slot}"]
        assert found.win.lower <= found.win.upper == 1
    assert not by_words(game, open_values(game, positions=0))[f"play {slot}"].win.exact


# --- 1331: at the very end everybody knows everything ---------------------------------------------


def test_what_can_be_worked_out_by_counting_is_known():
    """The deck is empty, and a hint for one card tells the other: not seeing it costs nothing."""
    options = {"ranks": 3, "copies": (2, 2, 1), "hand_size": 2}
    for rest in ("R2 R3 R1 R2", "R3 R1 R2 R2", "R1 R2 R2 R3"):
        game = small(f"R1 {rest}", ["play 0", f"hint 1 {rest[1]}"], **options)
        opened, honest = open_values(game), honest_values(game)
        assert honest.hands == 1
        assert opened.actions == honest.actions


# --- 967: what conventions tell of the unknown cards was left out -------------------------------


@pytest.mark.late
def test_what_conventions_tell_is_in_the_range_that_says_so_and_in_no_other():
    """967: decks were counted that a partner's choices rule out, and one too many was won.

    Two `smart`, three cards in the deck. Hints allow 48 hands. In 3 of them, the partner would have
    done all that it did: those and their decks are counted here, one by one.
    """
    rules = Rules(players=2)
    agent = make_agent("smart")
    game = Following(agent, rules, seed=9, index=1)
    while game.cards_left > 3:
        game.act(game.choice())
    seat, action = game.current_seat, game.choice()
    possible = [int(each) for each in game.view(seat).possible[seat][:5]]
    places = [int(each) for each in game.state.deck_index[seat][:5]]
    deck = [int(card) for card in game.state.deck[:50]]
    unknown = [deck[place] for place in [*places, 47, 48, 49]]
    hands, won, tried = {True: set(), False: set()}, 0, 0
    for cards in set(permutations(unknown)):
        if all(may >> card & 1 for may, card in zip(possible, cards, strict=False)):
            other = list(deck)
            for place, card in zip([*places, 47, 48, 49], cards, strict=True):
                other[place] = card
            hands[False].add(cards[:5])
            played = Following(agent, rules, deck=other)
            while len(played.actions) < len(game.actions):
                if played.choice() != game.actions[len(played.actions)]:
                    break
                played.act(played.choice())
            else:
                hands[True].add(cards[:5])
                while not played.is_over:
                    played.act(played.choice())
                won, tried = won + (played.score == 25), tried + 1
    exact = blueprint_values(game, "smart", seconds=30)
    hints = blueprint_values(game, "smart", beliefs="hints", seconds=30)
    assert (exact.hands, hints.hands) == (len(hands[True]), len(hands[False])) == (3, 48)
    values = [{each.action: each.win for each in found.actions} for found in (exact, hints)]
    assert values[0][action].lower == values[0][action].upper == Fraction(won, tried)
    assert values[0] != values[1]
