"""Luck and skill of a game: they add up, luck is 0 on average, skill is what actions changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent
from hanabilab.arena import play_games, record_of
from hanabilab.arena.plain import plain_policy
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.review import luck as luck_review
from hanabilab.review.luck import review_luck

#: Few cards, so that every order of the deck can be played.
TINY = Rules(
    players=2, suits=2, ranks=3, copies=(1, 1, 1), hand_size=1, information_tokens=1, life_tokens=2
)
FIVE_RULE = make_agent("five-rule")


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    """Fewer games than usual, so that tests are quick."""
    monkeypatch.setattr(luck_review, "GAMES", 400 if JIT_ENABLED else 4)
    monkeypatch.setattr(luck_review, "EXPECTED_GAMES", 400 if JIT_ENABLED else 4)


def record_by(agents, rules, seed=3, index=0):
    """A game that some agents play."""
    table = play_games(agents, rules, games=[index], seed=seed, threads=1).table
    return record_of(rules, table.row(0, named=True))


def exact_value(record, turns, first=None):
    """The mean score over all orders of the deck after so many actions, by five-rule.

    It plays one game after the other, and first takes the action `first`, if there is one.
    """
    games = [Game(record.rules, deck=record.deck)]
    for action in record.actions[:turns]:
        games[0].act(action)
    drawn = int(games[0].state.deck_drawn)
    total, orders = Fraction(), list(permutations(record.deck[drawn:]))
    for rest in orders:
        game = Game(record.rules, deck=[*record.deck[:drawn], *rest])
        for action in record.actions[:turns]:
            game.act(action)
        if first is not None:
            game.act(first)
        while not game.is_over:
            game.act(game.ask(FIVE_RULE))
        total += game.score
    return total / len(orders)


def total(found):
    """Expectation, luck and skill together."""
    return found.expectation.mean + found.total_luck + found.total_skill


@pytest.mark.parametrize("agents", [("five-rule", "five-rule"), ("random", "five-rule")])
def test_expectation_luck_and_skill_are_the_score(agents):
    """By turn, too: each value is the one before it, with the skill and luck between."""
    record = record_by(list(agents), Rules.preset("small", life_tokens=3))
    found = review_luck(record, "five-rule")
    assert found.score == record.replayed().score
    assert total(found) == pytest.approx(found.score)
    for earlier, later in zip(found.turns, found.turns[1:], strict=False):
        after = earlier.value + earlier.skill.mean + earlier.luck.mean
        assert later.value == pytest.approx(after)
    for seat in (0, 1):
        own = [each for each in found.turns if each.seat == seat]
        assert sum(each.skill.mean for each in own) == pytest.approx(found.skill[seat].mean)
        assert sum(each.luck.mean for each in own) == pytest.approx(found.luck[seat].mean)


def test_an_agent_has_no_skill_beside_its_own():
    """What it would have done changes nothing; all that is left is luck."""
    rules = Rules.preset("small", life_tokens=3)
    found = review_luck(record_by("five-rule", rules), "five-rule")
    assert all(each.skill == (0.0, 0.0) for each in found.turns)
    assert found.total_luck == pytest.approx(found.score - found.expectation.mean)


def test_hints_bring_no_luck():
    """Nothing is drawn; and nothing is once the deck is empty."""
    record = record_by(["random", "five-rule"], Rules.preset("small", life_tokens=3))
    found, game = review_luck(record, "five-rule"), Game(record.rules, deck=record.deck)
    drew = []
    for action in record.actions:
        before = int(game.state.deck_drawn)
        game.act(action)
        drew.append(int(game.state.deck_drawn) > before)
    assert not all(drew)
    for draws, turn in zip(drew, found.turns, strict=True):
        if not draws:
            assert turn.luck == (0.0, 0.0)


@pytest.mark.compiled
@pytest.mark.parametrize("index", range(4))
def test_values_are_those_of_all_orders_of_the_deck(index, monkeypatch):
    """Played out one by one, in Python: each value, skill and luck within 4.5 errors."""
    monkeypatch.setattr(luck_review, "GAMES", 3000)
    record = record_by(["random", "five-rule"], TINY, index=index)
    found = review_luck(record, FIVE_RULE)
    for number, turn in enumerate(found.turns):
        before = exact_value(record, number)
        after = exact_value(record, number, record.actions[number])
        now = exact_value(record, number + 1)
        slack = 1e-9 + 4.5 * max(turn.luck.sem, 2.0 / np.sqrt(3000))
        assert abs(turn.value - before) < slack
        assert abs(turn.skill.mean - (after - before)) < 1e-9 + 4.5 * turn.skill.sem
        assert abs(turn.luck.mean - (now - after)) < 1e-9 + 4.5 * max(turn.luck.sem, 1e-2)


def test_the_exact_luck_of_a_draw_is_nothing_on_average():
    """Over all cards that may come, as often as each does: what `exact_value` stands on."""
    record = record_by(["random", "five-rule"], TINY, index=1)
    game = Game(TINY, deck=record.deck)
    for number, action in enumerate(record.actions[:6]):
        drawn = int(game.state.deck_drawn)
        game.act(action)
        if int(game.state.deck_drawn) == drawn or game.is_over:
            continue
        left, luck = Counter(record.deck[drawn:]), Fraction()
        for card, copies in left.items():
            rest = list(record.deck[drawn:])
            rest.remove(card)
            other = replace(record, deck=(*record.deck[:drawn], card, *rest))
            luck += copies * exact_value(other, number + 1)
        expected = exact_value(record, number, action)
        assert luck / left.total() == expected


def test_a_game_that_is_not_over_ends_in_its_value():
    """Cut short: what has been brought so far adds up to what the position is worth."""
    whole = record_by("five-rule", Rules.preset("small", life_tokens=3))
    record = replace(whole, actions=whole.actions[:5])
    found = review_luck(record, "five-rule")
    assert total(found) == pytest.approx(found.score)
    assert 0 < found.score < whole.rules.max_score
    assert len(found.turns) == 5


def test_agents_that_cannot_tell_values_are_refused():
    """One in plain Python would take hours; one that sees its hand plays another game."""

    @plain_policy("slow")
    def slow(view, rng):
        return 0

    record = record_by("five-rule", Rules(players=2))
    for agent in (slow, "cheat"):
        with pytest.raises(AgentError, match="is too slow for luck, or looks at its own hand"):
            review_luck(record, agent)


def test_the_document_adds_up():
    """As `review --luck AGENT --json` has it."""
    record = record_by(["random", "five-rule"], Rules.preset("small", life_tokens=3))
    told = review_luck(record, "five-rule").as_json()
    parts = [told["deal"]] + [each[name] for each in told["by_seat"] for name in ("skill", "luck")]
    assert told["expectation"] + sum(each["mean"] for each in parts) == pytest.approx(told["score"])
    assert len(told["by_turn"]) == len(record.actions)
