"""Files from strangers: what does not belong there is refused in one line, and takes no memory."""

from __future__ import annotations

import io
import os
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from hanabilab.errors import ResumeError
from hanabilab.runs.parquet import measure_parquet
from hanabilab.runs.reading import (
    Layout,
    TableLayout,
    read_arrays,
    read_bytes,
    read_csv,
    read_json,
    read_table,
)

WHERE = Path("a file")
LAYOUTS = {"one": Layout(np.int64, (range(5), 2)), "two": Layout(np.float32)}
ARRAYS = {"one": np.arange(6).reshape(3, 2), "two": np.array(1.5, np.float32)}
COLUMNS = {"a": pl.Int64(), "deck": pl.Array(pl.Int8, 3), "name": pl.String()}
TABLE = pl.DataFrame(
    {"a": [1, 2], "deck": [[1, 2, 3], [4, 5, 6]], "name": ["x", "y"]}, schema=COLUMNS
)


def refused(read, *arguments) -> str:
    """The one line that a file is refused with; it takes no more than some megabytes."""
    tracemalloc.start()
    with pytest.raises(ResumeError) as error:
        read(*arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    assert peak < 20_000_000
    return str(error.value)


# --- Any file ------------------------------------------------------------------------------------


def test_what_is_no_file_is_refused(tmp_path):
    """Nothing there, a folder, a pipe, which would wait for ever; or one that is too large."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(bytes(11))
    assert "No such file" in refused(read_bytes, tmp_path / "none")
    assert "cannot read" in refused(read_bytes, tmp_path)
    assert "it is no file" in refused(read_bytes, tmp_path / "pipe")
    assert "has 11 bytes; at most 10" in refused(read_bytes, tmp_path / "large", 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("[" * 100_000, "lists within lists"),
        ('{"a":' * 100_000, "lists within lists"),
        ("1e999", "no finite number"),
        ("NaN", "no finite number"),
        ("9" * 5000, "integer string"),
        ("\xff", "decode"),
    ],
)
def test_documents_that_are_no_json_are_refused(tmp_path, text, says):
    """With the file and the reason."""
    path = tmp_path / "file.json"
    path.write_text(text, encoding="latin-1")
    line = refused(read_json, path)
    assert line.startswith(f"cannot read {path}: ")
    assert says in line


# --- Arrays --------------------------------------------------------------------------------------


def packed(**arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def test_arrays_are_read():
    """Packed or not, in either order of memory."""
    buffer = io.BytesIO()
    np.savez(buffer, one=np.asfortranarray(ARRAYS["one"]), two=ARRAYS["two"])
    for data in (packed(**ARRAYS), buffer.getvalue()):
        found = read_arrays(data, LAYOUTS, WHERE)
        assert list(found) == list(ARRAYS)
        assert all(np.array_equal(found[name], ARRAYS[name]) for name in ARRAYS)
        found["one"][0, 0] = 7  # they are the reader's own


@pytest.mark.parametrize(
    "change",
    [
        {"one": np.zeros((5, 2), np.int64)},
        {"one": np.zeros((3, 3), np.int64)},
        {"one": np.zeros(3, np.int64)},
        {"one": np.zeros((3, 2), np.int32)},
        {"one": np.zeros((3, 2), ">i8")},
        {"one": np.zeros((3, 2), object)},
        {"one": np.zeros((250_000_000, 2), np.int8)},
        {"two": np.zeros(1, np.float32)},
        {"three": np.zeros(1)},
    ],
)
@pytest.mark.late_but(3)
def test_other_arrays_are_refused(change):
    """Another type or shape, one too many, or one that would take gigabytes."""
    data = packed(**ARRAYS | change)
    assert str(WHERE) in refused(read_arrays, data, LAYOUTS, WHERE)


def rezipped(data: bytes, change) -> bytes:
    """The same members, changed one by one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            for title, content in change(name, old.read(name)):
                new.writestr(title, content)
    return buffer.getvalue()


def encrypted(data: bytes) -> bytes:
    """The same, with the mark of an encrypted member."""
    flags = data.index(b"PK\1\2") + 8
    return data[:flags] + b"\1" + data[flags + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-30],
        lambda data: data[:60] + b"\0" * 20 + data[80:],
        encrypted,
        lambda data: rezipped(data, lambda name, old: [(name, old[:-1])]),
        lambda data: rezipped(data, lambda name, old: [(name, old + b"\0")]),
        lambda data: rezipped(data, lambda name, old: [(name, old[:20])]),
        lambda data: rezipped(data, lambda name, old: [(name, b"")]),
        lambda data: rezipped(data, lambda name, old: [(name, old.replace(b"Y\1", b"Y\2"))]),
        lambda data: rezipped(data, lambda name, old: [(name.upper(), old)]),
        lambda data: rezipped(data, lambda name, old: [] if "two" in name else [(name, old)]),
        lambda data: rezipped(data, lambda name, old: [(name, old.replace(b"(3, 2)", b"(-3,2)"))]),
        lambda data: rezipped(data, lambda name, old: [(name, old.replace(b"(3, 2)", b"(1e9,)"))]),
    ],
)
def test_damaged_arrays_are_refused(damage):
    """Wherever the damage is."""
    data = packed(**ARRAYS)
    assert damage(data) != data
    assert str(WHERE) in refused(read_arrays, damage(data), LAYOUTS, WHERE)


