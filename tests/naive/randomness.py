"""SplitMix64, xoroshiro128++ and Fisher-Yates on Python's own integers.

Source: Steele, Lea & Flood 2014; Blackman & Vigna 2021, xoroshiro128plusplus.c.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hanabilab.game.rules import Rules

__all__ = ["naive_deck", "naive_words", "splitmix64", "xoroshiro128pp"]

_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15


def splitmix64(state: int) -> Iterator[int]:
    """The outputs of SplitMix64 started at `state`."""
    while True:
        state = (state + _GAMMA) & _MASK
        yield _mix(state)


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def xoroshiro128pp(first: int, second: int) -> Iterator[int]:
    """The outputs of xoroshiro128++ started at a state of two words."""
    while True:
        yield (_rotate(first + second, 17) + first) & _MASK
        second ^= first
        first = _rotate(first, 49) ^ second ^ ((second << 21) & _MASK)
        second = _rotate(second, 28)


def _rotate(word: int, count: int) -> int:
    return int(f"{word & _MASK:064b}"[count:] + f"{word & _MASK:064b}"[:count], 2)


def naive_words(seed: int, game: int, stream: int) -> Iterator[int]:
    """The words of the stream (seed, game, stream): each number is mixed into what came before."""
    word = 0
    for number in (seed, game, stream):
        word = _mix(word ^ ((number + _GAMMA) & _MASK))
    return xoroshiro128pp(*islice(splitmix64(word), 2))


def naive_deck(rules: Rules, seed: int, game: int) -> list[int]:
    """The deck of (seed, game): the ordered cards, shuffled from the front by the deck's stream."""
    words = naive_words(seed, game, stream=0)
    cards = [
        suit * rules.ranks + rank for suit in range(rules.suits) for rank in range(rules.ranks)
    ]
    deck = [card for card in cards for _ in range(rules.copies[card % rules.ranks])]
    for index in range(len(deck) - 1):
        other = index + ((next(words) >> 32) * (len(deck) - index) >> 32)
        deck[index], deck[other] = deck[other], deck[index]
    return deck
