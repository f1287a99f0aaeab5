"""Settings and niches: what they may be, and where a behavior falls."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hanabilab.errors import EvolutionError, HanabiError
from hanabilab.evolution import MEASURES, Niches, Settings
from hanabilab.evolution.kernels import COUNTERS, NUM_RESULTS
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_rules
from tests.evolution.small import tiny


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"batch": 0}, "batch is 0; a whole number from 1"),
        ({"games": 1.5}, "games is 1.5"),
        ({"length": 106}, "length is 106; a whole number from 1 to 105"),
        ({"mutation": 1.5}, "mutation is 1.5; a number from 0 to 1"),
        ({"crossover": float("nan")}, "crossover is nan"),
        ({"parents": "some"}, "parents is 'some'; it is one of all, filled"),
        ({"replays": "never"}, "it is one of paper, mean, sampling"),
        ({"base": "walton"}, "unknown base 'walton'"),
        ({"mode": "dirty"}, "unknown mode 'dirty'"),
        ({"mode": "compat", "rules": Rules(players=3)}, "mode compat plays with 2 players, not 3"),
        ({"mode": "skip", "rules": Rules(players=3)}, "mode skip plays with 2 players, not 3"),
        ({"rules": parse_rules("rainbow-5-suits"), "mode": "clean"}, "does not play rainbow"),
        ({"seed": -1}, "seed is -1"),
        ({"measures": ("communicativeness", "charm")}, "unknown measure 'charm'; known are comm"),
        ({"measures": ("risk_aversion",) * 2}, "two or three different ones"),
        ({"measures": ("risk_aversion",), "grid": (3,)}, "two or three different ones"),
        ({"grid": (3, 3, 3)}, "grid is 3x3x3; 2 measures need a number for each"),
        ({"grid": (3, 0)}, "grid is 3x0"),
        ({"grid": (2000, 2000)}, "1 to 1,000,000 cells, such as 20x20"),
    ],
)
def test_wrong_settings_are_told(changes, says):
    """In one line."""
    with pytest.raises(HanabiError) as error:
        tiny(**changes)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_settings_survive_json():
    """All of them, whatever they are."""
    settings = tiny(measures=("color_share", "risk_aversion"), grid=(4, 5), replays="mean", seed=9)
    assert settings == Settings.from_json(json.loads(json.dumps(settings.as_json())))
    assert Settings() == Settings.from_json(Settings().as_json())
    with pytest.raises(EvolutionError, match="missing or unknown: sed, seed"):
        Settings.from_json({("sed" if k == "seed" else k): v for k, v in tiny().as_json().items()})


def results(**counters: int) -> np.ndarray:
    """Results of one individual, by counter."""
    from hanabilab.arena.measures import MEASURES as COUNTER_NAMES

    row = np.zeros((1, NUM_RESULTS), np.int64)
    for name, value in counters.items():
        row[0, COUNTERS + COUNTER_NAMES.index(name)] = value
    return row


@pytest.mark.parametrize(
    ("value", "cell"), [(0, 0), (4, 0), (5, 1), (49, 9), (96, 19), (99, 19), (100, 19)]
)
def test_cells_are_of_equal_width(value, cell):
    """Twentieths, the last with its upper end."""
    niches = Niches(("communicativeness", "misplay_share"), (20, 20))
    row = results(color_hints=value, hint_turns=100)
    assert [cell * 20] == niches.cells_of(row).tolist()
    assert [[cell, 0]] == niches.places_of(niches.cells_of(row)).tolist()
    assert cell * 20 == niches.cell_at((cell, 0))


def test_at_an_edge_the_original_rounds_down():
    """.15 divided by a twentieth is just below 3 in floating point (Canaan 2019's code)."""
    niches = Niches(("communicativeness", "misplay_share"), (20, 20))
    assert [2 * 20] == niches.cells_of(results(color_hints=15, hint_turns=100)).tolist()


@pytest.mark.parametrize("name", list(MEASURES))
def test_measures_are_zero_where_not_defined(name):
    """Of somebody who never acts."""
    other = next(each for each in MEASURES if each != name)
    assert [[0.0, 0.0]] == Niches((name, other), (2, 2)).measure(results()).tolist()


@pytest.mark.parametrize("place", [(20, 0), (0, -1), (1,), (1, 2, 3)])
def test_places_outside_the_grid_are_told(place):
    """With what there is."""
    niches = Niches(("communicativeness", "misplay_share"), (20, 20))
    with pytest.raises(EvolutionError, match="niches are numbered 0 to 19, 0 to 19"):
        niches.cell_at(place)
