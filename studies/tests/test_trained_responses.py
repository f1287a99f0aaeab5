"""Networks that were trained with one partner: their settings, and what is kept of them."""

from __future__ import annotations

import tomllib

import numpy as np
import polars as pl
import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.policy import CompiledPolicy
from studies import trained_responses
from tests.pages import RESULTS

pytestmark = pytest.mark.once


def test_all_partners_are_compiled_agents():
    """And each has a folder of its own."""
    pytest.importorskip("torch", reason="two of the agents are networks")
    for name in trained_responses.PARTNERS:
        assert isinstance(make_agent(name), CompiledPolicy)
    folders = set(map(trained_responses.folder_of, trained_responses.PARTNERS))
    assert len(folders) == len(trained_responses.PARTNERS)


@pytest.mark.parametrize("partner", trained_responses.PARTNERS)
def test_settings_make_a_plan(partner):
    """Of two million turns, on no deck that scores."""
    pytest.importorskip("torch", reason="training needs PyTorch")
    from hanabilab.learning.plan import TrainingPlan

    config = tomllib.loads(trained_responses.CONFIG.format(partner=partner))
    settings = TrainingPlan.of(config).settings
    assert (settings.partner, settings.partner_share) == (partner, 1.0)
    assert 1.9e6 < settings.num_envs * settings.num_steps * settings.updates < 2e6
    assert settings.seed != trained_responses.SEED


def test_the_score_of_a_partner_is_the_mean_of_both_seats(monkeypatch, tmp_path):
    """By hand: two decks of a thousand differ from 10 points; another row stays."""
    monkeypatch.setattr(trained_responses, "KEPT", tmp_path / "trained.parquet")
    monkeypatch.setattr(trained_responses, "RUNS", tmp_path)
    for partner in ("iggi", "smart"):
        folder = trained_responses.folder_of(partner)
        folder.mkdir()
        (folder / "curve.csv").write_text("turns,cpu_seconds\n1000,5\n2000,9\n")
    found = np.full((2, trained_responses.GAMES), 10)
    trained_responses.keep("smart", found)
    found[0, 3], found[1, 3], found[1, 4] = 20, 14, 20
    trained_responses.keep("iggi", found)
    table = pl.read_parquet(tmp_path / "trained.parquet")
    assert table.select("partner", "turns", "cpu_seconds").rows() == [
        ("iggi", 2000, 9),
        ("smart", 2000, 9),
    ]
    kept = trained_responses.kept_estimates()
    assert kept["iggi"].mean == pytest.approx(10 + (7 + 5) / 1000)
    assert kept["smart"].mean == 10
    assert trained_responses.kept_estimates().keys() == {"iggi", "smart"}


def test_what_is_kept_is_of_partners_and_whole():
    """Two thousand scores of each."""
    path = RESULTS / trained_responses.KEPT.relative_to("results")
    if not path.exists():
        pytest.skip("no network was trained yet")
    for partner, turns, scores in (
        pl.read_parquet(path).select("partner", "turns", "scores").iter_rows()
    ):
        assert partner in trained_responses.PARTNERS
        assert turns > 1.9e6
        assert len(scores) == 2 * trained_responses.GAMES
        assert set(scores) <= set(range(26))
