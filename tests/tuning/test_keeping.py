"""States of a tuning in files: what no run can have come to is refused in one line."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest

from hanabilab.errors import AgentError, ResumeError
from hanabilab.tuning import Kept, Settings, Tuning, TuningPlan, tune

pytest.importorskip("ribs", reason="the extra evolve is not installed")
pytestmark = pytest.mark.compiled  # hundreds of games, and no kernels of its own

SETTINGS = Settings(agent="keen", candidates=4, games=8, finals=4)


@pytest.fixture(scope="module")
def two() -> Tuning:
    """A tuning after two generations."""
    *_, tuning = tune(Tuning.begin(SETTINGS), 2, threads=1)
    return tuning


@pytest.fixture
def kept(tmp_path, two) -> Kept:
    """Its folder."""
    kept = Kept(TuningPlan(SETTINGS, 5)).begin(tmp_path / "run")
    with kept.folder:
        kept.keep_state(two)
    return kept


def changed(kept: Kept, two: Tuning, name: str, value: float) -> Kept:
    """The folder, where an array of its state ends in another value."""
    arrays = dict(np.load(BytesIO(kept.pack([two]))))
    arrays[name].flat[-1] = value
    buffer = BytesIO()
    np.savez(buffer, **arrays)
    found = Kept.find(kept.folder.path)
    (part,) = found.folder.parts("generations")
    part.unlink()
    found.folder.keep("generations", 2, buffer.getvalue(), "npz")
    return Kept.find(kept.folder.path)


def test_a_state_comes_back_as_it_was(kept, two):
    """Every array, and the settings."""
    found = Kept.find(kept.folder.path)
    found.read()
    assert SETTINGS == found.tuning.settings
    assert kept.pack([two]) == kept.pack([found.tuning])
    assert "2 of 5 generations" == found.progress()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("values", 10**6),
        ("order", 7),
        ("order", 0),
        ("games", 0),
        ("games", 9),
        ("points", -1),
        ("points", 8 * 25 + 1),
        ("opening", 8 * 25 + 1),
        ("means", np.nan),
        ("means", 1e6),
        ("deviations", -1),
        ("deviations", np.inf),
    ],
)
def test_what_no_tuning_has_is_refused(kept, two, name, value):
    if name == "order" and two.order.flat[-1] == value:
        value = 1
    with pytest.raises(ResumeError, match=f"its {name} are out of range"):
        changed(kept, two, name, value).read()


def test_a_folder_runs_no_file_that_the_user_has_not_named(tmp_path):
    """The manifest of somebody else may name any file."""
    document = SETTINGS.as_json() | {"agent": str(tmp_path / "evil.py")}
    with pytest.raises(AgentError, match="a Python file that would run"):
        Settings.from_json(document)
