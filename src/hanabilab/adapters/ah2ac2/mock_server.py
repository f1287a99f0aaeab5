"""A server of AH2AC2's protocol on this machine, over TLS where a certificate is given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from hanabilab.adapters.ah2ac2.evaluation import Evaluation
from hanabilab.adapters.ah2ac2.key import Key
from hanabilab.adapters.ah2ac2.messages import write_fault
from hanabilab.adapters.ah2ac2.table import Table
from hanabilab.adapters.wire import listening, require_websockets
from hanabilab.errors import AgentError, HanabiError

_INFO = "/evaluation-info/"
_NEXT, _TEST = "/play-next", "/play-random-agent"


class MockServer:
    """What answers requests and connections; games go on one action at a time.

    Attributes:
        url: where it is.
        done: set once all games are finished, and their candidate has been told.
        failure: why the server can go on no more, such as a partner that fails.
    """

    def __init__(self, evaluation: Evaluation, key: Key) -> None:
        self.evaluation, self.done = evaluation, Event()
        self.failure: Exception | None = None
        self.url = ""
        self._key = key
        self._turn = Lock()  # agents of users may not be asked twice at once

    def answer(self, path: str) -> tuple[int, str] | None:
        """The answer to a request, by its path; None for one that may open a WebSocket."""
        try:
            parts = _parts_of(path)
        except HanabiError as error:
            return HTTPStatus.BAD_REQUEST, f"{error}\n"
        if parts.path in (_NEXT, _TEST):
            return None
        if not parts.path.startswith(_INFO):
            return HTTPStatus.NOT_FOUND, "there is nothing here\n"
        if not self._key.fits(unquote(parts.path.removeprefix(_INFO))):
            return HTTPStatus.FORBIDDEN, "this is not the key\n"
        return HTTPStatus.OK, json.dumps(self.evaluation.info())

    def talk(self, connection: Any) -> None:
        """One game over a connection: a fault ends it, and the other side is told why."""
        connection.send(json.dumps({"message": "hanabilab's server"}))
        try:
            self._play(connection, self._table(connection.request.path))
        except HanabiError as error:
            if isinstance(error, AgentError):  # a partner's; candidates are not asked here
                self._fail(error)
            connection.send(write_fault(self._key.hidden(str(error))))

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.done.set()

    def _table(self, path: str) -> Table:
        """The table that a connection asks for.

        Raises:
            HanabiError: a malformed path, a wrong key, wrong seats, or no game is left.
        """
        parts = _parts_of(path)
        fields = parse_qs(parts.query)
        is_next = parts.path == _NEXT
        (key, *more) = fields.get("submission_key" if is_next else "test_submission_key", [""])
        if more or not self._key.fits(key):
            raise HanabiError("this is not the key")
        if is_next:
            return self.evaluation.next_table()
        players = _numbers(fields.get("num_players", []), "num_players")
        if len(players) != 1:
            raise HanabiError("num_players is needed, once")
        seats = _numbers(fields.get("candidate_positions", []), "candidate_positions")
        return self.evaluation.test_table(players[0], seats)

    def _play(self, connection: Any, table: Table) -> None:
        try:
            connection.send(table.begin())
            while not table.is_over:
                text = connection.recv()
                told = self._hear(table, text if isinstance(text, str) else "")
                if table.is_over:  # before it is told: whoever hears of it may ask for the next
                    self.evaluation.end(table)
                connection.send(told)
        finally:
            if not table.is_over:
                self.evaluation.end(table)
            if self.evaluation.is_done:
                self.done.set()

    def _hear(self, table: Table, text: str) -> str:
        """What the table tells; raises what is wrong, a fault of ours as such."""
        with self._turn:
            try:
                return table.hear(text)
            except HanabiError:
                raise
            except Exception as error:  # told where the server was started
                self._fail(error)
                raise HanabiError("the server has failed") from error


def _parts_of(path: str) -> SplitResult:
    """The parts of the path of a request; raises HanabiError where it has none, as `//[`."""
    try:
        return urlsplit(path)
    except ValueError:
        raise HanabiError("the path is malformed") from None


def _numbers(words: list[str], name: str) -> list[int]:
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise HanabiError(f"{name} is {word!r}; it is a whole number")
    return [int(word) for word in words]


@contextmanager
def serving(
    evaluation: Evaluation,
    key: Key,
    *,
    port: int = 0,
    certificate: tuple[Path, Path] | None = None,
) -> Iterator[MockServer]:
    """Serve an evaluation until the block ends.

    Args:
        key: that candidates must have.
        port: 0 for any that is free.
        certificate: files of a certificate and its key, for TLS.

    Raises:
        HanabiError: the extra is not installed, the port is taken, or there is no such certificate.
    """
    require_websockets()
    server = MockServer(evaluation, key)
    with listening(server.talk, server.answer, port=port, certificate=certificate) as wire:
        scheme = "http" if certificate is None else "https"
        server.url = f"{scheme}://localhost:{wire.socket.getsockname()[1]}"
        thread = Thread(target=wire.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            wire.shutdown()
            thread.join()
