"""Every point that a game lost is charged to an action or to time."""

from __future__ import annotations

import pytest
from hypothesis import given

from hanabilab.agents.registry import make_agent
from hanabilab.arena import ask, play_games
from hanabilab.arena.table import record_of
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import Record, parse_rules, replay
from hanabilab.review import Cause, Loss, choices_at, losses_of, review_record
from tests.notation.real_games import real_games
from tests.notation.test_log_replay import replay_log
from tests.strategies import examples, games, rules_of_own_variants, short_rules
from tests.tables import stacked

#: Two suits of two ranks, three copies of the lower, one of the higher.
TINY = Rules(players=2, suits=2, ranks=2, hand_size=2, information_tokens=2, life_tokens=2)


def record_of_game(game):
    return Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))


def losses(game, *actions):
    for action in actions:
        game.act(action)
    return losses_of(review_record(record_of_game(game), widths=(30,)))


@pytest.mark.compiled  # long in plain Python
def test_the_last_copy_takes_what_was_to_come_with_it():
    """Two red ones go for nothing; with the third all five points of red go."""
    game = stacked("R1 R1 R1 Y5 Y4 Y1 G1 B1 W1 W5")
    hints = ["hint 1 white", "hint 1 red", "hint 1 red", "hint 1 red"]
    found = losses(game, hints[0], *(each for hint in hints[1:] for each in (hint, "discard 0")))
    assert found == [Loss(7, 5, Cause.DISCARD, lost_perfect=True), *found[1:]]
    assert found[1:] == [Loss(None, 20, Cause.STOPPED)]


def test_a_misplay_and_the_last_life_are_charged_apart_from_points_that_time_took():
    """The second strike loses the game: its own point, and all that could still be reached."""
    game = stacked("R2 R1 Y2 Y1 R1 R1 Y1 Y1", TINY)
    found = losses(game, "play 0", "play 0")
    assert found == [
        Loss(1, 1, Cause.MISPLAY, lost_perfect=found[0].lost_perfect),
        Loss(2, 3, Cause.MISPLAY, lost_game=True),
    ]


def test_what_is_left_when_the_last_round_is_over_is_lost_to_time():
    """Nobody plays a card."""
    game = stacked("R1 R1 Y1 Y1 R1 R2 Y1 Y2", TINY)
    while not game.is_over:
        game.act(next(each for each in game.legal_actions() if each not in range(2, 4)))
    found = losses(game)
    assert found[-1] == Loss(None, game.max_reachable_score, Cause.TIME)
    assert sum(loss.points for loss in found) == TINY.max_score


@pytest.mark.compiled  # long in plain Python
def test_a_game_that_stops_short_lost_the_rest_to_that():
    found = losses(stacked("R1", Rules(players=2)), "play 0")
    assert found == [Loss(None, 24, Cause.STOPPED)]


def test_all_or_nothing_charges_everything_to_the_action_that_ended_it():
    game = stacked("R5 R1 Y1 G1 W1", Rules(players=2, all_or_nothing=True))
    found = losses(game, "hint 1 1", "hint 1 5", "discard 0")
    assert [(loss.turn, loss.points, loss.lost_game) for loss in found] == [(3, 25, True)]


@examples(60, plain=30)
@given(games(short_rules(40)) | games(rules_of_own_variants()))
def test_losses_and_the_score_make_the_perfect_score(game):
    """Whatever the rules; an action is charged once, time at most once and last."""
    review = review_record(record_of_game(game), widths=(30,))
    found = losses_of(review)
    assert sum(loss.points for loss in found) + review.last.score == game.rules.max_score
    turns = [loss.turn for loss in found if loss.turn is not None]
    assert turns == sorted(set(turns))
    assert [loss.turn is None for loss in found[:-1]] == [False] * len(found[:-1])
    assert all(loss.points > 0 or loss.lost_perfect for loss in found)


@pytest.mark.compiled
def test_a_real_game_lost_every_point_to_actions():
    """20 of 20 points that were left: nothing was lost to time."""
    log, _ = real_games()[0]
    review = review_record(replay_log(log).record(log))
    found = losses_of(review)
    assert sum(loss.points for loss in found) == 5
    assert found[0] == Loss(7, 1, Cause.DISCARD, lost_perfect=True)
    assert all(loss.cause is not Cause.TIME for loss in found)


@pytest.mark.compiled
def test_an_agent_that_played_the_game_would_have_done_the_same():
    results = play_games("smart", Rules(players=2), games=3, threads=1)
    for row in results.table.iter_rows(named=True):
        record = record_of(results.rules, row)
        turns = range(1, len(record.actions) + 1)
        assert choices_at(record, "smart", turns) == dict(enumerate(record.actions, start=1))


@pytest.mark.compiled
def test_other_agents_are_asked_at_the_losses_alone():
    log, _ = real_games()[0]
    record = replay_log(log).record(log)
    games_before = [game.copy() for game in replay(record)]
    asked = []
    found = choices_at(record, "five-rule", [7, 20], progress=lambda: asked.append(1))
    agent = make_agent("five-rule")
    assert found == {turn: ask(games_before[turn - 1], agent, 0) for turn in (7, 20)}
    assert len(asked) == 2


def test_an_agent_that_does_not_play_the_rules_is_refused():
    game = Game(parse_rules("rainbow-5-suits(players=2)"), seed=1)
    game.act(game.legal_actions()[0])
    with pytest.raises(AgentError, match="smart"):
        choices_at(record_of_game(game), "smart", [1])
