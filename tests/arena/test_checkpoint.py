"""Checkpoints: finished games kept part by part, and found again whatever happened to the files."""

from __future__ import annotations

import json

import polars as pl
import pytest

from hanabilab.agents import random_agent
from hanabilab.arena import Checkpoint, Lineup, Plan, checkpoint, play_games
from hanabilab.errors import AgentError, ResumeError, RulesError
from hanabilab.game.rules import Rules

pytestmark = pytest.mark.once

RULES = Rules.preset("very-small")
LINEUP = Lineup((random_agent, random_agent))
PLAN = Plan(RULES, (LINEUP.name,), 12, 5)


@pytest.fixture(name="table")
def _table():
    """Twelve finished games, in order."""
    return play_games(LINEUP, RULES, games=12, seed=5).table


@pytest.fixture(name="kept")
def _kept(tmp_path, table):
    """A run that was killed when it had kept games 8 and 9, 0 to 2, and 5, in this order."""
    run = begun(tmp_path)
    for first, count in ((8, 2), (0, 3), (5, 1)):
        run.keep_games(0, table[first : first + count])
    return table.filter(pl.col("game").is_in([0, 1, 2, 5, 8, 9]))


def begun(path, plan=PLAN):
    """A run that nobody holds any more."""
    run = Checkpoint(plan).begin(path)
    run.folder.release()
    return run


def parts(path):
    """The part files of a run, by name."""
    return sorted(path.rglob("part-*.parquet"))


def test_kept_games_are_found_again(tmp_path, kept):
    """All of them, to the byte and in order."""
    found = Checkpoint.find(tmp_path)
    assert PLAN == found.plan
    games = found.games(0)
    assert kept.equals(games)
    assert kept.schema == games.schema
    assert [] == found.folder.damaged


def test_a_run_without_parts_has_nothing_done(tmp_path):
    """Killed before its first games were finished."""
    begun(tmp_path)
    assert Checkpoint.find(tmp_path).games(0) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[-1:],
        lambda data: data + b"\0",
        lambda data: b"\0" * len(data),
    ],
    ids=["empty", "cut", "garbled", "longer", "zeros"],
)
@pytest.mark.late_but(1)
def test_a_damaged_part_does_not_count(tmp_path, kept, damage):
    """Whatever its damage; it is told by name, and reading alone removes nothing."""
    victim = parts(tmp_path)[1]  # game 5
    victim.write_bytes(damage(victim.read_bytes()))
    for _ in range(2):
        found = Checkpoint.find(tmp_path)
        assert kept.filter(pl.col("game") != 5).equals(found.games(0))
        assert [victim] == found.folder.damaged


def test_every_bit_of_a_part_counts(tmp_path, table):
    """One flipped bit anywhere is damage, also where Parquet would read on."""
    (path,) = begun(tmp_path).keep_games(0, table)
    data = path.read_bytes()
    for place in range(0, len(data), 97):
        path.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        assert Checkpoint.find(tmp_path).games(0) is None
    path.write_bytes(data)
    assert table.equals(Checkpoint.find(tmp_path).games(0))


def test_games_kept_twice_count_once(tmp_path, table, kept):
    """As when one was killed between two files."""
    Checkpoint.find(tmp_path).keep_games(0, table[1:9])
    found = Checkpoint.find(tmp_path).games(0)
    assert list(range(10)) == found["game"].to_list()
    assert table[:10].equals(found)


def test_games_come_block_by_block(tmp_path, table, monkeypatch):
    """Kept in any order; of a finished run each block is one part, and holds no more games."""
    monkeypatch.setattr(checkpoint, "BLOCK", 5)
    run = begun(tmp_path)
    for first, count in ((3, 4), (7, 5), (0, 3)):
        run.keep_games(0, table[first : first + count])
    assert [[*range(5)], [*range(5, 10)], [10, 11]] == blocks_of(run)
    assert 5 == len(parts(tmp_path))
    run.finish()
    assert 3 == len(parts(tmp_path)) == len(run.folder.manifest.files)
    assert [[*range(5)], [*range(5, 10)], [10, 11]] == blocks_of(Checkpoint.find(tmp_path))
    assert table.equals(Checkpoint.find(tmp_path).games(0))


