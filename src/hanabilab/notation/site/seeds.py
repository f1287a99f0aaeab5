"""Seeds of the public site: the deck that a seed such as "p2v0s1" stands for.

A seed is `p` players `v` variant number `s` suffix; very old ones begin with `legacy-` and two
characters more. The CRC-64 of the text seeds Go's generator, which shuffles the sorted deck.

Source: docs/compiler.md; the decks of real games.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import GameLog
from hanabilab.notation.site.go_random import GoRandom
from hanabilab.notation.variants import LogCard, Variant, variant_of_id

_SEED = re.compile(r"(?:legacy-[a-zA-Z0-9]-)?p([2-6])v([0-9]{1,5})s([-a-zA-Z0-9]{1,100})")
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

    def fault(self, players: int, variant: Variant, deck: Sequence[LogCard] = ()) -> str:
        """Why a game is not of this seed, in words; "" if it is, or has no deck and could be."""
        if (self.players, self.variant) != (players, variant):
            return (
                f"the seed is of {self.players} players and {self.variant.name}; "
                f"the game is of {players} and {variant.name}"
            )
        fits = not deck or list(deck) == self.deck()
        return "" if fits else f"the deck is not that of the seed {self.text}"


def parse_seed(text: str) -> Seed:
    """The seed that `text` writes.

    Raises:
        NotationError: not a seed, or of a variant that the site lacks.
    """
    found = _matched(text)
    return Seed(text, int(found[1]), variant_of_id(int(found[2])))


def seed_text(text: str) -> str:
    """The text, if it has the form of a seed; the site may lack its variant today.

    Raises:
        NotationError: it has not.
    """
    return _matched(text)[0]


def _matched(text: str) -> re.Match[str]:
    if not (found := _SEED.fullmatch(text)):
        raise NotationError(
            f"no seed {text[:60]!r}; a seed is p, players 2-6, v, variant number, s, suffix: p2v0s1"
        )
    return found


def seed_fault(log: GameLog) -> str:
    """Why a log's deck is not that of its seed, in words; "" if it is, or if there is no seed."""
    if not log.seed or log.stand_ins:
        return ""
    try:
        return parse_seed(log.seed).fault(len(log.players), log.variant, log.deck)
    except NotationError as error:
        return f"seed {log.seed}: {error}"


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
