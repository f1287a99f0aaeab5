"""Tables in files: what each version of hanabilab has written is read, completed and resumed."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest

from hanabilab.arena import Checkpoint, Lineup, Plan, kept_tables, play_games
from hanabilab.arena.kept_tables import VERSION, is_current, read_games, table_as_bytes
from hanabilab.arena.table import ESSENTIAL, table_layout
from hanabilab.cli import run
from hanabilab.errors import ResumeError
from hanabilab.game.rules import Rules

pytestmark = pytest.mark.once

RUNS = Path(__file__).parents[1] / "data" / "runs"
RULES = Rules.preset("small")
NAMES = ("five-rule", "random")
OLD_TABLE = (RUNS / "table-1.parquet").read_bytes()
WHERE = Path("games.parquet")


@pytest.fixture(name="fresh", scope="module")
def _fresh():
    """Twenty games that were just played."""
    return play_games(Lineup.of(NAMES), RULES, games=20, seed=5).table


def untimed(table):
    """What does not depend on the machine."""
    return table.drop("seconds")


def kept_by_the_first_version(folder):
    """A run whose one part is the table of version 1."""
    found = Checkpoint(Plan(RULES, (", ".join(NAMES),), 12, 5)).begin(folder)
    found.folder.keep("games", 0, OLD_TABLE, "parquet")
    found.folder.release()


@pytest.mark.parametrize("name", ["table-1", "play-2026-11-22", "play-2026-11-25"])
@pytest.mark.late_but(1)
def test_a_run_of_every_earlier_version_goes_on(tmp_path, fresh, name):
    """Its games count, the others are played, and the folder ends with one table of today's."""
    folder = tmp_path / name
    if name == "table-1":
        kept_by_the_first_version(folder)
    else:
        shutil.copytree(RUNS / name, folder)
    old = Checkpoint.find(folder).games(0)
    assert untimed(fresh[:12]).equals(untimed(old))
    assert 0 == run(["play", "--resume", str(folder), "--games", "20"])
    found = Checkpoint.find(folder)
    assert fresh.schema == found.games(0).schema
    assert untimed(fresh).equals(untimed(found.games(0)))
    assert old["seconds"].equals(found.games(0)["seconds"][:12])  # so they were not played again
    assert [True] == [is_current(part) for part in found.parts(0)]
    assert untimed(fresh).equals(untimed(pl.read_parquet(folder / "games")))


@pytest.mark.late
def test_a_finished_comparison_of_an_earlier_version_is_read(tmp_path, capsys):
    """Resumed as it is, it plays nothing; each part tells its version afterwards."""
    folder = shutil.copytree(RUNS / "compare-2026-11-25", tmp_path / "run")
    before = [Checkpoint.find(folder).games(number) for number in (0, 1)]
    assert 0 == run(["compare", "--resume", str(folder), "--json"])
    assert '"games": 6' in capsys.readouterr().out
    found = Checkpoint.find(folder)
    for number in (0, 1):
        assert before[number].equals(found.games(number))
        assert [True] == [is_current(part) for part in found.parts(number)]
    assert 0 == run(["run", "check", str(folder)])


def test_the_first_version_has_no_measures_of_behavior(fresh):
    """They are counted anew from decks and actions, and are what was counted in play."""
    old = pl.read_parquet(BytesIO(OLD_TABLE))
    assert {"plays", "risk_aversion"} <= {*fresh.columns} - {*old.columns}
    assert untimed(fresh[:12]).equals(untimed(read_games(OLD_TABLE, RULES, 12, WHERE)))


@pytest.mark.parametrize("name", sorted(table_layout(RULES, 1).columns.keys() - ESSENTIAL))
def test_a_column_that_is_missing_is_derived_or_null(fresh, name):
    """Whichever it is; as if the version after this one had brought it."""
    found = read_games(table_as_bytes(fresh.drop(name)), RULES, 20, WHERE)
    assert fresh.schema == found.schema
    if name == "seconds":
        assert 20 == found[name].null_count()
        assert found.equals(read_games(table_as_bytes(found), RULES, 20, WHERE))
    else:
        assert fresh.equals(found)


