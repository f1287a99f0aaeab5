"""States of an evolution in files: what no run can have come to is refused in one line."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

from hanabilab.errors import ResumeError
from hanabilab.evolution import EvolutionPlan, Kept, keeping
from hanabilab.evolution.keeping import read_evolution
from hanabilab.evolution.search import CURVE
from tests.evolution.small import TINY, evolved, tiny

SETTINGS, DONE = tiny(), 16


@pytest.fixture(name="state")
def _state(tmp_path):
    """A folder of a run that has come to a state, and that state's file and arrays."""
    kept = Kept(EvolutionPlan(SETTINGS, 1000)).begin(tmp_path / "run")
    with kept.folder:
        kept.keep_state(evolved(SETTINGS, DONE))
    (file,) = (tmp_path / "run" / "archive").iterdir()
    return tmp_path / "run", file, dict(np.load(file))


def write(state):
    """Put the arrays in place of the file, under a name that promises just these."""
    folder, file, arrays = state
    buffer = BytesIO()
    np.savez_compressed(buffer, **arrays)
    number = int(file.name.split("-")[2])
    file.unlink()
    Kept.find(folder).folder.keep("archive", number, buffer.getvalue(), "npz")
    return folder


def put(name, value, place=-1):
    """Changes one number."""

    def change(arrays):
        arrays[name].flat[place] = value

    return change


def double(arrays):
    """Has an elite's cell twice."""
    arrays["cells"][0] = arrays["cells"][1]


def one_more(arrays):
    """Has a cell without an elite."""
    arrays["cells"] = np.append(arrays["cells"], arrays["cells"][-1] + 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (put("cells", SETTINGS.niches.cells), "its cells are out of range"),
        (put("cells", -1, 0), "its cells are out of range"),
        (double, "its cells are out of range"),
        (one_more, "its arrays are of different lengths"),
        (put("numbers", DONE), "its numbers are out of range"),
        (put("numbers", -1), "its numbers are out of range"),
        (put("genes", 105), "its genes are out of range"),
        (put("genes", -1), "its genes are out of range"),
        (put("games", 0), "its games are out of range"),
        (put("games", DONE * SETTINGS.games + 1), "its games are out of range"),
        (put("results", -1), "its results are out of range"),
    ],
)
def test_numbers_that_no_run_has_are_refused(state, change, says):
    """One below the least or above the most is enough."""
    change(state[2])
    folder = write(state)
    with pytest.raises(ResumeError, match=says):
        read_evolution(folder)


@pytest.mark.parametrize("value", [-0.5, float("nan"), DONE * TINY.max_score + 1])
def test_a_curve_that_no_archive_has_is_refused(state, value, monkeypatch):
    """It begins at zero, and no elite scores more than the rules allow."""
    monkeypatch.setattr(keeping, "CURVE_STEP", DONE)
    state[2]["curve"] = np.full((1, len(CURVE)), float(value))
    folder = write(state)
    with pytest.raises(ResumeError, match="its curve are out of range"):
        read_evolution(folder)


@pytest.mark.parametrize(("rows", "done"), [(1, DONE), (0, 1000)])
def test_a_curve_has_a_row_for_each_step(state, rows, done):
    """Else the state is one of another number of individuals under a new name."""
    folder, file, arrays = state
    arrays["curve"] = np.ones((rows, len(CURVE)))
    renamed = file.rename(file.with_name(file.name.replace(f"{DONE:012d}", f"{done:012d}")))
    with pytest.raises(ResumeError, match="its curve are out of range"):
        read_evolution(write((folder, renamed, arrays)))


def test_a_state_is_read_as_it_was_kept(state, monkeypatch):
    """With the ends of all ranges included."""
    monkeypatch.setattr(keeping, "CURVE_STEP", DONE)
    arrays = state[2]
    arrays["curve"] = np.array([[0.0, 1, 1, 1, DONE * TINY.max_score]])
    found = read_evolution(write(state))
    assert found.done == DONE
    assert found.curve.tolist() == arrays["curve"].tolist()
    assert found.archive.filled.tolist() == arrays["cells"].tolist()
