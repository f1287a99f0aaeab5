"""What `h-group` tells of each card, by which searches and guided networks know its conventions."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.asking import fill_once
from hanabilab.agents.conventions.memory import NOTE
from hanabilab.agents.conventions.reading import reading_of
from hanabilab.agents.facts import facts_of
from hanabilab.beliefs.conventions import tells_cards
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.rules import Rules
from hanabilab.search import Sparta, evaluate
from tests.agents.conventions.test_agent import self_play

COPIES = np.array([3, 2, 2, 2, 1] * 5)


def test_agents_with_other_numbers_tell_cards_too():
    """What an agent offers does not depend on its numbers."""
    assert all(tells_cards(make_agent(name)) for name in ("h-group", "h-group(level=5)"))
    assert tells_cards(make_agent("keen(short_deck=16)"))
    assert not tells_cards(make_agent("reactor"))


@pytest.mark.compiled
def test_own_cards_are_as_read_and_others_as_all_know():
    """Sets, and shares of copies that are playable, useless, critical; counted card by card."""
    agent, seen = make_agent("h-group(level=4)"), 0
    rules = Rules(players=3)
    facts = facts_of(agent)
    sets, shares = ((3, 5, 25), (3, 5, 3))
    assert [(3, 5, 5, 5), (3, 5, 3)] == facts.shapes(rules)
    for game, view, memory, _, _ in self_play(3, 4, seed=8):
        vector = np.full(facts.size(rules), -1, np.float32)
        fill_once(vector, view, memory, facts.native)
        found = vector[:375].reshape(sets), vector[375:].reshape(shares)
        own = reading_of(view, memory, int(view.seat))
        for offset in range(3):
            seat = (int(view.seat) + offset) % 3
            for slot in range(5):
                place = seat * MAX_HAND + slot
                note = int((own if offset == 0 else memory)[place] & NOTE)
                expected = np.array([note >> card & 1 for card in range(25)])
                assert found[0][offset, slot].tolist() == expected.tolist()
                wanted = _shares(game, view, expected, offset == 0)
                if wanted is not None:
                    assert found[1][offset, slot] == pytest.approx(wanted, abs=1e-6)
                    seen += 1
    assert seen > 500


def _shares(game, view, cards, is_own):
    """Of the copies that a card may be: playable, useless, last ones; None if there is none."""
    fireworks = np.asarray(game.state.fireworks[:5]).astype(int)
    gone = np.asarray(view.discards[:25]).astype(int)
    ranks, suits = np.arange(25) % 5, np.arange(25) // 5
    played = ranks < fireworks[suits]
    left = COPIES - gone - played
    critical = ~played & (gone == COPIES - 1)
    if is_own:
        for card in np.asarray(view.hands[:3, :5]).ravel():
            if card >= 0:
                left[int(card)] -= 1
    weights = cards * left
    if weights.sum() == 0:
        return None
    useless = np.array([int(view.useless) >> card & 1 for card in range(25)])
    critical &= useless == 0
    kinds = np.stack([ranks == fireworks[suits], useless, critical]).astype(float)
    return (kinds @ weights / weights.sum()).tolist()


@pytest.mark.compiled
def test_a_search_believes_what_its_conventions_leave():
    """Each hand of the range is made of cards that the seat reads; the seat acts by it."""
    agent, game = make_agent("h-group(level=4)"), Game(Rules.preset("small", players=3), seed=2)
    search = Sparta(agent, beliefs="conventions", rollouts=60, min_worlds=2)
    for _ in range(12):
        found = evaluate(game, search)
        assert "conventions" == found.basis
        assert found.rollouts
        game.act(found.action)