def test_all_that_can_be_missing_may_be_missing_at_once(fresh):
    """A game is rules, deck and actions."""
    found = read_games(table_as_bytes(fresh.select(*ESSENTIAL)), RULES, 20, WHERE)
    assert untimed(fresh).equals(untimed(found))


def test_one_more_column_leaves_earlier_runs_readable(tmp_path, monkeypatch, fresh):
    """It is null in games that do not have it, and stays so when they join games that do."""
    layout = table_layout(RULES, 20)
    later = layout.columns | {"luck": pl.Int16()}

    def wider(rules, rows):
        optional = later.keys() - ESSENTIAL
        return type(layout)(later, rows, others=layout.others, optional=optional)

    shutil.copytree(RUNS / "play-2026-11-25", tmp_path / "run")
    monkeypatch.setattr(kept_tables, "table_layout", wider)
    monkeypatch.setattr(kept_tables, "VERSION", VERSION + 1)
    monkeypatch.setattr("hanabilab.arena.table._NULLABLE", {"luck", "risk_aversion"})
    found = Checkpoint.find(tmp_path / "run")
    assert [None] * 12 == found.games(0)["luck"].to_list()
    found.grow(20)
    found.keep_games(0, fresh[12:].with_columns(luck=pl.lit(3, pl.Int16)))
    assert [None] * 12 + [3] * 8 == found.games(0)["luck"].to_list()


@pytest.mark.parametrize("name", sorted(ESSENTIAL))
def test_without_rules_deck_and_actions_there_is_no_game(fresh, name):
    """Nothing could stand in for these."""
    with pytest.raises(ResumeError, match=rf"cannot read {WHERE}: it has no column {name}$"):
        read_games(table_as_bytes(fresh.drop(name)), RULES, 20, WHERE)


def written(table, version):
    """A file of a table that tells of this version."""
    buffer = BytesIO()
    table.write_parquet(buffer, metadata={"hanabilab.table": version})
    return buffer.getvalue()


@pytest.mark.parametrize("version", [str(VERSION + 1), "0", "two", "", "9" * 5000, "²"])
def test_a_table_of_another_version_is_told(fresh, version):
    """Before its columns are looked at, which may be of any type; the line stays short."""
    newer = fresh.with_columns(fresh["score"].cast(pl.String).alias("why"))
    with pytest.raises(ResumeError, match=f"reads versions 1 to {VERSION}") as caught:
        read_games(written(newer, version), RULES, 20, WHERE)
    assert len(str(caught.value)) < 150


def test_a_file_tells_its_version(tmp_path, fresh):
    """Files that tell of none, or are damaged, are not of today's."""
    files = {"now": table_as_bytes(fresh), "old": OLD_TABLE, "none": b"PAR1" * 5}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    assert {"now": True, "old": False, "none": False} == {
        name: is_current(tmp_path / name) for name in files
    }


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"actions": pl.lit([0] * 39, pl.Array(pl.Int8, 39))}, "not legal|other rules"),
        ({"deck": pl.lit([0] * 20, pl.Array(pl.Int8, 20))}, "decks are not of these rules"),
    ],
)
def test_games_that_cannot_be_counted_anew_are_told(change, says):
    """In one line, as all that a folder cannot have."""
    table = pl.read_parquet(BytesIO(OLD_TABLE)).with_columns(**change)
    with pytest.raises(ResumeError, match=f"cannot read {WHERE}: .*({says})"):
        read_games(table_as_bytes(table), RULES, 12, WHERE)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.clear(), "it has no games"),
        (lambda table: _with_null(table, "actions"), "column actions has values out of range"),
        (lambda table: _with_null(table, "deck"), "column deck has values out of range"),
    ],
)
def test_what_no_part_holds_is_refused(fresh, change, says):
    """No game at all, or a card or an action that is missing: one line, and nothing is raised."""
    with pytest.raises(ResumeError, match=says):
        read_games(table_as_bytes(change(fresh)), RULES, 20, WHERE)


def _with_null(table, name):
    """The table with a null within the first value of a column."""
    rows = table[name].to_list()
    rows[0] = [None, *rows[0][1:]]
    return table.with_columns(pl.Series(name, rows, dtype=table[name].dtype))
