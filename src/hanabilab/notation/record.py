"""Record: a game as it is kept. Rules, deck and actions are the game; the rest is a caption.

The text form, one fact a line, ends in the score, so that a file cut short is noticed:

    hanabilab-record 1
    rules: full(players=2)
    agent: five-rule
    agent: sparta(five-rule)
    source: seed=7 game=3
    deck: R1Y3...
    play 2
    hint 1 red
    score: 17
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from hanabilab.errors import HanabiError, IllegalActionError, NotationError
from hanabilab.game.checks import check_deck
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name, format_action, parse_action, parse_card
from hanabilab.notation.game_kinds import without_mark
from hanabilab.notation.rules_text import format_rules, parse_rules
from hanabilab.notation.variants import former_letters, site_variant

_HEAD = "hanabilab-record 1"
_CAPTION = re.compile(r"[ -~]{1,4096}")
_MAX_BYTES = 1 << 20
_CUT_SHORT = "cut short: the last line of a record is 'score: N' and a line end"


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game of the past.

    Attributes:
        rules: what it was played by.
        deck: card ids in drawing order.
        actions: action ids in the order taken.
        agents: who sat where, by name; may be empty.
        source: where the game is from, such as "seed=7 game=3"; may be empty.
    """

    rules: Rules
    deck: tuple[int, ...]
    actions: tuple[int, ...]
    agents: tuple[str, ...] = ()
    source: str = ""

    @classmethod
    def of(cls, game: Game, *, agents: Iterable[str] = (), source: str = "") -> Record:
        """What has happened in a game so far."""
        deck, actions = tuple(game.deck), tuple(game.actions)
        return cls(
            rules=game.rules, deck=deck, actions=actions, agents=tuple(agents), source=source
        )

    def replayed(self, turn: int | None = None) -> Game:
        """The game after its last action, or after action number `turn`; 0 is the deal.

        Raises:
            RulesError: the deck is not the rules' deck.
            IllegalActionError: at the first impossible action: which, and why.
        """
        for game in replay(self):
            if len(game.actions) == turn:
                break
        return game

    def _repr_html_(self) -> str:
        """The board after the last action, for notebooks."""
        return self.replayed()._repr_html_()


def replay(record: Record, game: Game | None = None) -> Iterator[Game]:
    """The game before its first action and after each one; always the same object, moved on.

    Raises:
        IllegalActionError: at the first impossible action: which, and why.
    """
    table = Game(record.rules, deck=record.deck) if game is None else game
    yield table
    for number, action in enumerate(record.actions, start=1):
        try:
            table.act(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"action {number} of {len(record.actions)}: {error}") from None
        yield table


def format_record(record: Record) -> str:
    """The text form of a record whose actions are legal.

    Raises:
        IllegalActionError: an action is not.
        NotationError: a caption that is not a line of plain text, or not an agent for each seat.
    """
    rules = record.rules
    _check_captions(record)
    lines = [
        _HEAD,
        f"rules: {format_rules(rules)}",
        *(f"agent: {agent}" for agent in record.agents),
        *([f"source: {record.source}"] if record.source else []),
        f"deck: {''.join(card_name(rules, card) for card in record.deck)}",
        *(format_action(rules, action) for action in record.actions),
        f"score: {record.replayed().score}",
    ]
    return "\n".join(lines) + "\n"


def _check_captions(record: Record) -> None:
    agents, players = len(record.agents), record.rules.players
    if agents not in (0, players):
        raise NotationError(f"{agents} agents for {players} seats; name one for each, or none")
    for caption in (*record.agents, *([record.source] if record.source else [])):
        if not _CAPTION.fullmatch(caption):
            raise NotationError(f"caption {caption[:40]!r} is empty or not a line of plain text")


