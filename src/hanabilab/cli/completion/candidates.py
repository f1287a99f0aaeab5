"""What may stand where the cursor is: commands, options, and values of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from hanabilab.cli.commands import COMMANDS, GROUPS
from hanabilab.cli.completion.calls import calls, lineups
from hanabilab.cli.completion.words import (
    AGENT,
    ANYTHING,
    GAME,
    LINEUP,
    PATH,
    RULES,
    Kind,
    variants,
    words,
)

#: What may stand there, each with what it is.
Found: TypeAlias = dict[str, str]

_ROOT: dict[str, Kind] = dict.fromkeys(
    ("--version", "--install-completion", "--show-completion", "--allow-code", "--debug", "--help")
)


@dataclass
class _Place:
    """Where the cursor is, read word by word.

    Attributes:
        word: the group, or "".
        command: as the table has it, or "" before a command is named.
        arguments: how many were given.
        option: whose value comes next, or "".
        given: options so far.
    """

    word: str = ""
    command: str = ""
    arguments: int = 0
    option: str = ""
    given: list[str] = field(default_factory=list)

    def pass_by(self, text: str) -> None:
        """Go on behind a word."""
        if self.option:
            self.option = ""
        elif text.startswith("-"):
            name, equals, _ = text.partition("=")
            self.given.append(name)
            self.option = name if self.options.get(name) is not None and not equals else ""
        elif self.command:
            self.arguments += 1
        else:
            self._name(text)

    def _name(self, text: str) -> None:
        """Take a word for the name of a command or a group."""
        if not self.word and text in GROUPS:
            self.word = text
        else:
            self.command = f"{self.word} {text}".strip()

    @property
    def options(self) -> dict[str, Kind]:
        """The options that may stand here, each with the kind of its value."""
        if not self.command:
            return {"--help": None} if self.word else _ROOT
        told = words()["commands"].get(self.command, {})
        return {**told.get("options", {}), "--help": None}

    @property
    def kind(self) -> Kind:
        """The kind of the value that may stand here."""
        if self.option:
            return self.options[self.option]
        kinds = words()["commands"].get(self.command, {}).get("arguments", [])
        more = bool(kinds) and kinds[-1][1]
        if self.arguments < len(kinds) or more:
            kind: Kind = kinds[min(self.arguments, len(kinds) - 1)][0]
            return kind
        return ANYTHING


@dataclass(frozen=True)
class Answer:
    """What completes a word.

    Attributes:
        found: what may stand there; may be empty.
        files: whether the shell completes files instead: `PATH`, `GAME` or "".
    """

    found: Found
    files: str = ""


def complete(before: Sequence[str], current: str) -> Answer:
    """What may stand in place of a word, by the words before it, without the program's name."""
    place = _Place()
    for text in before:
        place.pass_by(text)
    if place.option:
        return _values(place.kind, current)
    if current.startswith("-"):
        left = [name for name in place.options if name not in place.given]
        return Answer({name: "" for name in left if name.startswith(current)})
    if place.command:
        return _values(place.kind, current)
    named = {name: line for name, line in _commands(place.word) if name.startswith(current)}
    return Answer(named)


def _commands(word: str) -> Iterator[tuple[str, str]]:
    """The commands of a group, and what each does; without a word, all and the groups."""
    seen = set()
    for name, entry in COMMANDS.items():
        first, _, last = name.rpartition(" ")
        if first == word:
            yield last, entry.line
        elif not word and first not in seen:
            seen.add(first)
            yield first, GROUPS[first].line


def _values(kind: Kind, current: str) -> Answer:
    """The values of a kind that begin so."""
    if isinstance(kind, list):
        return Answer({word: "" for word in kind if word.startswith(current)})
    if kind in (GAME, PATH):
        return Answer({}, files=str(kind))
    if kind == AGENT:
        found = calls(words()["agents"], current)
        return Answer(found, files="" if found else PATH)
    if kind == LINEUP:
        found = lineups(words()["agents"], current)
        return Answer(found, files="" if found else PATH)
    if kind == RULES:
        told = {"options": words()["rules"]["options"]}
        named = [*words()["rules"]["presets"], *variants()]
        return Answer(calls(dict.fromkeys(named, told), current))
    return Answer({})
