"""Puzzles: what is told of them, how they are graded and chosen, and which split games are of."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from hanabilab import make_agent
from hanabilab.game.words import format_action
from hanabilab.notation import replay
from hanabilab.puzzles.choosing import _shares, game_of, select
from hanabilab.puzzles.forms import Puzzle
from hanabilab.puzzles.keeping import PuzzleSettings, RowSettings
from hanabilab.puzzles.mining import (
    grade_of,
    panel_for,
    puzzles_of,
    rows_of,
    split_of,
)
from hanabilab.puzzles.sources import Source
from hanabilab.puzzles.valuing import chosen_by
from tests.puzzles.games import AGENT, puzzles, recolored, source

pytestmark = pytest.mark.once


@pytest.mark.late
def test_puzzles_of_games():
    """Each has one best action that is legal, its lead is to the next one, and positions fit."""
    found = puzzles()
    assert len(found) >= 4
    for puzzle in found:
        game, answer = game_of(puzzle), puzzle.answer
        legal = [format_action(game.rules, action) for action in game.legal_actions()]
        assert puzzle.view.legal == legal
        assert sorted(each.action for each in answer.actions) == sorted(legal)
        assert (len(game.actions), game.current_seat) == (puzzle.view.turn, puzzle.view.seat)
        first, second = answer.actions[:2]
        assert (first.action, first.gain) == (answer.best_action, 0)
        assert answer.lead == pytest.approx(-second.gain)
        assert answer.lead >= 0.2
        assert (first.fraction is not msgspec.UNSET) == answer.exact
        assert {*answer.found_by, *answer.missed_by} == panel_for(source()).keys()
        held = [game.rules.names.card(int(card)) for card in game.state.hands[puzzle.view.seat]]
        assert answer.hand == held[: game.rules.hand_size]
        assert all(reason.endswith(".") for move in answer.actions for reason in move.reasons)
        assert msgspec.convert(msgspec.to_builtins(puzzle), Puzzle) == puzzle


def test_agents_find_what_they_would_do():
    """Each agent is asked as it would act there, in the game that it did not play."""
    puzzle = puzzles()[0]
    game = game_of(puzzle)
    for name in (*puzzle.answer.found_by, *puzzle.answer.missed_by):
        action = format_action(game.rules, chosen_by(make_agent(name), game, 0))
        assert (action == puzzle.answer.best_action) == (name in puzzle.answer.found_by)


def test_help_does_not_name_the_action():
    kinds = {"play": "play", "discard": "discard", "hint": "hint"}
    for puzzle in puzzles():
        assert kinds[puzzle.answer.best_action.split()[0]] in puzzle.help[0]
        assert puzzle.answer.best_action not in " ".join(puzzle.help)


def test_the_same_settings_give_the_same_puzzles():
    settings = PuzzleSettings(rollouts=200, measured=1500, gap=0.2, seed=5)
    again = puzzles_of(source(0), make_agent(AGENT), settings)
    ids = {each.id for each in again}
    assert [each for each in puzzles() if each.id in ids] == sorted(
        [each for each in again if each in puzzles()], key=puzzles().index
    )


@pytest.mark.parametrize(
    ("gap", "found", "grade"),
    [
        (1.0, 3, "easy"),
        (0.9, 3, "medium"),
        (2.0, 2, "medium"),
        (0.4, 2, "hard"),
        (3.0, 1, "hard"),
        (0.6, 2, "medium"),
    ],
)
def test_grades(gap, found, grade):
    assert grade_of(gap, found, 5) == grade


def test_a_set_has_each_position_once_and_all_grades():
    """Alike up to the names of suits; equal parts of the grades as far as there are so many."""
    puzzle = next(each for each in puzzles())
    game = game_of(puzzle)
    order = [*range(1, game.rules.suits), 0]
    other = recolored(source(0).record, order)
    twin = Source("twin", replace(other, agents=(AGENT,) * 2))
    settings = PuzzleSettings(rollouts=200, measured=1500, gap=0.2, seed=5, per_game=50)
    one, again = (puzzles_of(each, make_agent(AGENT), settings) for each in (source(0), twin))
    assert one
    alone = select([one], 1000)
    assert len(select([one, one], 1000)) == len(alone) == len(one)
    both = select([one, again], 1000)
    assert len(both) <= len(one) + sum(each.view.turn not in _turns(one) for each in again)
    easy = msgspec.structs.replace(one[0], grade="easy")
    assert [each.grade for each in select([[easy]], 5)] == ["easy"]


def _turns(found):
    return {each.view.turn for each in found}


def test_parts_of_grades():
    assert _shares([10, 10, 10], 9) == [3, 3, 3]
    assert _shares([1, 10, 2], 9) == [1, 6, 2]
    assert _shares([1, 0, 2], 9) == [1, 0, 2]


def test_a_deck_is_in_one_split_whoever_plays_it():
    one = source(0)
    actions = [one.record.actions[:turn] for turn in range(len(one.record.actions))]
    others = [Source("", replace(one.record, actions=each, agents=())) for each in actions]
    assert {split_of(each) for each in others} == {split_of(one)}
    dealt = one.record.rules.players * one.record.rules.hand_size
    hands, rest = one.record.deck[:dealt], one.record.deck[dealt:]
    orders = [(*hands, *rest[n:], *rest[:n]) for n in range(len(rest))]  # decks by seat
    assert {split_of(Source("", replace(one.record, deck=each))) for each in orders} == {
        split_of(one)
    }
    counts = Counter(
        split_of(Source("", replace(one.record, deck=(*one.record.deck[n:], *one.record.deck[:n]))))
        for n in range(len(one.record.deck))
    )
    assert counts["train"] > counts["validation"] + counts["test"]


def test_rows_of_a_game():
    """As many as asked for, each with every legal action in the order of ids."""
    settings = RowSettings(rollouts=200, measured=1000, positions=3, seed=1)
    rows = rows_of(source(1), make_agent(AGENT), settings)
    assert [row.turn for row in rows] == sorted({row.turn for row in rows})
    assert 1 <= len(rows) <= 3
    games = {len(game.actions): game.copy() for game in replay(source(1).record)}
    for row in rows:
        game = games[row.turn]
        legal = [format_action(game.rules, action) for action in game.legal_actions()]
        assert [each.action for each in row.actions] == legal
        assert row.reference in legal
        assert row.action_taken == format_action(game.rules, source(1).record.actions[row.turn])
        assert next(e.gain for e in row.actions if e.action == row.reference) == 0
    assert rows == rows_of(source(1), make_agent(AGENT), settings)
    other = RowSettings(rollouts=200, measured=1000, positions=3, seed=2)
    assert [r.turn for r in rows_of(source(1), make_agent(AGENT), other)] != [r.turn for r in rows]


def test_few_games_are_enough_with_many_actions():
    """Six players have up to 56 actions; each is played out twice at least."""
    settings = RowSettings(rollouts=50, measured=200, positions=2, exact_cards=0)
    rows = rows_of(source(0, players=6, full=True), make_agent(AGENT), settings)
    assert len(rows) == 2
    assert all(move.worlds >= 2 for row in rows for move in row.actions)
