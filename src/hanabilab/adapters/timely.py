"""Answers over HTTP that are there in time, or not at all, however slowly their bytes trickle in.

A socket's timeout is that of each piece: a byte of a header now and then would hold one for hours.
No proxy sees what is sent, since it may be secret, and no redirection is followed.
"""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any, Self


class _Limit:
    """Ends what connections hear once the time is over.

    Attributes:
        passed: whether it is.
    """

    def __init__(self, seconds: float) -> None:
        self.passed, self._sockets = False, list[socket.socket]()
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def connection(self, kind: type[HTTPConnection], host: str, **options: Any) -> HTTPConnection:
        """A connection to `host` whose socket is ended in time."""
        made = kind(host, **options)
        connect = made.connect

        def watched() -> None:
            connect()
            self._sockets.append(made.sock)

        made.connect = watched  # type: ignore[method-assign]  # of this one
        return made

    def _end(self) -> None:
        self.passed = True
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class _Watched(urllib.request.HTTPSHandler, urllib.request.HTTPHandler):
    """Opens connections that a limit ends, in the place of both handlers that urllib has."""

    def __init__(self, limit: _Limit) -> None:
        super().__init__()
        self._limit = limit

    def http_open(self, req: urllib.request.Request) -> Any:
        """The answer to a request in the clear."""
        return self.do_open(partial(self._limit.connection, HTTPConnection), req)

    def https_open(self, req: urllib.request.Request) -> Any:
        """The answer to a request through TLS."""
        return self.do_open(partial(self._limit.connection, HTTPSConnection), req)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """What is sent goes to the server that was named, and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """None: an answer that sends one elsewhere is an error."""


@contextmanager
def answer_to(request: urllib.request.Request, seconds: float) -> Iterator[Any]:
    """The answer to a request, to be read within: an `HTTPError` where the server refuses.

    Args:
        seconds: until its last byte must be there.

    Raises:
        OSError, HTTPException: it cannot be reached; a TimeoutError if it is too slow.
    """
    with _Limit(seconds) as limit:
        direct = urllib.request.ProxyHandler({})
        opener = urllib.request.build_opener(_Watched(limit), _NoRedirects, direct)
        try:
            try:
                answer = opener.open(request, timeout=seconds)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                yield answer
        except (OSError, HTTPException):
            if not limit.passed:
                raise
        if limit.passed:  # what was there before the end would pass for a whole answer
            raise TimeoutError("timed out")
