"""What own cards are, as truth to learn from: nobody at the table may see it.

Source: the auxiliary task of Hu & Foerster 2020, "Simplified action decoder", section 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: What a card is. A slot without a card is `NO_LABEL`, and is not learned.
PLAYABLE, PLAYED, NEITHER, NO_LABEL = 0, 1, 2, -1


def label_own_hands(states: NDArray[Any], hand_size: int) -> NDArray[np.int8]:
    """[G, slots] what each card is that the seat to act holds.

    A card is played if its stack has this rank already, so that it may be discarded.

    Args:
        states: [G] STATE rows of a standard game.
        hand_size: slots.
    """
    seats = states["current_seat"]
    cards = states["hands"][np.arange(len(states)), seats, :hand_size].astype(np.int64)
    held = np.maximum(cards, 0)
    suits, ranks = np.divmod(held, states["rules"]["num_ranks"][:, None])
    height = np.take_along_axis(states["fireworks"], suits, axis=1)
    labels = np.where(ranks == height, PLAYABLE, np.where(ranks < height, PLAYED, NEITHER))
    return np.where(cards < 0, NO_LABEL, labels).astype(np.int8)
