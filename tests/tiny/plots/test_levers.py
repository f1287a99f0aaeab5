"""Figures of lever games."""

from __future__ import annotations

from matplotlib.figure import Figure

from hanabilab.tiny.plots import draw_lever_curves, draw_lever_scores, save_levers


def _game() -> dict[str, object]:
    def level(mean):
        return {"mean": mean, "sem": 0.05, "ci95": [mean - 0.1, mean + 0.1]}

    rows = [
        {
            "method": name,
            "self_play": level(own),
            "cross_play": level(cross),
            "steps": [0, 10],
            "cross_play_curve": [0.1, cross],
        }
        for name, own, cross in (("self-play", 1.0, 0.1), ("other-play", 0.9, 0.9))
    ]
    return {"game": "levers", "seeds": 30, "methods": rows}


def test_scores_have_intervals_and_a_count():
    """A point for self-play and one for cross-play of each method."""
    ax = draw_lever_scores(_game(), Figure().add_subplot())
    assert ["self-play", "other-play"] == [tick.get_text() for tick in ax.get_yticklabels()]
    assert "n = 30 teams" in ax.get_title()
    assert "95 % intervals" in ax.get_xlabel()
    own, cross = (box.lines[0].get_xdata().tolist() for box in ax.containers)
    assert ([1.0, 0.9], [0.1, 0.9]) == (own, cross)


def test_curves_are_those_of_cross_play():
    """One for each method, by name."""
    ax = draw_lever_curves(_game(), Figure().add_subplot())
    assert ["self-play", "other-play"] == [line.get_label() for line in ax.get_lines()]
    assert [0.1, 0.9] == list(ax.get_lines()[1].get_ydata())


def test_the_same_games_give_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_levers([_game()], tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
