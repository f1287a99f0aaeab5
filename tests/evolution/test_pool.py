"""Elites as agents, as a table, measured again, and as an archive of pyribs."""

from __future__ import annotations

import sys

import numpy as np
import polars as pl
import pytest

from hanabilab import make_agent
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, EvolutionError
from hanabilab.evolution import EvolutionPlan, Kept, Pool, as_grid_archive, remeasure
from hanabilab.evolution.evaluation import REMEASURED, series_seed
from hanabilab.evolution.report import curve_table, mean_grid
from hanabilab.game.rules import Rules
from tests.evolution.small import evolved, tiny


@pytest.fixture(name="pool")
def _pool(tmp_path):
    """The elites of 24 individuals, in a folder."""
    kept = Kept(EvolutionPlan(tiny(), 24)).begin(tmp_path / "a pool")
    kept.keep_state(evolved(tiny(), 24))
    return Pool.load(tmp_path / "a pool")


def test_a_folder_may_be_named_in_text(pool):
    """As `load_record` takes it."""
    again = Pool.load(str(pool.path))
    assert (again.path, again.names()) == (pool.path, pool.names())


def test_agents_are_elites_by_niche(pool):
    """By name and back, whatever the folder is called; playing as the rules that they are."""
    archive, niches = pool.evolution.archive, pool.evolution.settings.niches
    assert len(pool.names()) == len(archive.filled) > 2
    for name, cell in zip(pool.names(), archive.filled.tolist(), strict=True):
        agent = make_agent(name)
        assert name == agent.name
        assert agent == pool.agent(*niches.places_of(np.array([cell]))[0].tolist())
        rules = make_agent(f"rules({','.join(map(str, archive.genes[cell].tolist()))})")
        assert (agent.settings, agent.function) == (rules.settings, rules.function)


def test_an_elite_scores_what_its_games_scored(pool):
    """Games n * G on of the run's seed are its own, and the arena plays them the same."""
    settings, row = pool.evolution.settings, pool.table().to_dicts()[-1]
    agent = make_agent(row["agent"])
    games = range(row["number"] * 2, row["number"] * 2 + 2)
    lineup = Lineup((agent, agent))
    table = play_games(lineup, settings.rules, games=games, seed=settings.seed, threads=1).table
    assert row["mean"] == table["score"].mean()


def test_an_empty_niche_names_the_nearest(pool):
    """On the grid, as ways to go."""
    places = {tuple(place) for place in pool.places().tolist()}
    empty = next(p for p in np.ndindex(3, 3) if tuple(p) not in places)
    nearest = min(sum(abs(a - b) for a, b in zip(p, empty, strict=True)) for p in places)
    with pytest.raises(AgentError, match=r"is empty; nearest are \(") as error:
        pool.agent(*empty)
    first = str(error.value).split("nearest are (")[1].split(")")[0].split(", ")
    assert nearest == sum(abs(int(a) - b) for a, b in zip(first, empty, strict=True))
    with pytest.raises(EvolutionError, match="no niche 3, 0; niches are numbered 0 to 2, 0 to 2"):
        pool.agent(3, 0)


def test_the_table_has_a_row_an_elite(pool):
    """In order of niche, and the grid of means has its scores."""
    table, means = pool.table(), mean_grid(pool.evolution)
    niches = table.select("niche_0", "niche_1").rows()
    assert niches == sorted(niches)
    assert [means[place] for place in niches] == table["mean"].to_list()
    assert np.isnan(means).sum() == 9 - len(table)
    statistics = pool.evolution.statistics
    assert statistics.qd_score == pytest.approx(table["mean"].sum())
    assert statistics.maximum == table["mean"].max()
    assert statistics.mean == pytest.approx(table["mean"].mean())
    assert curve_table(pool.evolution).is_empty()


def test_measured_again_by_fresh_games(pool):
    """Games of a series of their own, told by number of elite and seed; placed where they say."""
    evolution = pool.evolution
    corrected = remeasure(evolution, 5, seed=1, threads=1)
    table = pool.table(corrected)
    rules, seed = evolution.settings.rules, series_seed(5, REMEASURED, 1)
    best: dict[tuple[int, int], float] = {}
    for row in table.to_dicts():
        agent = make_agent(row["agent"])
        games = range(row["number"] * 5, row["number"] * 5 + 5)
        played = play_games(Lineup((agent, agent)), rules, games=games, seed=seed, threads=1).table
        assert played["score"].mean() == row["fresh_mean"]
        place = row["fresh_niche_0"], row["fresh_niche_1"]
        if row["fresh_mean"] > 0:
            best[place] = max(best.get(place, 0.0), row["fresh_mean"])
    own = (pl.col("niche_0") == pl.col("fresh_niche_0")) & (
        pl.col("niche_1") == pl.col("fresh_niche_1")
    )
    assert corrected.own_niche == table.select(own.mean()).item()
    assert corrected.statistics.coverage == len(best)
    assert corrected.statistics.qd_score == pytest.approx(sum(best.values()))
    assert corrected.in_place.mean == pytest.approx(table["fresh_mean"].mean())
    with pytest.raises(EvolutionError, match="games is 0"):
        remeasure(evolution, 0)


def test_three_measures_make_agents_too(tmp_path):
    """Niches of three numbers."""
    measures = ("communicativeness", "risk_aversion", "information_per_play")
    settings = tiny(measures=measures, grid=(2, 2, 2))
    kept = Kept(EvolutionPlan(settings, 8)).begin(tmp_path / "deep")
    kept.keep_state(evolved(settings, 8))
    pool = Pool.load(tmp_path / "deep")
    assert pool.agent(*pool.places()[0].tolist()).name == pool.names()[0]
    assert mean_grid(pool.evolution).shape == (2, 2, 2)


@pytest.mark.compiled
def test_four_players(tmp_path):
    """Any number of players that the rules allow."""
    settings = tiny(rules=Rules(players=4, suits=2, bomb="keep"))
    kept = Kept(EvolutionPlan(settings, 40)).begin(tmp_path / "four")
    kept.keep_state(evolved(settings, 40))
    name = Pool.load(tmp_path / "four").names()[-1]
    assert len(play_games(Lineup.of([name] * 4), settings.rules, games=3, threads=1).table) == 3


# --- pyribs --------------------------------------------------------------------------------------


def test_without_pyribs_one_line_says_what_to_install(monkeypatch):
    """Whether it is there or not."""
    monkeypatch.setitem(sys.modules, "ribs.archives", None)
    with pytest.raises(EvolutionError, match=r"pip install .*\[evolve\]'"):
        as_grid_archive(evolved(tiny(games=1), 4))


@pytest.mark.parametrize("replays", ["paper", "mean"])
def test_pyribs_has_the_same_archive(replays):
    """Its statistics are ours, elite by elite in the same cells."""
    pytest.importorskip("ribs", reason="pyribs, of the extra evolve, is not installed")
    evolution = evolved(tiny(replays=replays), 24)
    grid, ours = as_grid_archive(evolution), evolution.statistics
    assert ours.coverage == grid.stats.num_elites == len(grid)
    assert grid.stats.qd_score == pytest.approx(ours.qd_score)
    assert grid.stats.obj_max == pytest.approx(ours.maximum)
    assert grid.stats.obj_mean == pytest.approx(ours.mean)
    data = grid.data()
    order = np.argsort(data["index"])
    filled = evolution.archive.filled
    assert np.array_equal(filled, data["index"][order])
    assert np.array_equal(evolution.archive.genes[filled], data["solution"][order])
    assert np.array_equal(evolution.archive.numbers[filled], data["number"][order])
