"""Messages of AH2AC2: JSON in frames of text, read with care and written to the letter.

A game begins with a greeting, which says nothing, and `Begun`. The candidate answers each message
with an action for every seat that it holds, and gets `Moved` after each action of anyone.
Instead of any of these, the server may say what is wrong.

Source: docs/ah2ac2.md, "Protocol".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.notation.site.foreign import as_kind, read_json

#: Bytes of a frame at most: six vectors of some thousand numbers take a tenth.
MAX_LENGTH = 1 << 21
#: What a frame has instead, if something is wrong.
_FAULT = "error_details"
_WHAT = "the server's message is malformed"

_Name = Annotated[str, Meta(max_length=40)]
_Players = Annotated[int, Meta(ge=2, le=5)]
#: The numbers of players that the protocol has.
PLAYERS = range(2, 6)


class Info(Struct, frozen=True):
    """The game that begins.

    Attributes:
        candidate_controlling: names of the seats that the candidate holds, such as "agent_0".
        game_id: the server's own; any number or word.
    """

    num_players: _Players
    candidate_controlling: tuple[_Name, ...]
    game_id: int | Annotated[str, Meta(max_length=200)]
    is_debug: bool = False

    def number(self, otherwise: int) -> int:
        """The number of the game; `otherwise` where its id is a word, or no number of a game."""
        told = self.game_id
        return told if isinstance(told, int) and 0 <= told < 1 << 63 else otherwise


class _Seen(Struct, frozen=True):
    obs: list[float]
    legal_moves: list[float]


class _Ended(Struct, frozen=True):
    done: bool
    score: Annotated[int, Meta(ge=0, le=25)]


class _Game(Struct, frozen=True):
    """A game of an evaluation, as the server tells of it."""

    status: _Name
    score: int | None = None
    num_players: _Players | None = None
    candidate_controlling: tuple[_Name, ...] | None = None


class Progress(Struct, frozen=True):
    """How far an evaluation has come."""

    all_envs: tuple[_Game, ...] = ()
    human_ai_eval_done: bool = False
    current_env: _Game | None = None

    @property
    def waiting(self) -> list[_Game]:
        """The games that are not done."""
        return [game for game in self.all_envs if game.status != "DONE"]


class SeatMessage(NamedTuple):
    """What one seat is told.

    Attributes:
        vector: [N] the observation.
        legal: [A + 1] whether each action is allowed; the last is to do nothing.
    """

    vector: NDArray[np.float32]
    legal: NDArray[np.bool_]


class Begun(NamedTuple):
    """A game begins; `seats` are those that the candidate holds."""

    info: Info
    seats: dict[int, SeatMessage]


class Moved(NamedTuple):
    """Somebody has acted."""

    seats: dict[int, SeatMessage]
    done: bool
    score: int


def name_of(seat: int) -> str:
    """What the protocol calls a seat."""
    return f"agent_{seat}"


# --- What the candidate reads --------------------------------------------------------------------


def read_greeting(text: str) -> None:
    """Take note of the first frame, which may say anything.

    Raises:
        HanabiError: it says what is wrong.
    """
    try:
        _fields(text)
    except NotationError:  # words
        return


def read_begun(text: str) -> Begun:
    """The first message of a game.

    Raises:
        HanabiError: the server says what is wrong.
        NotationError: it is no such message.
    """
    fields = _fields(text)
    if "info" not in fields:
        raise NotationError(f"{_WHAT}: it has no 'info', which begins a game")
    info: Info = as_kind(fields["info"], Info, _WHAT)
    names = [name_of(seat) for seat in range(info.num_players)]
    held = [names.index(name) for name in info.candidate_controlling if name in names]
    if len(set(held)) != len(info.candidate_controlling) or not held:
        told = ", ".join(info.candidate_controlling) or "no seat"
        raise NotationError(f"{_WHAT}: the candidate holds {told} of {info.num_players} seats")
    return Begun(info, _seats(fields, held, info.num_players))


def read_moved(text: str, held: Iterable[int], players: int) -> Moved:
    """A message after an action; at the end of a game what it tells seats is not read.

    It may be of the next game by then, and a game that is finished must not be lost by it.

    Raises:
        HanabiError: the server says what is wrong.
        NotationError: it is no such message.
    """
    fields = _fields(text)
    ended: _Ended = as_kind(fields, _Ended, _WHAT)
    seats = {} if ended.done else _seats(fields, held, players)
    return Moved(seats, ended.done, ended.score)


def read_progress(body: bytes) -> Progress:
    """How far an evaluation has come.

    Raises:
        NotationError: it does not say.
    """
    found: Progress = read_json(body, Progress, "the server's evaluation-info is malformed")
    return found


def _fields(text: str) -> dict[str, Any]:
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a message of {len(text):,} characters; at most {MAX_LENGTH:,}")
    fields: dict[str, Any] = read_json(text, dict[str, Any], _WHAT)
    if _FAULT in fields:
        raise HanabiError(f"the server says: {fields[_FAULT]}")
    return fields


def _seats(fields: Mapping[str, Any], held: Iterable[int], players: int) -> dict[int, SeatMessage]:
    return {seat: _seat(fields, seat, players) for seat in held}


def _seat(fields: Mapping[str, Any], seat: int, players: int) -> SeatMessage:
    if (name := name_of(seat)) not in fields:
        raise NotationError(f"{_WHAT}: it has nothing for {name}, which the candidate holds")
    found: _Seen = as_kind(fields[name], _Seen, f"{_WHAT}: {name}")
    rules = Rules(players=players)
    for what, numbers, wanted in (
        ("obs", found.obs, layout_of(rules).size),
        ("legal_moves", found.legal_moves, rules.num_actions + 1),
    ):
        if len(numbers) != wanted:
            told = f"{what} of {name} has {len(numbers)} numbers"
            raise NotationError(f"{_WHAT}: {told}; with {players} players it has {wanted}")
    return SeatMessage(np.array(found.obs, np.float32), np.array(found.legal_moves) > 0)


# --- What the candidate writes, and the server reads ---------------------------------------------


def write_actions(actions: Mapping[int, int]) -> str:
    """An action for each seat that the candidate holds."""
    return _text({name_of(seat): action for seat, action in actions.items()})


def read_actions(text: str, held: Sequence[int]) -> dict[int, int]:
    """The actions of all seats that the candidate holds.

    Raises:
        NotationError: one is missing or is no whole number, or there are others.
    """
    try:
        found = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise NotationError("the answer is no JSON") from None
    names = [name_of(seat) for seat in held]
    if not isinstance(found, dict):
        raise NotationError(f"the answer is no object with an action for {', '.join(names)}")
    if missing := [name for name in names if name not in found]:
        raise NotationError(f"the answer has no action for {missing[0]}")
    if more := [name for name in found if name not in names]:
        raise NotationError(f"the answer has an action for {more[0]}, which you do not hold")
    for name, action in found.items():
        if type(action) is not int:
            raise NotationError(f"the action of {name} is {action!r}; it must be a whole number")
    return {seat: found[name_of(seat)] for seat in held}


# --- What the server writes ----------------------------------------------------------------------


def write_fault(words: str) -> str:
    """What is wrong."""
    return _text({_FAULT: words})


def write_begun(info: Info, seats: Mapping[str, Any]) -> str:
    """The first message of a game."""
    return _text({"info": info, **seats})


def write_moved(seats: Mapping[str, Any], score: int, *, done: bool) -> str:
    """A message after an action."""
    return _text({**seats, "done": done, "score": score})


def _text(document: Mapping[str, Any]) -> str:
    return msgspec.json.encode(document).decode()