def blocks_of(run):
    return [block["game"].to_list() for block in run.blocks(0)]


def test_two_lineups_have_their_own_parts(tmp_path, table):
    """First and second do not mix."""
    plan = Plan(RULES, (LINEUP.name, LINEUP.name), 12, 5)
    begun(tmp_path, plan).keep_games(1, table[:4])
    found = Checkpoint.find(tmp_path)
    assert plan == found.plan
    assert found.games(0) is None
    assert table[:4].equals(found.games(1))


# --- Runs that cannot be resumed -----------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"rules": "fool", "lineups": ["a, b"], "seed": 1},
        {"rules": "full(players=2)", "lineups": ["a, b"], "seed": -1},
        {"rules": "full(players=2)", "lineups": ["a, b"], "seed": True},
        {"rules": "full(players=2)", "lineups": ["a, b"], "seed": 1.0},
        {"rules": "full(players=2)", "lineups": ["a, b"], "seed": 10**400},
        {"rules": "full(players=2)", "lineups": 7, "seed": 1},
        {"rules": "full(players=2)", "lineups": [], "seed": 1},
        {"rules": "full(players=2)", "lineups": ["a, b"] * 2, "seed": 1},
        {"rules": 7, "lineups": ["a, b"], "seed": 1},
        {"rules": "full(players=2)", "lineups": ["a, b"], "seed": 1, "more": 1},
    ],
)
def test_settings_that_no_run_has_are_told(tmp_path, settings):
    """In one line with the file."""
    begun(tmp_path)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"settings": settings}))
    with pytest.raises(ResumeError, match=r"cannot read .*manifest.json: ") as error:
        Checkpoint.find(tmp_path)
    assert "\n" not in str(error.value)


def other(**columns):
    """A table with other values."""
    return lambda table: table.with_columns(
        pl.lit(value).cast(table.schema[name]).alias(name) for name, value in columns.items()
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other(agents="other"), "is of another run"),
        (other(seed=6), "is of another run"),
        (
            lambda table: table.with_columns(pl.col("game") + 1),
            "has game 12, and the run has 12 games, from 0",
        ),
        (lambda table: table.drop("turns"), "it has no column turns"),
        (lambda table: table.with_columns(pl.lit("x").alias("more")), "it has a column 'more'"),
        (lambda table: table.with_columns(pl.col("score").cast(pl.Int64)), "score is Int64"),
        (lambda table: table.with_columns(pl.col("deck").arr.to_list()), "deck is List"),
        (other(score=-1), "score has values out of range"),
        (other(score=6), "score has values out of range"),
        (other(turns=999), "turns has values out of range"),
        (other(lives=-1), "lives has values out of range"),
        (other(hints=-400), "hints has values out of range"),
        (other(seconds=float("nan")), "seconds has values out of range"),
        (other(points=None), "points has values out of range"),
        (other(perfect=True), "perfect and score do not agree"),
        (lambda table: pl.concat([table, table]), "it tells of a game twice"),
        (lambda table: pl.concat([table] * 12000), "it has 144,000 rows"),
    ],
)
@pytest.mark.late_but(5)
def test_games_that_no_run_has_are_told(tmp_path, table, change, says):
    """Also where the digest is right: the file is named, and nothing is removed."""
    run = begun(tmp_path)
    path = run.keep_part(0, change(table))
    with pytest.raises(ResumeError, match=says) as error:
        Checkpoint.find(tmp_path).games(0)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert path.exists()


def test_an_impossible_plan_is_refused():
    """Before a folder is touched."""
    with pytest.raises(RulesError, match="seed is -1"):
        Plan(RULES, (LINEUP.name,), 12, -1)
    for lineups in ((), (LINEUP.name,) * 3):
        with pytest.raises(AgentError, match=f"{len(lineups)} line-ups; a run is of one"):
            Plan(RULES, lineups, 12, 1)
