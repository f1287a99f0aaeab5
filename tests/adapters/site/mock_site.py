"""A small public site: the messages of one table as the real one sends them, and its engine ours.

`MockTable` knows nothing of wires: it takes commands and gives each seat its frames. `MockSite`
serves one on loopback, with logins over HTTP and a WebSocket, both on one port.
"""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager, suppress
from urllib.parse import parse_qs

from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD
from hanabilab.notation.game_files import log_action
from hanabilab.notation.game_log import ANONYMOUS, GameLog
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import parse_seed

__all__ = ["MockSite", "MockTable"]

TABLE = 7


def _frame(command, body):
    return f"{command} {json.dumps(body)}"


class MockTable:
    """One table at which bots play the deck of a seed; seats are given in the order of joining."""

    def __init__(self, seed, options=None):
        self.seed = parse_seed(seed)
        self.options = options or {}
        self.names = []
        deck = tuple(self.seed.deck())
        self.log = GameLog(
            variant=self.seed.variant,
            players=ANONYMOUS[: self.seed.players],
            deck=deck,
            actions=(),
            options=tuple(self.options.items()),
        )
        self.game: Game = replay_log(self.log).game
        self.loaded = set()
        self.said = []
        self.events = self._deal()

    # --- What a seat is sent ---------------------------------------------------------------------

    def welcome(self, name):
        """The frames after a login."""
        playing = [TABLE] * (name in self.names and self.has_begun)
        listed = {"id": TABLE, "name": "bots", "players": self.names}
        listed |= {
            "running": self.has_begun,
            "joined": bool(playing),
            "numPlayers": len(self.names),
            "maxPlayers": 6,
        }
        return [
            _frame("welcome", {"userID": 1, "username": name, "playingAtTables": playing}),
            _frame("userList", []),
            _frame("tableList", [listed]),
            _frame("chatList", {"list": [], "unread": 0}),
            _frame("gameHistory", []),
        ]

    def listed(self):
        """The table as the lobby shows it."""
        return _frame(
            "table", {"id": TABLE, "name": "bots", "players": self.names, "running": False}
        )

    def hear(self, seat_name, text):
        """Take a command; the frames that each seat gets, as [(name, frame)]."""
        command, _, body = text.partition(" ")
        fields = json.loads(body)
        if command == "chatPM":
            return [(seat_name, _frame("chat", {"msg": fields["msg"], "who": seat_name}))]
        if command == "chat":
            assert fields["room"] == f"table{TABLE}"
            self.said.append((seat_name, fields["msg"]))
            said = {"msg": fields["msg"], "who": seat_name, "room": fields["room"]}
            return [(name, _frame("chat", said)) for name in self.names]
        assert fields["tableID"] == TABLE
        if command == "tableJoin":
            self.names.append(seat_name)
            joined = [(seat_name, _frame("joined", {"tableID": TABLE}))]
            if not self.has_begun:
                return joined
            return [*joined, *((name, self._start()) for name in self.names)]
        if command == "tableReattend":
            assert seat_name in self.names
            return [(seat_name, self._start())]
        if command == "getGameInfo1":
            return [(seat_name, _frame("init", self.init_of(seat_name)))]
        if command == "getGameInfo2":
            seat = self.names.index(seat_name)
            seen = [self._seen_by(seat, event) for event in self.events]
            told = [
                _frame("gameActionList", {"tableID": TABLE, "list": seen}),
                _frame("connected", {"tableID": TABLE, "list": [True] * len(self.names)}),
                _frame("clock", {"tableID": TABLE, "times": [0] * len(self.names)}),
            ]
            return [(seat_name, frame) for frame in told]
        if command == "loaded":
            self.loaded.add(seat_name)
            return []
        if command == "tableUnattend":
            return []
        assert command == "action", command
        return self._act(self.names.index(seat_name), fields)

    @property
    def has_begun(self):
        """Whether all seats are taken."""
        return len(self.names) == self.seed.players

    def _start(self):
        return _frame("tableStart", {"tableID": TABLE, "replay": False})

    def init_of(self, name):
        variant = {"variantName": self.seed.variant.name}
        return {
            "tableID": TABLE,
            "playerNames": self.names,
            "ourPlayerIndex": self.names.index(name),
            "spectating": False,
            "replay": False,
            "databaseID": -1,
            "seed": self.seed.text,
            "options": {"numPlayers": len(self.names), **variant, **self.options},
            "characterAssignments": [],
        }

    def _seen_by(self, seat, event):
        """A seat is not told the cards that it draws."""
        if event["type"] == "draw" and event["playerIndex"] == seat:
            return event | {"suitIndex": -1, "rank": -1}
        return event

    # --- The game --------------------------------------------------------------------------------

    def _card(self, order):
        return dict(zip(("suitIndex", "rank"), self.log.deck[order], strict=True))

    def _deal(self):
        size = self.log.hand_size
        # Whose turn it is, nobody is told before the first action.
        return [
            self._draw(seat, seat * size + slot)
            for seat in range(self.seed.players)
            for slot in range(size)
        ]

    def _draw(self, seat, order):
        return {"type": "draw", "playerIndex": seat, "order": order, **self._card(order)}

    def _after(self):
        state = self.game.state
        over = self.game.is_over
        status = {"type": "status", "clues": int(state.information_tokens), "maxScore": 25}
        status["score"] = int(state.points)
        seat = -1 if over else int(state.current_seat)
        turn = {"type": "turn", "num": len(self.game.actions), "currentPlayerIndex": seat}
        end = {"type": "gameOver", "endCondition": 2 if not state.life_tokens else 1}
        return [status, turn] + [end | {"playerIndex": -1, "votes": []}] * over

    def _act(self, seat, fields):
        assert seat == self.game.current_seat, "a bot acts out of turn"
        wanted = (fields["type"], fields["target"], fields["value"])
        legal = {tuple(log_action(self.game, each)): each for each in self.game.legal_actions()}
        action = legal[wanted]
        before = self.game.copy()
        self.game.act(action)
        self.events.extend(new := self._events(before, action, seat))
        frames = []
        for event in new:
            for place, name in enumerate(self.names):
                body = {"tableID": TABLE, "action": self._seen_by(place, event)}
                frames.append((name, _frame("gameAction", body)))
        if self.game.is_over:
            ended = _frame("databaseID", {"tableID": TABLE, "databaseID": 990011})
            frames += [(name, ended) for name in self.names]
        return frames

    def _events(self, before, action, seat):
        """What the site tells of an action: strike, card or hint, draw, status, turn, the end."""
        state, tables = self.game.state, self.game.rules.tables
        kind, place = int(tables.action_kind[action]), int(tables.action_place[action])
        if kind >= COLOR_HINT:
            told = log_action(before, action)
            touched = [
                int(state.deck_index[told.target, slot])
                for slot in range(self.game.rules.hand_size)
                if int(state.last_touched) >> slot & 1
            ]
            clue = {"type": int(told.kind) - 2, "value": told.value}
            hint = {"type": "clue", "clue": clue, "giver": seat, "target": told.target}
            return [hint | {"list": touched, "turn": len(before.actions)}, *self._after()]
        order = int(before.state.deck_index[seat, place])
        card = {"playerIndex": seat, "order": order, **self._card(order)}
        events = []
        if kind == DISCARD:
            events.append({"type": "discard", "failed": False, **card})
        elif state.last_scored:
            events.append({"type": "play", **card})
        else:
            lost = int(before.state.life_tokens - state.life_tokens)
            events.append({"type": "strike", "num": lost, "turn": 0, "order": order})
            events.append({"type": "discard", "failed": True, **card})
        if state.deck_drawn > before.state.deck_drawn:
            events.append(self._draw(seat, int(before.state.deck_drawn)))
        return [*events, *self._after()]


