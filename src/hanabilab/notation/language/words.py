"""Words of a statement and what they mean in a game: seats, colors, texts.

Each raises `Mistake` where a word means nothing.
"""

from __future__ import annotations

import msgspec

from hanabilab.messages import did_you_mean
from hanabilab.notation.game_log import MAX_RANK, MAX_TEXT
from hanabilab.notation.language.lines import Statement
from hanabilab.notation.variants import COLOR_LETTERS, LogCard, Variant

#: Ranks that a hint may name; which of them a variant has is for play to say.
_TOLD_RANKS = tuple(range(1, MAX_RANK + 1))


def seat_of(statement: Statement, word: int, players: int) -> int:
    """The seat that a word such as "P0" names."""
    text = str(statement.words[word])
    seats = [f"P{seat}" for seat in range(players)]
    if text.upper() not in seats:
        raise statement.mistake(word, f"no seat {text!r} in this game", seats)
    return seats.index(text.upper())


def color_of(statement: Statement, word: int, variant: Variant) -> int:
    """The place of the color of hints that a word names, or its letter."""
    text = str(statement.words[word])
    for place, color in enumerate(variant.colors):
        if text.lower() in (color.lower(), COLOR_LETTERS[color].lower()):
            return place
    message = f"no color {text!r} in {variant.name}{did_you_mean(text, variant.colors)}"
    raise statement.mistake(word, message, variant.colors)


def long_card_of(statement: Statement, variant: Variant) -> LogCard:
    """The card that words name: its suit, or the suit's letter, and last its rank."""
    text = " ".join(map(str, statement.words[:-1]))
    names = [suit.name for suit in variant.suits]
    for place, (name, letter) in enumerate(zip(names, variant.letters, strict=True)):
        if text.lower() in (name.lower(), letter.lower()):
            last = len(statement.words) - 1
            return LogCard(place, _card_rank(statement, last, str(statement.words[last]), variant))
    message = f"no suit {text!r} in {variant.name}{did_you_mean(text, names)}"
    raise statement.mistake(0, message, names)


def card_of(statement: Statement, word: int, variant: Variant) -> LogCard:
    """The card that a short name such as "Y1" names."""
    letter, rank = tuple(str(statement.words[word]).upper())
    if letter not in variant.letters:
        raise statement.mistake(word, f"no suit {letter!r} in {variant.name}", variant.letters)
    suit = variant.letters.index(letter)
    return LogCard(suit, _card_rank(statement, word, rank, variant))


def told_rank_of(statement: Statement, word: int) -> int:
    """The rank that a hint's number names."""
    return _rank(statement, word, str(statement.words[word]), _TOLD_RANKS)


def _card_rank(statement: Statement, word: int, text: str, variant: Variant) -> int:
    return _rank(statement, word, text, variant.ranks)


def _rank(statement: Statement, word: int, text: str, ranks: tuple[int, ...]) -> int:
    names = list(map(str, ranks))
    if text not in names:
        raise statement.mistake(word, f"no rank {text}", names)
    return int(text)


def text_of(statement: Statement, word: int) -> str:
    """A name as it stands, or the text in double quotes."""
    text = str(statement.words[word])
    if text.startswith('"'):
        text = _unquoted(statement, word, text)
    if len(text) > MAX_TEXT:
        message = f"a name or a note has {MAX_TEXT:,} characters at most, not {len(text):,}"
        raise statement.mistake(word, message)
    return text


def _unquoted(statement: Statement, word: int, text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.MsgspecError:
        message = "cannot read this text; in it, write a quote or a backslash with a backslash"
        raise statement.mistake(word, message) from None
