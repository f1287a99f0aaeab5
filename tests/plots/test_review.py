"""Figures of reviewed games: what is lost, when, and by what."""

from __future__ import annotations

import numpy as np

from hanabilab.plots.figure import new_figure
from hanabilab.plots.review import draw_causes, draw_game, draw_survival, save_review


def game(lost_at, lost_by, turns=3):
    """A game of four points that reaches three of them; perfection is lost at `lost_at`."""
    at = turns + 1 if lost_at is None else lost_at
    by_turn = [
        {
            "turn": turn,
            "score": turn,
            "information_tokens": 8,
            "pace": None if turn == turns else 1,
            "max_reachable": 4 if turn < turns else 3,
            "perfect": "won" if turn < at else "lost",
        }
        for turn in range(turns + 1)
    ]
    return {
        "file": "a.game",
        "variant": "No Variant",
        "players": 2,
        "score": 3,
        "max_score": 4,
        "lost_at": lost_at,
        "lost_by": lost_by,
        "by_turn": by_turn,
        "perfect": by_turn[-1]["perfect"],
    }


GAMES = [
    game(1, "P0 discards 0 (B5)"),
    game(2, "P1 misplays 7 (R4)"),
    game(0, "the deck"),
    game(None, None),
]


def axes():
    return new_figure(5, 4).add_subplot()


def test_the_share_of_games_that_can_be_perfect_falls_where_it_is_lost():
    ax = draw_survival(GAMES, axes())
    by_copies, won = (list(line.get_ydata()) for line in ax.get_lines())
    assert by_copies == [100, 100, 100, 0]
    assert won == [75, 50, 25, 25]
    assert ax.get_ylim() == (0, 102)


def test_causes_are_counted_over_the_games_that_lost_it():
    ax = draw_causes(GAMES, axes())
    labels = [text.get_text() for text in ax.get_xticklabels()]
    expected = ["discard\n1", "misplay\n1", "play\n0", "hint\n0", "the deck\n1", "undecided\n0"]
    assert labels == expected
    assert "n = 3 games" in ax.get_title()
    frame = [side for side, spine in ax.spines.items() if spine.get_visible()]
    assert frame == ["left", "bottom"]


def test_no_game_that_lost_it_has_no_intervals():
    """Shares of nothing are no zeros that are known for sure."""
    ax = draw_causes(GAMES[3:], axes())
    assert "n = 0 games" in ax.get_title()
    (bars,) = (each for each in ax.containers if hasattr(each, "lines"))
    assert not any(len(ends) for ends in bars.lines[2][0].get_segments())


def test_a_game_is_drawn_with_the_action_that_lost_it():
    ax = draw_game(GAMES[1], axes())
    assert any("P1 misplays 7 (R4)" in text.get_text() for text in ax.texts)
    assert len(ax.get_lines()) == 5
    assert len(draw_game(GAMES[3], axes()).get_lines()) == 4


def test_a_line_of_a_game_has_a_gap_where_a_number_is_unknown():
    """There is no pace after the last action."""
    lines = {line.get_label(): line.get_ydata() for line in draw_game(GAMES[3], axes()).get_lines()}
    assert list(lines["score"]) == [0, 1, 2, 3]
    assert list(lines["reachable score"]) == [4, 4, 4, 3]
    np.testing.assert_equal(lines["pace"], [1, 1, 1, np.nan])


def test_names_are_no_formulas(tmp_path):
    """A file and a player may have dollars in their names."""
    named = game(1, "$a^{$ discards 0 (B5)") | {"file": "$b_{$.game"}
    save_review([named], tmp_path / "review.png")
    ax = draw_game(named, axes())
    assert ax.get_title().replace("\\$", "$").startswith("$b_{$.game: No Variant")
