"""CMA-ES over whole numbers: within ranges, repeatable, and able to find a hidden optimum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.tuning import Settings, Strategy
from hanabilab.tuning import strategy as module
from tests.strategies import examples

pytest.importorskip("ribs", reason="the extra evolve is not installed")


def settings(**given) -> Settings:
    return Settings(**({"agent": "keen", "seed": 3} | given))


@examples(200, plain=200)
@given(st.floats(-50, 50))
def test_points_beyond_an_end_are_mirrored(point):
    """Step by step: as a walker who turns at 0 and at 1."""
    folded = float(module._folded(np.array([point]))[0])
    walked = point
    while not 0 <= walked <= 1:
        walked = -walked if walked < 0 else 2 - walked
    assert walked == pytest.approx(folded, abs=1e-12)


def test_candidates_are_in_their_ranges_also_where_the_first_is_at_an_end():
    """And they reach each end of a small range."""
    strategy = Strategy(settings(agent="keen(tokens_kept=8)", candidates=200, spread=100))
    values = strategy.ask()
    numbers = settings().numbers
    for place, number in enumerate(numbers):
        assert values[:, place].min() >= number.low
        assert values[:, place].max() <= number.high
    kept = values[:, [number.name for number in numbers].index("tokens_kept")]
    assert set(range(9)) == set(kept.tolist())


def test_the_mean_begins_at_the_numbers_given():
    """To the letter, so that nothing is tuned by rounding."""
    given = settings(agent="keen(short_deck=0, late_deck=20)")
    assert given.start == np.rint(Strategy(given).mean).astype(int).tolist()


def test_the_seed_alone_says_what_comes():
    """The same orders bring the same candidates; another seed brings others."""
    first, second, other = (Strategy(settings(seed=seed)) for seed in (3, 3, 4))
    for _ in range(3):
        values = first.ask()
        assert (values == second.ask()).all()
        assert (values != other.ask()).any()
        order = np.argsort(values[:, 0])
        first.tell(order)
        second.tell(order)
        other.tell(order)


def test_it_finds_a_hidden_optimum():
    """The sum of squared distances in parts of the ranges, seed 3; all but a switch of `keen`."""
    wide = [number.name for number in settings().numbers if number.high - number.low > 1]
    given = settings(only=wide)
    target = np.array([number.low + (number.high - number.low) // 4 for number in given.numbers])
    sizes = np.array([number.high - number.low for number in given.numbers])
    strategy = Strategy(given)
    for _ in range(150):
        values = strategy.ask()
        strategy.tell(np.argsort((((values - target) / sizes) ** 2).sum(axis=1), kind="stable"))
    assert (np.abs(strategy.mean - target) / sizes < 0.1).all()
    assert (strategy.deviation / sizes < 0.1).all()
