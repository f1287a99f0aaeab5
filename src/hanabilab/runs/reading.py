"""Files of runs, read with care: what is in them is checked before it takes memory.

A file may come from anybody. The names, types, shapes and sizes that it declares are compared with
those that belong there, and only then is it expanded. Nothing in it can run. Every fault is a
`ResumeError` of one line that names the file.
"""

from __future__ import annotations

import json
import math
import os
import stat
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

import numpy as np
import polars as pl
from numpy.lib import format as npy
from numpy.typing import DTypeLike, NDArray

from hanabilab.errors import ResumeError
from hanabilab.runs.files import reason_of
from hanabilab.runs.parquet import measure_parquet

#: Bytes of a file of a run at most, but for states.
MOST_BYTES = 1 << 30
_MOST_JSON = 1 << 26
_MOST_HEADER = 1 << 14
# What a value of a table takes in a page at most, levels of lists included, and a file beside it.
_BYTES_OF_VALUE = 16
_BYTES_OF_TEXT = 256
_BYTES_OF_FILE = 1 << 20
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)  # a pipe in a file's place must not wait


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file of a run.

    Raises:
        ResumeError: it cannot be read, or has more than `most` bytes.
    """
    try:
        with os.fdopen(os.open(path, _OPEN), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise ResumeError(f"cannot read {path}: it is no file")
            if found.st_size > most:
                raise ResumeError(f"{path} has {found.st_size:,} bytes; at most {most:,} are read")
            return file.read(found.st_size)
    except OSError as error:
        raise ResumeError(f"cannot read {path}: {reason_of(error)}") from None
    except ValueError as error:  # a zero byte in its name
        raise ResumeError(f"cannot read {str(path)!r}: {error}") from None


def read_json(path: Path) -> Any:
    """The JSON document in a file; all its numbers are finite.

    Raises:
        ResumeError: it cannot be read, or is no JSON.
    """
    return parse_json(read_bytes(path, _MOST_JSON), path)


def parse_json(data: bytes, path: Path) -> Any:
    """The JSON document `data`, which is from `path`; all its numbers are finite.

    Raises:
        ResumeError: it is none.
    """
    try:
        return json.loads(data, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise ResumeError(f"cannot read {path}: lists within lists without end") from None
    except ValueError as error:
        raise ResumeError(f"cannot read {path}: {_short(error)}") from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no finite number")
    return number


@dataclass(frozen=True)
class Layout:
    """What an array must be: its type, and its length on each axis, or the range of lengths."""

    dtype: DTypeLike
    shape: tuple[int | range, ...] = ()

    @property
    def most_bytes(self) -> int:
        """What the largest such array takes."""
        return math.prod(
            side if isinstance(side, int) else max(side, default=0) for side in self.shape
        ) * int(np.dtype(self.dtype).itemsize)

    def holds(self, dtype: np.dtype[Any], shape: tuple[int, ...]) -> bool:
        """Whether an array of such a type and shape is one."""
        return (
            dtype == np.dtype(self.dtype)
            and len(shape) == len(self.shape)
            and all(
                length == side if isinstance(side, int) else length in side
                for length, side in zip(shape, self.shape, strict=True)
            )
        )


def read_arrays(data: bytes, layouts: Mapping[str, Layout], path: Path) -> dict[str, NDArray[Any]]:
    """The arrays that `data`, a file of NumPy's npz format, holds by name: all of `layouts`.

    Args:
        path: where `data` is from, for the message.

    Raises:
        ResumeError: other arrays, or one of another type or shape, or damaged.
    """
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = [info.filename for info in archive.infolist()]
            if sorted(names) != sorted(f"{name}.npy" for name in layouts):
                raise ValueError(f"its arrays are not {', '.join(layouts)}")
            return {
                name: _read_array(archive, archive.getinfo(f"{name}.npy"), layout)
                for name, layout in layouts.items()
            }
    except (BadZipFile, OSError, ValueError, EOFError, RuntimeError, zlib.error) as error:
        raise ResumeError(f"cannot read {path}: {_short(error)}") from None


def _read_array(archive: ZipFile, info: ZipInfo, layout: Layout) -> NDArray[Any]:
    """One array; its header is checked before the rest is expanded."""
    if info.file_size > layout.most_bytes + _MOST_HEADER:
        raise ValueError(f"{info.filename} is larger than it can be")
    with archive.open(info) as file:
        version = npy.read_magic(file)
        read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read_header(file)
        if not layout.holds(dtype, shape):
            raise ValueError(f"{info.filename} has type {dtype} and shape {shape}")
        content = file.read()  # to the end, which checks the member's own sum
    if len(content) != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"{info.filename} is cut short or too long")
    array = np.frombuffer(bytearray(content), dtype)
    return array.reshape(shape, order="F" if fortran else "C")


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
    try:
        schema = pl.read_parquet_schema(BytesIO(data))
        read = {name: schema[name] for name in schema if layout.others or name in layout.columns}
        fault = layout.fault(schema) or _fault_of_size(data, read, layout.rows)
        table = None if fault else pl.read_parquet(BytesIO(data), columns=list(read))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise ResumeError(f"cannot read {path}: {_short(error)}") from None
    if table is None:
        raise ResumeError(f"cannot read {path}: {fault}")
    return table


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


def _short(error: BaseException) -> str:
    """The first line of an error, or its kind where it says nothing."""
    return (str(error).splitlines() or [""])[0][:200] or type(error).__name__