class MockSite:
    """A table on loopback, with the names and passwords that it lets in.

    One port takes both: a login is answered here, all else is handed on, byte for byte, to the
    WebSocket server behind it.
    """

    def __init__(self, table, passwords):
        self.table, self.passwords = table, passwords
        self._connections, self._threads = {}, []
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]

    @property
    def url(self):
        """Where bots find it."""
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def running(self):
        """Serve until the block ends."""
        from websockets.sync.server import serve

        with serve(self._talk, "127.0.0.1", 0) as server:
            behind = server.socket.getsockname()
            self._start(server.serve_forever)
            self._start(self._accept, behind)
            try:
                yield self
            finally:
                self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
                server.shutdown()
                for thread in self._threads:
                    thread.join(10)
                self._listening.close()

    def _start(self, work, *arguments):
        self._threads.append(threading.Thread(target=work, args=arguments, daemon=True))
        self._threads[-1].start()

    def _accept(self, behind):
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._start(self._serve, client, behind)

    def _serve(self, client, behind):
        with suppress(OSError), client:
            if client.recv(4, socket.MSG_PEEK) == b"POST":
                self._log_in(client)
                return
            with socket.create_connection(behind) as server:
                self._start(_hand_on, server, client)
                _hand_on(client, server)

    def _log_in(self, client):
        """A form with a name and a password; a cookie for the right ones."""
        with client.makefile("rwb") as file:
            assert file.readline().startswith(b"POST /login ")
            length = 0
            while (line := file.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.partition(b":")[2])
            form = {key: each[0] for key, each in parse_qs(file.read(length).decode()).items()}
            known = self.passwords.get(form["username"]) == form["password"]
            if known and form["version"] == "bot":
                cookie = f"Set-Cookie: hanabi.sid={form['username']}; HttpOnly\r\n"
                file.write(f"HTTP/1.1 200 OK\r\n{cookie}Content-Length: 0\r\n\r\n".encode())
            else:
                file.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 5\r\n\r\nNo.\r\n")

    def _talk(self, connection):
        from websockets.exceptions import ConnectionClosed

        name = connection.request.headers["Cookie"].partition("=")[2]
        with suppress(ConnectionClosed):
            with self._lock:
                self._connections[name] = connection
                for frame in self.table.welcome(name):
                    connection.send(frame)
            for text in connection:
                with self._lock:
                    for to, frame in self.table.hear(name, text):
                        with suppress(ConnectionClosed):
                            self._connections[to].send(frame)


def _hand_on(source, target):
    """All bytes from one socket to another, until one of them closes."""
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
