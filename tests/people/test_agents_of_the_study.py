"""The agents of HanabiData: what is recorded of them is what ours may do, and as often.

Read where HANABILAB_PEOPLE names a folder of people's games.
"""

from __future__ import annotations

import math
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from hanabilab.game.games import Game
from hanabilab.people import read_people
from tests.naive.game import NaiveGame, all_actions
from tests.naive.intentional import NaiveOuterState, intentional_options

pytestmark = pytest.mark.once

_AGENTS = {"outer": "outer-state", "intentional": "intentional", "full": "full"}


def _games(name):
    folder = os.environ.get("HANABILAB_PEOPLE")
    if not folder:
        pytest.skip("HANABILAB_PEOPLE names no folder of people's games")
    games = read_people(Path(folder) / "hanabidata.jsonl.gz").games
    return [game for game in games if game.players[0] == name and game.is_whole]


def _decisions(game, twin, options):
    """(options, action) at each turn of seat 0."""
    rules = game.record.rules
    actions = all_actions(rules)
    naive = NaiveGame(
        rules, [(card // rules.ranks, card % rules.ranks + 1) for card in game.record.deck]
    )
    for action in game.record.actions:
        if naive.seat == 0:
            yield options(naive), actions[action]
        if twin:
            twin.watch(naive, actions[action])
        naive.act(action)


@pytest.mark.slow
@pytest.mark.parametrize("name", _AGENTS)
def test_every_recorded_action_is_possible_and_as_likely_as_told(name):
    """By the twins: none is left out, and two sums over actions are near their means.

    Of the logarithms of the chances, and of the ids, which tell what is preferred among equals.
    Within 4.5 standard errors; these are fixed games, and those at hand are within 1.4.
    """
    sums, spread = np.zeros(2), np.full(2, 1e-9)
    for game in _games(name):
        twin = NaiveOuterState(0) if name == "outer" else None
        options = twin.options if twin else partial(intentional_options, follows=name == "full")
        ids = all_actions(game.record.rules)
        for chances, action in _decisions(game, twin, options):
            assert action in chances, f"game {game.name}"
            weights = np.array([float(chance) for chance in chances.values()])
            values = np.array([np.log(weights), [ids.index(each) for each in chances]])
            means = values @ weights
            sums += np.array([math.log(chances[action]), ids.index(action)]) - means
            spread += values**2 @ weights - means**2
    assert (abs(sums) <= 4.5 * np.sqrt(spread)).all()


@pytest.mark.parametrize("name", _AGENTS)
def test_ours_do_what_is_recorded_where_nothing_is_drawn(name):
    """`Game.ask` at every decision of each tenth game at which the twin knows one action alone."""
    asked = 0
    for game in _games(name)[::10]:
        twin = NaiveOuterState(0) if name == "outer" else None
        options = twin.options if twin else partial(intentional_options, follows=name == "full")
        single = [len(found) == 1 for found, _ in _decisions(game, twin, options)]
        played = Game(game.record.rules, deck=game.record.deck)
        for turn, action in enumerate(game.record.actions):
            if turn % 2 == 0 and single[turn // 2]:
                assert played.ask(_AGENTS[name]) == action, f"game {game.name}, turn {turn + 1}"
                asked += 1
            played.act(action)
    assert asked
