"""Seeds of the public site: the deck that a seed such as "p2v0s1" stands for.

A seed is `p` players `v` variant number `s` suffix; very old ones begin with `legacy-` and two
characters more. The CRC-64 of the text seeds Go's generator, which shuffles the sorted deck.

Source: docs/compiler.md; the decks of real games.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hanabilab.errors import NotationError
from hanabilab.notation.site.go_random import GoRandom
from hanabilab.notation.variants import LogCard, Variant, variant_of_id

_SEED = re.compile(r"(?:legacy-.-)?p([2-6])v([0-9]{1,5})s([-a-zA-Z0-9]{1,100})")
_LEGACY = re.compile(r"^legacy-.-")
#: CRC-64 of ECMA-182, bits reflected.
_POLYNOMIAL = 0xC96C5795D7870F42


@dataclass(frozen=True)
class Seed:
    """A seed, read.

    Attributes:
        text: the seed as the site writes it.
        players: 2-6.
        variant: whose deck it shuffles.
    """

    text: str
    players: int
    variant: Variant

    def deck(self) -> list[LogCard]:
        """The cards in the order they are drawn."""
        cards = self.variant.cards
        random = GoRandom(_signed(_crc64(_LEGACY.sub("", self.text).encode("ascii"))))
        for index in range(len(cards)):
            other = random.below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]
        return cards


def parse_seed(text: str) -> Seed:
    """The seed that `text` writes.

    Raises:
        NotationError: not a seed, or of a variant that the site lacks.
    """
    if not (found := _SEED.fullmatch(text)):
        raise NotationError(
            f"no seed {text[:60]!r}; a seed is p, players 2-6, v, variant number, s, suffix: p2v0s1"
        )
    return Seed(text, int(found[1]), variant_of_id(int(found[2])))


def _crc64(data: bytes) -> int:
    crc = 2**64 - 1
    for byte in data:
        crc = _crc_table()[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ (2**64 - 1)


@cache
def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (_POLYNOMIAL if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


def _signed(word: int) -> int:
    """A 64-bit word as Go's int64 has it."""
    return word - 2**64 if word >> 63 else word
