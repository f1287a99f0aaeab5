"""Which runs can be compared."""

from __future__ import annotations

import pytest

from hanabilab.errors import EvolutionError, ResumeError
from hanabilab.evolution import Evolution, EvolutionPlan, Kept
from studies.diversity import common_cells, load_runs
from studies.diversity.runs import names_of
from tests.evolution.elites import INDIVIDUALS, keep_run, small_settings


def test_runs_that_differ_in_seed_and_length_are_compared(tmp_path):
    """Read from their folders, in the order given."""
    paths = [keep_run(tmp_path / "a", 0), keep_run(tmp_path / "b", 1)]
    pools = load_runs(paths)
    assert [pool.path for pool in pools] == paths
    assert common_cells(*pools).tolist() == [3, 7, 13]
    assert names_of(pools[0])[1] == names_of(pools[0])[2] == "rules(2, 8, 13, 38, 27, 39)"


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ({"mode": "compat"}, "mode clean and compat; runs of the same settings"),
        ({"grid": (4, 5)}, r"grid \[4, 4\] and \[4, 5\]"),
        ({"seed": 1}, r"runs have seeds \[1, 1\]"),
        ({"wanted": 2 * INDIVIDUALS}, "at 8 of 16 individuals; go on with hanabi evolve --resume"),
    ],
)
def test_runs_that_cannot_be_compared_are_told(tmp_path, second, expected):
    """By which setting, or how far they are."""
    paths = [keep_run(tmp_path / "a", 0), keep_run(tmp_path / "b", 1, **second)]
    with pytest.raises(EvolutionError, match=expected):
        load_runs(paths)


def test_a_run_is_not_compared_with_itself(tmp_path):
    """As the public code of the paper does; by whatever name."""
    path = keep_run(tmp_path / "a", 0)
    with pytest.raises(EvolutionError, match="a run is there twice"):
        load_runs([path, tmp_path / "b" / ".." / "a"])


def test_folders_without_elites_are_told(tmp_path):
    """None at all, or of an evolution that has found nobody."""
    with pytest.raises(ResumeError, match="no run in"):
        load_runs([tmp_path])
    settings = small_settings(0)
    kept = Kept(EvolutionPlan(settings, INDIVIDUALS)).begin(tmp_path / "a")
    nobody = Evolution.begin(settings)
    kept.keep_state(Evolution(settings, INDIVIDUALS, nobody.archive, nobody.curve))
    with pytest.raises(EvolutionError, match="fewer than 2 niches filled"):
        load_runs([tmp_path / "a"])
