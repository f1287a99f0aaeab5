"""One line of the game language: its words, or what is wrong with it and where."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from hanabilab.messages import did_you_mean

#: A line of the language is never longer: six names, every letter of them escaped, fit.
MAX_LINE: Final = 40_000

_WORDS: Final = {
    "TAG": "a seat such as P0 or a short card such as Y1",
    "NUMBER": "a number",
    "WORD": "a word",
    "SEED_TEXT": "a seed such as p2v0s1",
    "NAME": "a name",
    "VARIANT_NAME": "the name of a variant",
    "STRING": "text in double quotes",
    "SLOT": "'slot'",
    "$END": "the end of the line",
    "<END-OF-FILE>": "the end of the line",
    **{verb: f"'{verb.lower()}'" for verb in ("PLAYS", "DISCARDS", "CLUES", "ENDS")},
}


class Finding(NamedTuple):
    """Something wrong in a text.

    Attributes:
        line: from 1.
        column: from 1.
        expected: what would be right there; may be empty.
    """

    line: int
    column: int
    message: str
    expected: tuple[str, ...] = ()


class Mistake(Exception):  # noqa: N818  # never leaves the room: it becomes a finding
    """A word of a line that cannot be right.

    Attributes:
        finding: what is wrong.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Statement(NamedTuple):
    """What a line says.

    Attributes:
        kind: the name of the grammar's rule, such as "play".
        words: its tokens, in order, each with its column.
    """

    kind: str
    words: tuple[Token, ...]
    line: int

    def mistake(self, word: int, message: str, expected: Iterable[str] = ()) -> Mistake:
        """A mistake at one of the words, to be raised."""
        column = self.words[word].column or 1
        return Mistake(Finding(self.line, column, message, tuple(expected)))


class Taken:
    """What lines have said that a game says once, by what it is and by the line."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, ...], int] = {}

    def once(self, statement: Statement, *which: str) -> None:
        """Take note of a statement, which alone of its kind may say `which`.

        Raises:
            Mistake: a line before has said it.
        """
        before = self._lines.setdefault((statement.kind, *which), statement.line)
        if before != statement.line:
            what = " ".join((statement.kind.replace("game_id", "game"), *which))
            raise statement.mistake(0, f"the {what} is told twice; line {before} has told it")


def parse_line(text: str, line: int) -> Statement | Finding | None:
    """What a line says; None if it says nothing."""
    if len(text) > MAX_LINE:
        return Finding(line, MAX_LINE, f"the line is longer than {MAX_LINE} characters")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        return _finding_of(error, text, line)
    if not tree.children:
        return None
    found: Any = tree.children[0]
    return Statement(str(found.data), tuple(found.children), line)


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("game.lark").read_text()
    return Lark(grammar, parser="lalr", keep_all_tokens=False)


def _finding_of(error: UnexpectedInput, text: str, line: int) -> Finding:
    if isinstance(error, UnexpectedToken):
        at_end = error.token.type == "$END"
        word = str(error.token)[:40]
        expected = _in_words(error.expected)
        meant = did_you_mean(word, [each.strip("'") for each in expected])
        found = "the line ends here" if at_end else f"{word!r} does not belong here{meant}"
        column = len(text) + 1 if at_end else error.token.column or 1
        return Finding(line, column, found, expected)
    if isinstance(error, UnexpectedCharacters):
        word = (text[error.column - 1 :].split() or [""])[0]
        return Finding(line, error.column, f"cannot read {word[:40]!r}", _in_words(error.allowed))
    return Finding(line, 1, "cannot read this line")


def _in_words(terminals: set[str] | None) -> tuple[str, ...]:
    """Terminals of the grammar as a person calls them; a keyword is its own name."""
    names = (_WORDS.get(name, f"'{name.capitalize()}'") for name in terminals or ())
    return tuple(sorted(names))
