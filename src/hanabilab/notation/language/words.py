"""Words of a statement and what they mean in a game: seats, colors, texts.

Each raises `Mistake` where a word means nothing.
"""

from __future__ import annotations

import msgspec

from hanabilab.messages import did_you_mean
from hanabilab.notation.language.lines import Statement
from hanabilab.notation.variants import LogCard, Variant

_RANKS = ("1", "2", "3", "4", "5")


def seat_of(statement: Statement, word: int, players: int) -> int:
    """The seat that a word such as "P0" names."""
    text = str(statement.words[word])
    seats = [f"P{seat}" for seat in range(players)]
    if text.upper() not in seats:
        raise statement.mistake(word, f"no seat {text!r} in this game", seats)
    return seats.index(text.upper())


def suit_of(statement: Statement, word: int, variant: Variant) -> int:
    """The place of the suit or color that a word names, or its first letter."""
    text, suits = str(statement.words[word]), variant.suits
    for place, suit in enumerate(suits):
        if text.lower() in (suit.lower(), suit[0].lower()):
            return place
    message = f"no color {text!r} in {variant.name}{did_you_mean(text, suits)}"
    raise statement.mistake(word, message, suits)


def card_of(statement: Statement, word: int, variant: Variant) -> LogCard:
    """The card that a short name such as "Y1" names."""
    letter, rank = tuple(str(statement.words[word]).upper())
    if letter not in variant.letters:
        raise statement.mistake(word, f"no suit {letter!r} in {variant.name}", variant.letters)
    return LogCard(variant.letters.index(letter), _rank(statement, word, rank))


def rank_of(statement: Statement, word: int) -> int:
    """The rank that a number names."""
    return _rank(statement, word, str(statement.words[word]))


def _rank(statement: Statement, word: int, text: str) -> int:
    if text not in _RANKS:
        raise statement.mistake(word, f"no rank {text}", _RANKS)
    return int(text)


def text_of(statement: Statement, word: int) -> str:
    """A name as it stands, or the text in double quotes."""
    text = str(statement.words[word])
    if not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.MsgspecError:
        message = "cannot read this text; in it, write a quote or a backslash with a backslash"
        raise statement.mistake(word, message) from None
