"""What may stand where the cursor is: commands, options, and values of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hanabilab.cli.commands import COMMANDS, GROUPS
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

#: What may stand in the calls of each name: `summary`, `first` (the kind of the first argument, if
#: it has one) and `options` (the value of each that it has if it is not given).
_Known: TypeAlias = Mapping[str, Any]

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
    if kind in (AGENT, LINEUP):
        found = (_calls if kind == AGENT else _lineups)(words()["agents"], current)
        return Answer(found, files="" if found else PATH)
    if kind == RULES:
        told = {"options": words()["rules"]["options"]}
        named = [*words()["rules"]["presets"], *variants()]
        return Answer(_calls(dict.fromkeys(named, told), current))
    return Answer({})


# --- Calls, such as sparta(smart, rollouts=10000), completed from inside -------------------------


def _calls(known: _Known, text: str) -> dict[str, str]:
    """The calls that begin with `text`, each with what it is."""
    name, opened, inside = text.partition("(")
    if opened:
        return _inside(known, name, inside)
    found = {each: told.get("summary", "") for each, told in known.items() if each.startswith(text)}
    if len(found) == 1:
        (name,) = found
        if known[name].get("first"):
            return _inside(known, name, "")
    return {
        f"{each}(" if known[each].get("first") else each: summary for each, summary in found.items()
    }


def _lineups(known: _Known, text: str) -> dict[str, str]:
    """As `_calls`, of the last of some that are separated by commas."""
    before, last = _split_last(text)
    return {before + each: summary for each, summary in _calls(known, last).items()}


def _inside(known: _Known, name: str, inside: str) -> dict[str, str]:
    """The calls of a name whose arguments begin with `inside`."""
    if name not in known:
        return {}
    before, last = _split_last(inside)
    if not before.strip() and known[name].get("first"):
        found = _firsts(known, known[name]["first"], last)
    else:
        given = known[name].get("options", {})
        found = [f"{key}={value}" for key, value in given.items()]
        found = [each for each in found if each.startswith(last)]
    return {f"{name}({before}{each}{'' if each.endswith('(') else ')'}": "" for each in found}


def _firsts(known: _Known, kind: Any, text: str) -> list[str]:
    """What may be the first argument of a call, and begins with `text`."""
    if isinstance(kind, list):
        return [each for each in kind if each.startswith(text)]
    if kind != AGENT:
        return []
    plain = {name: told for name, told in known.items() if told.get("first") != AGENT}
    return list(_calls(plain, text))  # no search is over a search


def _split_last(text: str) -> tuple[str, str]:
    """A list up to its last comma that no parenthesis encloses, with blanks; and its last part."""
    depth = place = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            place = at + 1
    last = text[place:].lstrip()
    return text[: len(text) - len(last)], last
