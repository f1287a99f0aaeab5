"""Means from two strata: what they are of decks, and that kept studies are told as they are."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil

import numpy as np
import polars as pl
import pytest

from hanabilab import Rules, play_games
from hanabilab.errors import HanabiError
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.reading import read_csv
from studies import strata
from studies.strata import Study, sort_decks, two_phase
from tests.cli.keeping import contents
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


@pytest.mark.late
def test_a_study_goes_on_where_it_was_stopped(tmp_path):
    """Games that are kept are not played again, and all are those of the search alone."""
    strata.play(_SMALL, tmp_path / "whole", threads=1)
    whole = read_csv(tmp_path / "whole" / "games.csv")
    played = play_games(_SMALL.lineup, Rules(players=4), games=whole["game"], seed=5, threads=1)
    assert played.table.sort("game")["score"].to_list() == whole["score"].to_list()
    kept = tmp_path / "part"
    shutil.copytree(tmp_path / "whole", kept)
    rest = (kept / "games.csv").read_text().splitlines(keepends=True)
    first = [re.sub(r",\d+,\d+$", ",7,7", line) for line in rest[:3]]
    (kept / "games.csv").write_text("".join(first))
    strata.play(_SMALL, kept, threads=1)
    again = (kept / "games.csv").read_text().splitlines(keepends=True)
    assert again == [*first, *rest[3:]]
    assert len(json.loads((kept / "settings.json").read_text())["sessions"]) == 2
    assert not (kept / ".hanabi-lock").exists()
    found = strata.read(tmp_path / "whole")
    assert (len(found.short), len(found.full)) == (3, 4)


@pytest.mark.late
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


@pytest.mark.late
def test_a_folder_of_another_study_is_left_alone(tmp_path):
    strata.play(_SMALL, tmp_path, threads=1)
    before = (tmp_path / "games.csv").read_bytes()
    with pytest.raises(HanabiError, match="keeps games of other settings"):
        strata.play(dataclasses.replace(_SMALL, seed=6), tmp_path, threads=1)
    assert before == (tmp_path / "games.csv").read_bytes()


@pytest.mark.late
def test_games_of_nobody_knows_what_are_left_alone(tmp_path):
    """Settings are written first, so games without them are of no study; nor is `--table` told."""
    strata.play(_SMALL, tmp_path, threads=1)
    (tmp_path / "settings.json").unlink()
    before = contents(tmp_path)
    with pytest.raises(HanabiError, match=r"games\.csv and no settings\.json"):
        strata.play(dataclasses.replace(_SMALL, seed=6), tmp_path, threads=1)
    assert contents(tmp_path) == before
    with pytest.raises(HanabiError, match="there is no "):
        strata.read(tmp_path)


def test_a_folder_that_another_process_plays_is_refused(tmp_path):
    """Else each would write over the games of the other."""
    lock = FolderLock.take(tmp_path)
    with pytest.raises(HanabiError, match="is in use by"):
        strata.play(_SMALL, tmp_path, threads=1)
    lock.release()


@pytest.fixture(scope="module", name="small")
def _small(tmp_path_factory):
    """The folder of a whole study."""
    folder = tmp_path_factory.mktemp("strata")
    strata.play(_SMALL, folder, threads=1)
    return folder


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: [], "empty CSV"),
        (lambda rows: rows[:1], "it has no games"),
        (lambda rows: [*rows, rows[3]], "is there twice"),
        (lambda rows: [*rows[:-1], rows[-1].replace(",", ";")], r"game is '\d+;2\d;.*' in row 7"),
        (lambda rows: [*rows[:-1], rows[-1][:3]], "None in row 7"),
        (
            lambda rows: [rows[0], re.sub(r"^(\d+),\d+", r"\1,26", rows[1]), *rows[2:]],
            "from 0 to 25",
        ),
        (lambda rows: [rows[0], re.sub(r"\d+$", "nan", rows[1]), *rows[2:]], "changes is 'nan'"),
        (lambda rows: [rows[0], re.sub(r"\d+$", "-1", rows[1]), *rows[2:]], "changes is -1"),
        (lambda rows: [rows[0], f"{rows[1]}.5", *rows[2:]], r"changes is \d+\.5"),
        (lambda rows: [rows[0].replace("score", "points"), *rows[1:]], "it has no column score"),
        (lambda rows: [f"{rows[0]},more", *(f"{row},1" for row in rows[1:])], "a column 'more'"),
        (lambda rows: [rows[0], re.sub(r"^\d+", "199999", rows[1]), *rows[2:]], ""),
    ],
)
@pytest.mark.late_but(4)
def test_damaged_games_are_told_in_a_line_that_names_the_file(small, tmp_path, change, says):
    """Nothing is played beside them, and no mean is told of them."""
    kept = tmp_path / "kept"
    shutil.copytree(small, kept)
    rows = change((kept / "games.csv").read_text().splitlines())
    (kept / "games.csv").write_text("\n".join(rows))
    before = contents(kept)
    with pytest.raises(
        HanabiError, match=f"games.csv: .*{says or 'is none of this study'}"
    ) as told:
        strata.play(_SMALL, kept, threads=1)
    assert "\n" not in str(told.value)
    assert contents(kept) == before
    if says:
        with pytest.raises(HanabiError, match=says):
            strata.read(kept)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"[]", "it has no settings"),
        (b"\xff", "can't decode"),
        (b"{}", "'decks' is missing"),
        ({"short_decks": float("nan")}, "no finite number"),
        ({"short_decks": 201}, "short_decks is 201"),
        ({"decks": 0}, "decks is 0"),
        ({"games": 7}, "not subscriptable"),
        ({"sessions": "none"}, "sessions is 'none'"),
    ],
)
def test_damaged_settings_are_told_in_a_line_that_names_the_file(small, tmp_path, data, says):
    """A folder in the place of the file, too."""
    kept = tmp_path / "kept"
    shutil.copytree(small, kept)
    file = kept / "settings.json"
    if isinstance(data, dict):
        data = json.dumps(json.loads(file.read_text()) | data).encode()
    file.write_bytes(data)
    for read in (strata.read, lambda folder: strata.play(_SMALL, folder, threads=1)):
        with pytest.raises(HanabiError, match=f"settings.json: .*{says}"):
            read(kept)
    file.unlink()
    file.mkdir()
    with pytest.raises(HanabiError, match=r"settings\.json: (it is no file|Is a directory)"):
        strata.read(kept)


def test_a_line_is_that_of_its_study_alone(small, tmp_path, monkeypatch):
    """The games of another study under its name have none."""
    shutil.copytree(small, tmp_path / "small")
    monkeypatch.setitem(strata.STUDIES, "small", dataclasses.replace(_SMALL, seed=6))
    with pytest.raises(HanabiError, match="keeps games of other settings"):
        strata.row("small", tmp_path)


def test_games_of_the_other_kind_do_not_make_up_for_missing_ones(small, tmp_path):
    """The strata have the sizes that were fixed before."""
    kept = tmp_path / "kept"
    shutil.copytree(small, kept)
    table = read_csv(kept / "games.csv").with_columns(blueprint=25)
    table.write_csv(kept / "games.csv")
    with pytest.raises(HanabiError, match="has 0 games of short decks, not 3"):
        strata.read(kept)
