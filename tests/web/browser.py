"""A real browser for tests of the page; where there is none, they are skipped and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

_TREES = Path(__file__).parent / "golden"
_PATIENCE = 10.0  # seconds
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--no-sandbox",  # root has none
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


def browser_program() -> str | None:
    """Where Chromium is; HANABI_BROWSER names another program."""
    named = os.environ.get("HANABI_BROWSER")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright; HANABI_BROWSER names another program."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install 'hanabilab[browser]'")
    program = browser_program()
    if program is None:
        pytest.skip("no Chromium is installed: `make browser` brings it")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page of its own; a mistake in the console fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened, mistakes = context.new_page(), []
    opened.on("console", lambda told: told.type == "error" and mistakes.append(told.text))
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert mistakes == [], mistakes


def violations(page: Any) -> list[str]:
    """What axe finds wrong with the page as it stands."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found]


def check_tree(part: Any, name: str) -> None:
    """Compare the accessibility tree of a part of a page with the golden one of this name.

    To make it anew, remove its file, run the test, which then fails, and look at what was written.
    """
    golden = _TREES / f"{name}.aria.yml"
    if not golden.exists():
        golden.write_text(part.aria_snapshot() + "\n", encoding="utf-8")
        pytest.fail(f"{golden} was not there; it is written now, to be looked at")
    wanted, until = golden.read_text(encoding="utf-8"), monotonic() + _PATIENCE
    # What a server computes comes in parts, so a page may be looked at too early.
    while (found := part.aria_snapshot() + "\n") != wanted and monotonic() < until:
        part.page.wait_for_timeout(50)
    assert found == wanted, "".join(unified_diff(wanted.splitlines(True), found.splitlines(True)))
