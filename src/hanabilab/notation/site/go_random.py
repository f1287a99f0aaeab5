"""The random numbers of Go's `math/rand` before release 1.20, with which the public site shuffles.

An additive lagged generator: each number is the sum of those 607 and 273 before it, modulo 2^64.
Seeding combines a simple generator with 607 fixed words by exclusive or. These words are the same
generator's state after 7.8e12 steps, so this module computes them and keeps no table.

Source: the facts of the site's format, docs/compiler.md; checked against decks of real games.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

_LENGTH, _TAP = 607, 273
#: Steps after which the fixed words are taken.
_COOKED_STEPS = 7_800_000_000_000
_LCG_FACTOR, _LCG_MODULUS = 48271, 2**31 - 1
_SKIPPED = 20
_MASK = 2**64 - 1


class GoRandom:
    """The generator, seeded as Go seeds it.

    Args:
        seed: any whole number; taken modulo 2^31 - 1, and 0 becomes 89482311.
    """

    def __init__(self, seed: int) -> None:
        start = seed % _LCG_MODULUS or 89482311
        words = _seeding_words(start, shifts=(40, 20, 0))
        self._state = [word ^ cooked for word, cooked in zip(words, _cooked_words(), strict=True)]
        self._tap, self._feed = 0, _LENGTH - _TAP

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each as likely; `limit` is from 1 to 2^31 - 1."""
        if limit & (limit - 1) == 0:
            return self._bits31() & (limit - 1)
        highest = 2**31 - 1 - (2**31 % limit)
        while (value := self._bits31()) > highest:
            pass
        return value % limit

    def _bits31(self) -> int:
        return (self._word() & (2**63 - 1)) >> 32

    def _word(self) -> int:
        self._tap = (self._tap - 1) % _LENGTH
        self._feed = (self._feed - 1) % _LENGTH
        word = (self._state[self._feed] + self._state[self._tap]) & _MASK
        self._state[self._feed] = word
        return word


def _seeding_words(start: int, shifts: tuple[int, int, int]) -> list[int]:
    """607 words, each of three numbers of the multiplicative generator, shifted and xored."""
    value = start
    for _ in range(_SKIPPED):
        value = value * _LCG_FACTOR % _LCG_MODULUS
    words = []
    for _ in range(_LENGTH):
        word = 0
        for shift in shifts:
            value = value * _LCG_FACTOR % _LCG_MODULUS
            word ^= value << shift
        words.append(word & _MASK)
    return words


@cache
def _cooked_words() -> list[int]:
    """The fixed words: the generator of seed 1, shifts 20, 10 and 0, moved on `_COOKED_STEPS`.

    A step is y[n] = y[n - 607] + y[n - 273]; with x for "one later", x^607 = x^334 + 1. The state
    after N steps is x^N modulo that polynomial, applied to the first window of 607 words.
    """
    words = _seeding_words(1, shifts=(20, 10, 0))
    # Go keeps number n at place (333 - n) mod 607.
    places = [(_LENGTH - _TAP - 1 - number) % _LENGTH for number in range(_LENGTH)]
    window = np.array([words[place] for place in places], np.uint64)
    later = _extended(window, 2 * _LENGTH)
    power = _power_of_x(_COOKED_STEPS)
    moved = [int((power * later[start : start + _LENGTH]).sum()) for start in range(_LENGTH)]
    cooked = [0] * _LENGTH
    for number, place in enumerate(places):
        cooked[(place - _COOKED_STEPS) % _LENGTH] = moved[number]
    return cooked


def _extended(window: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """The numbers that follow a window of 607, `length` in all."""
    numbers = np.empty(length, np.uint64)
    numbers[:_LENGTH] = window
    for start in range(_LENGTH, length, _TAP):
        block = np.arange(start, min(start + _TAP, length))
        numbers[block] = numbers[block - _LENGTH] + numbers[block - _TAP]
    return numbers


def _power_of_x(exponent: int) -> NDArray[np.uint64]:
    """The coefficients of x^exponent modulo x^607 - x^334 - 1, and modulo 2^64."""
    power = np.zeros(_LENGTH, np.uint64)
    power[0] = 1
    for bit in f"{exponent:b}":
        power = _reduced(_product(power, power))
        if bit == "1":
            power = _reduced(np.concatenate([np.zeros(1, np.uint64), power]))
    return power


def _product(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> NDArray[np.uint64]:
    product = np.zeros(2 * _LENGTH - 1, np.uint64)
    for index in range(_LENGTH):
        product[index : index + _LENGTH] += first[index] * second
    return product


def _reduced(polynomial: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The remainder of a polynomial modulo x^607 - x^334 - 1."""
    rest = polynomial.copy()
    for end in range(len(rest), _LENGTH, -_TAP):  # blocks from the top, none of which meets itself
        block = np.arange(max(end - _TAP, _LENGTH), end)
        rest[block - _LENGTH] += rest[block]
        rest[block - _TAP] += rest[block]
    return rest[:_LENGTH]
