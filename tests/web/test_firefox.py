"""The page in Firefox: a whole game at a table, and a replay from a file."""

from __future__ import annotations

from time import sleep

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from hanabilab.agents.registry import HUMAN
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record
from hanabilab.web.document import document
from hanabilab.web.live import LiveTable
from hanabilab.web.page import self_contained
from hanabilab.web.server.hosting import host_table, warm_up
from hanabilab.web.setting import Setting
from tests.web.firefox import firefox
from tests.web.mutated_links import GOLDEN
from tests.web.running import running

SETTING = Setting(Rules(), (HUMAN, "smart"), seed=11)
#: Whether the log of the page has so many actions.
SHOWN = "(turn) => document.querySelectorAll('.log li').length === turn"


@pytest.mark.slow
def test_a_whole_game_at_a_table(tmp_path):
    """By clicks on buttons, with an agent; the record and the page's log have all actions."""
    table = LiveTable(SETTING)
    warm_up(SETTING)
    with (
        firefox(tmp_path) as window,
        running(lambda port: host_table(table, port, pace=0.0)) as links,
    ):
        window.go(links[0])
        while not table.is_over:
            turn = len(table.game.actions)
            window.wait(SHOWN, turn)
            window.click(f"[data-action='{table.game.ask('smart')}']")
            while len(table.game.actions) == turn or table.waits_for_agent:
                sleep(0.01)  # the test's own limit of time ends this
        window.wait("() => document.querySelector('.ended') !== null")
        window.wait(SHOWN, len(table.game.actions))
        window.go("about:blank")
        assert window.mistakes == []


def test_a_replay_from_a_file(tmp_path):
    """Keys step through it, panels open, and the address keeps the turn."""
    record = load_record(GOLDEN / "smart-2p.hanabi")
    file = tmp_path / "game.html"
    file.write_text(self_contained([document(record, title="A game")]), encoding="utf-8")
    (tmp_path / "profile").mkdir()
    with firefox(tmp_path / "profile") as window:
        window.go(file.as_uri())
        window.wait("() => document.querySelectorAll('.hand').length === 2")
        for _ in range(3):
            window.press("\ue014")  # the key →
        window.wait("() => location.hash.includes('turn=3')")
        window.click("#tab-numbers")
        window.wait("() => document.querySelectorAll('.chart').length >= 1")
        assert window.mistakes == []
