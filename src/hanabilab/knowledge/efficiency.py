"""Pace and efficiency: how much a game has to spare, as the public site computes them.

*Pace* is the number of cards that may still be discarded while every reachable point is played.
*Efficiency* is cards got for each hint given: a card is *got* once it is played, or once a hint has
touched it, for as long as it is still to be played. Both compare a game with what its rules still
allow.

Plain Python on STATE rows. Source: docs/compiler.md, "Review".
"""

from __future__ import annotations

from hanabilab.game.cards import is_useless, max_reachable_score, reachable_points
from hanabilab.game.games import Game
from hanabilab.game.stacks import stack_places
from hanabilab.game.state import RUNNING, State


def pace(state: State) -> int | None:
    """Points + cards in the deck + players - the reachable score.

    Below 0 the last round begins too early for the reachable score. None once the deck is empty or
    the game is over.
    """
    deck = _deck_left(state)
    if deck == 0 or state.status != RUNNING:
        return None
    reachable = int(max_reachable_score(state))
    return int(state.points) + deck + int(state.rules.num_players) - reachable


def hints_left(state: State) -> int:
    """How many hints can still be given if every reachable point is played.

    Tokens in store, a token for each card that can be discarded before the last round, and one for
    each suit that can be completed before it, the nearest to completion first. Where several
    discards or suits bring a token back, what does not make a whole token is left out.
    """
    players, deck = int(state.rules.num_players), _deck_left(state)
    missing = int(max_reachable_score(state)) - int(state.points)
    spare = deck - 1 if missing <= players + 1 else players + deck - missing
    discards = max(spare, 0)
    plays = max(min(missing, players + deck) - min(missing, players + 1), 0)
    parts = int(state.token_parts) + discards + _suits_completed(state, plays)
    return int(state.information_tokens) + parts // int(state.rules.discards_per_token)


def _deck_left(state: State) -> int:
    return int(state.rules.deck_size) - int(state.deck_drawn)


def _suits_completed(state: State, plays: int) -> int:
    """How many suits so many plays complete, the nearest to completion first."""
    completed = 0
    for missing in sorted(_missing_by_suit(state)):
        if missing <= plays:
            plays -= missing
            completed += 1
    return completed


def _missing_by_suit(state: State) -> list[int]:
    """The cards that each suit still needs; suits that are complete or cannot be are left out."""
    rules = state.rules
    found = []
    full = int(rules.max_score) // int(rules.num_suits)
    for suit in range(rules.num_suits):
        played = len(stack_places(int(rules.stack_kind), int(state.fireworks[suit])))
        if played < full == reachable_points(state, suit):
            found.append(full - played)
    return found


def cards_got(game: Game) -> int:
    """Cards played, and cards in hands that a hint has touched and that are still to be played.

    What a card is decides, not what its holder knows: a touched copy of a card that is on the
    table, or that can never be played, is not got. No more than the reachable score.
    """
    state = game.state
    touched = state.hands[state.hinted != 0].tolist()
    got = int(state.points) + sum(not is_useless(state, card) for card in touched)
    return min(got, int(max_reachable_score(state)))
