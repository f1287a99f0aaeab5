"""Good texts and bytes, spoiled: what strangers' files and typing errors look like."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

__all__ = ["spoil_bytes", "spoil_text", "with_odd_values"]

_PIECES = (
    *("", "\0", "\n", "\r\n", " ", "\t", "0", "9", "-1", "A", "R", "-", "(", ")", '"', "'", ","),
    *("é", "²", "\ud800", "\u2028", "\u202e", "\x1b[2J", "[/bold]", "${HOME}", "../..", "%s"),
    *("9" * 20, "9" * 400, "9" * 5000, "1e999", "NaN", "null", "true", "[" * 3000, "f(" * 500),
    *('{"a":' * 500, "x" * 300, "1" * 70 + ".5", "0x10", "1_000", "٣", "ﬀ"),
)


def spoil_text(random: Random, texts: Sequence[str]) -> str:
    """One of `texts` with one to four edits: cut, put in, doubled, turned round, or crossed."""
    text = random.choice(texts)
    for _ in range(random.randint(1, 4)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice((0, 1, 1, 2, 3, random.randint(0, len(text)))))
        other = random.choice(texts)
        piece = random.choice(
            (
                random.choice(_PIECES),
                chr(random.randrange(0x110000)),
                text[start:end] * 2,
                text[start:end][::-1],
                other[random.randint(0, len(other)) :][: random.randint(0, 40)],
            )
        )
        text = text[:start] + piece + text[end:]
    return text


def spoil_bytes(random: Random, data: bytes, others: Sequence[bytes]) -> tuple[str, bytes]:
    """`data` altered in one way, and that way's name."""
    flipped = bytearray(data)
    for _ in range(random.randint(1, 3)):
        if flipped:
            flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
    length = random.randint(0, len(data))
    ways = {
        "bits flipped": bytes(flipped),
        "cut short": data[:length],
        "beginning lost": data[length:],
        "emptied": b"",
        "bytes added": data + random.randbytes(random.randint(1, 64)),
        "zeros": bytes(len(data)),
        "noise": random.randbytes(len(data)),
        "another file's content": random.choice(others),
    }
    way = random.choice(list(ways))
    return way, ways[way]


#: Values that no field of a document expects.
ODD = ("abc", "", 1.5, 1.0, -1, 7, 10**30, 1e300, True, None, [], {}, [None], [[]], {"type": {}})


def with_odd_values(document):
    """A document with each of its values replaced in turn, or left out, however deep."""
    places = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in list(places):
        for odd in ODD:
            changed = document.copy()
            changed[key] = odd
            yield changed
        if isinstance(document, dict):
            yield {name: each for name, each in document.items() if name != key}
        if isinstance(value, dict | list):
            for deeper in with_odd_values(value):
                changed = document.copy()
                changed[key] = deeper
                yield changed
