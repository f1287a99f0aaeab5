"""The study of deduction: its brute force, its runs that go on, its calibration of real games."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from hanabilab.studies.deduction.agree import agree
from hanabilab.studies.deduction.brute_force import try_every_hand
from hanabilab.studies.deduction.calibrate import KINDS, calibrate
from hanabilab.studies.deduction.real_views import GAMES, real_views
from tests.knowledge.test_hand_counts import COPIES, HANDS
from tests.naive import hand_counts as naive
from tests.strategies import examples


@given(HANDS, COPIES)
@examples(200)
def test_every_hand_is_tried_once(possible, copies):
    """Empty slots among others, and copies as they were before."""
    ways = np.full((len(possible), len(copies)), -1, np.int64)
    masks = np.array([sum(1 << card for card in cards) for cards in possible], np.int64)
    left = np.array(copies, np.int64)
    total = int(try_every_hand(ways, masks, left))
    assert (total, ways.tolist()) == naive.count_hand(possible, copies)
    assert left.tolist() == copies


@pytest.fixture
def games(tmp_path):
    """The first three real games."""
    file = tmp_path / "games.tsv"
    file.write_text("\n".join(GAMES.read_text().splitlines()[:4]) + "\n")
    return file


@pytest.mark.compiled
def test_a_run_that_was_stopped_goes_on(games, tmp_path, capsys):
    pytest.importorskip("z3", reason="Z3 is not installed: make extras")
    agree(games, 6, tmp_path)
    told = capsys.readouterr().out
    assert "6 views of" in told
    assert all(f"{name}: 6 of 6" in told for name in ("brute_force", "z3", "true_hand"))
    kept = (tmp_path / "views.jsonl").read_text()
    lines = kept.splitlines()
    (tmp_path / "views.jsonl").write_text("\n".join(lines[:4]) + "\n")
    agree(games, 6, tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "views.jsonl").read_text().splitlines()]
    assert [row["view"] for row in rows] == [json.loads(line)["view"] for line in lines]
    assert "z3_integers" in rows[0]["ms"]


@pytest.mark.compiled
def test_chances_are_counted_by_kind_and_range(games, tmp_path):
    table = calibrate(games, tmp_path)
    assert table["kind"].unique(maintain_order=True).to_list() == list(KINDS)
    kept = pl.read_csv(tmp_path / "calibration.csv")
    assert kept.select("kind", "told").equals(table.select("kind", "told"))
    held = sum(int((view.game.state.hands[view.seat] >= 0).sum()) for view in real_views(games))
    drawn = table.filter(pl.col("kind") == KINDS[3])["told"].sum()
    playable = table.filter(pl.col("kind") == KINDS[2])["told"].sum()
    assert 0 < drawn < playable < held
    for low, share, high in table.select("low", "share", "high").iter_rows():
        assert 0 <= low <= high <= 1
        assert low - 0.35 <= share <= high + 0.35
    # Of all chances of cards, as many come true as were told to: each slot holds one card.
    cards = table.filter(pl.col("kind") == KINDS[0])
    told, true = ((cards["told"] * cards[name]).sum() for name in ("chance", "share"))
    assert told == pytest.approx(true)
    assert (tmp_path / "calibration.png").read_bytes().startswith(b"\x89PNG")
