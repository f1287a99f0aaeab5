"""Games reviewed: bounds turn by turn, and the action that lost the perfect score."""

from __future__ import annotations

from random import Random

import numpy as np
import polars as pl
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.arena import play_games
from hanabilab.arena.table import record_of
from hanabilab.errors import RulesError
from hanabilab.game.games import Game, deck_from_seed
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, parse_rules
from hanabilab.open_hands import Winnability
from hanabilab.review.review import (
    REVIEW_WIDTHS,
    Review,
    bound_columns,
    last_perfect_turns,
    review_record,
)
from tests.naive.winnable import can_win
from tests.notation.real_games import real_games
from tests.notation.test_log_replay import replay_log
from tests.tables import stacked

SMALL = Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=2, life_tokens=2)


def random_record(index):
    game, random = Game(SMALL, seed=11, index=index), Random(index)
    while not game.is_over:
        game.act(random.choice(game.legal_actions()))
    return Record(rules=SMALL, deck=tuple(game.deck), actions=tuple(game.actions))


def reviewed(game, *actions):
    """The review of a game that goes on with these actions."""
    for action in actions:
        game.act(action)
    return review_record(
        Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions)), widths=(30,)
    )


def positions(record):
    """The game at the deal and after each action."""
    game = Game(record.rules, deck=record.deck)
    yield game.copy()
    for action in record.actions:
        game.act(action)
        yield game.copy()


@pytest.mark.compiled
@pytest.mark.slow
def test_the_action_that_lost_the_perfect_score_is_found_as_by_trying_every_line():
    lost = set()
    for index in range(30):
        record = random_record(index)
        wins = [can_win(game) or game.score == SMALL.max_score for game in positions(record)]
        review = review_record(record)
        found = [moment.perfect is Winnability.WON for moment in review.moments]
        assert found == wins
        assert review.lost_at == (None if wins[-1] else wins.index(False))
        lost.add(review.lost_at)
    assert len(lost) > 4
    assert 0 in lost  # a deck that nobody could have won


@pytest.mark.compiled
def test_a_review_looks_harder_from_beam_to_beam():
    """One of thirty leaves this deal open, one of five hundred wins it."""
    rules = Rules(players=4)
    record = Record(rules=rules, deck=tuple(deck_from_seed(rules, 0, 195)), actions=())
    beams = [REVIEW_WIDTHS[:count] for count in (1, 2)]
    found = [review_record(record, widths=each).last.perfect for each in beams]
    assert found == [Winnability.UNDECIDED, Winnability.WON]


@pytest.mark.compiled
def test_a_real_game_turn_by_turn():
    """It ends with 20 of 20 points that were left; a five was discarded by the seventh action."""
    log, score = real_games()[0]
    review = review_record(replay_log(log).record(log))
    assert (review.last.score, review.last.max_reachable, score) == (20, 20, 20)
    assert (review.lost_at, review.hints) == (7, 24)
    assert [moment.max_reachable for moment in review.moments[5:9]] == [25, 25, 24, 24]
    assert [moment.turn for moment in review.moments] == list(range(66))
    scores = np.array([moment.score for moment in review.moments])
    reach = np.array([moment.max_reachable for moment in review.moments])
    assert (np.diff(scores) >= 0).all()
    assert (np.diff(reach) <= 0).all()
    assert (scores <= [moment.got for moment in review.moments]).all()


def test_a_strike_and_a_token_that_finds_no_room_are_spent():
    """Two suits of one rank, all tokens there: both plays complete a suit, and their tokens go."""
    rules = Rules(players=2, suits=2, ranks=1, hand_size=1, information_tokens=1, life_tokens=2)
    deck = sorted([0] * 3 + [1] * 3)
    game = Game(rules, deck=[0, 0, 1, 0, 1, 1])
    for action in ("play 0", "play 0", "play 0"):  # R1, R1 again, Y1
        game.act(action)
    assert sorted(game.deck) == deck
    review = review_record(
        Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions)), widths=(30,)
    )
    assert [moment.spent for moment in review.moments] == [0, 1, 2, 3]
    assert [moment.strikes for moment in review.moments] == [0, 0, 1, 1]
    assert review.lost_at is None


def test_a_strike_costs_the_part_of_a_token_that_a_discard_brings():
    """Clue Starved: half a token. Both seats hold fives and play one."""
    game = stacked("R5 Y5 R1 R1 R1 G5", parse_rules("clue-starved-5-suits(players=2)"))
    for action in ("play 0", "play 0", "hint 1 red"):
        game.act(action)
    record = Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))
    spent = [moment.spent for moment in review_record(record, widths=(30,)).moments]
    assert spent == [0, 0.5, 1, 2]


