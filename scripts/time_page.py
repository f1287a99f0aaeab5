"""How long the page takes, in a real browser: to the first board, and to a search's first values.

    python -m scripts.time_page [--runs 5]

Times are in milliseconds, from the request of the page, or from the click, until the page shows it:
the median and the largest. The server has been started and is warm, as after `hanabi play`.
"""

from __future__ import annotations

import argparse
import statistics
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
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.server.viewing import host_view
from hanabilab.web.setting import Setting
from tests.web.running import running

_RECORD = Path("tests/golden/smart-2p.hanabi")
_BROWSER = "/usr/bin/chromium-headless-shell"
#: Tells the moment at which something appears, in milliseconds since the page was requested.
_NOTE = """name => new Promise(done => { const look = () => document.querySelector(name)
    ? done(performance.now()) : requestAnimationFrame(look); look(); })"""


def board(page: Page, address: str) -> float:
    """Request the page; when its board is there."""
    page.goto(address, wait_until="commit")
    return float(page.evaluate(_NOTE, ".board"))


def first_values(page: Page) -> float:
    """Ask a search at the table; when its first values are there."""
    began = float(page.evaluate("performance.now()"))
    page.get_by_role("button", name="Ask a search").click()
    return float(page.evaluate(_NOTE, ".search td")) - began


def measure(runs: int) -> dict[str, list[float]]:
    """All times, by what was waited for."""
    setting = Setting(Rules(), (HUMAN, "smart"), seed=11)
    warm_up(setting)
    next(advise(LiveTable(setting).game, 0))
    told = document(load_record(_RECORD))
    times: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_BROWSER, args=["--no-sandbox"])
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
        browser.close()
    return times


def repeat(runs: int, once: Callable[[], Any]) -> list[float]:
    """The times of some runs."""
    return [once() for _ in range(runs)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    for name, found in measure(parser.parse_args().runs).items():
        print(f"{name}: median {statistics.median(found):.0f}, largest {max(found):.0f} ms")
