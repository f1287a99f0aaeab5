"""Server-sent events: what a page is told as it happens.

A stream ends when its source does, or when the browser closes it. What computes for it runs in a
worker thread, a slice at a time; a closed stream ends the computation after the slice it is at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from typing import Any, ClassVar, TypeAlias

import anyio
import anyio.to_thread
import msgspec
from starlette.types import Receive, Scope, Send

from hanabilab.errors import HanabiError

#: Seconds between two signs that a stream is alive.
_HEARTBEAT = 15.0
#: Streams that are open at once, at most; and those of one browser that last. It opens six
#: connections to a server, and without one that is free its pages could ask for nothing more.
_MOST, _LASTING = 64, 5
_END: Any = object()

Events: TypeAlias = AsyncGenerator[dict[str, Any], None]


class EventStream:
    """An ASGI response that sends what `events` yields, one JSON document each.

    Args:
        more: streams that may be open beside those that any server may have.
        session: of the browser, if the stream lasts as long as its page; "" if it ends by itself.
    """

    open_streams = 0
    _lasting: ClassVar[Counter[str]] = Counter()

    def __init__(self, events: Events, *, more: int = 0, session: str = "") -> None:
        self._events, self._more, self._session = events, more, session

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send events until they end, or until the browser leaves."""
        if refusal := self._refusal():
            await _busy(send, refusal)
            return
        with self._counted():
            async with aclosing(self._events), anyio.create_task_group() as tasks:
                tasks.start_soon(_until_left, receive, tasks.cancel_scope)
                await self._send_all(send, tasks)
                tasks.cancel_scope.cancel()

    def _refusal(self) -> str:
        """Why there is no room for this stream; "" if there is."""
        if EventStream.open_streams >= _MOST + self._more:
            return "too many streams are open; close some pages"
        if self._session and self._lasting[self._session] >= _LASTING:
            return f"this browser shows {_LASTING} tables, and has no room for more; take another"
        return ""

    @contextmanager
    def _counted(self) -> Iterator[None]:
        EventStream.open_streams += 1
        self._lasting[self._session] += 1
        try:
            yield
        finally:
            EventStream.open_streams -= 1
            self._lasting[self._session] -= 1
            if not self._lasting[self._session]:
                del self._lasting[self._session]

    async def _send_all(self, send: Send, tasks: anyio.abc.TaskGroup) -> None:
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        one_at_a_time = anyio.Lock()

        async def say(text: bytes) -> None:
            async with one_at_a_time:
                await send({"type": "http.response.body", "body": text, "more_body": True})

        async def beat() -> None:
            while True:
                await anyio.sleep(_HEARTBEAT)
                await say(b": still here\n\n")

        tasks.start_soon(beat)
        async for event in self._events:
            await say(b"data: " + msgspec.json.encode(event) + b"\n\n")
        await send({"type": "http.response.body", "body": b""})


async def _until_left(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


async def computed(
    make: Callable[[], Iterator[dict[str, Any]]],
    limiter: anyio.CapacityLimiter,
    first: anyio.CapacityLimiter | None = None,
) -> Events:
    """What a generator yields, computed slice by slice in a worker thread.

    Args:
        limiter: of the threads; `first` of those that compute first items, which are quick and
            need not wait for long slices of streams that were left.

    A user's mistake is the last event: `{"error": ...}`. The end is `{"done": true}`.
    """
    source: Iterator[dict[str, Any]] | None = None
    now = first or limiter
    try:
        source = await anyio.to_thread.run_sync(make, limiter=now)
        while True:
            item = await anyio.to_thread.run_sync(next, source, _END, limiter=now)
            if item is _END:
                break
            now = limiter
            yield item
        yield {"done": True}
    except HanabiError as error:
        yield {"error": str(error)}
    finally:
        close = getattr(source, "close", None)
        # When the server stops, a thread may still be at a slice; the generator is then closed
        # with its last reference, after that slice.
        with suppress(ValueError):
            if close:
                close()


async def _busy(send: Send, why: str) -> None:
    await send({"type": "http.response.start", "status": 503, "headers": []})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})
