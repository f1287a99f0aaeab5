"""A game that an agent's fault has stopped is not over: hidden cards stay hidden."""

from __future__ import annotations

import json

import pytest

from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.rules import Rules
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting
from tests.web.test_live import PEOPLE, TWO

pytest.importorskip("starlette", reason="the extra web is not installed")

from tests.web.test_playing import api, failing, stop  # after it

__all__ = ["failing"]
ONE_LIFE = Setting(Rules(players=2, life_tokens=1), ("human", "human"), seed=3)
NO_TOKENS = Setting(Rules(players=2, information_tokens=0), ("human", "human"), seed=3)


@pytest.mark.parametrize("setting", [TWO, PEOPLE, ONE_LIFE, NO_TOKENS])
@pytest.mark.parametrize("turns", [0, 2])
def test_a_stop_shows_no_seat_a_card_more(setting, turns):
    """What a seat is sent before and after differs in the version and in the news of the stop."""
    table = LiveTable(setting)
    for _ in range(turns):
        table.play_agents()
        table.act(table.game.current_seat, len(table.game.actions), table.game.legal_actions()[-1])
    for seat in setting.humans:
        before = table.shown_to(seat)
        table.stop("an agent failed")
        after = table.shown_to(seat)
        assert table.is_over
        assert after["stopped"]
        kept = [name for name in before if name not in ("version", "stopped")]
        assert {name: before[name] for name in kept} == {name: after[name] for name in kept}
        table.fault = ""


def test_the_record_of_a_stopped_game_is_not_shown(failing):
    """It has the deck."""
    client = failing.sit(0)
    stop(failing, client)
    answer = client.get(api(failing, 0, "record"))
    assert answer.status == 400
    deck = json.dumps(list(failing.table.record.deck)).encode()
    assert deck not in client.received


def test_own_cards_of_a_stopped_game_are_unknown(failing):
    """The hand of the seat, card by card, as its VIEW has it."""
    client = failing.sit(0)
    stop(failing, client)
    view = failing.table.game.view(0)
    assert all(card == UNKNOWN_CARD for card in view.hands[0][:5])
    shown = failing.table.shown_to(0)["position"]
    running = LiveTable(TWO)
    running.act(0, 0, 5)
    assert running.shown_to(0)["position"] == shown
