"""HLE's random numbers: the same seed deals the same cards.

HLE draws from one `std::mt19937` a game object, shared by all its states, as libstdc++ 11 and later
draws: cards by `discrete_distribution`, the first player by `uniform_int_distribution`. Other
standard libraries draw otherwise, so that HLE's seeds are not the same on all platforms; these are
those of Linux.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from itertools import accumulate, groupby

import numpy as np

_WORDS = 2**32
_TWO_32, _TWO_64 = 2.0**32, 2.0**64
#: The largest number below 1.
_MOST_SHARE = 1 - 2.0**-53
#: Random words made at once.
_BLOCK = 1024
#: Below this distance from the next card, rounding of HLE's sums may decide.
_CLOSE = 1e-9


class Chance:
    """The generator of a game.

    Args:
        seed: any whole number, taken modulo 2**32; -1 for one that nobody knows.
    """

    def __init__(self, seed: int) -> None:
        self.seed = secrets.randbelow(_WORDS) - _WORDS // 2 if seed == -1 else seed
        self._source = np.random.RandomState(self.seed % _WORDS)  # seeded as std::mt19937 is
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            self._refill()
        return self._words.pop()

    def _refill(self) -> None:
        """Put new words below those that are left; the next one is the last."""
        block = self._source.randint(0, _WORDS, _BLOCK, np.uint32)
        self._words = block[::-1].tolist() + self._words

    def draw(self, cards: list[int]) -> int:
        """Where in the ascending list `cards`, one entry a card, the next one is drawn.

        Nothing is drawn if all are of one type.
        """
        if cards[0] == cards[-1]:
            return 0
        if len(self._words) < 2:  # one number takes two words
            self._refill()
        share = (self._words.pop() + self._words.pop() * _TWO_32) / _TWO_64
        if share > _MOST_SHARE:
            share = _MOST_SHARE
        place = share * len(cards)
        whole = int(place)
        if _CLOSE < place - whole < 1 - _CLOSE:
            return whole
        return _draw_slowly(cards, share)

    def draw_player(self, players: int) -> int:
        """A player, all equally likely."""
        product = self._word() * players
        while product % _WORDS < -players % _WORDS % players:
            product = self._word() * players
        return product // _WORDS


def _draw_slowly(cards: list[int], share: float) -> int:
    """As `discrete_distribution` does it, with its roundings."""
    counts = [len([*same]) for _, same in groupby(cards)]
    weights = [count / len(cards) for count in counts]
    total = sum(weights)
    sums = [*accumulate(weight / total for weight in weights)]
    sums[-1] = 1.0
    return sum(counts[: bisect_left(sums, share)])
