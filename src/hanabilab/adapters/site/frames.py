"""Frames of the site's WebSocket: a command and a JSON document, in one line of text.

What a frame may hold is told here, field by field. Fields that are not told are dropped when a
frame has been read, so nothing of them is kept: among these is the deck's seed, which the site
sends with every live game, and which gives every card away.

Source: docs/compiler.md, "Bots".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from hanabilab.errors import NotationError
from hanabilab.notation.site.foreign import as_kind, read_json

#: Characters of a frame at most: a long list of tables has some hundred thousand.
MAX_LENGTH = 1 << 21

_Text = Annotated[str, Meta(max_length=4096)]
_Id = Annotated[int, Meta(ge=0, le=2**53)]
_Seat = Annotated[int, Meta(ge=-1, le=5)]
_Order = Annotated[int, Meta(ge=0, le=200)]
_Number = Annotated[int, Meta(ge=-1, le=1000)]


class Command(NamedTuple):
    """What a bot sends: a command and the fields of its document."""

    name: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.name} {msgspec.json.encode(dict(self.fields)).decode()}"


# --- What the lobby sends ------------------------------------------------------------------------


class Welcome(Struct, frozen=True):
    """Who the site takes us for, and the tables where our games go on."""

    username: _Text
    playingAtTables: tuple[_Id, ...] = ()  # noqa: N815  # the site's name


class TableInfo(Struct, frozen=True):
    """A table of the lobby; `players` are the names of who sits there."""

    id: _Id
    name: _Text = ""
    players: tuple[_Text, ...] = ()
    running: bool = False


class TableGone(Struct, frozen=True):
    """A table is no more."""

    tableID: _Id  # noqa: N815


class Joined(Struct, frozen=True):
    """We sit at a table."""

    tableID: _Id  # noqa: N815


class Left(Struct, frozen=True):
    """We sit at a table no more: we left, or were sent away."""

    tableID: _Id  # noqa: N815


class Chat(Struct, frozen=True):
    """A line of chat; `recipient` is empty unless it is for one person."""

    msg: _Text
    who: _Text = ""
    recipient: _Text = ""


class TableStart(Struct, frozen=True):
    """A game begins, or a replay of one."""

    tableID: _Id  # noqa: N815
    replay: bool = False


class Warned(Struct, frozen=True):
    """What the site does not like."""

    warning: _Text = ""
    error: _Text = ""


# --- What a table sends --------------------------------------------------------------------------


class Options(Struct, frozen=True):
    """What a game is played by; clocks and the like are not read."""

    variantName: _Text = ""  # noqa: N815
    startingPlayer: Annotated[int, Meta(ge=0, le=5)] = 0  # noqa: N815
    oneExtraCard: bool = False  # noqa: N815
    oneLessCard: bool = False  # noqa: N815
    deckPlays: bool = False  # noqa: N815
    emptyClues: bool = False  # noqa: N815
    allOrNothing: bool = False  # noqa: N815
    cardCycle: bool = False  # noqa: N815
    detrimentalCharacters: bool = False  # noqa: N815


class Init(Struct, frozen=True):
    """The game that begins. Its seed is not read."""

    tableID: _Id  # noqa: N815
    playerNames: Annotated[tuple[_Text, ...], Meta(min_length=2, max_length=6)]  # noqa: N815
    ourPlayerIndex: Annotated[int, Meta(ge=0, le=5)]  # noqa: N815
    options: Options = Options()


class Draw(Struct, frozen=True, tag_field="type", tag="draw"):
    """A card leaves the deck; -1 twice where we do not see it."""

    playerIndex: _Seat  # noqa: N815
    order: _Order
    suitIndex: _Number = -1  # noqa: N815
    rank: _Number = -1


class Play(Struct, frozen=True, tag_field="type", tag="play"):
    """A card is played, and fits."""

    playerIndex: _Seat  # noqa: N815
    order: _Order
    suitIndex: _Number  # noqa: N815
    rank: _Number


class Discard(Struct, frozen=True, tag_field="type", tag="discard"):
    """A card is discarded, or played and does not fit."""

    playerIndex: _Seat  # noqa: N815
    order: _Order
    suitIndex: _Number  # noqa: N815
    rank: _Number
    failed: bool = False


class Told(Struct, frozen=True):
    """What a hint says: type 0 a color by its place, 1 a rank."""

    type: Annotated[int, Meta(ge=0, le=1)]
    value: Annotated[int, Meta(ge=0, le=10)]


class Clue(Struct, frozen=True, tag_field="type", tag="clue"):
    """A hint, and the cards that it touches."""

    clue: Told
    giver: _Seat
    target: _Seat
    list: tuple[_Order, ...] = ()


class Turn(Struct, frozen=True, tag_field="type", tag="turn"):
    """So many turns are over, and the next is of a seat; of none at the end."""

    num: Annotated[int, Meta(ge=0, le=1000)]
    currentPlayerIndex: _Seat  # noqa: N815


class GameOver(Struct, frozen=True, tag_field="type", tag="gameOver"):
    """The game has ended, by one of `game_log.ENDS`."""

    endCondition: Annotated[int, Meta(ge=0, le=20)] = 1  # noqa: N815


Event: TypeAlias = Draw | Play | Discard | Clue | Turn | GameOver

_KNOWN_EVENTS: Final = ("draw", "play", "discard", "clue", "turn", "gameOver")


class _OneEvent(Struct, frozen=True):
    tableID: _Id  # noqa: N815
    action: dict[str, Any]


class _EventList(Struct, frozen=True):
    tableID: _Id  # noqa: N815
    list: tuple[dict[str, Any], ...] = ()


class Tables(NamedTuple):
    """Tables of the lobby that are new or have changed."""

    tables: tuple[TableInfo, ...]


class Events(NamedTuple):
    """What happens at a table.

    Attributes:
        whole: it is all that has happened there so far, as the site tells at the beginning.
    """

    table: int
    events: tuple[Event, ...]
    whole: bool


Message: TypeAlias = (
    Welcome | Tables | TableGone | Joined | Left | Chat | TableStart | Warned | Init | Events | None
)

_BODIES: Mapping[str, Any] = MappingProxyType(
    {
        "welcome": Welcome,
        "tableGone": TableGone,
        "joined": Joined,
        "left": Left,
        "boot": Left,
        "chat": Chat,
        "tableStart": TableStart,
        "warning": Warned,
        "error": Warned,
        "init": Init,
    }
)

T = TypeVar("T")


def parse_frame(text: str) -> Message:
    """What the site says in a frame; None where it does not matter to a bot.

    Raises:
        NotationError: no frame of the site; says which command it is of.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError(f"a frame of {len(text):,} characters; at most {MAX_LENGTH:,}")
    command, _, body = text.partition(" ")
    if command == "table":
        return Tables((_read(command, body, TableInfo),))
    if command == "tableList":
        return Tables(_read(command, body, tuple[TableInfo, ...]))
    if command == "gameAction":
        one = _read(command, body, _OneEvent)
        return Events(one.tableID, _events([one.action]), whole=False)
    if command == "gameActionList":
        every = _read(command, body, _EventList)
        return Events(every.tableID, _events(every.list), whole=True)
    if command in _BODIES:
        found: Message = _read(command, body, _BODIES[command])
        return found
    return None


def _events(raw: Iterable[dict[str, Any]]) -> tuple[Event, ...]:
    """The events that matter, in order."""
    known = [each for each in raw if each.get("type") in _KNOWN_EVENTS]
    return tuple(as_kind(each, Event, _malformed("gameAction")) for each in known)


def _read(command: str, body: str, kind: Any) -> Any:
    return read_json(body, kind, _malformed(command))


def _malformed(command: str) -> str:
    return f"the site's {command[:40]!r} is malformed"
