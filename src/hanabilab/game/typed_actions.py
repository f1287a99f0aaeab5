"""Actions as people type them: one grammar for the terminal, the page and `Game.act`.

    play 2, p 2, play slot 2, play deck         discard 0, d 0, discard slot 0
    hint 1 red, hint 1 3                        to the seat 1 to the left, as records write it
    hint red to seat 2, hint 3s to Bob          to a seat by its number, or by its name
    hint red Bob, hint red                      the same; of two players nobody need be named
    (Play 2), (Discard 0), (Reveal player +1 color R), (Reveal player +1 rank 3)    as HLE

`h` and `clue` are `hint`, a color may be its letter, and case does not matter. Two numbers are
always seats to the left and a rank. The twin of this in the browser is
`web/static/hanabi/typed.js`; `tests/data/typed_actions.json` holds both to the same cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action, require_short

_VERBS = {"p": "play", "d": "discard", "h": "hint", "clue": "hint"}
_REVEAL = re.compile(r"reveal player \+([0-9]{1,2}) (?:color ([a-z])|rank ([0-9]))")
_RANK = re.compile(r"([0-9])s")
#: Characters at most: a hint may hold the name of a seat.
_LONGEST = 1100


def typed_action(rules: Rules, text: str, seat: int, names: Sequence[str] = ()) -> int:
    """The id of an action that somebody types; whether it is legal depends on the state.

    Args:
        seat: who acts.
        names: [seat] what the seats are called; empty where they have numbers alone.

    Raises:
        NotationError: no action of these rules; says what would be one.
    """
    require_short("action", text, _LONGEST)
    plain = " ".join(re.findall(r"[^ \t]+", _small(text)))
    if plain.startswith("(") and plain.endswith(")"):  # HLE's
        plain = plain[1:-1]
    if reveal := _REVEAL.fullmatch(plain):
        return parse_action(rules, f"hint {reveal[1]} {reveal[2] or reveal[3]}")
    first, *rest = plain.split(" ")
    verb = _VERBS.get(first, first)
    if verb == "hint" and rest:
        return _hint(rules, rest, seat, [_small(name) for name in names])
    if verb in ("play", "discard"):
        return parse_action(rules, " ".join([verb, *rest[rest[:1] == ["slot"] :]]))
    return parse_action(rules, text)


def _hint(rules: Rules, words: list[str], seat: int, names: list[str]) -> int:
    """The action that the words after `hint` mean."""
    values = {*rules.names.hints, *_small(rules.names.hint_letters)}
    is_name = len(words) == 2 and any(_is_called(each, words[1]) for each in names)
    if len(words) == 2 and words[0].isdigit() and (words[1] in values or not is_name):
        return parse_action(rules, f"hint {words[0]} {words[1]}")
    value, named = _RANK.sub(r"\1", words[0]), words[1:]
    if named:
        offset = (_named_seat(rules, value, named, names) - seat) % rules.players
    elif rules.players == 2:
        offset = 1
    else:
        raise NotationError(f"whom to hint {value!r}? {_how_to_hint(value, 1)}")
    if offset == 0:
        raise NotationError(f"seat {seat} cannot give itself a hint")
    return parse_action(rules, f"hint {offset} {value}")


def _named_seat(rules: Rules, value: str, words: list[str], names: list[str]) -> int:
    """The seat that a hint names after its value, by its name or by its number."""
    told = words[1:] if words[0] == "to" else words
    name = " ".join(told)
    called = [at for at, each in enumerate(names) if _is_called(each, name)]
    if len(called) > 1:
        raise NotationError(f"{len(called)} seats are called {name!r}; name its number")
    if called:
        return called[0]
    number = int(told[-1]) if told and re.fullmatch("[0-9]{1,2}", told[-1]) else None
    if number is None or told == words or told[:-1] not in ([], ["seat"]):
        raise NotationError(f"no seat is called {name!r}; {_how_to_hint(value, number or 1)}")
    if number >= rules.players:
        raise NotationError(f"no seat {number}; seats are 0 to {rules.players - 1}")
    return number


def _is_called(seat: str, name: str) -> bool:
    """Whether a name means a seat; agents of one name are shown as "smart (seat 2)"."""
    return name in (seat, seat.split(" (seat ", maxsplit=1)[0])


def _how_to_hint(value: str, seat: int) -> str:
    return (
        f"write hint {seat} {value} for the seat {seat} to the left, or hint {value} to seat {seat}"
    )


def _small(text: str) -> str:
    """In small letters, but only those that every language has alike."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in text)
