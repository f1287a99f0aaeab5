"""The one grammar for names with arguments: agents, rules, pools.

    five-rule
    sparta(five-rule, rollouts=512)
    full(players=3, bomb=keep)
    examples/careful.py:careful

A value is a number, a name, a call, or text in double quotes, all of it printable ASCII; positions
come before keywords.
Printing a parsed call gives its canonical text, which parses to an equal call.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError, UnexpectedInput, UnexpectedToken, VisitError

from hanabilab.errors import NotationError
from hanabilab.game.words import require_short

_WORD = r"[A-Za-z0-9_.\/~][A-Za-z0-9_.\/:~+-]*"
_NUMBER = r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?"
_GRAMMAR = rf"""
start: call
call: WORD ["(" [argument ("," argument)*] ")"]
?argument: keyword | value
keyword: WORD "=" value
?value: number | text | call
number: NUMBER
text: TEXT
NUMBER.2: /{_NUMBER}(?![A-Za-z0-9_.\/:~+-])/
TEXT: /"[ !#-~]*"/
WORD: /{_WORD}/
%ignore /[ \t]+/
"""
_MAX_LENGTH = 4096
_MAX_DEPTH = 32
_MAX_LIST = 1 << 20

Value: TypeAlias = "int | float | str | Call"


@dataclass(frozen=True)
class Call:
    """A name with arguments; a bare name is a call without any."""

    name: str
    args: tuple[Value, ...] = ()
    options: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        parts = [_format(value) for value in self.args]
        parts += [f"{key}={_format(value)}" for key, value in self.options]
        return f"{self.name}({', '.join(parts)})" if parts else self.name


def _format(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


class _Builder(Transformer[Token, Any]):
    """Lark's tree to a `Call`."""

    def start(self, children: list[Any]) -> Call:
        return children[0]

    def number(self, children: list[Token]) -> int | float:
        text = str(children[0])
        if re.fullmatch(r"[+-]?[0-9]+", text):
            return int(text)
        if not math.isfinite(value := float(text)):
            raise NotationError(f"{text!r} is too large a number")
        return value

    def text(self, children: list[Token]) -> str:
        return str(children[0])[1:-1]

    def keyword(self, children: list[Any]) -> tuple[str, Value]:
        return str(children[0]), children[1]

    def call(self, children: list[Any]) -> Call:
        """A name with its arguments.

        Raises:
            NotationError: a position after a keyword, or a keyword given twice.
        """
        name, *arguments = children
        given = [argument for argument in arguments if argument is not None]
        options = [argument for argument in given if isinstance(argument, tuple)]
        args = given[: len(given) - len(options)]
        if any(isinstance(argument, tuple) for argument in args):
            raise NotationError(f"in {str(name)!r}: positions come before keywords")
        keys = [key for key, _ in options]
        if len(set(keys)) < len(keys):
            raise NotationError(f"in {str(name)!r}: a keyword is given twice")
        return Call(str(name), tuple(args), tuple(options))


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=True)


def parse_call(text: str) -> Call:
    """The call that `text` writes.

    Raises:
        NotationError: not in the grammar, with the column where it stops to make sense.
    """
    require_short("name", text, _MAX_LENGTH)
    if text.count("(") > _MAX_DEPTH:
        raise NotationError(f"name has {text.count('(')} brackets; at most {_MAX_DEPTH}")
    try:
        return _Builder().transform(_parser().parse(text))
    except VisitError as error:
        raise error.orig_exc from None
    except UnexpectedInput as error:
        ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        where = "at its end" if ended else f"at column {error.column}"
        raise NotationError(
            f"cannot read {text!r} {where}; write name, name(value, key=value)"
        ) from None
    except LarkError as error:
        raise NotationError(f"cannot read {text!r}: {error}") from None


def is_name(text: str) -> bool:
    """Whether `text` is a name on its own, as an agent's must be."""
    return bool(re.fullmatch(_WORD, text)) and not re.fullmatch(_NUMBER, text)


def text_of_call(name: str, file: str, **options: Value) -> str:
    """The text of a call with a file: in quotes where its path is no name, as with a space."""
    values = {key: _plain(value) for key, value in options.items()}
    return str(Call(name, (_plain(file),), tuple(values.items())))


def _plain(value: Value) -> Value:
    """Text that is a name as a name, without quotes."""
    return Call(value) if isinstance(value, str) and is_name(value) else value


def reads_back(text: str) -> bool:
    """Whether `text` is the canonical text of a call, a bare name or one with arguments."""
    try:
        return is_name(text) or str(parse_call(text)) == text
    except NotationError:
        return False


def split_calls(text: str) -> list[str]:
    """The comma-separated parts of `text`, commas inside brackets or quotes left alone.

    Raises:
        NotationError: too long.
    """
    require_short("list of names", text, _MAX_LIST)
    parts, start, depth, quoted = [], 0, 0, False
    for place, letter in enumerate(text):
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and not quoted:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:])]
