"""The study of deduction: its brute force, its runs that go on, its calibration of real games."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import PLAY
from studies.deduction import agree as study
from studies.deduction.__main__ import main
from studies.deduction.agree import agree
from studies.deduction.brute_force import try_every_hand
from studies.deduction.calibrate import KINDS, calibrate
from studies.deduction.real_views import GAMES, real_views
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
    (kept,) = tmp_path.glob("views-*.jsonl")
    lines = kept.read_text().splitlines()
    kept.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])  # a kill cuts a line off
    agree(games, 6, tmp_path)
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [row["view"] for row in rows] == [json.loads(line)["view"] for line in lines]
    assert "z3_integers" in rows[0]["ms"]


@pytest.mark.compiled
def test_answers_of_other_games_are_not_taken_over(games, tmp_path, monkeypatch):
    """Two files of games with one folder, whose games have the same numbers."""
    asked = []
    monkeypatch.setattr(study, "_check", lambda view, **_: asked.append(view) or {"view": 1})
    monkeypatch.setattr(study, "_print", lambda rows: None)
    other = tmp_path / "other.tsv"
    lines = games.read_text().splitlines()
    other.write_text("\n".join([lines[0], *lines[:0:-1]]) + "\n")
    agree(games, 6, tmp_path / "out")
    agree(other, 6, tmp_path / "out")
    assert len(asked) == 12


def test_mistakes_get_one_line(games, tmp_path, monkeypatch, capsys):
    """No view, no file, no game."""
    games.write_text(games.read_text().splitlines()[0] + "\n")
    for words, told in (
        (["agree", "--views", "0"], "argument --views: 0; at least 1 is needed"),
        (["calibrate", "--games", "nowhere.tsv"], "nowhere.tsv"),
        (["calibrate", "--games", str(games)], "no game in"),
    ):
        monkeypatch.setattr("sys.argv", ["study", *words, "--out", str(tmp_path)])
        with pytest.raises(SystemExit) as refused:
            main()
        assert refused.value.code == 2
        assert told in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.compiled
def test_a_card_just_drawn_was_drawn_by_the_action_before(games):
    """Not before a hint, nor when the deck was out."""
    hints = out = 0
    for view in real_views(games):
        rules, actions = view.game.rules, view.game.actions
        left = [action_kind(rules.tables, action) <= PLAY for action in actions]
        deck = rules.deck_size - rules.players * rules.hand_size
        hint, late = bool(left) and not left[-1], sum(left) > deck
        assert view.drew == (bool(left) and not hint and not late)
        hints, out = hints + hint, out + late
    assert hints
    assert out


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
