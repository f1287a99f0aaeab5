"""The server as a process: sockets of this machine alone, uvicorn, the browser."""

from __future__ import annotations

import contextlib
import signal
import socket
import webbrowser
from collections.abc import Iterator, Sequence

import uvicorn
from starlette.types import ASGIApp

from hanabilab.errors import OutputError
from hanabilab.web.server.lines import Line

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

#: Connections at most without participants; files that the process has open beside them; and
#: connections that wait to be taken.
_CONNECTIONS, _OWN_FILES, _BACKLOG = 200, 100, 128
#: Addresses of this machine that no other can reach.
_LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


@contextlib.contextmanager
def local_sockets(port: int = 0) -> Iterator[list[socket.socket]]:
    """Sockets that listen at one port of the loopback addresses; IPv6 where the machine has it.

    Args:
        port: 0 for any that is free.

    Raises:
        OutputError: the port is taken.
    """
    first = _listen(*_LOOPBACK[0], port)
    found = [first]
    with contextlib.suppress(OutputError):
        found.append(_listen(*_LOOPBACK[1], first.getsockname()[1]))
    try:
        yield found
    finally:
        for each in found:
            each.close()


def require_free(port: int) -> None:
    """Do nothing if the port is free now: what is served may take long to make ready.

    Raises:
        OutputError: it is taken.
    """
    with local_sockets(port):
        pass


def _listen(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # Of a socket that says it is TCP, asyncio sends small packets at once. Else each answer waits
    # 40 ms for the other side to confirm its head (Nagle's algorithm and delayed confirmations).
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if family == socket.AF_INET6:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address, port))
        found.listen(_BACKLOG)
    except OSError as error:
        found.close()
        raise OutputError(f"cannot listen at {address} port {port}: {error.strerror}") from None
    return found


def port_of(sockets: Sequence[socket.socket]) -> int:
    """The port that they listen at."""
    port: int = sockets[0].getsockname()[1]
    return port


def room_for(people: int) -> int:
    """Connections at most: browsers open up to six at once."""
    return _CONNECTIONS + 6 * people


def require_room(people: int) -> None:
    """Let this process have as many open files as `people` need.

    Raises:
        OutputError: the system does not allow it.
    """
    if resource is None:
        return
    needed = room_for(people) + _OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft in (resource.RLIM_INFINITY, max(soft, needed)):
        return
    if hard not in (resource.RLIM_INFINITY, max(hard, needed)):
        raise OutputError(
            f"{people} participants need {needed} open files, and this system allows {hard} "
            "(ulimit -Hn); let fewer take part at once"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def server_of(app: ASGIApp, people: int = 0) -> uvicorn.Server:
    """What serves an application, with room for the browsers of `people`."""
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,  # the handlers of the program that serves stay as they are
        log_level="critical",  # the gate tells of failures in a line,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=Line,
        limit_concurrency=room_for(people),
        backlog=_BACKLOG + people,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def run(app: ASGIApp, sockets: list[socket.socket], url: str = "", *, people: int = 0) -> None:
    """Serve until Ctrl-C.

    Args:
        url: to open in the browser; "" for none.
        people: participants of a study, for whom there is room beside.
    """
    if url:
        webbrowser.open(url)
    server = server_of(app, people)
    server.capture_signals = contextlib.nullcontext

    def stop(*_: object) -> None:
        server.should_exit = True

    # uvicorn takes a KeyboardInterrupt within a request for a fault of the request.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    server.run(sockets=sockets)
