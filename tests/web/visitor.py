"""A person's browser without a face: it opens a link of a running server, asks and listens."""

from __future__ import annotations

import http.cookiejar
import json
import re
import urllib.request
from collections.abc import Iterator
from typing import Any


class Visitor:
    """Who has opened a link.

    Attributes:
        home: the path that the link leads to.
    """

    def __init__(self, link: str) -> None:
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._browser = urllib.request.build_opener(cookies)
        self._base = link.partition("/enter")[0]
        page = self._browser.open(link, timeout=60).read().decode()
        self.home = re.search(r'href="([^"]+)"', page)[1]
        self._browser.addheaders = [("Origin", self._base), ("Sec-Fetch-Site", "same-origin")]

    def get(self, path: str) -> bytes:
        """What is at a path."""
        with self._browser.open(f"{self._base}{path}", timeout=60) as answer:
            return answer.read()

    def post(self, path: str, told: Any = None) -> Any:
        """What the server answers to a document."""
        body = json.dumps({} if told is None else told).encode()
        with self._browser.open(f"{self._base}/api{path}", body, timeout=60) as answer:
            return json.load(answer)

    def stage(self) -> Any:
        """What comes next in a study."""
        return json.loads(self.get(f"/api{self.home}/stage"))

    def events(self, path: str) -> Iterator[Any]:
        """What a stream tells, until it is left."""
        with self._browser.open(f"{self._base}/api{path}", timeout=60) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line.removeprefix(b"data: "))
