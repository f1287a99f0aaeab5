"""Means from two strata: what they are of decks, and that kept studies are told as they are."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import polars as pl
import pytest

from hanabilab import Rules, play_games
from hanabilab.errors import HanabiError
from hanabilab.runs.reading import read_csv
from studies import strata
from studies.strata import Study, sort_decks, two_phase
from tests.pages import page

pytestmark = pytest.mark.once

_PAGE = "studies/search.md"
#: `information` loses points on some decks in ten; a search of three rollouts costs nothing.
_SMALL = Study("information", "rollouts=3", 4, short=3, full=4, seed=5, decks=200)


def test_the_mean_and_its_error_are_those_of_many_studies():
    """Synthetic decks: half of what varies is within the strata, half is their shares."""
    rng = np.random.default_rng(3)
    decks, numbers, share = 60, (6, 12), 0.3
    found = []
    for _ in range(4000):
        short = int(rng.binomial(decks, share))
        if not numbers[0] <= short <= decks - numbers[1]:
            continue
        groups = [rng.normal(20, 2, numbers[0]), rng.normal(25, 1, numbers[1])]
        found.append(two_phase(groups, (short / decks, 1 - short / decks), decks))
    means = np.array([each.mean for each in found])
    variances = np.array([each.sem**2 for each in found])
    assert means.mean() == pytest.approx(0.3 * 20 + 0.7 * 25, abs=0.05)
    assert variances.mean() == pytest.approx(means.var(), rel=0.1)


def test_decks_are_the_first_of_their_kind(monkeypatch):
    """Whatever the block, and with the scores that the blueprint has."""
    scores = play_games("information", Rules(players=4), games=200, seed=5).table["score"].to_list()
    short = [game for game, score in enumerate(scores) if score < 25]
    full = [game for game, score in enumerate(scores) if score == 25]
    for block in (7, 1000):
        monkeypatch.setattr(strata, "BLOCK", block)
        sorted_decks = sort_decks(_SMALL)
        assert sorted_decks.short == len(short)
        assert sorted_decks.blueprint == {game: scores[game] for game in short[:3] + full[:4]}


def test_too_few_decks_of_a_kind_are_told():
    with pytest.raises(HanabiError, match=r"of 20 decks are short, not 30"):
        sort_decks(dataclasses.replace(_SMALL, decks=20, short=30))


def test_a_study_goes_on_where_it_was_stopped(tmp_path):
    """Games that are kept are not played again, and all are those of the search alone."""
    strata.play(_SMALL, tmp_path / "whole", threads=1)
    whole = read_csv(tmp_path / "whole" / "games.csv")
    played = play_games(_SMALL.lineup, Rules(players=4), games=whole["game"], seed=5, threads=1)
    assert played.table.sort("game")["score"].to_list() == whole["score"].to_list()
    kept = tmp_path / "part"
    kept.mkdir()
    rest = (tmp_path / "whole" / "games.csv").read_text().splitlines(keepends=True)
    (kept / "games.csv").write_text("".join(rest[:3]).replace(",25,", ",24,"))
    strata.play(_SMALL, kept, threads=1)
    again = (kept / "games.csv").read_text().splitlines(keepends=True)
    assert again[3:] == rest[3:]
    assert again[:3] == [line.replace(",25,", ",24,") for line in rest[:3]]
    found = strata.read(tmp_path / "whole")
    assert (len(found.short), len(found.full)) == (3, 4)


def test_a_study_is_read_once_it_is_whole(tmp_path, monkeypatch):
    """Then its line has both numbers of games, and means that are weighted by the strata."""
    monkeypatch.setitem(strata.STUDIES, "small", _SMALL)
    strata.play(_SMALL, tmp_path / "small", threads=1)
    line = strata.row("small", tmp_path)
    found = strata.read(tmp_path / "small")
    assert line.count("|") == strata.HEAD.splitlines()[0].count("|")
    assert f"| 3 and 4 | {found.blueprint} | {found.score} (" in line
    table = read_csv(tmp_path / "small" / "games.csv")
    short = json.loads((tmp_path / "small" / "settings.json").read_text())["short_decks"] / 200
    means = [
        table.filter(each)["score"].mean()
        for each in (pl.col("blueprint") < 25, pl.col("blueprint") == 25)
    ]
    assert found.score.mean == pytest.approx(short * means[0] + (1 - short) * means[1])
    lines = (tmp_path / "small" / "games.csv").read_text().splitlines(keepends=True)
    (tmp_path / "small" / "games.csv").write_text("".join(lines[:-1]))
    with pytest.raises(HanabiError, match="has 6 of 7 games; play the others first"):
        strata.row("small", tmp_path)


def test_the_page_tells_what_is_kept():
    """Every line of its table, with the head."""
    text = page(_PAGE)
    assert strata.HEAD in text
    for name in strata.STUDIES:
        assert strata.row(name) in text


def test_a_folder_of_another_study_is_left_alone(tmp_path):
    strata.play(_SMALL, tmp_path, threads=1)
    before = (tmp_path / "games.csv").read_bytes()
    with pytest.raises(HanabiError, match="keeps games of other settings"):
        strata.play(dataclasses.replace(_SMALL, seed=6), tmp_path, threads=1)
    assert before == (tmp_path / "games.csv").read_bytes()
