"""Random numbers for kernels: one small generator row for each game and purpose.

A generator is a `uint64[2]` row, the state of xoroshiro128++ (Blackman & Vigna 2021), seeded by
SplitMix64 (Steele et al. 2014) from three numbers: seed, game index, stream. Streams separate the
uses within a game, so that an agent that draws more numbers never changes the deck.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel

#: One generator: `uint64[2]`, changed in place by every draw.
Rng: TypeAlias = NDArray[np.uint64]

#: Seeds are 0 to 2**63 - 1.
MAX_SEED = 2**63 - 1

#: The stream that shuffles the deck of a game.
DECK_STREAM = 0
#: The stream of seat `s` is `SEAT_STREAM + s`.
SEAT_STREAM = 1
#: What a seat draws to work out its beliefs, beside the game: no game draws from this stream, nor
#: from those of `BELIEF_STREAM + 1 + seat`.
BELIEF_STREAM = 128
#: Games played on from a moment of another game (`arena.played_on`); the streams above it are free.
LUCK_STREAM = 256

_GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_UNIT = 2.0**-53
_U1, _U11 = np.uint64(1), np.uint64(11)
_U17, _U21, _U27, _U28 = np.uint64(17), np.uint64(21), np.uint64(27), np.uint64(28)
_U30, _U31, _U32, _U49, _U64 = (np.uint64(n) for n in (30, 31, 32, 49, 64))


@kernel
def mix(word: np.uint64) -> np.uint64:
    """SplitMix64's output function: every bit depends on every other."""
    word = (word ^ (word >> _U30)) * _MIX_1
    word = (word ^ (word >> _U27)) * _MIX_2
    return word ^ (word >> _U31)


@kernel
def seed_rng(rng: Rng, seed: int, game: int, stream: int) -> None:
    """Start `rng` at the beginning of the stream (seed, game, stream)."""
    word = mix(np.uint64(seed) + _GOLDEN_GAMMA)
    word = mix(word ^ (np.uint64(game) + _GOLDEN_GAMMA))
    word = mix(word ^ (np.uint64(stream) + _GOLDEN_GAMMA))
    rng[0] = mix(word + _GOLDEN_GAMMA)
    rng[1] = mix(word + _GOLDEN_GAMMA + _GOLDEN_GAMMA)


def derived_seed(seed: int, number: int, stream: int) -> int:
    """The seed of other games of a run `seed`: number `number` of those of a stream."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, seed, number, stream)
    return int(draw_word(rng)) >> 1


@kernel
def fill_belief_seeds(
    seeds: NDArray[np.int64],
    seed: int,
    games: NDArray[np.int64],
    seats: NDArray[np.int64],
    rng: Rng,
) -> None:
    """Fill `seeds` [G] with a seed for all that one seat draws for its beliefs in each game.

    It is the same at all turns of a game, and leads to no number that the game draws. `rng` is
    scratch.
    """
    for row in range(len(seeds)):
        seed_rng(rng, seed, games[row], BELIEF_STREAM + 1 + seats[row])
        seeds[row] = rng[0] >> _U1


@kernel
def _rotate_left(word: np.uint64, count: np.uint64) -> np.uint64:
    return (word << count) | (word >> (_U64 - count))


@kernel
def draw_word(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    first, second = rng[0], rng[1]
    word = _rotate_left(first + second, _U17) + first
    second ^= first
    rng[0] = _rotate_left(first, _U49) ^ second ^ (second << _U21)
    rng[1] = _rotate_left(second, _U28)
    return word


@inlined_kernel
def draw_unit(rng: Rng) -> float:
    """A number from 0 to 1, 1 excluded: 53 random bits."""
    return float(draw_word(rng) >> _U11) * _UNIT


@kernel
def draw_below(rng: Rng, bound: int) -> int:
    """A number in 0..bound-1, `bound` at most 2**31; its bias is below bound / 2**32."""
    return np.int64(((draw_word(rng) >> _U32) * np.uint64(bound)) >> _U32)  # type: ignore[return-value]
