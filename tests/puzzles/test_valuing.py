"""Values of positions: exact ones beside the endgame's, estimates beside exact ones, replies."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import make_agent
from hanabilab.notation import replay
from hanabilab.puzzles.mining import is_clear
from hanabilab.puzzles.valuing import Value, Valued, Valuer
from hanabilab.search.endgame import blueprint_values
from tests.puzzles.games import AGENT, source

pytestmark = pytest.mark.once


def _late(game=0, left=2):
    """A position with so many cards in the deck."""
    for each in replay(source(game).record):
        if each.rules.deck_size - int(each.state.deck_drawn) == left and not each.is_over:
            return each.copy()
    raise AssertionError


def _valuer(rules, exact_cards, measured=6000):
    agent = make_agent(AGENT)
    return Valuer(rules, agent, rollouts=300, measured=measured, exact_cards=exact_cards, seed=1)


def test_exact_values_are_those_of_the_endgame():
    game = _late()
    valuer = _valuer(game.rules, 4)
    valued = valuer.measure(game, valuer.look(game))
    expected = {each.action: each.score.lower for each in blueprint_values(game, AGENT).actions}
    assert valued.exact
    assert {each.action: each.fraction for each in valued.values} == expected
    assert expected[valued.reference] == max(expected.values())
    top = max(expected.values())
    assert {each.action: each.gain for each in valued.values} == pytest.approx(
        {action: float(score - top) for action, score in expected.items()}
    )


@pytest.mark.parametrize("game", range(3))
def test_estimates_agree_with_exact_values(game):
    """Within five standard errors, and half a world for what was never seen."""
    position = _late(game, 3)
    exact, sampled = (_valuer(position.rules, cards) for cards in (8, 0))
    first = exact.look(position)
    expected = {each.action: float(each.fraction) for each in exact.measure(position, first).values}
    valued = sampled.measure(position, first)
    assert not valued.exact
    for each in valued.values:
        gain = expected[each.action] - expected[valued.reference]
        assert abs(each.gain - gain) <= 5 * each.margin + 0.5 / each.worlds, each
        assert abs(each.mean - expected[each.action]) <= 5 * np.hypot(
            each.mean_sem, 1 / each.worlds
        )


def test_the_reference_gains_nothing_over_itself():
    game = _late(1, 5)
    valuer = _valuer(game.rules, 0)
    valued = valuer.measure(game, valuer.look(game))
    (own,) = [each for each in valued.values if each.action == valued.reference]
    assert (own.gain, own.gain_sem) == (0.0, 0.0)
    other = valued.values[-1].action
    assert valuer.measure(game, valuer.look(game), against=other).reference == other


def test_all_actions_have_the_same_worlds():
    """However far behind: one that left when its luck was bad would have a biased gain."""
    game = source(1).record.replayed(4)
    for measured in (2000, 6000):
        valuer = _valuer(game.rules, 0, measured)
        values = valuer.measure(game, valuer.look(game)).values
        assert {each.worlds for each in values} == {measured // len(values)}


@pytest.mark.late
def test_the_same_seed_gives_the_same_values():
    game = source(0, full=True).record.replayed(20)
    found = []
    for seed in (1, 1, 2):
        agent = make_agent(AGENT)
        valuer = Valuer(game.rules, agent, rollouts=300, measured=2000, exact_cards=0, seed=seed)
        found.append(valuer.measure(game, valuer.look(game)).values)
    assert found[0] == found[1] != found[2]


def _valued(*others):
    """Values by hand: the reference, and others with gain, error and worlds."""
    best = Value(0, 10.0, 0.1, 0.0, 0.0, 100, None)
    rest = [Value(1 + at, 9.0, 0.1, *each, None) for at, each in enumerate(others)]
    return Valued(None, 0, None, (best, *rest))


def test_clear_is_beyond_gap_and_error():
    assert is_clear(_valued((-0.5, 0.1, 100), (-2.0, 0.2, 100)), 0.25, 3)
    assert not is_clear(_valued((-0.5, 0.1, 100), (-0.2, 0.0, 10_000)), 0.25, 3)  # no gap
    assert not is_clear(_valued((-0.5, 0.2, 100)), 0.25, 3)  # within its error
    assert not is_clear(_valued((-0.3, 0.0, 5)), 0.25, 3)  # no spread in five worlds proves little
    assert not is_clear(_valued((0.1, 0.0, 100)), 0.0, 0)
