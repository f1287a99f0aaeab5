"""Games as JSON lines of ours, plain or packed with gzip, and the public site's exports.

A line of ours is `{"game": ..., "players": [...], "rules": {...}, "deck": ["R1", ...], "actions":
["play 4", "hint 1 red", ...], "score": 17}`. Source: docs/people.md, "JSON lines".
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action, parse_card
from hanabilab.notation.game_files import check_game
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.stand_ins import told_words
from hanabilab.people.game import HUMAN, Told
from hanabilab.runs.reading import parse_json, read_bytes

_MOST_BYTES = 1 << 28
_GZIP = b"\x1f\x8b"
#: What makes zlib read a member of gzip.
_GZIP_WINDOW = 31
_MOST_ACTIONS, _MOST_CARDS, _MOST_PLAYERS = 1024, 128, 6


def told_by_lines(path: Path) -> Iterator[Told | NotationError]:
    """The games of a file, one a line, or why one of them cannot be read.

    Raises:
        NotationError: the file cannot be read.
    """
    data = read_bytes(path, _MOST_BYTES, NotationError)
    if data.startswith(_GZIP):
        data = _unpacked(data, path)
    for number, line in enumerate(_lines(data, path), start=1):
        if line.strip():
            try:
                yield _told(line, number, path)
            except HanabiError as error:
                where = "" if str(error).startswith(str(path)) else f"line {number}: "
                yield NotationError(f"{where}{error}")


def _lines(data: bytes, path: Path) -> list[bytes]:
    """A game each: lines, or the whole of a .json file that is one game on several.

    Raises:
        NotationError: a .json file is neither.
    """
    lines = data.splitlines()
    told = [line for line in lines if line.strip()]
    if path.suffix != ".json" or len(told) < 2:
        return lines
    try:
        parse_json(data, path, NotationError)
    except NotationError:
        if any(_is_object(line, path) for line in (told[0], told[-1])):
            return lines
        raise
    return [data]


def _is_object(line: bytes, path: Path) -> bool:
    try:
        return isinstance(parse_json(line, path, NotationError), dict)
    except NotationError:
        return False


def _unpacked(data: bytes, path: Path) -> bytes:
    """What a gzip file holds, as far as it is not larger than a file may be."""
    reader = zlib.decompressobj(_GZIP_WINDOW)
    try:
        found = reader.decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise NotationError(f"{path}: it is no whole gzip file: {error}") from None
    if not reader.eof or reader.unused_data:
        raise NotationError(
            f"{path}: it is cut short, has several parts, or holds more than {_MOST_BYTES:,} bytes"
        )
    return found


def _told(line: bytes, number: int, path: Path) -> Told:
    found = parse_json(line, path, NotationError)
    if not isinstance(found, dict):
        raise NotationError("a game is an object {...}")
    if _is_export(found):
        return _told_by_export(line, found, number)
    deck = _list(found, "deck", _MOST_CARDS)
    players = tuple(str(each) for each in _list(found, "players", _MOST_PLAYERS))
    rules = _rules(found.get("rules", {}), len(players))
    name = str(found.get("game", f"on line {number}"))
    score = found.get("score")
    if type(score) is not int:
        raise NotationError(f"game {name}: score is {score!r}; a whole number is needed")
    words = [str(each) for each in _list(found, "actions", _MOST_ACTIONS)]
    meta = _meta(found, name)
    swapped = _swapped(meta, len(words), name)
    person = "" if meta.get("participant") is None else str(meta["participant"])
    return Told(
        name=name,
        rules=rules,
        deck=[_card(rules, each, name) for each in deck],
        actions=_actions(rules, words[:swapped], name),
        players=players,
        persons=tuple(person if each == HUMAN else "" for each in players),
        score=score,
        until=swapped,
        remark="" if swapped is None else f"players have changed seats from turn {swapped + 1} on",
    )


def _is_export(found: dict[str, Any]) -> bool:
    """Whether a game is told as the public site does: a card or an action is an object."""
    lists = (found.get("deck"), found.get("actions"))
    return any(isinstance(each, dict) for told in lists if isinstance(told, list) for each in told)


def _meta(found: dict[str, Any], name: str) -> dict[str, Any]:
    meta = found.get("meta")
    if not isinstance(meta, dict | None):
        raise NotationError(f"game {name}: meta is {meta!r:.40}; an object is needed")
    return meta or {}


def _swapped(meta: dict[str, Any], actions: int, name: str) -> int | None:
    """How many actions are played before players change seats; None if they do not."""
    swapped = meta.get("swapped_from")
    if swapped is None or (type(swapped) is int and 0 <= swapped <= actions):
        return swapped
    raise NotationError(
        f"game {name}: swapped_from is {swapped!r:.40}; "
        f"a whole number from 0 to {actions}, that of its actions, is needed"
    )


def _list(found: dict[str, Any], key: str, most: int) -> list[Any]:
    value = found.get(key)
    if not isinstance(value, list) or len(value) > most:
        raise NotationError(f"{key} is {str(value)[:40]!r}; a list of at most {most} is needed")
    return value


def _rules(found: object, players: int) -> Rules:
    if not isinstance(found, dict):
        raise NotationError(f"rules are {str(found)[:40]!r}; an object is needed")
    changes = {key: value for key, value in found.items() if key != "self_hint"}
    return Rules.preset("full", **{"players": players} | changes)


def _card(rules: Rules, word: object, name: str) -> int:
    try:
        return parse_card(rules, str(word))
    except HanabiError as error:
        raise NotationError(f"game {name}, deck: {error}") from None


def _actions(rules: Rules, words: list[str], name: str) -> list[int]:
    found = []
    for turn, word in enumerate(words, start=1):
        try:
            found.append(parse_action(rules, word))
        except HanabiError as error:
            raise NotationError(f"game {name}, turn {turn}: {error}") from None
    return found


def _told_by_export(line: bytes, found: dict[str, Any], number: int) -> Told:
    """A game in the JSON of the public site; names of players are not kept."""
    name = str(found.get("id", f"on line {number}"))
    checked = check_game(line, Kind.EXPORT)
    if checked.replay is None or checked.findings:
        raise NotationError(f"game {name}: {checked.findings[0].message}")
    if checked.log and (fault := told_words(checked.log)):
        raise NotationError(f"game {name}: {fault}; this needs the whole deck")
    game = checked.replay.game
    return Told(
        name=name,
        rules=game.rules,
        deck=game.deck,
        actions=list(game.actions),
        players=(HUMAN,) * game.rules.players,
        quirks=checked.replay.quirks,
    )
