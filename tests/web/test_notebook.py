"""What notebooks show: results, rules, views, estimates, pools; and what an agent is shown as."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET

import pytest

from hanabilab import Game, Rules, evaluate, make_agent, plain_policy, play_games, policy
from hanabilab.arena import summary_of
from hanabilab.errors import HanabiError
from hanabilab.stats import to_pandas

pytestmark = [pytest.mark.once, pytest.mark.compiled]

LIMITS = Rules(players=2, life_tokens=2, bomb="keep")


@pytest.fixture(scope="module", name="results")
def _results():
    return play_games(["five-rule", "random"], LIMITS, games=8, seed=3)


def _cells(shown) -> list[list[str]]:
    """The rows of a table, which is well-formed HTML."""
    tree = ET.fromstring(f"<div>{shown._repr_html_()}</div>")
    return [["".join(cell.itertext()) for cell in row] for row in tree.iter("tr")]


def test_results_show_what_came_of_them(results):
    """The mean with its error, as the summary has them."""
    found, rows = summary_of(results), dict(_cells(results))
    assert rows["mean score"] == f"{found.mean:.3f} ± {found.sem:.3f}"
    assert rows["lost games"] == f"{100 * found.bomb_rate:.1f} %"
    assert "five-rule, random: 8 games, seed 3" in results._repr_html_()


def test_rules_show_all_fields_and_how_they_differ():
    """Lives and lost games are not as usual."""
    rows = dict(_cells(LIMITS))
    assert (rows["life_tokens"], rows["bomb"], rows["copies"]) == ("2", "keep", "3, 2, 2, 2, 1")
    assert LIMITS._repr_html_().count("bold") == 2
    assert "bold" not in Rules(players=4)._repr_html_()


def test_a_view_shows_what_its_seat_sees():
    """The own hand stays hidden; the rules within a view show nothing."""
    view = Game(Rules(players=2), seed=1).view(0)
    assert str(view) in "".join(ET.fromstring(view._repr_html_()).itertext())
    assert view.rules._repr_html_() is None


def test_estimates_show_every_action():
    """The one that is taken is bold."""
    found = evaluate(Game(Rules(players=2), seed=1), "sparta(five-rule, rollouts=400)", seed=1)
    head, *rows = _cells(found)
    assert head == ["action", "worlds", "mean score", "gain", ""]
    assert [row[0] for row in rows] == found.table()["action"].to_list()
    assert found._repr_html_().count("bold") == 1
    assert "sparta(five-rule, rollouts=400), seat 0 after turn 0" in found._repr_html_()


def test_a_pool_shows_its_best_elites(tmp_path):
    """All of a small one."""
    from hanabilab import Pool
    from hanabilab.cli import run

    few = ["--individuals", "20", "--random", "10", "--batch", "10", "--games", "2"]
    assert run(["evolve", *few, "--grid", "3x3", "--out", str(tmp_path / "run")]) == 0
    pool = Pool.load(tmp_path / "run")
    _, *rows = _cells(pool)
    assert len(rows) == min(len(pool.table()), 10)
    assert [row[-1] for row in rows] == pool.table().sort("mean", descending=True)[
        "agent"
    ].to_list()[:10]


@pytest.mark.parametrize("name", ["smart", "rules(8, 13)", "sparta(smart)", "ismcts(smart)"])
def test_an_agent_is_shown_by_its_name(name):
    assert repr(make_agent(name)) == f"<agent {make_agent(name).name}>"


def test_agents_of_users_are_shown_by_their_names():
    """Compiled or not; and in what holds agents."""

    @policy("first-slot")
    def first_slot(view, memory, rng):
        return 0

    @plain_policy("plain-one")
    class Plain:
        def act(self, view):
            return 0

    assert (repr(first_slot), repr(Plain)) == ("<agent first-slot>", "<agent plain-one>")
    assert "agents=(<agent five-rule>, <agent random>)" in repr(
        play_games(["five-rule", "random"], games=1).lineup
    )


def test_tables_become_data_frames_of_pandas_without_pyarrow(results, monkeypatch):
    """Numbers keep their types, lists are lists."""
    pytest.importorskip("pandas")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    frame = results.to_pandas()
    assert list(frame.columns) == results.table.columns
    assert frame["score"].tolist() == results.table["score"].to_list()
    assert str(frame["score"].dtype) == str(results.table["score"].to_numpy().dtype)
    assert frame["deck"][0] == results.table["deck"][0].to_list()


def test_without_pandas_one_line_says_what_to_install(results, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(HanabiError, match="needs pandas: pip install pandas"):
        to_pandas(results.table)
