"""Checkpoints: finished games kept part by part, and found again whatever happened to the files."""

from __future__ import annotations

import json

import polars as pl
import pytest

from hanabilab.agents import random_agent
from hanabilab.arena import Checkpoint, Lineup, Plan, play_games
from hanabilab.arena.folder import ResultsFolder
from hanabilab.errors import OutputError, ResumeError, RulesError
from hanabilab.game.rules import Rules

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
    checkpoint = Checkpoint.begin(tmp_path, PLAN)
    for first, count in ((8, 2), (0, 3), (5, 1)):
        checkpoint.keep(0, table[first : first + count])
    return table.filter(pl.col("game").is_in([0, 1, 2, 5, 8, 9]))


def parts(path):
    """The part files of a run, by name."""
    return sorted(path.rglob("part-*.parquet"))


def test_kept_games_are_found_again(tmp_path, kept):
    """All of them, to the byte and in order; their parts become one, and tell the same again."""
    for count in (3, 1, 1):
        assert count == len(parts(tmp_path))
        checkpoint = Checkpoint.find(tmp_path)
        assert PLAN == checkpoint.plan
        found = checkpoint.done(0)
        assert kept.equals(found)
        assert kept.schema == found.schema
        assert [] == checkpoint.damaged


def test_a_run_without_parts_has_nothing_done(tmp_path):
    """Killed before its first games were finished."""
    Checkpoint.begin(tmp_path, PLAN)
    assert Checkpoint.find(tmp_path).done(0) is None


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
def test_a_damaged_part_is_dropped(tmp_path, kept, damage):
    """Whatever its damage, its games count as not played; it is told by name, once."""
    victim = parts(tmp_path)[1]  # games 5
    victim.write_bytes(damage(victim.read_bytes()))
    checkpoint = Checkpoint.find(tmp_path)
    assert kept.filter(pl.col("game") != 5).equals(checkpoint.done(0))
    assert [victim] == checkpoint.damaged
    again = Checkpoint.find(tmp_path)
    assert kept.filter(pl.col("game") != 5).equals(again.done(0))
    assert [] == again.damaged


def test_every_bit_of_a_part_counts(tmp_path, table):
    """One flipped bit anywhere is damage, also where Parquet would read on."""
    checkpoint = Checkpoint.begin(tmp_path, PLAN)
    path = checkpoint.keep(0, table)
    data = path.read_bytes()
    for place in range(0, len(data), 97):
        path.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        assert Checkpoint.find(tmp_path).done(0) is None
    path.write_bytes(data)
    assert table.equals(Checkpoint.find(tmp_path).done(0))


def test_what_a_killed_writer_left_is_no_part(tmp_path, kept):
    """Files under passing names do not count, whatever is in them."""
    for path in parts(tmp_path):
        path.with_name(f".99-{path.name}").write_bytes(b"half")
    assert kept.equals(Checkpoint.find(tmp_path).done(0))


def test_games_kept_twice_count_once(tmp_path, table, kept):
    """As when two sessions work on one run, or one was killed between two files."""
    Checkpoint.find(tmp_path).keep(0, table[1:9])
    found = Checkpoint.find(tmp_path).done(0)
    assert list(range(10)) == found["game"].to_list()
    assert table[:10].equals(found)


def test_two_lineups_have_their_own_parts(tmp_path, table):
    """First and second do not mix."""
    plan = Plan(RULES, (LINEUP.name, LINEUP.name), 12, 5)
    checkpoint = Checkpoint.begin(tmp_path, plan)
    checkpoint.keep(1, table[:4])
    found = Checkpoint.find(tmp_path)
    assert plan == found.plan
    assert found.done(0) is None
    assert table[:4].equals(found.done(1))


# --- Beginnings and ends -------------------------------------------------------------------------


def test_a_folder_with_unfinished_games_is_not_begun_anew(tmp_path, kept):
    """The games stay, and the message says how to go on."""
    with pytest.raises(OutputError) as error:
        Checkpoint.begin(tmp_path, Plan(RULES, ("other",), 1, 1))
    assert f"{tmp_path} holds an unfinished run; go on with --resume {tmp_path}" in str(error.value)
    assert kept.equals(Checkpoint.find(tmp_path).done(0))


def test_a_run_without_games_can_be_begun_anew(tmp_path):
    """Nothing is lost by it."""
    Checkpoint.begin(tmp_path, PLAN)
    other = Plan(RULES, ("other",), 1, 1)
    Checkpoint.begin(tmp_path, other)
    assert other == Checkpoint.find(tmp_path).plan


