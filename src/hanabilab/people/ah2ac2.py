"""AH2AC2's games: safetensors for any number of players.

Rows of `actions` are turns: the seat to act has its action, and all others the no-op, which is the
last id. Ids are HLE's, as ours are. A file may come from anybody: sizes and ranges are compared
before they are used. Source: docs/people.md, "AH2AC2".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.people.game import HUMAN, Told
from hanabilab.runs.reading import Layout, parse_json, read_bytes

_MOST_BYTES = 1 << 28
_MOST_HEADER = 1 << 16
_MOST_GAMES = 1 << 20
_MOST_TURNS = 256
_PLAYERS = range(2, 6)
#: The bytes of a number, as the files have all of theirs.
_DTYPE, _WIDTH = "I32", 4


def told_by_tensors(path: Path) -> Iterator[Told | NotationError]:
    """The games of a file, or why one of them cannot be read.

    Raises:
        NotationError: it is no such file; says what is wrong.
    """
    tensors = _tensors(read_bytes(path, _MOST_BYTES, NotationError), path)
    players = int(tensors["num_players"])
    if players not in _PLAYERS:
        raise NotationError(f"{path}: num_players is {players}; it is from 2 to 5")
    games, seats = len(tensors["scores"]), tensors["actions"].shape[2]
    for name, array in tensors.items():
        if name != "num_players" and len(array) != games:
            raise NotationError(f"{path}: {name} has {len(array)} games, and scores {games}")
    if seats != players:
        raise NotationError(f"{path}: actions have {seats} seats, and num_players is {players}")
    rules = Rules(players=players)
    for row in range(games):
        try:
            yield _told(
                rules, {name: tensors[name][row] for name in tensors if name != "num_players"}
            )
        except NotationError as error:
            yield error


def _told(rules: Rules, game: dict[str, Any]) -> Told:
    """One game of the rows that belong to it."""
    name, turns, rows = str(int(game["game_ids"])), int(game["num_actions"]), game["actions"]
    if not 0 <= turns <= len(rows):
        raise NotationError(f"game {name}: num_actions is {turns}; it is from 0 to {len(rows)}")
    no_op, players = rules.num_actions, rules.players
    acts = np.arange(len(rows))[:, None] % players == np.arange(players)
    acts &= (np.arange(len(rows)) < turns)[:, None]
    wrong = np.flatnonzero(((rows == no_op) == acts).any(axis=1))
    if len(wrong):
        turn = int(wrong[0])
        words = f"seat {turn % players} acts, and no other" if turn < turns else "nobody acts"
        raise NotationError(
            f"game {name}, turn {turn + 1}: {words}; its row is {rows[turn].tolist()}"
        )
    cards = game["decks"]
    outside = (cards < 0) | (cards >= (rules.suits, rules.ranks))
    if outside.any():
        place = int(np.flatnonzero(outside.any(axis=1))[0])
        raise NotationError(f"game {name}: card {place + 1} of the deck is {cards[place].tolist()}")
    return Told(
        name=name,
        rules=rules,
        deck=[int(suit) * rules.ranks + int(rank) for suit, rank in cards],
        actions=[int(rows[turn, turn % players]) for turn in range(turns)],
        players=(HUMAN,) * players,
        score=int(game["scores"]),
    )


def _tensors(data: bytes, path: Path) -> dict[str, NDArray[np.int32]]:
    """The arrays of a file by name, each of the type and shape that belongs there."""
    games = range(_MOST_GAMES)
    layouts = {
        "actions": Layout("<i4", (games, range(_MOST_TURNS + 1), _PLAYERS)),
        "decks": Layout("<i4", (games, Rules().deck_size, 2)),
        "game_ids": Layout("<i4", (games,)),
        "num_actions": Layout("<i4", (games,)),
        "num_players": Layout("<i4", ()),
        "scores": Layout("<i4", (games,)),
    }
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(_MOST_HEADER, len(data) - 8):
        raise NotationError(f"{path}: it has no header of a safetensors file")
    header, body = parse_json(data[8 : 8 + length], path, NotationError), data[8 + length :]
    if not isinstance(header, dict):
        raise NotationError(f"{path}: its header is no table of tensors")
    if missing := [name for name in layouts if name not in header]:
        raise NotationError(f"{path}: it has no tensor {missing[0]}; it is not of AH2AC2")
    return {
        name: _tensor(name, header[name], body, layout, path) for name, layout in layouts.items()
    }


def _tensor(name: str, entry: object, body: bytes, layout: Layout, path: Path) -> NDArray[np.int32]:
    """One array, whose place in the file is as long as its shape says."""
    found = entry if isinstance(entry, dict) else {}
    shape, places = found.get("shape"), found.get("data_offsets")
    if not (_are_whole(shape) and _are_whole(places) and len(places) == 2):
        raise NotationError(f"{path}: tensor {name} has no shape or no place")
    if found.get("dtype") != _DTYPE or not layout.holds(tuple(shape)):
        raise NotationError(f"{path}: tensor {name} is {found.get('dtype')} of shape {shape}")
    first, end = places
    if not first <= end <= len(body) or end - first != math.prod(shape) * _WIDTH:
        raise NotationError(f"{path}: tensor {name} is cut short or not as long as its shape says")
    return np.frombuffer(body[first:end], "<i4").reshape(shape)


def _are_whole(numbers: Any) -> TypeGuard[list[int]]:
    return isinstance(numbers, list) and all(type(each) is int and each >= 0 for each in numbers)
