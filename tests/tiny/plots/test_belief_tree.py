"""Trees of public beliefs: pruned, as text, and drawn."""

from __future__ import annotations

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Rectangle

from hanabilab.errors import GameError
from hanabilab.plots import PALETTE
from hanabilab.tiny.plots import draw_belief_tree, save_belief_tree
from hanabilab.tiny.public_tree import Belief, PublicState, format_states, prune_states

CARD = Belief("card of seat 0", ("red", "blue"), (0.75, 0.25), ("say 1", "say 2"))
OTHER = Belief("card of seat 1", ("red", "blue"), (0.5, 0.5))
NEVER = Belief("card of seat 0", ("red", "blue"))
TREE = (
    PublicState(-1, "", 1.0, "seat 0", 1.25, (CARD, OTHER)),
    PublicState(0, "1", 0.75, "seat 1", 1.5, (Belief("card of seat 0", ("red",), (1.0,)),)),
    PublicState(0, "2", 0.25, "seat 1", 0.5),
    PublicState(0, "3", 0.0, "", None, (NEVER,)),
    PublicState(1, "1", 0.2, "", 0.0),
    PublicState(1, "2", 0.8, "", 1.875),
)


def test_text_has_branches_bars_and_actions():
    """A line for each type; a bar has ten characters at certainty, and eighths of one."""
    assert format_states(TREE).splitlines() == [
        "seat 0 acts, value 1.25",
        "│  card of seat 0  red  ███████▌    75 % → say 1",
        "│                  blue ██▌         25 % → say 2",
        "│  card of seat 1  red  █████       50 %",
        "│                  blue █████       50 %",
        "├─ 1 (75 %): seat 1 acts, value 1.5",
        "│  │  card of seat 0  red ██████████ 100 %",
        "│  ├─ 1 (20 %): end, value 0",
        "│  └─ 2 (80 %): end, value 1.875",
        "├─ 2 (25 %): seat 1 acts, value 0.5",
        "└─ 3 (0 %): end, never reached",
        "      card of seat 0  red",
        "                      blue",
    ]


def test_pruning_keeps_the_likeliest_and_counts_the_rest():
    """State 5 is as likely as 0.6, state 2 as 0.25; what follows is counted with who is left."""
    kept = prune_states(TREE, max_states=3)
    assert ["", "1", "2"] == [state.action for state in kept]
    assert [-1, 0, 1] == [state.parent for state in kept]
    assert [2, 1, 0] == [state.hidden for state in kept]
    assert "│  + 2 states left out" in format_states(kept)


def test_pruning_by_depth_keeps_whole_layers():
    """And may be done again, without forgetting who was left out before."""
    layers = prune_states(TREE, max_depth=1)
    assert len(layers) == 4
    assert [0, 2, 0, 0] == [state.hidden for state in layers]
    assert 5 == prune_states(layers, max_states=1)[0].hidden
    assert prune_states(TREE) == TREE


def test_a_root_must_stay():
    """There is no empty tree."""
    for limits in ({"max_states": 0}, {"max_depth": -1}):
        with pytest.raises(GameError, match="a tree needs its root"):
            prune_states(TREE, **limits)
    for made in (format_states, prune_states, drawn):
        with pytest.raises(GameError, match="needs its root"):
            made(())


def test_parents_come_before_children():
    """The line says which state is wrong."""
    for wrong in ((TREE[1],), (TREE[0], TREE[0]), (TREE[0], TREE[4])):
        with pytest.raises(GameError, match=r"public state \d has parent"):
            format_states(wrong)


def test_a_belief_has_a_chance_and_an_action_for_each_type():
    """Or none at all."""
    with pytest.raises(GameError, match="card of seat 0: 1 chances for 2 types"):
        Belief("card of seat 0", ("red", "blue"), (1.0,))
    with pytest.raises(GameError, match="1 actions for 2 types"):
        Belief("card of seat 0", ("red", "blue"), (0.5, 0.5), ("say 1",))


def drawn(states, **look):
    return draw_belief_tree(states, Figure(figsize=(9, 6)).add_subplot(), **look)


def boxes_of(ax) -> list[FancyBboxPatch]:
    return [patch for patch in ax.patches if isinstance(patch, FancyBboxPatch)]


def test_there_is_a_box_for_each_state_and_a_branch_for_each_action():
    """Headlines, branches with chances, and what each type does."""
    ax = drawn(TREE, title="game X")
    assert len(boxes_of(ax)) == 6
    assert len(ax.lines) == 5
    told = [text.get_text() for text in ax.texts]
    assert {"seat 0 acts, value 1.25", "1, 75 %", "→ say 2", "end, never reached"} <= set(told)
    assert told[0] == "game X"


def test_bars_are_as_long_as_chances():
    """Three quarters, a quarter, two halves, and one; none where nobody comes."""
    filled = [
        patch.get_width()
        for patch in drawn(TREE).patches
        if isinstance(patch, Rectangle) and to_hex(patch.get_facecolor()) == PALETTE[0].lower()
    ]
    assert [0.75, 0.25, 0.5, 0.5, 1.0] == pytest.approx([width / 0.6 for width in filled])


def test_a_percentage_stands_beside_its_bar():
    """Right of the whole bar, as far as "100 %" needs room, of letters 0.068 inches wide."""
    ax = drawn([PublicState(-1, "", 1.0, "", 1.0, (Belief("card", ("red",), (1.0,)),))])
    (text,) = (text for text in ax.texts if text.get_text() == "100 %")
    bars = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    end = max(bar.get_x() + bar.get_width() for bar in bars)
    assert 5 * 0.068 < text.get_position()[0] - end < 7 * 0.068


def test_boxes_stand_in_layers_and_do_not_overlap():
    """Three layers, from left to right; within each there is air between boxes."""
    boxes = boxes_of(drawn(TREE))
    assert [0, 1, 1, 1, 2, 2] == [
        sorted({box.get_x() for box in boxes}).index(box.get_x()) for box in boxes
    ]
    layers = {box.get_x(): [] for box in boxes}
    for box in boxes:
        layers[box.get_x()].append((box.get_y(), box.get_y() + box.get_height()))
    for ends in layers.values():
        for (_, top), (bottom, _) in zip(sorted(ends), sorted(ends)[1:], strict=False):
            assert top < bottom


def test_many_types_leave_out_the_unlikeliest():
    """Eight are shown, in their order."""
    many = Belief("card", tuple("abcdefghij"), tuple(0.01 * place for place in range(10)))
    told = [text.get_text() for text in drawn([PublicState(-1, "", 1, "", 1.0, (many,))]).texts]
    assert "+ 2 types" in told
    assert [name for name in told if len(name) == 1] == list("cdefghij")


def test_the_same_tree_gives_the_same_file(tmp_path):
    """Byte for byte."""
    for name in ("one.png", "two.png"):
        save_belief_tree(prune_states(TREE, max_states=4), tmp_path / name, title="X")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


def test_names_are_no_formulas(tmp_path):
    """A user's game names its types and actions, and itself."""
    belief = Belief("$card^{$", ("$a^{$", "b"), (0.5, 0.5), ("$x^{$", "y"))
    states = [PublicState(-1, "", 1, "$^{$", 1.0, (belief,))]
    save_belief_tree(states, tmp_path / "tree.png", title="$t^{$")
