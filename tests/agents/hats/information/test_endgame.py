"""`information` with the last cards in the deck: `endgame=3`."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats.information import information
from hanabilab.agents.hats.information.turn import LOOKS_AHEAD, decide, decide_by_rules
from hanabilab.agents.numbers import with_numbers
from hanabilab.arena import play_games
from hanabilab.game.actions import action_kind
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.rules import Rules
from tests.agents.hats.information.table import Table

AHEAD = with_numbers(information, {"endgame": 3 if JIT_ENABLED else 1})


def decisions(players: int, seeds: range):
    """Every turn of games: the table, the action and the branch."""
    for seed in seeds:
        table = Table(Game(Rules(players=players), seed=seed), AHEAD)
        while not table.game.is_over:
            action, branch = decide(table.game.view(table.seat), table.memory[table.seat])
            yield table, int(action), int(branch)
            table.act()


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(2)
def test_what_all_know_stays_true(players):
    """Whatever it does in the end: every card is among those that its slot can hold."""
    for table, action, _ in decisions(players, range(30 if JIT_ENABLED else 1)):
        assert action == table.choose()
        for seat in range(players):
            for cards, card in zip(table.hand(seat), table.game.state.hands[seat], strict=False):
                assert card < 0 or int(cards) >> int(card) & 1


@pytest.mark.compiled
@pytest.mark.late
def test_it_departs_from_its_rules_where_the_deck_is_short_alone():
    """Plays, hints and discards alike; each departure is told by its branch."""
    kinds = set()
    for table, action, branch in decisions(5, range(200)):
        state = table.game.state
        usual, _ = decide_by_rules(table.game.view(table.seat), table.memory[table.seat])
        assert (branch == LOOKS_AHEAD) == (action != usual)
        if branch == LOOKS_AHEAD:
            assert state.rules.deck_size - state.deck_drawn <= 3
            kinds.add(min(int(action_kind(state.rules, action)), PLAY + 1))
    assert kinds == {DISCARD, PLAY, PLAY + 1}


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.late_but(1)
def test_it_scores_more(players):
    """Beyond five standard errors, paired, in 4,000 games of seed 1."""
    rules = Rules(players=players)
    tables = [
        play_games(agent, rules, games=4_000, seed=1).table.sort("game")
        for agent in (AHEAD, information)
    ]
    gains = np.subtract(*(table["score"].to_numpy().astype(float) for table in tables))
    assert gains.mean() > 5 * gains.std() / len(gains) ** 0.5
