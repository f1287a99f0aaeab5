"""The decks that hanabi.rs published its scores on: one for each seed, a 32-bit number.

A stream of ChaCha with 20 rounds, the seed in the first word of the key, gives 64-bit words, high
half first. They shuffle the sorted deck from its end, and the game deals from there.

Source: RFC 8439 for ChaCha; the order of words and of the shuffle as in Rust's rand 0.3.
"""

from __future__ import annotations

import numpy as np

__all__ = ["chacha_words", "published_decks"]

_CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
# Blocks of 16 words that 49 draws of two words use.
_BLOCKS = 7


def published_decks(seeds) -> np.ndarray:
    """[seeds, 50] card ids in the order they are drawn; its suits r y g b w in order of letter."""
    words = np.concatenate([chacha_words(seeds, block) for block in range(_BLOCKS)], axis=1)
    words = words.astype(np.uint64)
    draws = words[:, 0::2] << np.uint64(32) | words[:, 1::2]
    suits = [sorted("rygbw").index(letter) for letter in "rygbw"]
    cards = [5 * suit + rank for suit in suits for rank in np.repeat(range(5), (3, 2, 2, 2, 1))]
    decks, rows = np.tile(np.array(cards, np.int16), (len(seeds), 1)), np.arange(len(seeds))
    for draw, last in enumerate(range(49, 0, -1)):
        other = (draws[:, draw] % np.uint64(last + 1)).astype(np.int64)
        decks[rows, other], decks[rows, last] = decks[rows, last], decks[rows, other]
    return np.ascontiguousarray(decks[:, ::-1])


def chacha_words(seeds, block: int) -> np.ndarray:
    """[seeds, 16] the words of one block."""
    start = np.zeros((16, len(seeds)), np.uint32)
    start[:4] = np.array(_CONSTANTS, np.uint32)[:, None]
    start[4], start[12] = seeds, block
    state = start.copy()
    for _ in range(10):
        for quarter in _COLUMNS + _DIAGONALS:
            _mix_quarter(state, *quarter)
    return (state + start).T


def _mix_quarter(state, a: int, b: int, c: int, d: int) -> None:
    for shift_d, shift_b in ((16, 12), (8, 7)):
        state[a] += state[b]
        state[d] = _rotate(state[d] ^ state[a], shift_d)
        state[c] += state[d]
        state[b] = _rotate(state[b] ^ state[c], shift_b)


def _rotate(words, count: int) -> np.ndarray:
    return words << np.uint32(count) | words >> np.uint32(32 - count)
