"""A bot's stay at the site, folded from its messages: who we are, the tables, the game, replies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hanabilab.adapters.site.frames import (
    Chat,
    Command,
    Events,
    Init,
    Joined,
    Left,
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

_JOIN, _HELP = "/join", "/help"

Replies: TypeAlias = tuple[Command, ...]


@dataclass(frozen=True)
class Session:
    """What a bot knows of the site.

    Attributes:
        wanted: the name of the table to sit down at; empty to wait to be asked.
        help: what whoever sends us "/help" is told; empty to leave it unanswered.
        username: ours; empty before the site has told it.
        tables: of the lobby, by number.
        joined: the table we sit at or have asked to; -1 for none.
        seated: whether that table has let us in.
        sent_away: tables that we had to leave; we go back if somebody asks us to.
        host: who asked us to come there; empty if nobody did.
        game: that we are in; once it has ended, until the next begins.
    """

    wanted: str = ""
    help: str = ""
    username: str = ""
    tables: dict[int, TableInfo] = field(default_factory=dict)
    joined: int = -1
    seated: bool = False
    sent_away: frozenset[int] = frozenset()
    host: str = ""
    game: SeenGame | None = None


def take(session: Session, message: Message) -> tuple[Session, Replies]:
    """What a bot knows once the site has said something, and what it answers.

    Raises:
        NotationError: the site does not speak as it should, or the game is not played here.
    """
    match message:
        case Welcome():
            return _welcomed(session, message)
        case TableGone():
            return _without_table(session, message.tableID), ()
        case Joined():
            return replace(session, joined=message.tableID, seated=True), ()
        case Left():
            return _away_from(session, message.tableID), ()
        case Chat():
            return _asked(session, message)
        case TableStart():
            return session, () if message.replay else (_about("getGameInfo1", message.tableID),)
        case Init():
            seen = begin(message)
            game = replace(session, game=seen, joined=message.tableID, seated=True)
            return game, (_about("getGameInfo2", message.tableID),)
        case Events():
            return _happened(session, message)
        case Warned():
            return _warned(session, message)
        case Tables():
            return _listed(session, message.tables)
        case None:
            return session, ()


def _welcomed(session: Session, message: Welcome) -> tuple[Session, Replies]:
    """The site knows us; a game that went on without us waits for us to come back."""
    session = replace(session, username=message.username)
    if not message.playingAtTables:
        return session, ()
    table = message.playingAtTables[0]
    return replace(session, joined=table, seated=True), (_about("tableReattend", table),)


def _listed(session: Session, tables: tuple[TableInfo, ...]) -> tuple[Session, Replies]:
    """Tables are there, and who sits at them; we sit down at the one that is wanted."""
    now = replace(session, tables=session.tables | {table.id: table for table in tables})
    for table in tables:
        if table.id == now.joined and session.username in table.players:
            now = replace(now, seated=True)
        elif table.id == now.joined and now.seated:
            now = _away_from(now, table.id)
    for table in now.tables.values():
        wanted = now.wanted and table.name == now.wanted and table.id not in now.sent_away
        if now.joined < 0 and wanted and not table.running:
            return _join(now, table, "")
    return now, ()


def _without_table(session: Session, table: int) -> Session:
    """After a table was closed: who sat at it before its game began sits nowhere."""
    tables = {at: each for at, each in session.tables.items() if at != table}
    return replace(_away_from(session, table), tables=tables)


def _away_from(session: Session, table: int) -> Session:
    """We sit at a table no more, unless our game goes on there."""
    plays = session.game is not None and session.game.table == table and not session.game.end
    if session.joined != table or plays:
        return session
    sent_away = session.sent_away | {table}
    return replace(session, joined=-1, seated=False, sent_away=sent_away)


def _asked(session: Session, chat: Chat) -> tuple[Session, Replies]:
    """Somebody says "/help" to us, or "/join", or "/join PASSWORD".

    To the first we tell who we are; for the others we go to the table where they sit.
    """
    word, _, password = chat.msg.strip().partition(" ")
    if chat.recipient == session.username and word == _HELP and session.help:
        return session, (_private(chat.who, session.help),)
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
    return replace(session, joined=table.id, seated=False), (command,)


def _warned(session: Session, told: Warned) -> tuple[Session, Replies]:
    """The site does not like something: a table that someone asked us to may be closed to us.

    Raises:
        NotationError: it is about anything else.
    """
    plays = session.game is not None and not session.game.end
    if told.error or plays or session.joined < 0 or not session.host:
        raise NotationError(f"the site says: {told.error or told.warning}")
    sorry = _private(session.host, f"I cannot join: {told.warning}")
    return replace(session, joined=-1, seated=False, host=""), (sorry,)


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
        game = game.from_the_beginning()
    for event in told.events:
        game = fold(game, event)
    replies = (_about("loaded", game.table),) if told.whole else ()
    if game.end:
        left = {at: table for at, table in session.tables.items() if at != game.table}
        session = replace(session, joined=-1, seated=False, tables=left)
        replies = (*replies, _about("tableUnattend", game.table))
    return replace(session, game=game), replies


def _about(command: str, table: int) -> Command:
    return Command(command, {"tableID": table})
