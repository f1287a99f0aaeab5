"""The end of a game by exact values: each action beside the best, and which one cost most."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.errors import AgentError
from hanabilab.notation import Record, replay
from hanabilab.review import review_endgame
from hanabilab.review.endgames import EndgameReview, EndgameTurn
from hanabilab.search.endgame import Bounds, open_values

TINY = Rules(players=2, hand_size=1, suits=1, ranks=3, copies=(2, 1, 1), information_tokens=1)


def known(win, score):
    return Bounds(Fraction(win), Fraction(win)), Bounds(Fraction(score), Fraction(score))


def turn(number, best, played):
    (best_win, best_score), (win, score) = known(*best), known(*played)
    return EndgameTurn(number, best_win, win, best_score, score)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3])
def test_each_action_stands_beside_the_best_ones(players):
    """From where so few cards are in the deck to the end."""
    rules = Rules(players=players)
    record = record_of(
        rules, play_games("five-rule", rules, games=1, seed=5).table.row(0, named=True)
    )
    told = []
    found = review_endgame(record, cards=2, seconds=600, progress=lambda: told.append(1)).turns
    games = [game.copy() for game in replay(record)]
    late = [game for game in games[:-1] if rules.deck_size - int(game.state.deck_drawn) <= 2]
    assert [each.turn for each in found] == [len(game.actions) + 1 for game in late]
    assert len(told) == len(found) > 3
    for each, game in zip(found, late, strict=True):
        values = open_values(game, seconds=600).actions
        played = next(one for one in values if one.action == record.actions[each.turn - 1])
        assert (each.win, each.score) == (played.win, played.score)
        assert each.best_win.lower == max(one.win.lower for one in values)
        assert each.best_score.lower == max(one.score.lower for one in values)
        assert each.win_lost == each.best_win.lower - played.win.lower >= 0
        assert each.score_lost == each.best_score.lower - played.score.lower >= 0


def test_a_wasted_turn_is_what_cost_most():
    """The seats hold 1 and 2, the 3 is in the deck: to spend the only token costs the win."""
    record = Record(rules=TINY, deck=(0, 1, 2, 0), actions=())
    game = next(iter(replay(record))).copy()
    game.act("hint 1 red")
    found = review_endgame(replace(record, actions=tuple(game.actions)), cards=2)
    assert found.turns[0].win_lost == 1
    assert found.costliest.turn == 1
    assert found.last_winnable == 1


def test_chances_count_before_points_and_the_first_of_equals_is_named():
    turns = (
        turn(50, ("1/2", 4), ("1/2", 1)),
        turn(51, ("1/2", 4), ("1/4", 4)),
        turn(52, ("1/4", 4), ("0", 3)),
        turn(53, ("0", 3), ("0", 3)),
    )
    found = EndgameReview(turns)
    assert found.costliest.turn == 52
    assert found.last_winnable == 52
    assert EndgameReview(turns[:1]).costliest.turn == 50
    assert EndgameReview(turns[3:]).costliest is None
    assert EndgameReview(turns[3:]).last_winnable is None
    assert EndgameReview((turns[1], turn(60, ("1", 4), ("3/4", 4)))).costliest.turn == 51
    assert EndgameReview(()).costliest is EndgameReview(()).last_winnable is None


def test_what_is_not_exact_costs_nothing_that_is_known():
    some = Bounds(Fraction(0), Fraction(1))
    found = EndgameTurn(9, Bounds(Fraction(1), Fraction(1)), some, some, some)
    assert found.win_lost is None
    assert found.score_lost is None
    assert EndgameReview((found,)).is_decided
    assert not EndgameReview((EndgameTurn(9, some, some, some, some),)).is_decided
    assert EndgameReview((found,)).costliest is None


def test_a_whole_game_is_no_endgame():
    record = Record(
        rules=Rules(players=2),
        deck=tuple(sorted(Rules(players=2).tables.sorted_deck[:50])),
        actions=(10,),
    )
    with pytest.raises(AgentError, match="an endgame has at most 18"):
        review_endgame(record, cards=50)
