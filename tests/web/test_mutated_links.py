"""Links changed by chance, in a browser: a game or a message, and no word in the console."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra browser is not installed")

from hanabilab.notation import load_record
from hanabilab.web.document import document
from hanabilab.web.server.viewing import host_view
from tests.web.mutated_links import GOLDEN, GOOD, mutated_link, told_games, try_links
from tests.web.running import running

pytestmark = pytest.mark.once

#: What has been drawn: a board, or words that are not those for browsers without JavaScript.
DRAWN = """() => {
  const app = document.getElementById("app").cloneNode(true);
  app.querySelector("noscript")?.remove();
  return app.querySelector(".board, .text-board") || app.textContent.trim() !== "";
}"""


def test_mutated_links_end_in_a_game_or_a_message(page, tmp_path):
    """200 links; many of them bring a game."""
    came = try_links(page, 200, 4, tmp_path)
    assert set(came) == set(GOOD), came
    assert min(came.values()) > 50


@pytest.mark.slow
def test_a_thousand_mutated_links_end_in_a_game_or_a_message(page, tmp_path):
    """1,000 links, others than the quick test tries."""
    came = try_links(page, 1000, 5, tmp_path)
    assert set(came) == set(GOOD), came


def _load(page, count, seed):
    """Open links as people do: each is a page of a server, loaded anew."""
    random, starts = Random(seed), told_games()
    games = [document(load_record(GOLDEN / "smart-2p.hanabi"), title="Own")]
    with running(lambda port: host_view(games, "Own", port)) as link:
        page.goto(link)
        page.wait_for_selector(".board")
        address = page.url.split("#")[0]
        for _ in range(count):
            page.goto("about:blank")
            page.goto(f"{address}#{mutated_link(starts, random).fragment}")
            page.wait_for_function(DRAWN)


def test_a_mutated_link_that_is_loaded_leaves_no_white_page(page):
    """Six links at a server, each loaded as a page."""
    _load(page, 6, 6)


@pytest.mark.slow
def test_a_hundred_mutated_links_that_are_loaded_leave_no_white_page(page):
    """100 links at a server, each loaded as a page."""
    _load(page, 100, 7)
