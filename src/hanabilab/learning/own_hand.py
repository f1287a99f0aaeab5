"""What own cards are, as truth to learn from: nobody at the table may see it.

Whether each card is playable is the auxiliary task of Hu & Foerster 2020, "Simplified action
decoder", section 4. Which cards they are is what a learned belief learns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import NO_CARD, is_playable
from hanabilab.game.rows import new_views
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import played_places
from hanabilab.game.view import look
from hanabilab.knowledge.unseen import count_unseen
from hanabilab.learning.vector_games import VectorGames

#: What a card is. A slot without a card is `NO_LABEL`, and is not learned.
PLAYABLE, PLAYED, NEITHER, NO_LABEL = 0, 1, 2, -1


def label_own_hands(states: NDArray[Any], hand_size: int) -> NDArray[np.int8]:
    """[G, slots] what each card is that the seat to act holds.

    A card is played if its suit has this rank already, so that it may be discarded.

    Args:
        states: [G] STATE rows of the same rules.
        hand_size: slots.
    """
    labels = np.full((len(states), hand_size), NO_LABEL, np.int8)
    _fill_kinds(labels, states)
    return labels


@kernel
def _fill_kinds(labels: NDArray[np.int8], states: Any) -> None:
    for row in range(len(states)):
        state = states[row]
        for slot in range(labels.shape[1]):
            card = state.hands[state.current_seat, slot]
            if card < 0:
                continue
            suit, place = divmod(int(card), int(state.rules.num_ranks))
            if is_playable(state, card):
                labels[row, slot] = PLAYABLE
            elif (played_places(state.rules, state.fireworks[suit]) >> place) & 1:
                labels[row, slot] = PLAYED
            else:
                labels[row, slot] = NEITHER


def own_cards(states: NDArray[Any], games: VectorGames) -> NDArray[np.int8]:
    """[G, slots] card ids that the seats to act hold, under their names of colors; -1 for no card.

    Args:
        states: [G] STATE rows of `games`.
        games: where they are played.
    """
    cards = _held_cards(states, games.rules.hand_size)
    names = games.names[np.arange(len(states)), states["current_seat"]]
    renamed = games.card_names[names[:, None], np.maximum(cards, 0)]
    return np.where(cards < 0, NO_LABEL, renamed).astype(np.int8)


def _held_cards(states: NDArray[Any], hand_size: int) -> NDArray[np.int64]:
    """[G, slots] true card ids that the seats to act hold; -1 for no card."""
    rows = np.arange(len(states)), states["current_seat"]
    return np.asarray(states["hands"][*rows, :hand_size], np.int64)


class HandLabels:
    """The own hands of seats to act, beside what counts and hints say of them.

    A label is a row of whole numbers: the card of each slot, -1 for none; a bit set of what hints
    allow in each slot, 0 for an empty one; and for each card the copies that the seat cannot see.

    Args:
        rules: of the games.
    """

    def __init__(self, rules: Rules) -> None:
        self.slots, self.cards = rules.hand_size, rules.num_cards
        self._views = new_views(rules, 1)

    def __call__(self, states: NDArray[Any]) -> NDArray[np.int32]:
        """[G, 2 * slots + cards] labels of STATE rows."""
        labels = np.zeros((len(states), 2 * self.slots + self.cards), np.int32)
        _fill_labels(labels, states, self._views, np.zeros(MAX_CARDS, np.int64))
        return labels

    def of_view(self, view: Any) -> NDArray[np.int32]:
        """[2 * slots + cards] of what a seat to act knows; its cards are not told."""
        label = np.zeros(2 * self.slots + self.cards, np.int32)
        _fill_known(label, view, np.zeros(MAX_CARDS, np.int64))
        return label


@kernel
def _fill_labels(
    labels: NDArray[np.int32],
    states: NDArray[Any],
    views: NDArray[Any],
    unseen: NDArray[np.int64],
) -> None:
    for row in range(len(states)):
        state, view = states[row], views[0]
        look(view, state, state.current_seat)
        _fill_known(labels[row], view, unseen)
        for slot in range(state.rules.hand_size):
            card = state.hands[state.current_seat, slot]
            labels[row, slot] = -1 if card == NO_CARD else card


@kernel
def _fill_known(label: NDArray[np.int32], view: Any, unseen: NDArray[np.int64]) -> None:
    """Fill all of a label but the cards."""
    slots, cards = view.rules.hand_size, view.rules.num_cards
    count_unseen(unseen, view)
    for slot in range(slots):
        held = view.hands[view.seat, slot] != NO_CARD
        label[slots + slot] = view.possible[view.seat, slot] if held else 0
    for card in range(cards):
        label[2 * slots + card] = unseen[card]
