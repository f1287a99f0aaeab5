"""Positions of an easier game, in which hints cost nothing: who holds which cards. Kernels.

Where hints are free, nobody has to wait for a turn. So a position is what each hand holds, what has
been played, and how much of the deck is left. A card that leaves a hand is replaced from the deck.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.cards import bit
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import MAX_PLAYERS, MAX_SUITS
from hanabilab.open_hands.nodes import Deal
from hanabilab.randomness import mix

#: One position.
HELD = np.dtype(
    (
        Record,
        np.dtype(
            [
                ("needed", np.int32, (MAX_PLAYERS,)),
                ("useless", np.int16, (MAX_PLAYERS,)),
                ("fireworks", np.int8, (MAX_SUITS,)),
                ("next", np.int16),
                ("spare", np.int16),
                ("points", np.int16),
            ],
            align=True,
        ),
    )
)


class Held(Protocol):
    """A HELD row."""

    needed: NDArray[np.int32]  # [hand] bit set of its cards that are still to be played
    useless: NDArray[np.int16]  # [hand] its other cards; second copies are among them
    fireworks: NDArray[np.int8]  # [suit] how many cards are played
    next: int  # the place in the deck that is drawn next
    spare: int  # how many more cards may be discarded before turns run out
    points: int


@kernel
def take_in(held: Held, deal: Deal, hand: int, card: int) -> None:
    """A card comes into a hand."""
    rules = deal.rules
    is_needed = rules.rank_of[card] >= held.fireworks[rules.suit_of[card]]
    if is_needed and held.needed[hand] & bit(card) == 0:
        held.needed[hand] |= bit(card)
    else:
        held.useless[hand] += 1


@kernel
def draw(held: Held, deal: Deal, hand: int) -> None:
    """The next card of the deck, if there is one, comes into a hand."""
    if held.next < len(deal.deck):
        held.next += 1
        take_in(held, deal, hand, int(deal.deck[held.next - 1]))


@kernel
def next_card(held: Held, deal: Deal, suit: int) -> int:
    """The card that a suit waits for, as a bit set; none where the suit is complete."""
    ranks, played = int(deal.rules.num_ranks), int(held.fireworks[suit])
    return bit(suit * ranks + played) if played < ranks else 0


@kernel
def playable_cards(held: Held, deal: Deal, hand: int) -> int:
    """The cards of a hand that can be played, as a bit set."""
    playable = 0
    for suit in range(deal.rules.num_suits):
        playable |= held.needed[hand] & next_card(held, deal, suit)
    return playable


@kernel
def play(held: Held, deal: Deal, hand: int, suit: int) -> None:
    """Play the card that a suit waits for. Other copies of it are useless from then on."""
    card = next_card(held, deal, suit)
    for other in range(deal.rules.num_players):
        if held.needed[other] & card:
            held.needed[other] ^= card
            held.useless[other] += other != hand
    held.fireworks[suit] += 1
    held.points += 1
    draw(held, deal, hand)


@kernel
def discard(held: Held, deal: Deal, hand: int, card: int) -> None:
    """Discard a needed card, or a useless one where `card` is negative."""
    if card < 0:
        held.useless[hand] -= 1
    else:
        held.needed[hand] ^= bit(card)
    held.spare -= 1
    draw(held, deal, hand)


@kernel
def mark_of(held: Held, deal: Deal) -> np.uint64:
    """A number that equal positions share."""
    mark = mix(np.uint64(held.next))
    for suit in range(deal.rules.num_suits):
        mark = mix(mark ^ np.uint64(held.fireworks[suit] + 1))
    for hand in range(deal.rules.num_players):
        mark = mix(mark ^ np.uint64(held.needed[hand]))
    return mark
