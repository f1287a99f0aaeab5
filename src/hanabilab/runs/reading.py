"""Files of runs, read with care: what is in them is checked before it takes memory.

A file may come from anybody. The names, types, shapes and sizes that it declares are compared with
those that belong there, and only then is it expanded. Nothing in it can run. Every fault is a
`ResumeError` of one line that names the file.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np
import polars as pl
from numpy.typing import DTypeLike, NDArray

from hanabilab.errors import HanabiError, ResumeError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import reason_of
from hanabilab.runs.panics import panics_silenced
from hanabilab.runs.parquet import measure_parquet

#: Bytes of a file of a run at most, but for states.
MOST_BYTES = 1 << 30
_MOST_JSON = 1 << 26
_MOST_TOML = 1 << 18
_MOST_HEADER = 1 << 14
#: Levels of lists and objects in a document; ours have five.
_DEEPEST = 64
#: What a file of an array begins with, as NumPy writes it.
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(
    rb"\{'descr': '([<|][a-z][0-9]{1,2})', 'fortran_order': (True|False), "
    rb"'shape': \(([0-9, ]{0,200})\), \} *\n"
)
# What a value of a table takes in a page at most, levels of lists included, and a file beside it.
_BYTES_OF_VALUE = 16
_BYTES_OF_TEXT = 256
_BYTES_OF_FILE = 1 << 20
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)  # a pipe in a file's place must not wait


def read_bytes(path: Path, most: int = MOST_BYTES, kind: type[HanabiError] = ResumeError) -> bytes:
    """The bytes of a file of a run.

    Raises:
        HanabiError: of `kind`: it cannot be read, or has more than `most` bytes.
    """
    try:
        with os.fdopen(os.open(path, _OPEN), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise kind(f"cannot read {path}: it is no file")
            if found.st_size > most:
                raise kind(f"{path} has {found.st_size:,} bytes; at most {most:,} are read")
            return file.read(found.st_size)
    except OSError as error:
        raise kind(f"cannot read {path}: {reason_of(error)}") from None
    except ValueError as error:  # a zero byte in its name
        raise kind(f"cannot read {str(path)!r}: {error}") from None


def read_json(path: Path) -> Any:
    """The JSON document in a file; all its numbers are finite.

    Raises:
        ResumeError: it cannot be read, or is no JSON.
    """
    return parse_json(read_bytes(path, _MOST_JSON), path)


def parse_json(data: bytes | str, path: Path, kind: type[HanabiError] = ResumeError) -> Any:
    """The JSON document `data`, which is from `path`; all its numbers are finite.

    Raises:
        HanabiError: of `kind`: it is none.
    """
    with faults_told(path, kind):
        return decode_json(data)


def decode_json(data: bytes | str) -> Any:
    """The JSON document `data`; all its numbers are finite.

    Raises:
        ValueError, RecursionError: it is none, or lists lie too deep within lists.
    """
    return _not_deep(json.loads(data, parse_float=_finite, parse_constant=_finite))


def read_toml(path: Path, kind: type[HanabiError]) -> dict[str, Any]:
    """The TOML document in a file.

    Raises:
        HanabiError: of `kind`: it cannot be read, or is no TOML.
    """
    data = read_bytes(path, _MOST_TOML, kind)
    with faults_told(path, kind, words="{} is no TOML"):
        return _not_deep(tomllib.loads(data.decode("utf-8-sig")))


def _not_deep(document: Any) -> Any:
    """A document itself, if its lists within lists have an end that all who read it can reach.

    Raises:
        RecursionError: they go deeper.
    """
    level = [document]
    for _ in range(_DEEPEST):
        level = [
            child
            for each in level
            if isinstance(each, dict | list)
            for child in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return document
    raise RecursionError


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no finite number")
    return number


@dataclass(frozen=True)
class Layout:
    """What an array must be: its type, and its length on each axis, or the range of lengths.

    Attributes:
        dtype: its type.
        shape: the length on each axis, or the range of lengths.
        other: another type that it may have instead, no larger than the first.
    """

    dtype: DTypeLike
    shape: tuple[int | range, ...] = ()
    other: DTypeLike | None = None

    @classmethod
    def of(cls, array: NDArray[Any]) -> Layout:
        """That of `array`."""
        return cls(array.dtype, array.shape)

    @property
    def most_bytes(self) -> int:
        """What the largest such array takes."""
        return math.prod(
            side if isinstance(side, int) else max((*side[:1], *side[-1:]), default=0)
            for side in self.shape
        ) * int(np.dtype(self.dtype).itemsize)

    @property
    def dtypes(self) -> list[np.dtype[Any]]:
        """The types that it may have."""
        return [np.dtype(each) for each in (self.dtype, self.other) if each is not None]

    def holds(self, shape: tuple[int, ...]) -> bool:
        """Whether an array of such a shape is one."""
        return len(shape) == len(self.shape) and all(
            length == side if isinstance(side, int) else length in side
            for length, side in zip(shape, self.shape, strict=True)
        )


def read_arrays(
    data: bytes,
    layouts: Mapping[str, Layout],
    path: Path,
    optional: Callable[[str], Layout | None] = lambda _: None,
) -> dict[str, NDArray[Any]]:
    """The arrays that `data`, a file of NumPy's npz format, holds by name: all of `layouts`.

    Args:
        data: the file.
        layouts: of the arrays that it must hold, by name.
        path: where `data` is from, for the message.
        optional: the layout of any other array that it may hold, by name; None for no such array.

    Raises:
        ResumeError: other arrays, or one of another type or shape, or damaged.
    """
    with faults_told(path), ZipFile(BytesIO(data)) as archive:
        members = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
        if missing := [name for name in layouts if name not in members]:
            raise ValueError(f"it has no array {missing[0]}")
        known = {name: layouts.get(name) or optional(name) for name in members}
        if len(members) != len(archive.infolist()) or None in known.values():
            odd = [name for name, layout in known.items() if layout is None]
            raise ValueError(f"it has an array {(odd or ['twice'])[0]!r}")
        return {
            name: _read_array(archive, members[name], layout)
            for name, layout in known.items()
            if layout is not None
        }


def _read_array(archive: ZipFile, info: ZipInfo, layout: Layout) -> NDArray[Any]:
    """One array; its header is checked before the rest is expanded."""
    if info.file_size > layout.most_bytes + _MOST_HEADER:
        raise ValueError(f"{info.filename} is larger than it can be")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError(f"{info.filename} is packed in another way than ours")
    with archive.open(info) as file:
        dtype, shape, fortran = _read_header(file, layout, info.filename)
        content = file.read()  # to the end, which checks the member's own sum
    if len(content) != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"{info.filename} is cut short or too long")
    if dtype.kind == "b" and content.strip(b"\0\1"):
        raise ValueError(f"{info.filename} has truth values that are neither 0 nor 1")
    array = np.frombuffer(bytearray(content), dtype)
    return array.reshape(shape, order="F" if fortran else "C")


def _read_header(
    file: IO[bytes], layout: Layout, name: str
) -> tuple[np.dtype[Any], tuple[int, ...], bool]:
    """The type and shape of an array, as `layout` allows them, and whether its first axis is
    the fastest.

    NumPy would evaluate the header as Python. Ours have one form, and no other is read.
    """
    start = file.read(10)
    header = file.read(min(int.from_bytes(start[8:], "little"), _MOST_HEADER))
    match = _HEADER.fullmatch(header)
    if start[:8] != _MAGIC or not match:
        raise ValueError(f"{name} has no header of a NumPy array")
    shape = tuple(int(side) for side in match[3].replace(b",", b" ").split())
    for dtype in layout.dtypes:
        if match[1].decode() == dtype.str and layout.holds(shape):
            return dtype, shape, match[2] == b"True"
    raise ValueError(f"{name} has type {match[1].decode()} and shape {shape}")


@dataclass(frozen=True)
class TableLayout:
    """What a table must be.

    Attributes:
        columns: that it has, by name.
        rows: at most.
        others: the type of columns it may have besides; None if they are not read.
        optional: those of `columns` that it may lack.
    """

    columns: Mapping[str, pl.DataType]
    rows: int
    others: pl.DataType | None = None
    optional: Collection[str] = ()

    def fault(self, schema: Mapping[str, pl.DataType]) -> str | None:
        """What is wrong with a table of such columns; None if it is right."""
        for name, dtype in self.columns.items():
            if name not in schema and name not in self.optional:
                return f"it has no column {name}"
            if schema.get(name, dtype) != dtype:
                return f"its column {name} is {schema[name]}, not {dtype}"
        odd = [name for name in schema if name not in self.columns and schema[name] != self.others]
        return f"it has a column {odd[0]!r}" if odd and self.others else None


def read_table(data: bytes, layout: TableLayout, path: Path) -> pl.DataFrame:
    """The table that `data`, a Parquet file, holds.

    Args:
        path: where `data` is from, for the message.

    Raises:
        ResumeError: other columns, too many rows, pages larger than such rows, or damage.
    """
    with faults_told(path), panics_silenced():
        schema = pl.read_parquet_schema(BytesIO(data))
        read = {name: schema[name] for name in schema if layout.others or name in layout.columns}
        fault = layout.fault(schema) or _fault_of_size(data, read, layout.rows)
        if fault:
            raise ValueError(fault)
        return pl.read_parquet(BytesIO(data), columns=list(read))


def read_csv(path: Path, columns: Mapping[str, pl.DataType] | None = None) -> pl.DataFrame:
    """The table in a CSV file, with these columns if any are told.

    Raises:
        ResumeError: it cannot be read, or is another table.
    """
    data = read_bytes(path)
    with faults_told(path), panics_silenced():
        if columns is not None:  # polars would take them for those of the file, by their order
            names = pl.read_csv(BytesIO(data), n_rows=0).columns
            if names != list(columns):
                raise ValueError(f"its columns are {', '.join(names)}, not {', '.join(columns)}")
        return pl.read_csv(BytesIO(data), schema=columns)


def _fault_of_size(data: bytes, schema: Mapping[str, pl.DataType], most_rows: int) -> str | None:
    """What is wrong with the sizes that a Parquet file declares for the columns of `schema`."""
    found = measure_parquet(data)
    if not 0 <= found.rows <= most_rows:
        return f"it has {found.rows:,} rows; at most {most_rows:,} belong there"
    for name, dtype in schema.items():
        # A dictionary is as long as its column at most, so there are twice the values.
        values = 2 * max(found.rows, 1) * getattr(dtype, "size", 1)
        most = values * (_BYTES_OF_TEXT if dtype == pl.String else _BYTES_OF_VALUE) + _BYTES_OF_FILE
        if found.values.get(name, 0) > values or found.bytes.get(name, 0) > most:
            return f"its column {name} would take {found.bytes[name]:,} bytes"
    return None
