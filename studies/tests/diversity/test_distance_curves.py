"""Curves of score and similarity by the distance of niches."""

from __future__ import annotations

import polars as pl
import pytest
from matplotlib.figure import Figure

from studies.diversity.distance_curves import (
    Published,
    draw_score_by_distance,
    draw_similarity_by_distance,
)

TABLE = pl.DataFrame(
    {
        "distance": [0, 1, 4],
        "pairs": [3, 4, 2],
        "mean": [9.0, 8.0, 5.0],
        "sem": [0.1, 0.2, 0.3],
        "lower_quartile": [8.0, 6.0, 4.0],
        "upper_quartile": [10.0, 9.0, 6.0],
        "hamming": [0.0, 9.0, 15.0],
        "similarity": [1.0, 0.6, 0.1],
    }
)


def test_scores_have_intervals_and_published_figures_beside_them():
    """95 % about the mean; what others measured is named."""
    published = Published(
        points=[(0, 8.2)],
        points_of="theirs",
        levels={"all pairs": 6.64},
        spans=[(1, 5, 9.5), (6, 9, 8.7)],
        spans_of="later",
    )
    ax = draw_score_by_distance(
        TABLE,
        Figure().add_subplot(),
        decks=9,
        max_score=25,
        title="n = 9 decks",
        published=published,
    )
    bars = ax.containers[0].lines[2][0].get_segments()
    assert bars[1][:, 1] == pytest.approx([8 - 2.306004 * 0.2, 8 + 2.306004 * 0.2])
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert sorted(names) == sorted(
        ["middle half of pairs", "mean, 95 % interval over decks", "theirs", "all pairs", "later"]
    )
    assert "n = 9 decks" in ax.get_title()


def test_similarity_is_drawn_as_shares():
    """Of places with the same rule, out of all; published ones, too."""
    ax = draw_similarity_by_distance(
        TABLE,
        Figure().add_subplot(),
        length=15,
        title="n = 100 states",
        hamming=Published(points=[(1, 6.0)], points_of="their rules"),
        similarity=Published(points=[(4, 0.2)], points_of="their states"),
    )
    same_action, same_rule, published, _ = ax.lines
    assert same_action.get_ydata().tolist() == [1.0, 0.6, 0.1]
    assert same_rule.get_ydata().tolist() == pytest.approx([1.0, 0.4, 0.0])
    assert published.get_ydata()[0] == pytest.approx(0.6)
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named == [line.get_label() for line in ax.lines]
    assert ax.get_ylim()[0] < 0  # a marker at 0 is seen whole
