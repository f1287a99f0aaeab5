"""A server that runs in a thread of the tests, for real browsers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hanabilab.web.server.serving import local_sockets, port_of, server_of


@contextmanager
def running(host: Callable[[int], tuple[Any, Any]], people: int = 0) -> Iterator[Any]:
    """Serve what `host(port)` makes, an application and links, as always; yields the links."""
    with local_sockets() as sockets:
        app, links = host(port_of(sockets))
        server = server_of(app, people)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=sockets)))
        thread.start()
        try:
            yield links
        finally:
            server.should_exit = True
            thread.join(30)
