"""BAD: what it learns, and that runs are their own."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from hanabilab.errors import GameError
from hanabilab.tiny.deep import BAD_MODES, BadSettings, learn_bad, model_of
from hanabilab.tiny.games import TINY_HANABI, CardGame, TradeComm, tiny_hanabi

FEW = BadSettings(updates=20, batch=8, hidden=4, evaluations=4)


@pytest.mark.parametrize("mode", BAD_MODES)
def test_a_run_depends_on_its_seed_alone(mode):
    """A seed has the same curve whoever runs beside it."""
    model = model_of(tiny_hanabi("E"))
    alone = learn_bad(model, mode, seeds=[7], settings=FEW)
    beside = learn_bad(model, mode, seeds=[3, 7, 1], settings=FEW)
    assert alone.curves[0].tolist() == beside.curves[1].tolist()
    assert alone.updates.tolist() == [5, 10, 15, 20]


@pytest.mark.compiled
@pytest.mark.parametrize("mode", BAD_MODES)
def test_the_easiest_game_is_solved(mode):
    """Game A's optimum, 2.25, takes no signals; most of 8 runs find it."""
    settings = BadSettings(updates=600, evaluations=1, rate=1e-2)
    learning = learn_bad(model_of(tiny_hanabi("A")), mode, seeds=range(8), settings=settings)
    assert learning.solved(2.25).successes >= 5
    assert np.all(learning.curves <= 2.25 + 1e-6)


@pytest.mark.parametrize("unit", [100.1, 1e-9])
def test_solved_runs_are_counted_in_any_unit(unit):
    """Values are exact, and only optimal policies count, however large payoffs are."""
    payoffs = (np.array(TINY_HANABI["A"]) * unit).tolist()
    settings = BadSettings(updates=50, batch=8, hidden=4, evaluations=1, rate=1e-2)
    model = model_of(CardGame("scaled", payoffs))
    learning = learn_bad(model, "bad", seeds=range(16), settings=settings)
    quarters = learning.curves[:, -1] / unit * 4
    np.testing.assert_allclose(quarters, np.round(quarters), atol=1e-12)
    optimal = int((np.round(quarters) == 9).sum())
    assert 0 < optimal < 16
    assert learning.solved(2.25 * unit).successes == optimal


def test_mistakes_are_told():
    """Games of another form, unknown modes, numbers out of range."""
    with pytest.raises(GameError, match="is not of two turns"):
        learn_bad(model_of(TradeComm(2, 2)), "bad", seeds=[1])
    with pytest.raises(GameError, match="no mode 'pg'; they are bad"):
        learn_bad(model_of(tiny_hanabi("A")), "pg", seeds=[1])
    with pytest.raises(GameError, match="seeds are"):
        learn_bad(model_of(tiny_hanabi("A")), "bad", seeds=[])
    with pytest.raises(GameError, match="batch is 0"):
        BadSettings(batch=0)
