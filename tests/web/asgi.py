"""A browser without a network: it sends requests straight to an ASGI application."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

PORT = 8765
HOST = f"127.0.0.1:{PORT}"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """One browser: it keeps cookies, and says where its requests come from as browsers do."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.cookies: dict[str, str] = {}
        self._runner = asyncio.Runner()
        # Playwright keeps a loop in the thread of the tests, where no other can run then.
        self._thread = ThreadPoolExecutor(1)
        self.received = bytearray()  # every byte that ever came

    def close(self) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def run(self, coroutine: Any) -> Any:
        """Run in this browser's loop, in which the application runs too."""
        return self._thread.submit(self._runner.run, coroutine).result()

    def headers(self, **changes: str | None) -> list[tuple[bytes, bytes]]:
        """Those of a page of this server; None leaves one out."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        usual = {"host": HOST, "sec-fetch-site": "same-origin", "cookie": cookie or None}
        given = usual | {name.replace("_", "-"): value for name, value in changes.items()}
        return [(n.encode(), v.encode("latin-1")) for n, v in given.items() if v is not None]

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.request("GET", path, self.headers(**headers))

    def post(self, path: str, document: Any = None, **headers: str | None) -> Answer:
        own = {"origin": f"http://{HOST}"} | headers
        # As browsers write it: letters as they are.
        body = json.dumps({} if document is None else document, ensure_ascii=False).encode()
        return self.request("POST", path, self.headers(**own), body)

    def request(
        self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes = b""
    ) -> Answer:
        return self.run(self.ask(method, path, headers, body))

    async def ask(
        self,
        method: str,
        path: str,
        headers: list[tuple[bytes, bytes]],
        body: bytes = b"",
        events: int | None = None,
        more_body: bool = False,
    ) -> Answer:
        """Send a request; leave after so many events of a stream.

        Args:
            more_body: tell of more, which never comes.
        """
        left = asyncio.Event()
        incoming = [{"type": "http.request", "body": body, "more_body": more_body}]
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            if incoming:
                return incoming.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))
                if events is not None and b"".join(parts).count(b"data: ") >= events:
                    left.set()

        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "surrogateescape"),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 50_000),
            "server": ("127.0.0.1", PORT),
        }
        await self.app(scope, receive, send)
        named = {n.decode().lower(): v.decode("latin-1") for n, v in start.get("headers", [])}
        self._keep(named.get("set-cookie", ""))
        answer = Answer(start.get("status", 0), named, b"".join(parts))
        self.received += b"".join(n + b": " + v for n, v in start.get("headers", [])) + answer.body
        return answer

    def _keep(self, cookie: str) -> None:
        name, _, value = cookie.partition(";")[0].partition("=")
        if name:
            self.cookies[name] = value

    def events(self, path: str, count: int) -> list[Any]:
        """The first events of a stream, which is then closed."""
        answer = self.run(self.ask("GET", path, self.headers(), events=count))
        assert answer.status == 200, answer.body
        return [json.loads(line[6:]) for line in answer.body.split(b"\n") if line[:6] == b"data: "]