def load_record(path: Path | str) -> Record:
    """The record in a file.

    Raises:
        NotationError: the file cannot be read or holds no whole record; says the line.
        IllegalActionError: an action in it is impossible; says which and why.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    # ValueError: a null byte in the name; TypeError: no name.
    except (OSError, ValueError, TypeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NotationError(f"cannot read record {path}: {reason}") from None
    try:
        return parse_record(data)
    except HanabiError as error:
        raise type(error)(f"record {path}: {error}") from None


def parse_record(data: bytes | str) -> Record:
    """The record that `data` writes, its actions and final score checked by replay.

    Raises:
        NotationError: not a whole record; says the line where a fact or an action is wrong.
        RulesError: impossible rules or deck; says the line.
        IllegalActionError: an action is impossible; says the line, which it is and why.
    """
    reading = read_record(data)
    if reading.fault:
        raise reading.fault
    return reading.record


class Reading(NamedTuple):
    """A record as far as it can be read and played.

    Attributes:
        game: after the last action of the record.
        fault: why it is no more; None if it is whole.
    """

    record: Record
    game: Game
    fault: HanabiError | None = None


def read_record(data: bytes | str) -> Reading:
    """The record that `data` writes, up to the first action that is damaged or impossible.

    Raises:
        NotationError: not even the rules and the deck of a record; says the line.
        RulesError: impossible rules or deck; says the line.
    """
    lines, whole = _lines(data)
    if not data:
        raise NotationError(_CUT_SHORT)
    if not lines or lines[0] != _HEAD:
        other = f", not {lines[0][:40]!r}" if lines else ""
        raise NotationError(f"line 1: a record begins with {_HEAD!r}{other}")
    reader = _Reader(lines)
    text = reader.fact("rules")
    with _at(reader.line):
        rules = parse_rules(text)
    agents = tuple(reader.facts("agent"))
    agents_line = reader.line
    sources = reader.facts("source")
    if len(sources) > 1:
        raise NotationError(f"line {reader.line}: {len(sources)} sources; there is one at most")
    text = reader.fact("deck")
    with _at(reader.line):
        deck = _parse_deck(rules, text)
    game, fault = Game(rules, deck=deck), None
    record = Record(rules=rules, deck=deck, actions=(), agents=agents, source="".join(sources))
    with _at(agents_line):
        _check_captions(record)
    try:
        reader.play(game)
        if not whole:
            raise NotationError(_CUT_SHORT)
        reader.end(game)
    except (NotationError, IllegalActionError) as error:
        fault = error
    return Reading(replace(record, actions=tuple(game.actions)), game, fault)


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Say the line of what goes wrong meanwhile."""
    try:
        yield
    except HanabiError as error:
        raise type(error)(f"line {line}: {error}") from None


def _lines(data: bytes | str) -> tuple[list[str], bool]:
    """The whole lines, and whether the last one is."""
    if len(data) > _MAX_BYTES:
        raise NotationError(f"a record has at most {_MAX_BYTES} bytes")
    if isinstance(data, bytes):
        try:
            data = without_mark(data).decode("ascii")
        except UnicodeDecodeError as error:
            raise NotationError(
                f"byte {error.start} is not ASCII; a record is plain text"
            ) from None
    *lines, rest = data.replace("\r\n", "\n").split("\n")  # as Windows ends lines
    return lines, not rest


def _parse_deck(rules: Rules, text: str) -> tuple[int, ...]:
    text = _in_letters_of_today(rules, text)
    cards = [parse_card(rules, text[start : start + 2]) for start in range(0, len(text), 2)]
    check_deck(rules, cards)
    return tuple(cards)


def _in_letters_of_today(rules: Rules, text: str) -> str:
    """A deck of an earlier release, which called some suits of variants by other letters.

    A deck has cards of every suit, so its letters tell which those are.
    """
    if rules.variant is None or set(text[::2]) == set(rules.names.letters):
        return text
    with suppress(NotationError):  # the site has no such variant: its letters are its maker's
        former = former_letters(site_variant(rules))
        if set(text[::2]) == set(former):
            today = dict(zip(former, rules.names.letters, strict=True))
            return "".join(today.get(letter, letter) for letter in text)
    return text


class _Reader:
    """Takes the facts of a record line by line, and knows where it is."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._next = 1

    @property
    def line(self) -> int:
        """The line that was taken last, from 1."""
        return self._next

    def facts(self, name: str) -> list[str]:
        """The values of all lines "name: value" that follow here."""
        found = []
        while self._next < len(self._lines) and self._lines[self._next].startswith(f"{name}: "):
            value = self._lines[self._next].removeprefix(f"{name}: ")
            if not _CAPTION.fullmatch(value):
                raise NotationError(f"line {self._next + 1}: {name} is empty or not plain text")
            found.append(value)
            self._next += 1
        return found

    def fact(self, name: str) -> str:
        """The value of the one line "name: value" that must follow here."""
        line = self._next + 1
        found = self.facts(name)
        if len(found) != 1:
            here = "cut short" if line > len(self._lines) else f"line {line}"
            raise NotationError(f"{here}: one line '{name}: ...' belongs here")
        return found[0]

    def play(self, game: Game) -> None:
        """Play the action lines that follow here, up to the score."""
        rest = self._lines[self._next :]
        lines = list(takewhile(lambda line: not line.startswith("score:"), rest))
        for line in lines:
            self._next += 1
            with _at(self._next):
                action = parse_action(game.rules, line)
                try:
                    game.act(action)
                except IllegalActionError as error:
                    place = f"action {len(game.actions) + 1} of {len(lines)}"
                    raise IllegalActionError(f"{place}: {error}") from None

    def end(self, game: Game) -> None:
        """The score of the game follows, and nothing else."""
        score = self.fact("score")
        if score != str(game.score):
            raise NotationError(
                f"line {self.line}: score {score!r} is not the {game.score} of its game"
            )
        if self._next < len(self._lines):
            raise NotationError(f"line {self._next + 1}: nothing may follow the score")
