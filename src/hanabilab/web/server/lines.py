"""A connection of a browser: whoever says nothing, or does not listen, has it not for long.

uvicorn waits for the first request without end, and counts connections that wait as it counts
requests. So a few hundred that say nothing would keep everybody out.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds until the headers of a request must be there, and until what is sent must be taken.
_PATIENCE = 10.0
#: Connections without a request; if one more comes, the one that has waited longest is closed.
_MOST_IDLE = 64


class Line(H11Protocol):  # type: ignore[misc]  # mypy does not read uvicorn
    """A connection with time limits.

    Attributes:
        idle_since: when it began to wait for a request, in seconds of the loop; None amid one.
    """

    idle_since: float | None = None
    _limit: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Wait for a request; the connection that has waited longest may have to go."""
        super().connection_made(transport)
        self._look()
        idle = [each for each in self.connections if isinstance(each, Line) and each.idle_since]
        if len(idle) > _MOST_IDLE:
            min(idle, key=lambda each: each.idle_since or 0.0).give_up()

    def give_up(self) -> None:
        """Close the connection; it counts no longer, though the loop hears of it later."""
        self._unlimit()
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the limits."""
        self._unlimit()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes; with the end of the headers a request begins."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for another request."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Wait until the other side takes what it was sent."""
        super().pause_writing()
        self._unread = self.loop.call_later(_PATIENCE, self.give_up)

    def resume_writing(self) -> None:
        """It has taken enough."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _look(self) -> None:
        """Limit the time without a request, however many bytes come meanwhile."""
        waits = self.cycle is None or self.cycle.response_complete
        if waits and self.idle_since is None and not self.transport.is_closing():
            self.idle_since = self.loop.time()
            self._limit = self.loop.call_later(_PATIENCE, self.give_up)
        elif not waits:
            self._unlimit()

    def _unlimit(self) -> None:
        self.idle_since = None
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
