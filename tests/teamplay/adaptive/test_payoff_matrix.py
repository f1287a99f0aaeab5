"""Payoff matrices from folders of cross-play."""

from __future__ import annotations

import hashlib
import json
import shutil

import numpy as np
import polars as pl
import pytest

from hanabilab.cli import run
from hanabilab.errors import AgentError, ResumeError
from hanabilab.evolution import EvolutionPlan, Kept, Pool
from hanabilab.teamplay.adaptive import Members, PayoffMatrix
from tests.evolution.small import evolved, tiny
from tests.teamplay.adaptive.pools import SMALL, first, last, payoffs_of

NAMES = ["random", "five-rule", "newest"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A finished cross-play."""
    path = tmp_path_factory.mktemp("pool") / "pairs"
    arguments = ["--rules", "small", "--games", "4", "--seed", "3", "--out", str(path), "--json"]
    assert run(["crossplay", *NAMES, *arguments]) == 0
    return path


def test_a_cross_play_is_a_payoff_matrix(folder):
    """Scores are the matrix, both ways round; behavior is that of the others, as played."""
    found = PayoffMatrix.load(folder)
    document = json.loads((folder / "crossplay.json").read_text())
    table = pl.read_parquet(folder / "pairs.parquet")
    assert found.members == tuple(NAMES)
    assert [agent.name for agent in found.agents] == NAMES
    assert (found.rules.players, found.games, found.seed) == (2, 4, 3)
    assert found.scores.tolist() == document["mean"]
    assert found.generalist == np.mean(document["mean"], axis=1).argmax()
    assert found.expected(np.array([0, 1, 0])).tolist() == found.scores[:, 1].tolist()
    for row, other in ((0, "five-rule"), (2, "random")):
        entry = table.filter(one=NAMES[row], others=other)["others_communicativeness"][0]
        assert found.behavior["communicativeness"][row, NAMES.index(other)] == entry
    assert found == PayoffMatrix.load(folder.parent)  # in pairs of a folder


def test_what_is_undefined_is_no_number(folder, tmp_path):
    """A null of the table, where nobody played a card, is NaN."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    table = pl.read_parquet(copy / "pairs.parquet").with_columns(
        others_risk_aversion=pl.lit(None, pl.Float64)
    )
    table.write_parquet(copy / "pairs.parquet")
    _sign(copy)
    assert np.isnan(PayoffMatrix.load(copy).behavior["risk_aversion"]).all()


def _sign(folder):
    """Let the manifest have the digests of whatever is there."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    for name in manifest["files"]:
        if (folder / name).is_file():
            manifest["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    path.write_text(json.dumps(manifest))


def _change(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda path: (path / "pairs.parquet").unlink(), "No such file"),
        (lambda path: (path / "pairs.parquet").write_bytes(b"PAR1"), "cannot read"),
        (lambda path: (path / "crossplay.json").write_text("{"), "Expecting property name"),
        (lambda path: (path / "crossplay.json").write_text("[]"), "list indices must be"),
        (lambda path: (path / "crossplay.json").write_text("{}"), "'ones' is missing"),
        (lambda path: _change(path / "crossplay.json", others=["random"]), "but with others"),
        (lambda path: _change(path / "crossplay.json", rules="tall"), "tall"),
        (lambda path: _change(path / "crossplay.json", mean=[[1]]), "cannot reshape"),
        (lambda path: _change(path / "crossplay.json", mean=[[99] * 3] * 3), "out of range"),
        (
            lambda path: _change(path / "crossplay.json", ones=NAMES[::-1], others=NAMES[::-1]),
            "are of different agents",
        ),
    ],
)
def test_damaged_and_foreign_folders_get_one_line(folder, tmp_path, damage, expected):
    """Which folder, and why."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    damage(copy)
    _sign(copy)
    with pytest.raises(ResumeError) as caught:
        PayoffMatrix.load(copy)
    assert expected in str(caught.value)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_changed_matrix_is_refused(folder, tmp_path):
    """Its digests are not those of the manifest."""
    copy = shutil.copytree(folder, tmp_path / "copy")
    _change(copy / "crossplay.json", seed=9)
    with pytest.raises(ResumeError, match=r"crossplay.json is damaged"):
        PayoffMatrix.load(copy)


def test_members_must_be_compiled_and_honest():
    """A cheat has no place in a pool, nor has a search."""
    for name in ("cheat", "sparta(five-rule, rollouts=4)"):
        payoffs = PayoffMatrix((name,), SMALL, 4, 0, np.zeros((1, 1)), {})
        with pytest.raises(AgentError, match="no honest compiled agent"):
            _ = payoffs.agents


def test_members_of_folders(folder, tmp_path):
    """Of a cross-play, of an evolution, of both; the rules are those of the first."""
    kept = Kept(EvolutionPlan(tiny(), 8)).begin(tmp_path)
    kept.keep_state(evolved(tiny(), 8))
    elites = Pool.load(tmp_path).names()
    found = Members.of([folder, tmp_path])
    assert found.names == (*NAMES, *elites)
    assert len(elites) > 0
    assert found.rules == PayoffMatrix.load(folder).rules
    assert Members.of([tmp_path]).rules == tiny().rules
    with pytest.raises(ResumeError, match="no finished cross-play and no evolution"):
        Members.of([tmp_path / "nothing"])


def test_matrices_are_told_apart_by_their_games():
    """Who, under which rules, how many, which seed: they make the scores."""
    assert payoffs_of(first, last) == payoffs_of(first, last, scores=np.ones((2, 2)))
    assert payoffs_of(first, last) != payoffs_of(last, first)
