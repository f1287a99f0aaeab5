"""The reliability figure: a line for each kind, its intervals, and no points of too few chances."""

from __future__ import annotations

import polars as pl

from hanabilab.plots.figure import new_figure
from studies.deduction.figure import draw_calibration

TABLE = pl.DataFrame(
    {
        "kind": ["a card", "a card", "playable", "playable"],
        "told": [100, 50, 40, 3],
        "chance": [0.2, 0.5, 0.3, 0.9],
        "share": [0.25, 0.4, 0.3, 0.0],
        "low": [0.2, 0.3, 0.2, 0.0],
        "high": [0.3, 0.5, 0.4, 0.0],
    }
)


def test_points_stand_where_chances_and_shares_are():
    ax = draw_calibration(TABLE, new_figure(4, 4).add_subplot())
    _, labels = ax.get_legend_handles_labels()
    assert labels == ["chances come true", "a card, n = 150", "playable, n = 40"]
    points = [list(zip(*container[0].get_data(), strict=True)) for container in ax.containers]
    assert points == [[(0.2, 0.25), (0.5, 0.4)], [(0.3, 0.3)]]
