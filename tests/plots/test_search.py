"""The figure of a searched position: values of actions, and the belief about the own hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from hanabilab import Game, Rules, Sparta, evaluate
from hanabilab.agents import five_rule
from hanabilab.errors import AgentError
from hanabilab.notation import parse_rules
from hanabilab.plots import draw_belief, draw_values, save_search

SMALL = Rules.preset("small", players=2)


def _row(action, worlds, gain, sem):
    return {"action": action, "worlds": worlds, "gain": gain, "gain_sem": sem}


DOCUMENT = {
    "agent": "sparta(smart)",
    "rules": "small(players=2)",
    "seat": 1,
    "turn": 13,
    "action": "play 0",
    "blueprint_action": "discard 1",
    "actions": [
        _row("play 0", 9, 0.5, 0.1),
        _row("discard 1", 9, 0.0, 0.0),
        _row("hint 1 3", 2, -4.0, 3.0),
        _row("discard 0", 0, None, None),
    ],
    "belief": [[0.02] * 10, [0.0] * 9 + [0.2]],
    "range_size": 12,
    "basis": "exact",
}


def _values(document=DOCUMENT):
    return draw_values(document, Figure().add_subplot())


def test_the_choice_and_the_blueprints_action_are_marked():
    """In words and in colors of their own; the best on top; the title says whose turn it is."""
    ax = _values()
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [
        "hint 1 3, n = 2",
        "discard 1 (blueprint's), n = 9",
        "play 0 (chosen), n = 9",
    ]
    other, blueprint, chosen = (bar.get_facecolor() for bar in ax.patches)
    assert len({other, blueprint, chosen}) == 3
    named = {line.get_label(): line for line in ax.lines}
    assert named["chosen action"].get_xydata().tolist() == [[0.5, 2]]
    assert named["blueprint's action"].get_xydata().tolist() == [[0.0, 1]]
    colors = [to_rgba(named[name].get_color()) for name in ("chosen action", "blueprint's action")]
    assert colors == [chosen, blueprint]
    assert len(ax.get_legend().get_texts()) == 2
    assert ax.get_title() == (
        "small(players=2): seat 1 after turn 13\n"
        "sparta(smart) takes play 0; the blueprint would take discard 1"
    )


def test_one_action_can_be_both():
    """The chosen one is the blueprint's."""
    ax = _values(DOCUMENT | {"action": "discard 1"})
    assert "discard 1 (chosen, blueprint's), n = 9" in [
        label.get_text() for label in ax.get_yticklabels()
    ]


def test_intervals_are_students_and_end_at_the_highest_score():
    """t(8) = 2.306 errors of 0.1; 12.7 of 3 would reach far below -10."""
    bars = _values().containers[0].lines[2][0].get_segments()
    assert bars[2][:, 0] == pytest.approx([0.5 - 0.2306, 0.5 + 0.2306], abs=1e-4)
    assert bars[0][:, 0] == pytest.approx([-10, 10])


def test_one_world_has_no_interval():
    """Its bar stands alone, without the caps of an interval of no width."""
    rows = [_row("play 0", 1, 0.5, None), _row("discard 1", 9, 0.0, 0.0)]
    bars = _values(DOCUMENT | {"actions": rows}).containers[0].lines[2][0].get_segments()
    assert np.isfinite(bars[0]).all()
    assert not np.isfinite(bars[1]).any()


def test_a_search_that_played_nothing_out_says_so(tmp_path):
    """As one does that falls back to its blueprint."""
    nothing = DOCUMENT | {"actions": [_row("play 0", 0, None, None)]}
    ax = _values(nothing)
    assert [text.get_text() for text in ax.texts] == ["no action was played out"]
    assert not ax.get_yticklabels()
    save_search(nothing, tmp_path / "nothing.png")
    assert (tmp_path / "nothing.png").read_bytes().startswith(b"\x89PNG")


def test_the_belief_fills_the_colors():
    """The largest chance is the end of the scale, and every possible card has a number."""
    ax = draw_belief(DOCUMENT, Figure().add_subplot())
    image = ax.images[0]
    assert image.get_clim() == pytest.approx((0, 20))
    told = [text.get_text() for text in ax.texts if not text.get_text().startswith("slot")]
    assert told.count("2") == 10
    assert "20" in told
    assert len(told) == 11
    assert float(image.norm(2.0)) > 0.3  # a tenth of the largest chance is not invisible
    rare = draw_belief(DOCUMENT | {"belief": [[0.003] + [0.111] * 9]}, Figure().add_subplot())
    assert "<1" in [text.get_text() for text in rare.texts]


@pytest.mark.parametrize(
    ("name", "card"), [("reversed-5-suits", "P4"), ("up-or-down-5-suits", "P7"), ("full", "W2")]
)
def test_a_card_stands_in_the_row_of_its_suit_under_its_printed_rank(name, card):
    """Suits may be reversed, have other letters, or a START card, written 7."""
    rules = parse_rules(name)
    cards = [rules.names.card(number) for number in range(rules.suits * rules.ranks)]
    belief = [[float(each == card) for each in cards]]
    ax = draw_belief({"rules": name, "belief": belief}, Figure().add_subplot())
    ((row, column),) = np.argwhere(ax.images[0].get_array().filled(0) == 100)
    assert ax.get_yticklabels()[row].get_text() + ax.get_xticklabels()[column].get_text() == card


def test_the_same_document_gives_the_same_file(tmp_path):
    """Byte for byte, with and without a belief."""
    for name in ("one.png", "two.png"):
        save_search(DOCUMENT, tmp_path / name)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    save_search(DOCUMENT | {"belief": None}, tmp_path / "no.png")
    assert np.array_equal((tmp_path / "no.png").read_bytes()[:4], b"\x89PNG")


@pytest.mark.compiled
@pytest.mark.late
def test_estimates_go_into_plots_as_they_are(tmp_path):
    """The figure is that of their document; without a position there is none."""
    found = evaluate(Game(SMALL, seed=3), Sparta(five_rule, rollouts=400, min_worlds=10))
    save_search(found, tmp_path / "one.png")
    save_search(found.document(), tmp_path / "two.png")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    assert len(draw_values(found, Figure().add_subplot()).patches) == len(found.legal)
    assert draw_belief(found, Figure().add_subplot()).images
    with pytest.raises(AgentError, match="position of these estimates is not known"):
        draw_values(replace(found, question=None), Figure().add_subplot())
