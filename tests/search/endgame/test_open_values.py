"""Endgames with open hands: the naive twin, what is merged, bounds, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanabilab import Rules
from hanabilab._jit import JIT_ENABLED
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_SUITS
from hanabilab.game.words import format_action
from hanabilab.search.endgame import MOST_CARDS, open_values
from hanabilab.search.endgame.nodes import SCORE, WIN
from hanabilab.search.endgame.solve import OpenSearch
from tests.naive.endgame import Endgame
from tests.naive.game import NaiveGame
from tests.search.endgame.positions import near_the_end
from tests.strategies import examples, games, rules, rules_of_own_variants

#: Players, hand size, suits, copies by rank, tokens.
SMALL = [
    (2, 3, 2, (2, 2, 1), 2),
    (3, 2, 2, (3, 2, 1), 2),
    (4, 2, 2, (2, 2, 2, 1), 1),
    (5, 1, 2, (2, 2, 2, 1), 1),
    (6, 1, 2, (2, 2, 2, 1), 1),
    (2, 3, 5, (3, 2, 2, 2, 1), 1),
]


def twin_of(game):
    cards = [(card // game.rules.ranks, card % game.rules.ranks + 1) for card in game.deck]
    twin = NaiveGame(game.rules, cards)
    for action in game.actions:
        twin.act(action)
    return twin


def check_by_twin(game):
    twin, win, score = twin_of(game), Endgame(wins=True), Endgame(wins=False)
    found = open_values(game, seconds=1000)
    assert found.exact
    assert sorted(each.action for each in found.actions) == game.legal_actions()
    for each in found.actions:
        assert each.win.lower == win.value_of(twin, each.action)
        assert each.score.lower == score.value_of(twin, each.action)


@pytest.mark.parametrize("setting", SMALL)
@pytest.mark.late_but(2)
def test_values_are_those_of_trying_everything(setting):
    for seed in range(6 if JIT_ENABLED else 2):
        check_by_twin(near_the_end(setting, 1 + seed % 2, seed))


@pytest.mark.slow
@pytest.mark.parametrize("setting", SMALL[:5])
def test_values_of_five_hundred_endgames_are_those_of_trying_everything(setting):
    """A hundred for each number of players, most with one card or two in the deck."""
    for cards, number in ((1, 52), (2, 40), (3, 8)):
        for seed in range(number):
            check_by_twin(near_the_end(setting, cards, seed))


@given(games(rules() | rules_of_own_variants(), running=True))
@examples(60, 10)
def test_what_is_merged_has_one_value(game):
    """Useless cards, and suits that are alike: in every variant the same without merging."""
    assume(game.cards_left <= MOST_CARDS)
    for objective in (WIN, SCORE):
        merged, plain = OpenSearch(game, objective), OpenSearch(game, objective)
        plain.task = plain.task._replace(merges=False, kinds=np.arange(MAX_SUITS))
        for action in game.legal_actions():
            one, other = merged.bounds(action, 300), plain.bounds(action, 300)
            assert one.lower <= one.upper
            assert max(one.lower, other.lower) <= min(one.upper, other.upper)


@given(st.sampled_from(SMALL), st.integers(1, 3), st.integers(0, 10**6))
@examples(20, 3)
def test_bounds_hold_the_value_however_early_a_search_ends(setting, cards, seed):
    game = near_the_end(setting, cards, seed)
    exact = {each.action: each for each in open_values(game, seconds=1000).actions}
    for positions in (0, 1, 7, 50):
        for each in open_values(game, positions=positions).actions:
            known = exact[each.action]
            assert each.win.lower <= known.win.lower <= each.win.upper
            assert each.score.lower <= known.score.lower <= each.score.upper


def test_the_same_number_of_positions_gives_the_same_bounds():
    game = near_the_end(SMALL[0], 3, 1)
    assert open_values(game, positions=20).actions == open_values(game, positions=20).actions
    assert not open_values(game, positions=1).exact
    assert open_values(game, positions=10**6).exact


def test_a_wasted_turn_costs_the_two_that_waits_for_the_one():
    """The seats hold 1 and 2, a 1 and the 3 are in the deck, and the only token may be spent.

    If the 1 is played, 2 and 3 follow whatever comes first. If the token goes, the partner must
    throw the 2 away, and the 1 is all that is played.
    """
    tiny = Rules(players=2, hand_size=1, suits=1, ranks=3, copies=(2, 1, 1), information_tokens=1)
    for deck in ([0, 1, 2, 0], [0, 1, 0, 2]):
        game = Game(tiny, deck=deck)
        found = {format_action(tiny, each.action): each for each in open_values(game).actions}
        assert sorted(found) == ["hint 1 2", "hint 1 red", "play 0"]
        assert [(each.win.lower, each.score.lower) for each in found.values()] == [
            *[(1, 3), (0, 1), (0, 1)]
        ]


def test_what_is_no_endgame_is_refused():
    with pytest.raises(AgentError, match="40 cards are in the deck; an endgame has at most 18"):
        open_values(Game(Rules(players=2)))
    game = near_the_end(SMALL[0], 1, 0)
    while not game.is_over:
        game.act(game.legal_actions()[0])
    with pytest.raises(AgentError, match="the game is over"):
        open_values(game)