def test_parts_without_a_plan_are_left_over(tmp_path, kept):
    """A session was killed as it cleared up: the next run does not take its games."""
    (tmp_path / "parts" / "settings.json").unlink()
    assert Checkpoint.begin(tmp_path, PLAN).done(0) is None
    assert [] == parts(tmp_path)


def test_a_finished_run_can_go_on_with_more_games(tmp_path, table):
    """Its results are taken for parts; they stay as they are until the new ones are there."""
    checkpoint = finished(tmp_path, table[:7])
    assert not (tmp_path / "parts").exists()
    found = Checkpoint.find(tmp_path)
    assert Plan(RULES, (LINEUP.name,), 7, 5) == found.plan
    found.go_on(12)
    assert table[:7].equals(found.done(0))
    assert 12 == Checkpoint.find(tmp_path).plan.games
    assert [7] == json.loads((tmp_path / "settings.json").read_text())["games"]
    assert len(checkpoint.sessions) + 1 == len(found.sessions) == 2


def finished(path, table, **changes) -> Checkpoint:
    """A run with all its results."""
    checkpoint = Checkpoint.begin(path, Plan(RULES, (LINEUP.name,), len(table), 5))
    settings = {
        "rules": "very-small(players=2)",
        "lineups": [LINEUP.name],
        "games": [len(table)],
        "seed": 5,
        "complete": True,
        "sessions": checkpoint.sessions,
    }
    ResultsFolder(path).write("games.parquet", table.write_parquet)
    ResultsFolder(path).write_json("settings.json", settings | changes)
    checkpoint.clear()
    return checkpoint


# --- Runs that cannot be resumed -----------------------------------------------------------------


def test_no_run_is_told(tmp_path):
    """Nothing there, or a folder that holds something else; none is made."""
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ResumeError) as error:
            Checkpoint.find(path)
        assert f"no run to resume in {path}; start one with --out {path}" == str(error.value)
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "\xff",
        '{"rules": "full", "lineups": ["a, b"], "games": [], "seed": 1}',
        '{"rules": "fool", "lineups": ["a, b"], "games": [1], "seed": 1}',
        '{"rules": "full", "lineups": ["a, b"], "games": [1], "seed": -1}',
        '{"rules": "full", "lineups": 7, "games": [1], "seed": 1}',
        '{"rules": 7, "lineups": ["a, b"], "games": [1], "seed": 1}',
    ],
)
def test_settings_that_cannot_be_read_are_told(tmp_path, text):
    """In one line with the file, of a run unfinished or finished."""
    for path in (tmp_path / "parts" / "settings.json", tmp_path / "settings.json"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="latin-1")
        with pytest.raises(ResumeError) as error:
            Checkpoint.find(tmp_path)
        assert f"cannot read the settings of a run in {path}: " in str(error.value)
        path.unlink()


def test_a_stopped_run_without_its_parts_is_told(tmp_path, table):
    """Which of its games are missing is not known any more."""
    finished(tmp_path, table[:7], complete=False)
    with pytest.raises(ResumeError, match="a run that was stopped, and parts of it no more"):
        Checkpoint.find(tmp_path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.with_columns(pl.lit("other").alias("agents")), "is of another run"),
        (lambda table: table.with_columns(pl.lit(6).alias("seed")), "is of another run"),
        (lambda table: table.drop("turns"), "is of another version of hanabilab"),
    ],
)
def test_games_of_another_run_are_told(tmp_path, table, change, says):
    """As parts and as results: the file is named, and nothing is removed."""
    checkpoint = Checkpoint.begin(tmp_path / "a", PLAN)
    path = checkpoint.keep(0, change(table))
    with pytest.raises(ResumeError, match=says) as error:
        Checkpoint.find(tmp_path / "a").done(0)
    assert str(error.value).startswith(str(path))
    assert path.exists()
    finished(tmp_path / "b", change(table))
    with pytest.raises(ResumeError, match=says):
        Checkpoint.find(tmp_path / "b").go_on(20)
    assert not (tmp_path / "b" / "parts").exists()


def test_results_that_cannot_be_read_are_told(tmp_path, table):
    """A finished run whose table is gone or damaged has no parts to fall back on."""
    finished(tmp_path, table)
    (tmp_path / "games.parquet").write_bytes(b"PAR1 but no more")
    with pytest.raises(ResumeError, match=r"games.parquet is damaged: "):
        Checkpoint.find(tmp_path).go_on(20)
    (tmp_path / "games.parquet").unlink()
    with pytest.raises(ResumeError, match=r"cannot read .*games.parquet: No such file"):
        Checkpoint.find(tmp_path).go_on(20)


def test_an_impossible_plan_is_refused():
    """Before a folder is touched."""
    with pytest.raises(RulesError, match="seed is -1"):
        Plan(RULES, (LINEUP.name,), 12, -1)
