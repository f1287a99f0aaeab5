"""How long the page takes, in a real browser: to the first board, to first values, for a step.

    python -m scripts.time_page [--runs 5]

Times are in milliseconds, from the request of the page, or from the click, until the page shows it:
the median and the largest. The server has been started, and its code is loaded; how long that takes
is told first. A step is the time of the page's script for a key that goes one turn on.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record
from hanabilab.web.advice import advise
from hanabilab.web.document import document
from hanabilab.web.live import LiveTable
from hanabilab.web.server import viewing
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.server.viewing import host_view
from hanabilab.web.setting import Setting
from tests.web.running import running

RECORD = Path("tests/golden/smart-2p.hanabi")
BROWSER = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"
#: Tells the moment at which something appears, in milliseconds since the page was requested.
_NOTE = """name => new Promise(done => { const look = () => document.querySelector(name)
    ? done(performance.now()) : requestAnimationFrame(look); look(); })"""
#: Presses a key at each turn; how long the page's script ran for it.
_STEPS = """() => { const found = []; const last = Number(document.querySelector("#slider").max);
    for (let turn = 0; turn < last; turn++) { const began = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        found.push(performance.now() - began); }
    return found; }"""


def board(page: Page, address: str) -> float:
    """Request the page; when its board is there."""
    page.goto(address, wait_until="commit")
    return float(page.evaluate(_NOTE, ".board"))


def first_values(page: Page) -> float:
    """Ask a search at the table; when its first values are there."""
    began = float(page.evaluate("performance.now()"))
    page.get_by_role("button", name="Ask a search").click()
    return float(page.evaluate(_NOTE, ".search td")) - began


def turn_values(page: Page, turn: int) -> float:
    """Search a turn of a record that was not searched before; when its first values are there."""
    page.goto(f"{page.url.partition('#')[0]}#turn={turn}&tab=values")
    page.reload()
    page.locator(".board").wait_for()
    began = float(page.evaluate("performance.now()"))
    page.get_by_role("button", name="Search this turn").click()
    return float(page.evaluate(_NOTE, ".values td")) - began


def steps(page: Page) -> list[float]:
    """The script's time for each step through a game, by key."""
    page.goto(f"{page.url.partition('#')[0]}#turn=0")
    page.reload()
    page.locator(".board").wait_for()
    return [float(each) for each in page.evaluate(_STEPS)]


def loading(told: dict[str, Any]) -> float:
    """How long a server loads code in the background after its start."""
    began = time.perf_counter()
    viewing.warm_up([told]).wait()
    return 1000 * (time.perf_counter() - began)


def measure(runs: int) -> dict[str, list[float]]:
    """All times, by what was waited for."""
    setting = Setting(Rules(), (HUMAN, "smart"), seed=11)
    told = document(load_record(RECORD))
    times = {"code loaded after start": [loading(told)]}
    warm_up(setting)
    next(advise(LiveTable(setting).game, 0))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(120_000)
        with running(lambda port: host_table(LiveTable(setting), port)) as links:
            page.goto(links[0])
            page.locator(".board").wait_for()
            times["board of a table"] = repeat(runs, lambda: board(page, page.url))
            times["first search values at a table"] = repeat(
                runs, lambda: (board(page, page.url), first_values(page))[1]
            )
        with running(lambda port: host_view([told], "A game", port)) as link:
            page.goto(link)
            page.locator(".board").wait_for()
            times["board of a record"] = repeat(runs, lambda: board(page, page.url.split("#")[0]))
            turns = iter(range(6, 6 + 4 * runs, 4))
            times["first values of a turn"] = repeat(runs, lambda: turn_values(page, next(turns)))
            times["a step"] = steps(page)
        browser.close()
    return times


def repeat(runs: int, once: Callable[[], Any]) -> list[float]:
    """The times of some runs."""
    return [once() for _ in range(runs)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    for name, found in measure(parser.parse_args().runs).items():
        print(f"{name}: median {statistics.median(found):.1f}, largest {max(found):.1f} ms")
