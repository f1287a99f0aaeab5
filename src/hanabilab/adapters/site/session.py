"""A bot's stay at the site, folded from its messages: who we are, the tables, the game, replies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hanabilab.adapters.site.frames import (
    Chat,
    Command,
    Events,
    Init,
    Message,
    TableGone,
    TableInfo,
    Tables,
    TableStart,
    Warned,
    Welcome,
)
from hanabilab.adapters.site.seen_game import SeenGame, begin, fold
from hanabilab.errors import NotationError

_JOIN = "/join"

Replies: TypeAlias = tuple[Command, ...]


@dataclass(frozen=True)
class Session:
    """What a bot knows of the site.

    Attributes:
        wanted: the name of the table to sit down at; empty to wait to be asked.
        username: ours; empty before the site has told it.
        tables: of the lobby, by number.
        joined: the table we sit at or have asked to; -1 for none.
        host: who asked us to come there; empty if nobody did.
        game: that we are in; once it has ended, until the next begins.
    """

    wanted: str = ""
    username: str = ""
    tables: dict[int, TableInfo] = field(default_factory=dict)
    joined: int = -1
    host: str = ""
    game: SeenGame | None = None


def take(session: Session, message: Message) -> tuple[Session, Replies]:
    """What a bot knows once the site has said something, and what it answers.

    Raises:
        NotationError: the site does not speak as it should, or the game is not played here.
    """
    match message:
        case Welcome():
            return replace(session, username=message.username), ()
        case TableGone():
            return _without_table(session, message.tableID), ()
        case Chat():
            return _asked(session, message)
        case TableStart():
            return session, () if message.replay else (_about("getGameInfo1", message.tableID),)
        case Init():
            seen = begin(message)
            game = replace(session, game=seen, joined=message.tableID)
            return game, (_about("getGameInfo2", message.tableID),)
        case Events():
            return _happened(session, message)
        case Warned():
            return _warned(session, message)
        case Tables():
            return _listed(session, message.tables)
        case None:
            return session, ()


def _listed(session: Session, tables: tuple[TableInfo, ...]) -> tuple[Session, Replies]:
    """Tables are there; we sit down at the one that is wanted."""
    now = replace(session, tables=session.tables | {table.id: table for table in tables})
    for table in now.tables.values():
        if now.joined < 0 and now.wanted and table.name == now.wanted and not table.running:
            return _join(now, table, "")
    return now, ()


def _without_table(session: Session, table: int) -> Session:
    """After a table was closed: who sat at it before its game began sits nowhere."""
    tables = {at: each for at, each in session.tables.items() if at != table}
    game = session.game
    plays_on = game is not None and game.table == table and not game.end
    joined = -1 if session.joined == table and not plays_on else session.joined
    return replace(session, tables=tables, joined=joined)


def _asked(session: Session, chat: Chat) -> tuple[Session, Replies]:
    """Somebody says "/join", or "/join PASSWORD", to us: we go to the table where they sit."""
    word, _, password = chat.msg.strip().partition(" ")
    if chat.recipient != session.username or word != _JOIN:
        return session, ()
    for table in session.tables.values():
        if chat.who in table.players and not table.running and session.joined < 0:
            return _join(replace(session, host=chat.who), table, password)
    sorry = "I am at a table." if session.joined >= 0 else "You are at no table that can be joined."
    return session, (_private(chat.who, sorry),)


def _join(session: Session, table: TableInfo, password: str) -> tuple[Session, Replies]:
    secret = {"password": password} if password else {}
    command = Command("tableJoin", {"tableID": table.id, **secret})
    return replace(session, joined=table.id), (command,)


def _warned(session: Session, told: Warned) -> tuple[Session, Replies]:
    """The site does not like something: a table that someone asked us to may be closed to us.

    Raises:
        NotationError: it is about anything else.
    """
    plays = session.game is not None and not session.game.end
    if told.error or plays or session.joined < 0 or not session.host:
        raise NotationError(f"the site says: {told.error or told.warning}")
    sorry = _private(session.host, f"I cannot join: {told.warning}")
    return replace(session, joined=-1, host=""), (sorry,)


def _private(who: str, text: str) -> Command:
    return Command("chatPM", {"msg": text, "recipient": who, "room": "lobby"})


def _happened(session: Session, told: Events) -> tuple[Session, Replies]:
    """Something has happened at our table."""
    game = session.game
    if game is None or told.table != game.table or game.end:
        return session, ()
    if not told.whole and not game.cards:
        return session, ()  # others began before we were told of the deal; that comes with it
    if told.whole:  # after a lost connection it is told again from the beginning
        game = replace(game, cards=(), held=(), hints=(), actions=(), turn=-1)
    for event in told.events:
        game = fold(game, event)
    replies = (_about("loaded", game.table),) if told.whole else ()
    if game.end:
        left = {at: table for at, table in session.tables.items() if at != game.table}
        session = replace(session, joined=-1, tables=left)
        replies = (*replies, _about("tableUnattend", game.table))
    return replace(session, game=game), replies


def _about(command: str, table: int) -> Command:
    return Command(command, {"tableID": table})