@pytest.mark.compiled  # long in plain Python
@pytest.mark.parametrize(
    ("rules", "spent"),
    [("clue-starved-5-suits(players=2)", 0.5), ("full(players=2)", 1), ("6-suits(players=2)", 1)],
)
def test_a_suit_completed_with_all_tokens_there_wastes_what_a_discard_brings(rules, spent):
    """Both seats play red in turn; no hint is given, so all eight tokens are there."""
    game = stacked("R1 R3 R5 Y2 Y3 R2 R4 G2 G3 B3", parse_rules(rules))
    moments = reviewed(game, "play 0", "play 0", "play 0", "play 0", "play 0").moments
    assert [moment.spent for moment in moments] == [0, 0, 0, 0, 0, spent]
    assert moments[-1].efficiency == 5 / spent


def test_a_suit_completed_while_a_token_is_missing_wastes_nothing():
    """In Clue Starved it brings the half that makes the tokens whole again."""
    game = stacked("R1 R3 R5 Y2 Y3 R2 R4 G2 G3 B3", parse_rules("clue-starved-5-suits(players=2)"))
    moments = reviewed(game, "play 0", "hint 1 red", "discard 3", "play 0").moments
    assert [moment.information_tokens for moment in moments] == [8, 8, 7, 7.5, 7.5]
    moments = reviewed(game, "play 0", "play 0", "play 0").moments
    assert [moment.spent for moment in moments][-2:] == [1, 1]
    assert [moment.information_tokens for moment in moments][-2:] == [7.5, 8]


def test_columns_of_a_table_bound_its_games():
    games = 40 if JIT_ENABLED else 2
    results = play_games("five-rule", Rules(players=3), games=games, threads=1)
    table = bound_columns(results.rules, results.table)
    assert table["reachable"].dtype.shape == (results.rules.max_turns + 1,)
    for row in table.iter_rows(named=True):
        games = list(positions(record_of(results.rules, row)))
        reach = [game.max_reachable_score for game in games]
        assert list(row["reachable"])[: len(reach)] == reach
        assert row["score"] <= row["reachable"][-1] == reach[-1]
        below = next((turn for turn, most in enumerate(reach) if most < 25), None)
        assert (row["lost_by"] is None) <= (row["score"] == 25 or not games[-1].is_over)
        if below is not None and row["score"] < 25:
            assert row["lost_by"] <= below
        if below is None or below > 0:
            assert row["lost_by"] != 0  # no deck here is lost from the deal on


def test_hints_left_have_to_get_the_cards_that_are_not_got():
    """Three tokens and a discard make four hints; the first two get a card each."""
    rules = Rules(players=2, suits=1, ranks=2, copies=(2, 2), hand_size=1, information_tokens=3)
    moments = reviewed(stacked("R1 R2", rules), "hint 1 2", "hint 1 1", "play 0").moments
    found = [(each.max_reachable, each.got, each.hints_left, each.needed) for each in moments]
    assert found == [(2, 0, 4, 2 / 4), (2, 1, 3, 1 / 3), (2, 2, 2, 0), (2, 2, 1, 0)]


def test_the_action_that_lost_it_is_left_open_where_the_search_is_undecided():
    """From the last position that is won to the first that is lost."""
    known = [Winnability.WON, Winnability.UNDECIDED, Winnability.LOST]
    record = random_record(0)
    moment = review_record(record, widths=(30,)).moments[0]
    moments = tuple(moment._replace(turn=turn, perfect=each) for turn, each in enumerate(known))
    review = Review(record, moments)
    assert (review.lost_between, review.lost_at) == ((1, 2), None)
    at_once = Review(record, (moments[0], moments[2]))
    assert (at_once.lost_between, at_once.lost_at) == ((1, 1), 1)


def test_a_table_of_other_rules_is_refused():
    table = play_games("random", Rules(players=2), games=2, threads=1).table
    with pytest.raises(RulesError):
        bound_columns(Rules(players=3, suits=4), table)


def test_the_last_turn_with_all_points_in_reach_is_that_of_the_replay():
    """Won, lost by a discard, by a strike, by the end of the deck; and one that goes on."""
    teams = ("five-rule", "smart", "random")
    table = pl.concat(play_games([each] * 2, SMALL, games=60, seed=4).table for each in teams)
    kinds = set()
    for row, found in zip(
        table.iter_rows(named=True), last_perfect_turns(SMALL, table), strict=True
    ):
        wanted = None
        for turn, game in enumerate(positions(record_of(SMALL, row))):
            over = game.is_over and game.score < SMALL.max_score
            if over or game.max_reachable_score < SMALL.max_score:
                wanted = turn - 1
                kinds.add("end" if over else "discard")
                break
        assert found == wanted
        kinds.add(row["status"])
    assert {"end", "discard", 1, 2, 3} <= kinds
    begun = table.with_columns(actions=table["actions"].arr.to_list().list.head(1))
    cut = begun.with_columns(actions=np.array([[each[0], -1] for each in begun["actions"]]))
    first_alone = last_perfect_turns(SMALL, cut)
    assert first_alone.null_count() > 150
    with pytest.raises(RulesError, match="of the table was played by other rules"):
        last_perfect_turns(SMALL, cut.with_columns(actions=np.full((180, 2), 0)))