def test_every_byte_of_arrays_counts():
    """Whatever byte is changed, arrays are what they were, or the file is refused."""
    data = packed(**ARRAYS)
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]
        try:
            found = read_arrays(changed, LAYOUTS, WHERE)
        except ResumeError:
            continue
        assert all(np.array_equal(found[name], ARRAYS[name]) for name in ARRAYS)


# --- Tables --------------------------------------------------------------------------------------


def written(table: pl.DataFrame, **options) -> bytes:
    buffer = io.BytesIO()
    table.write_parquet(buffer, **options)
    return buffer.getvalue()


@pytest.mark.parametrize("compression", ["lz4", "zstd", "snappy", "uncompressed"])
def test_tables_are_read(compression):
    """However they are packed; other columns of the type that is allowed."""
    data = written(TABLE, compression=compression)
    assert TABLE.equals(read_table(data, TableLayout(COLUMNS, 2), WHERE))
    more = TABLE.with_columns(more=pl.lit(7, pl.Int64))
    found = read_table(written(more), TableLayout(COLUMNS, 2, pl.Int64()), WHERE)
    assert more.equals(found)
    assert TABLE.equals(read_table(written(more), TableLayout(COLUMNS, 2), WHERE))
    few = read_table(data, TableLayout({"a": pl.Int64()}, 2), WHERE)
    assert few.columns == ["a"]


def repeated(table: pl.DataFrame, times: int) -> pl.DataFrame:
    return pl.concat([table] * times)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.drop("a"), "no column a"),
        (lambda table: table.with_columns(pl.col("a").cast(pl.Int32)), "column a is Int32"),
        (lambda table: table.with_columns(pl.col("deck").arr.to_list()), "column deck is List"),
        (lambda table: table.with_columns(more=pl.lit("x")), "has a column 'more'"),
        (lambda table: repeated(table, 2), "it has 4 rows; at most 2"),
        (lambda table: repeated(repeated(table, 1000), 1000), "it has 2,000,000 rows"),
        (lambda table: table.with_columns(name=pl.lit("x" * 50_000_000)), "column name would take"),
    ],
)
@pytest.mark.late_but(2)
def test_other_tables_are_refused(change, says):
    """Other columns, too many rows, or one value that would take gigabytes."""
    data = written(change(TABLE))
    assert says in refused(read_table, data, TableLayout(COLUMNS, 2, pl.Int64()), WHERE)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"PAR1",
        lambda data: b"PAR1" * 3,
        lambda data: data[:-9],
        lambda data: data[:4] + b"\xff" * 40 + data[44:],
        lambda data: data[:-8] + b"\xff\xff\xff\x7fPAR1",
        lambda data: data[:-400] + b"\0" * 300 + data[-100:],
    ],
)
def test_damaged_tables_are_refused(damage):
    """Wherever the damage is."""
    data = damage(written(TABLE))
    assert str(WHERE) in refused(read_table, data, TableLayout(COLUMNS, 2), WHERE)


def test_no_byte_of_a_table_brings_a_reader_down(capfd):
    """Whatever byte is changed, there is a table, or one line."""
    data = written(TABLE)
    for place in range(0, len(data), 3):
        changed = data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]
        try:
            assert len(read_table(changed, TableLayout(COLUMNS, 2), WHERE)) <= 2
        except ResumeError as error:
            assert "\n" not in str(error)


def test_the_size_of_a_table_is_told_by_its_pages():
    """What a footer claims does not count: each page is looked at."""
    data = written(TABLE, compression="uncompressed")
    found = measure_parquet(data)
    assert found.rows == 2
    assert set(found.values) == set(TABLE.columns)
    assert 6 <= found.values["deck"] <= 12
    assert sum(found.bytes.values()) < len(data)
    large = measure_parquet(written(TABLE.with_columns(name=pl.lit("x" * 10_000_000))))
    assert large.bytes["name"] >= 10_000_000


def test_a_range_of_lengths_is_not_walked_through():
    """However long an array may be, what it takes at most is told at once."""
    assert Layout(np.int16, (range(1 << 60), 3)).most_bytes == 6 * ((1 << 60) - 1)
    assert Layout(np.int16, (range(0), 3)).most_bytes == 0


def test_a_csv_has_the_columns_that_are_told(tmp_path):
    """In their order: those of another one are not taken for them."""
    file, columns = tmp_path / "table.csv", {"turn": pl.Int64(), "hands": pl.Int64()}
    file.write_text("turn,hands\n1,2\n")
    assert read_csv(file, columns).rows(named=True) == [{"turn": 1, "hands": 2}]
    for text in ("hands,turn\n1,2\n", "turn\n1\n", "turn,hands,more\n1,2,3\n", "", "a;b\n"):
        file.write_text(text)
        assert str(file) in refused(read_csv, file, columns)
