"""Scores by round of sequences."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from hanabilab.plots import draw_rounds, save_rounds


def _document(interval=True):
    def told(mean):
        return {"mean": mean, "ci95": [mean - 1, mean + 2] if interval else None}

    responders = {
        name: {"score": told(mean), "by_round": [told(mean), told(mean + 1)]}
        for name, mean in (("generalist", 5.0), ("oracle", 9.0))
    }
    return {
        "rules": "full(players=2)",
        "partners": ["a", "b"],
        "sequences": 3,
        "responders": responders,
    }


def test_a_line_and_a_band_for_each_responder():
    """Rounds count from 1; the legend has means, the title says what bands are."""
    ax = draw_rounds(_document(), Figure().add_subplot())
    oracle = next(line for line in ax.lines if line.get_label().startswith("oracle"))
    assert [[1, 9], [2, 10]] == oracle.get_xydata().tolist()
    assert "oracle, mean 9.00" in [text.get_text() for text in ax.get_legend().get_texts()]
    band = ax.collections[1].get_paths()[0].get_extents()
    assert (8, 12) == pytest.approx((band.y0, band.y1))
    assert "95 % intervals" in ax.get_title()
    assert ax.get_title().startswith("full(players=2): 2 partners")


def test_bands_stay_within_possible_scores():
    """A mean of 24.5 less 1 and more 2 ends at 25."""
    document = _document()
    document["responders"]["oracle"]["by_round"][0] = {"mean": 24.5, "ci95": [23.5, 26.5]}
    document["responders"]["generalist"]["by_round"][0] = {"mean": 0.5, "ci95": [-1.0, 2.0]}
    bands = [
        each.get_paths()[0].get_extents()
        for each in draw_rounds(document, Figure().add_subplot()).collections
    ]
    assert (min(band.y0 for band in bands), max(band.y1 for band in bands)) == (0, 25)


def test_one_partner_has_no_band():
    """There is no error over one."""
    assert not draw_rounds(_document(interval=False), Figure().add_subplot()).collections


def test_the_same_document_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_rounds(_document(), tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
