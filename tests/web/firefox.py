"""Firefox for tests of the page, driven by WebDriver BiDi, which it speaks without a driver.

Where there is no Firefox, or no client of websockets, the tests are skipped and say so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

_NAMES = ("firefox-esr", "firefox")
#: Seconds that a busy machine may take for an answer.
_PATIENCE = 60.0
_IN_JSON = "async (told) => JSON.stringify(await (%s)(...JSON.parse(told)))"


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A window of Firefox, with a profile in `folder`; HANABI_FIREFOX names another program."""
    client = pytest.importorskip("websockets.sync.client", reason="pip install 'hanabilab[bot]'")
    program = os.environ.get("HANABI_FIREFOX") or next(
        filter(None, map(shutil.which, _NAMES)), None
    )
    if program is None:
        pytest.skip("no Firefox is installed, such as Debian's firefox-esr")
    options = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    with subprocess.Popen([program, *options], stderr=subprocess.PIPE, text=True) as process:
        try:
            address = _address(process)
            with client.connect(f"{address}/session", max_size=None) as wire:
                yield Firefox(wire)
        finally:
            process.terminate()


class Firefox:
    """A window: it goes to addresses, runs functions in its page, and clicks.

    Attributes:
        mistakes: what the page has written to the console as errors.
    """

    def __init__(self, wire: Any) -> None:
        self._wire, self._numbers = wire, count(1)
        self.mistakes: list[str] = []
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._window = tree["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])

    def go(self, address: str) -> None:
        """Load a page."""
        self._ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def run(self, function: str, *told: Any) -> Any:
        """What a function of JavaScript returns in the page; `told` and the answer are JSON."""
        found = self._ask(
            "script.callFunction",
            functionDeclaration=_IN_JSON % function,
            awaitPromise=True,
            target={"context": self._window},
            arguments=[{"type": "string", "value": json.dumps(told)}],
        )
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    def wait(self, function: str, *told: Any) -> Any:
        """What the function returns, once that counts as true."""
        end = monotonic() + _PATIENCE
        while not (found := self.run(function, *told)):
            assert monotonic() < end, f"in vain: {function} {told}"
            sleep(0.01)
        return found

    def click(self, selector: str) -> None:
        """Click the middle of an element with the pointer."""
        place = """(selector) => {
          const found = document.querySelector(selector);
          found?.scrollIntoView({ block: "center" });
          const box = found?.getBoundingClientRect();
          return box && [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
        }"""
        x, y = self.wait(place, selector)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key: str) -> None:
        """Press a key."""
        steps = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._perform({"type": "key", "id": "keys", "actions": steps})

    def _perform(self, actions: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._window, actions=[actions])

    def _ask(self, method: str, **told: Any) -> Any:
        """The answer to a command; notes what the console has said meanwhile."""
        number = next(self._numbers)
        self._wire.send(json.dumps({"id": number, "method": method, "params": told}))
        while True:
            answer = json.loads(self._wire.recv(timeout=_PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.mistakes.append(str(answer["params"]["text"]))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]


def _address(process: subprocess.Popen[str]) -> str:
    """Where it listens, as it says; its other words are read, too, so that it never waits."""
    found: list[str] = []

    def read() -> None:
        with suppress(ValueError):  # closed
            for line in process.stderr or ():
                found.extend(re.findall(r"WebDriver BiDi listening on (ws://\S+)", line))

    threading.Thread(target=read, daemon=True).start()
    end = monotonic() + _PATIENCE
    while not found:
        assert process.poll() is None, "Firefox has ended"
        assert monotonic() < end, "Firefox does not say where it listens"
        sleep(0.05)
    return found[0]
