"""Bars of agreement with people."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from hanabilab.plots import draw_likeness, save_likeness


def _row(agent, agreement, sem=0.01, color=0.2):
    kinds = {"play": 0.7, "discard": 0.5, "color": color, "rank": 0.1}
    return {
        "agent": agent, "games": 1234, "decisions": 56789, "agreement": agreement, "sem": sem,
    } | kinds  # fmt: skip


def test_a_bar_for_each_agent_and_a_mark_for_each_kind():
    """The first is on top; a kind that nobody did has no mark."""
    document = [_row("smart", 0.32), _row("_mine$", 0.41, None, color=None)]
    ax = draw_likeness(document, Figure().add_subplot())
    assert [bar.get_width() for bar in ax.patches] == [0.32, 0.41]
    marks = {
        line.get_label(): line.get_xydata().tolist()
        for line in ax.lines
        if "_" not in line.get_label()
    }
    assert marks["play"] == [[0.7, 0], [0.7, 1]]
    assert marks["color"] == [[0.2, 0]]
    assert ax.yaxis_inverted()
    names = [text.get_text() for text in ax.get_yticklabels()]
    assert names[0] == "smart"
    assert names[1].endswith(r"_mine\$")
    (bars,) = (each for each in ax.containers if hasattr(each, "lines"))
    drawn = bars.lines[2][0].get_segments()
    np.testing.assert_allclose(drawn[0][:, 0], [0.31, 0.33])
    assert not np.isfinite(drawn[1]).any(), "no error is told, so none is drawn"
    assert ax.get_title().startswith("56,789 decisions of people in 1,234 games")


def test_it_is_written_also_where_nobody_hinted(tmp_path):
    save_likeness([_row("smart", 0.3, color=None)], tmp_path / "a.png")
    save_likeness([_row("smart", 0.3, color=None)], tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
