"""The paths of numbers as they are tuned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from hanabilab.plots.tuning import draw_number, save_tuning
from hanabilab.tuning import Settings, Tuning


def tuning(agent: str, only: tuple[str, ...] = ()) -> Tuning:
    """Two generations, in which every number went from where it was given to its highest value."""
    begun = Tuning.begin(Settings(agent=agent, only=only, candidates=4, games=8))
    highest = [number.high for number in begun.settings.numbers]
    means = np.vstack([begun.means, begun.means, [highest]])
    return replace(
        begun,
        values=np.zeros((2, 4, len(highest)), np.int64),
        means=means,
        deviations=np.vstack([begun.deviations] * 3),
    )


def test_a_number_has_a_path_within_its_range():
    """With a band that its range cuts off, and a line where it was given."""
    ax = draw_number(tuning("keen", ("short_deck",)), 0, Figure().add_subplot())
    given, path = ax.get_lines()
    assert [20, 20, 40] == path.get_ydata().tolist()
    assert 20 == given.get_ydata()[0]
    band = ax.collections[0].get_paths()[0].vertices
    assert 40 == band[:, 1].max()
    assert "short_deck: 20 to 40" == ax.get_title()


@pytest.mark.late
def test_a_picture_is_written_of_one_number_and_of_twelve(tmp_path):
    """A PNG file comes out."""
    for only in (("late_deck",), ()):
        save_tuning(tuning("keen", only), tmp_path / "numbers.png")
        assert (tmp_path / "numbers.png").read_bytes().startswith(b"\x89PNG")
