"""Files of rows: written, read back, refused; regret by hand; what is kept of a run."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import polars as pl
import pytest

from hanabilab.errors import NotationError, OutputError, ResumeError
from hanabilab.puzzles.forms import MoveValue, ValueRow
from hanabilab.puzzles.keeping import KeptRows, RowSettings, RowsPlan
from hanabilab.puzzles.regret import judge, regret_of
from hanabilab.puzzles.rows import card, read_rows, write_rows

pytestmark = pytest.mark.once


def _move(action, gain, exact=False):
    sem = 0.0 if exact else 0.25
    told = {"fraction": "7/2"} if exact else {}
    return MoveValue(action, f"{action}s", 3.5, sem, gain, sem, 0 if exact else 9, ["So."], **told)


def _row(number, gains, *, source="seed=1 game=0", split="test", exact=False):
    moves = [_move(f"play {at}", gain, exact) for at, gain in enumerate(gains)]
    return ValueRow(
        id=f"{number:012x}",
        split=split,
        source=source,
        rules="full(players=2)",
        agents=["smart", "smart"],
        turn=number,
        seat=0,
        action_taken="play 0",
        plays_on="smart",
        basis="exact",
        range_size=4,
        exact=exact,
        reference="play 0",
        observation="You see\nnothing.",
        actions=moves,
    )


ROWS = [
    _row(0, [0.0, -1.0, 0.5]),
    _row(1, [0.0, -0.5], split="train", exact=True),
    _row(2, [0.0, -2.0], source="seed=1 game=1"),
]


def test_json_lines_come_back(tmp_path):
    write_rows(tmp_path / "values.jsonl", ROWS)
    assert read_rows(tmp_path / "values.jsonl") == ROWS
    assert len((tmp_path / "values.jsonl").read_text().splitlines()) == 3


def test_parquet_has_the_same(tmp_path):
    """A fraction that is not known is null there."""
    write_rows(tmp_path / "values.parquet", ROWS)
    found = pl.read_parquet(tmp_path / "values.parquet").to_dicts()
    for row, expected in zip(found, ROWS, strict=True):
        for move in row["actions"]:
            if move["fraction"] is None:
                del move["fraction"]
        assert row == msgspec.to_builtins(expected)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(OutputError, match=r"values\.csv ends in none of \.jsonl, \.parquet"):
        write_rows(tmp_path / "values.csv", ROWS)
    write_rows(path := tmp_path / "values.jsonl", ROWS[:1])
    path.write_text(path.read_text() + '{"id": 3}\n')
    with pytest.raises(NotationError, match=r"cannot read line 2 of .*values\.jsonl"):
        read_rows(path)
    path.write_text("[" * 100_000)
    with pytest.raises(NotationError, match=r"values\.jsonl"):
        read_rows(path)
    write_rows(path := tmp_path / "values.parquet", ROWS)
    with pytest.raises(NotationError, match=r"values\.parquet is a Parquet file.* a \.jsonl file"):
        read_rows(path)


def test_regret_by_hand():
    assert [regret_of(ROWS[0], f"play {at}") for at in range(3)] == [0.0, 1.0, -0.5]
    found = judge(ROWS, ["play 1", "play 1", "play 0"])
    assert (found.positions, found.games, found.best) == (3, 2, pytest.approx(1 / 3))
    assert found.regret == pytest.approx(1.5 / 3)
    # Sums over games less the mean times their rows: 1.5 - 1, 0 - 0.5; C / (C - 1) is 2.
    assert found.regret_sem == pytest.approx((2 * (0.5**2 + 0.5**2)) ** 0.5 / 3)
    assert judge(ROWS[:2], ["play 0", "play 0"]).regret_sem is None


def test_choices_that_cannot_be_judged():
    with pytest.raises(NotationError, match="'play 9' is not legal in position 000000000000; "):
        regret_of(ROWS[0], "play 9")
    with pytest.raises(NotationError, match="1 choices for 3 rows"):
        judge(ROWS, ["play 0"])


def _plan(games=3):
    return RowsPlan(("runs/first",), "0123456789abcdef", games, "smart", RowSettings(seed=7))


def test_the_card_says_how_and_of_what(tmp_path):
    told = card(tmp_path / "values.jsonl", _plan(), ROWS, "0.1.0")
    assert "3 positions of 3 games" in told
    assert "train 1, validation 0, test 2" in told
    assert "hanabi log values runs/first --games 3 --out" in told
    assert "--seed 7" in told
    assert "0.250 points" in told
    assert "{" not in told.replace("{plan", "{plan")


def test_a_run_is_kept_and_read(tmp_path):
    """In parts; what is in a part is checked."""
    with KeptRows(_plan()).begin(tmp_path / "run") as job:
        job.take(0, ROWS[:2])
        job.hand_on()
        job.take(2, ROWS[2:])
    found = KeptRows.find(tmp_path / "run")
    assert found.plan == _plan()
    partial = replace(_plan(), partial=True)
    assert RowsPlan.from_json(partial.as_json(), {"games": 3}) == partial
    found.read()
    assert found.found == {0: ROWS[:2], 2: ROWS[2:]}
    assert found.count == 2
    with pytest.raises(ResumeError, match="a game that the run has not"):
        KeptRows(_plan(games=2)).unpack(found.pack([{2: ROWS[2:]}]), tmp_path / "part")
    assert KeptRows(_plan()).unpack(found.pack([{0: ROWS[:1]}]), tmp_path / "part") == {0: ROWS[:1]}
