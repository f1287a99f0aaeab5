"""The heat map of a cross-play matrix."""

from __future__ import annotations

from matplotlib.figure import Figure

from hanabilab.plots import draw_matrix, save_matrix


def _document(count):
    names = [f"agent{place}" for place in range(count)]
    grid = [[float(row + column) for column in range(count)] for row in range(count)]
    errors = [[0.5] * count] * count
    return {
        "ones": names,
        "others": names,
        "mean": grid,
        "sem": errors,
        "rules": "full(players=2)",
        "games": 1000,
    }


def test_cells_say_their_mean_and_error():
    """Rows are agents, columns are whom they play with; the title says what the sign means."""
    ax = draw_matrix(_document(3), Figure().add_subplot())
    assert ["agent0", "agent1", "agent2"] == [label.get_text() for label in ax.get_yticklabels()]
    assert "1.00\n± 0.50" in [text.get_text() for text in ax.texts]
    assert len(ax.texts) == 9
    assert "1,000 decks a pair" in ax.get_title()
    assert ax.get_title().startswith("full(players=2): mean score")
    assert "± is one standard error" in ax.get_title()


def test_many_agents_have_no_room_for_words():
    """The largest error is in the title instead."""
    ax = draw_matrix(_document(50), Figure().add_subplot())
    assert not ax.texts
    assert "up to ± 0.50" in ax.get_title()


def test_exact_values_have_no_intervals():
    """Neither in cells nor in the title."""
    document = _document(3) | {"sem": None, "games": None}
    ax = draw_matrix(document, Figure().add_subplot())
    assert "1.00" in [text.get_text() for text in ax.texts]
    assert ax.get_title() == "full(players=2): expected score, exact"


def test_the_same_matrix_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_matrix(_document(3), tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_names_are_no_formulas(tmp_path):
    """A path may have dollars in it."""
    save_matrix(_document(2) | {"ones": ["$a^{$.py:me", "b"]}, tmp_path / "matrix.png")
