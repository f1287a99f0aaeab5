"""Best responses to each partner: the page tells what is kept, and what is kept is whole."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

from hanabilab.errors import HanabiError
from hanabilab.runs.manifest import read_manifest
from hanabilab.stats import estimate
from studies import best_responses, search, trained_responses
from tests.pages import DOCS, RESULTS, rows_of

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _kept(monkeypatch):
    """What is kept, wherever the tests run."""
    monkeypatch.setattr(best_responses, "KEPT", RESULTS / "best-responses")
    monkeypatch.setattr(search, "KEPT", RESULTS / "search")
    trained = RESULTS / trained_responses.KEPT.relative_to("results")
    monkeypatch.setattr(trained_responses, "KEPT", trained)


def test_the_table_and_the_file_beside_it_are_what_is_kept():
    """Cell by cell."""
    (told,) = rows_of("best_responses.md", "partner", "with itself")
    lines = best_responses.table_lines()[2:]
    assert told == [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    file = DOCS / best_responses.CSV.relative_to("docs")
    assert file.read_text() == best_responses.csv_text()


def test_scores_of_a_pair_are_the_mean_of_both_orders():
    """So they do not depend on which of two agents is named first."""
    scores, names = best_responses.kept_scores(), best_responses.AGENTS
    assert scores.shape == (len(names), len(names), best_responses.GAMES)
    table = pl.read_parquet(best_responses.KEPT / "pairs.parquet")
    orders = [("smart", "iggi"), ("iggi", "smart")]
    both = [table.filter(one=first, others=second)["scores"][0] for first, second in orders]
    assert not both[0].equals(both[1])
    mean = (np.array(both[0]) + np.array(both[1])) / 2
    for first, second in orders:
        assert (scores[names.index(first), names.index(second)] == mean).all()


def test_a_pair_that_is_missing_is_refused(monkeypatch, tmp_path):
    """Its scores are no zeros."""
    table = pl.read_parquet(best_responses.KEPT / "pairs.parquet")
    table.filter(~((pl.col("one") == "smart") & (pl.col("others") == "iggi"))).write_parquet(
        tmp_path / "pairs.parquet"
    )
    monkeypatch.setattr(best_responses, "KEPT", tmp_path)
    with pytest.raises(HanabiError, match="has no games of smart beside iggi"):
        best_responses.kept_scores()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: b"", "no|Parquet|EOF|parquet"),
        (lambda data: data[: len(data) // 2], ""),
        (pl.col("scores").arr.slice(1).list.to_array(999).alias("scores"), "its column scores is"),
        (pl.lit("smart").alias("scores"), "its column scores is String"),
        ((pl.col("scores").cast(pl.List(pl.Int8)).list.eval(pl.element() + 26)), "0 to 25"),
    ],
)
def test_damaged_scores_of_pairs_are_told_in_one_line(monkeypatch, tmp_path, capsys, change, says):
    """By the program, too; scores that no game has make no mean."""
    file = tmp_path / "pairs.parquet"
    origin = best_responses.KEPT / "pairs.parquet"
    if callable(change):
        file.write_bytes(change(origin.read_bytes()))
    else:
        table = pl.read_parquet(origin).with_columns(change)
        if table.schema["scores"] == pl.List(pl.Int8):
            table = table.cast({"scores": pl.Array(pl.Int8, best_responses.GAMES)})
        table.write_parquet(file)
    monkeypatch.setattr(best_responses, "KEPT", tmp_path)
    monkeypatch.setattr("sys.argv", ["study", "--table"])
    with pytest.raises(SystemExit) as refused:
        best_responses.main()
    assert refused.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert str(file) in err.splitlines()[-1]
    assert re.search(says, err.splitlines()[-1])


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.drop("scores"),
        lambda table: table.with_columns(pl.col("scores").list.head(5)),
        lambda table: table.with_columns(pl.col("scores").list.eval(pl.element() - 26)),
        lambda table: table.with_columns(partner=pl.lit("nobody")),
        lambda table: b"PAR1 and no more",
    ],
)
def test_damaged_scores_of_trained_networks_are_told(monkeypatch, tmp_path, change):
    """In one line that names the file."""
    changed, file = change(pl.read_parquet(trained_responses.KEPT)), tmp_path / "trained.parquet"
    if isinstance(changed, bytes):
        file.write_bytes(changed)
    else:
        changed.write_parquet(file)
    monkeypatch.setattr(trained_responses, "KEPT", file)
    with pytest.raises(HanabiError, match=f"cannot read {file}: [^\n]*$"):
        trained_responses.kept_estimates()


def test_best_responses_are_scored_on_decks_that_did_not_choose_them():
    """Each half of the decks has the agent that is best on the other half."""
    scores = best_responses.kept_scores()
    place = best_responses.AGENTS.index("van-den-bergh")
    mine, half = scores[:, place], best_responses.GAMES // 2
    first, second = mine[:, :half], mine[:, half:]
    fresh = [
        first[second.mean(axis=1).argmax()],
        second[first.mean(axis=1).argmax()],
    ]
    row = best_responses.rows()[place]
    assert row.best_score == str(estimate(np.concatenate(fresh)))


@pytest.mark.parametrize("name", best_responses.SEARCHES)
def test_searches_are_those_of_the_study(name):
    """The kept run has the agents, the number of games and the seed that the study names."""
    study = best_responses.SEARCHES[name]
    manifest = read_manifest(best_responses.KEPT / name)
    assert manifest.finished
    assert manifest.settings["lineups"] == [study.first, study.second]
    assert (manifest.settings["seed"], manifest.target["games"]) == (study.seed, study.games)
