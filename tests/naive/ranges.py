"""The hands that a seat may hold, found the slow way: the whole game is played again for each.

Hands are tuples, their numbers whole. The engine moves the cards, having a twin of its own, and the
policy that partners are believed to play is asked on every turn; nothing comes from `beliefs`.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import perm, prod

import numpy as np

from hanabilab.agents import CompiledPolicy
from hanabilab.agents.policy import new_memory
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.view import look
from tests.naive.game import HeldCard, NaiveGame

__all__ = ["Hand", "count_departures", "count_options", "dealt_hands", "naive_range"]

#: Card ids by slot, -1 for an empty one.
Hand = tuple[int, ...]


def naive_range(game: Game, agent: CompiledPolicy, seat: int | None = None) -> dict[Hand, int]:
    """Every hand of `seat` under which its partners would have done all that they did.

    Args:
        seat: by default the one to act.

    Returns:
        The ways to deal each hand from the copies that the seat cannot see.
    """
    ways = dealt_hands(game, seat)
    return {
        hand: ways[hand]
        for hand in ways
        if not count_departures(game, agent, hand, most=1, seat=seat)
    }


# --- Hints and counts ----------------------------------------------------------------------------


def dealt_hands(game: Game, seat: int | None = None) -> dict[Hand, int]:
    """Every hand of `seat` that hints and counts allow, and the ways to deal it."""
    hidden, ways = _hidden_cards(game, seat), {}
    for hand in product(*_options(game, seat)):
        used = Counter(card for card in hand if card >= 0)
        if number := prod(perm(hidden[card], copies) for card, copies in used.items()):
            ways[hand] = number
    return ways


def count_options(game: Game) -> int:
    """A bound on the hands that hints and counts allow, quick to tell: no slot minds the others."""
    return prod(len(cards) for cards in _options(game))


def _options(game: Game, seat: int | None = None) -> list[list[int]]:
    """The cards that each slot of `seat` may hold."""
    ranks, hidden = game.rules.ranks, sorted(_hidden_cards(game, seat))
    return [
        [card for card in hidden if held.could_be(card // ranks, card % ranks + 1)]
        if held
        else [-1]
        for held in _own_hand(game, seat)
    ]


def _own_hand(game: Game, seat: int | None) -> list[HeldCard | None]:
    """The hand of `seat`, with the hints it has heard."""
    ranks = game.rules.ranks
    twin = NaiveGame(game.rules, [(card // ranks, card % ranks + 1) for card in game.deck])
    for action in game.actions:
        twin.act(action)
    return twin.hands[twin.seat if seat is None else seat]


def _hidden_cards(game: Game, seat: int | None) -> Counter[int]:
    """The copies that `seat` cannot see: those in its hand and in the deck."""
    return Counter(game.deck) - Counter(game.deck[place] for place in _seen_places(game, seat))


def _seen_places(game: Game, seat: int | None) -> list[int]:
    own = _own_places(game, seat)
    return [place for place in range(game.state.deck_drawn) if place not in own]


def _own_places(game: Game, seat: int | None) -> list[int]:
    """Where in the deck the cards of `seat` stood, by slot; -1 for an empty one."""
    slots = game.state.deck_index[game.state.current_seat if seat is None else seat]
    return [int(place) for place in slots[: game.rules.hand_size]]


# --- Partners' choices ---------------------------------------------------------------------------


def count_departures(
    game: Game,
    agent: CompiledPolicy,
    hand: Hand,
    *,
    since: int = 0,
    most: int = 1000,
    seat: int | None = None,
) -> int:
    """How often partners did what `agent` would not have, if `seat` holds `hand`.

    Counting begins at turn `since` and stops at `most` departures. A choice that the agent makes by
    dice is none.
    """
    rules, seat = game.rules, int(game.state.current_seat) if seat is None else seat
    state, view = new_states(rules, 1)[0], new_views(rules, 1)[0]
    state.deck[: rules.deck_size] = _deck_with(game, hand, seat)
    deal(state)
    memories = new_memory(agent, rules.players)
    departures = 0
    for turn, action in enumerate(game.actions):
        actor = int(state.current_seat)
        for partner in range(rules.players):
            if agent.observe and partner != seat:
                look(view, state, partner)
                agent.native_observe(view, memories[partner])
        look(view, state, actor)
        if turn >= since and actor != seat:
            departures += not _would_act(agent, view, memories[actor], action)
        if departures == most:
            break
        assert apply_action(state, action)
    return departures


def _deck_with(game: Game, hand: Hand, seat: int) -> list[int]:
    """The deck that deals `hand` to `seat`; what is still to come is in order."""
    coming = sorted((_hidden_cards(game, seat) - Counter(hand)).elements())
    deck = game.deck[: game.state.deck_drawn] + coming
    for place, card in zip(_own_places(game, seat), hand, strict=True):
        if place >= 0:
            deck[place] = card
    return deck


def _would_act(agent: CompiledPolicy, view, memory: np.ndarray, action: int) -> bool:
    dice = np.array([1, 2], np.uint64)
    return agent.native_act(view, memory, dice) == action or dice.tolist() != [1, 2]
