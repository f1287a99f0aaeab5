"""The table of values of docs/off_belief.md, computed anew by the command that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanabilab.cli.tiny import obl
from tests.cli.calling import document

_PAGE = Path(__file__).parents[2] / "docs" / "off_belief.md"
#: A game in code marks, then numbers.
_ROW = re.compile(r"^\| `([^`]+)`[^|]*\| ([0-9.|/ -]+) \|$", re.MULTILINE)
#: Those whose trees take more than seconds.
_LARGE = re.compile(r"rung\([1256]\)|very-small|trade-comm\(3")


def rows():
    """Each game of the table with its cells."""
    text = _PAGE.read_text(encoding="utf-8").partition("## Values")[2].partition("\n## ")[0]
    found = [(game, cells.split(" | ")) for game, cells in _ROW.findall(text)]
    assert len(found) == 17
    return [
        pytest.param(game, cells, id=game, marks=[pytest.mark.slow] * bool(_LARGE.search(game)))
        for game, cells in found
    ]


@pytest.fixture
def tree_is_kept(monkeypatch):
    """All calls of a test are of one game, and to write its tree out takes longest."""
    enumerate_game, trees = obl.enumerate_game, []

    def kept(game):
        if not trees:
            trees.append(enumerate_game(game))
        return trees[0]

    monkeypatch.setattr(obl, "enumerate_game", kept)


def cell(number: float) -> str:
    """As the table has it."""
    return f"{number:.4f}"


@pytest.mark.compiled
@pytest.mark.usefixtures("tree_is_kept")
@pytest.mark.parametrize(("game", "cells"), rows())
@pytest.mark.late_but(3)
def test_the_table_is_what_the_command_prints(capsys, game, cells):
    """All but the optimum, which `tiny solve` finds, in the order of the columns."""
    levels = document(capsys, "tiny", "obl", game)["levels"]
    (valued, *_) = document(capsys, "tiny", "obl", game, "--levels", 1, "--rounds", 1)["levels"]
    one, two, three = levels
    told = [cell(one[name]) for name in ("first_of_equals", "mixed")]
    told += [f"{one['tied']} / {one['reached']}"]
    told += [cell(one["self_play"])]
    told += [f"{one['self_play_least']:.4f} - {one['self_play_most']:.4f}"]
    told += [cell(one["cross_play"]), cell(two["mixed"]), cell(three["mixed"])]
    told += [cell(valued["first_of_equals"])]
    assert cells[1:] == told


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "cells"), [row for row in rows() if not row.marks])
@pytest.mark.late_but(3)
def test_the_optimum_is_that_of_the_solver(capsys, game, cells):
    """The column before them."""
    assert cells[0] == cell(document(capsys, "tiny", "solve", game)["value"])
